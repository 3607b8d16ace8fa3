import { countToday } from '@overture/domain/leads/automatic-research';
import { cutText } from '@overture/domain/text/text-bounds';
import type { SystemContext, TransactionContext } from '../../../kernel/context.ts';
import { runUnits } from '../../../kernel/rounds/rounds.ts';
import { findTasks } from '../../research-tasks/index.ts';
import { type AutomaticRow, countStarted, lockAutomatic } from '../cells/automatic.store.ts';
import * as store from '../cells/waits.store.ts';
import { queueStarts } from '../runs/runs.store.ts';
import { startWaitingLeads } from '../start.service.ts';
import { describeShortage, findObstacle, RETRY_IN_MS, startAffordable, toUser } from './affordable.service.ts';
import { isActive } from './owners.store.ts';

/** Starts the leads that waited for the result of another column. */
export async function runWaitingResearch(ctx: SystemContext, signal: AbortSignal): Promise<void> {
  const ready = await ctx.systemTransaction(store.listReady);
  await runUnits(
    ctx,
    {
      loop: store.WAITING_LOOP,
      units: ready.map((one) => ({ ...one, key: `${one.search_id}:${one.prompt_id}:${one.person_id ?? 0}` })),
      share: store.GROUPS_OF_ORGANIZATION,
      at_once: 2,
      time_box_in_ms: 30_000,
      run: (one) => startGroup(ctx, one),
    },
    signal,
  );
}

async function startGroup(system: SystemContext, group: store.ReadyGroup): Promise<void> {
  const ctx = system.forOrganization(group.organization_id, toUser(group.user_id));
  await startAffordable(ctx, group, (tx, most) => startReady(tx, group, most)).catch(async (error) => {
    const problem = await describeShortage(ctx, error, group.user_id);
    if (problem === undefined) throw error;
    await ctx.transaction((tx) => delay(tx, group, problem));
  });
}

async function delay(tx: TransactionContext, group: store.ReadyGroup, problem: string, until?: Date): Promise<void> {
  const ready_at = until ?? new Date(tx.clock.now().getTime() + RETRY_IN_MS);
  // Without this, leads that wait for too long would be delayed for ever.
  await store.forgetStale(tx, group);
  return store.delayReady(tx, group, { ready_at, error: cutText(problem, 2000) });
}

async function startReady(tx: TransactionContext, group: store.ReadyGroup, most: number): Promise<void> {
  await queueStarts(tx);
  const { search_id, prompt_id, person_id, user_id } = group;
  const task = (await findTasks(tx, [prompt_id]))[0];
  const automatic = await lockAutomatic(tx, group);
  // New leads wait no longer once the column is turned off for them.
  if (task === undefined || (person_id === null && automatic === undefined)) return store.forgetReady(tx, group);
  const is_owner_active = user_id === null || (await isActive(tx, user_id));
  const problem = await findObstacle(tx, task, { is_owner_active, is_automatic: person_id === null });
  if (problem !== null) return delay(tx, group, problem);
  const today = person_id === null ? countDay(tx, automatic) : null;
  if (today?.left === 0) return delay(tx, group, describeFull(automatic), today.tomorrow);
  const amount = Math.min(most, today?.left ?? most);
  const ids = await store.lockReady(tx, group, amount);
  if (ids.length > 0) await startWaitingLeads(tx, search_id, { task, prospect_ids: ids }, person_id);
  if (today) await countStarted(tx, group, { day: today.today, day_leads: today.leads + ids.length });
  // The others are no longer in the list, or waited for too long.
  if (ids.length < amount) await store.forgetStale(tx, group);
}

const countDay = (tx: TransactionContext, automatic: AutomaticRow | undefined) =>
  automatic ? countToday(tx.clock.now(), automatic, automatic.time_zone) : null;

const describeFull = (automatic: AutomaticRow | undefined): string =>
  `The ${automatic?.leads_per_day ?? 0} leads for today are used up. Continues tomorrow.`;
