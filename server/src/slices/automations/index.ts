import type { Slice } from '../../kernel/slice.ts';
import { enterColumn, fillByInterest, fillByReply, fillFurther } from './board-rules/board-rules.service.ts';
import { boundRuns } from './runs/bound-runs.service.ts';
import { decideRuns } from './runs/decide-runs.service.ts';
import { DECISION_LOOP } from './runs/decisions.store.ts';
import { BOUND_LOOP } from './runs/queue.store.ts';
import { runAutomations, runStops } from './runs/run-automations.service.ts';
import { LOOP, STOP_LOOP } from './runs/runs.store.ts';
import { addressPurpose } from './slack/slack.service.ts';

export { automationsRoutes } from './automations.routes.ts';

export const automationsSlice: Slice = {
  name: 'automations',
  sealed: [{ table: 'slack_connections', column: 'sealed_url', key: 'organization_id', purpose: addressPurpose }],
  loops: [
    { name: DECISION_LOOP, interval_in_ms: 250, run: decideRuns },
    { name: STOP_LOOP, interval_in_ms: 250, run: runStops },
    { name: LOOP, interval_in_ms: 250, run: runAutomations },
    { name: BOUND_LOOP, interval_in_ms: 60_000, run: boundRuns },
  ],
  on: {
    lead_replied: fillByReply,
    lead_interest_changed: fillByInterest,
    board_rules_left: fillFurther,
    kanban_card_entered: enterColumn,
  },
};
