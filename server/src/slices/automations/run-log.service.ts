import type { AutomationBody, AutomationRun, automationsEndpoints } from '@overture/contract/automations';
import type { EndpointOutput } from '@overture/contract/endpoint';
import { AUTOMATION_LIMITS, type RunState } from '@overture/domain/automations/automations';
import { meetsAll, valueAt } from '@overture/domain/automations/conditions';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import type { SessionContext } from '../../kernel/slice.ts';
import { describeAction } from './action-words.rules.ts';
import { checkAutomation, namesOfCrms } from './automations.service.ts';
import { findAutomation, listNames, listPastEvents } from './automations.store.ts';
import * as log from './run-log.store.ts';
import { reopenRun } from './runs.store.ts';

const PREVIEWS_PER_HOUR = 120;
const DAY_IN_MS = 86_400_000;

type Preview = EndpointOutput<(typeof automationsEndpoints)['previewAutomation']>;

/** What an automation would have done with the events that are known. Only reads. @throws automation_invalid, rate_limited */
export async function previewAutomation(ctx: SessionContext, given: AutomationBody): Promise<Preview> {
  await ctx.rate_limits.spend('automation-previews', String(ctx.organization.id), PREVIEWS_PER_HOUR, 3600);
  const { preview_in_days, preview_events, preview_examples } = AUTOMATION_LIMITS;
  const since = new Date(ctx.clock.now().getTime() - preview_in_days * DAY_IN_MS);
  return ctx.read(async (reader) => {
    const targets = await checkAutomation(reader, given);
    const found = await listPastEvents(reader, { type: given.trigger_type, since, limit: preview_events + 1 });
    const events = found.slice(0, preview_events);
    const matched = events.filter(({ data }) => meetsAll(data, { match: given.match, items: given.conditions }));
    const shown = matched.slice(0, preview_examples);
    const leadOf = (data: unknown): number => Number(valueAt(data, 'prospect.id') ?? 0);
    const names = await log.listLeadNames(
      reader,
      shown.map(({ data }) => leadOf(data)),
    );
    const crmName = namesOfCrms(reader);
    const examples = shown.map(({ occurred_at, data }) => {
      const name = names.get(leadOf(data));
      return {
        occurred_at: occurred_at.toISOString(),
        lead: name === undefined ? null : { id: leadOf(data), name },
        texts: given.actions.map((action) => describeAction(action, targets, crmName, data)),
      };
    });
    return { events: events.length, matched: matched.length, is_cut: found.length > preview_events, examples };
  });
}

/** @throws not_found */
export async function listRuns(
  ctx: Pick<SessionContext, 'read'>,
  id: number,
  { page, state }: { page: number; state: RunState | null },
): Promise<{ runs: AutomationRun[]; total: number }> {
  const limit = AUTOMATION_LIMITS.runs_a_page;
  return ctx.read(async (reader) => {
    orNotFound(await findAutomation(reader, id));
    const { rows, total } = await log.listRuns(reader, id, { state, limit, offset: (page - 1) * limit });
    const names = await listNames(
      reader,
      rows.flatMap(({ chain }) => chain),
    );
    return { runs: rows.map((row) => present(row, names)), total };
  });
}

function present(row: log.LoggedRun, names: ReadonlyMap<number, string>): AutomationRun {
  const { id, state, reason, message_id, type, lead, chain, actions, effects, duration_in_ms } = row;
  return {
    id,
    state,
    reason,
    event: { id: message_id, type, occurred_at: row.occurred_at.toISOString() },
    lead,
    caused_by: chain.map((one) => ({ id: one, name: names.get(one) ?? null })),
    effects: effects.flatMap((effect) => {
      const action = actions[effect.position];
      return action === undefined ? [] : [{ ...effect, type: action.type }];
    }),
    duration_in_ms,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

/** @throws automation_run_not_failed */
export async function retryRun(ctx: SessionContext, id: number, runId: number): Promise<void> {
  await ctx.transaction(async (tx) => {
    orNotFound(await findAutomation(tx, id));
    if (!(await reopenRun(tx, id, runId))) throw new ApiError('automation_run_not_failed');
  });
}
