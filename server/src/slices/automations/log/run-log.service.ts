import type { AutomationRun, automationsEndpoints, RunsQuery } from '@overture/contract/automations';
import type { EndpointOutput } from '@overture/contract/endpoint';
import { AUTOMATION_LIMITS } from '@overture/domain/automations/automations';
import { loadPage } from '../../../kernel/api-keys/cursor.ts';
import type { ReadContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { findRule } from '../../kanban/index.ts';
import { findAutomation } from '../automations.store.ts';
import * as log from './run-log.store.ts';

type Runs = EndpointOutput<(typeof automationsEndpoints)['listAutomationRuns']>;

/** @throws not_found */
export async function listRuns(ctx: Pick<SessionContext, 'read'>, id: number, shown: RunsQuery): Promise<Runs> {
  return ctx.read(async (reader) => {
    orNotFound(await findAutomation(reader, id));
    return listOwnRuns(reader, { automation_id: id }, shown);
  });
}

/** @throws not_found */
export async function listBoardRuleRuns(
  ctx: Pick<SessionContext, 'read'>,
  id: number,
  shown: RunsQuery,
): Promise<Runs> {
  return ctx.read(async (reader) => {
    orNotFound(await findRule(reader, id));
    return listOwnRuns(reader, { rule_id: id }, shown);
  });
}

async function listOwnRuns(reader: ReadContext, owner: log.RunOwner, shown: RunsQuery): Promise<Runs> {
  const state = shown.state ?? null;
  const total = await log.countRuns(reader, owner, state);
  const { rows, next_cursor } = await loadPage(reader, shown, {
    list: `automation-runs ${JSON.stringify(owner)} ${state ?? ''}`,
    page_size: shown.limit ?? AUTOMATION_LIMITS.runs_a_page,
    read: (range) => log.listRuns(reader, owner, state, range),
    placeOf: ({ id }) => [id],
  });
  const names = await log.listCauseNames(
    reader,
    rows.flatMap(({ chain }) => chain),
  );
  return { runs: rows.map((row) => present(row, names)), total, next_cursor };
}

function present(row: log.LoggedRun, names: ReadonlyMap<number, string>): AutomationRun {
  const { id, state, reason, message_id, type, lead, chain, actions, effects, duration_in_ms } = row;
  return {
    id,
    state,
    reason,
    event: { id: message_id, type, occurred_at: row.occurred_at.toISOString() },
    lead,
    caused_by: chain.map((one) => ({ id: Math.abs(one), name: names.get(one) ?? null, is_board_rule: one < 0 })),
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
    if (!(await log.reopenRun(tx, id, runId))) throw new ApiError('automation_run_not_failed');
  });
}
