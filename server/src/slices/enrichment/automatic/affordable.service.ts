import { flagOfTask } from '@overture/domain/access/task-flag';
import { AUTOMATIC_RESEARCH } from '@overture/domain/leads/automatic-research';
import type { Context, TransactionContext } from '../../../kernel/context.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { getSpendable } from '../../billing/index.ts';
import { findTasks, type ResearchTask } from '../../research-tasks/index.ts';
import { findDeletedInputs } from '../inputs/inputs.service.ts';
import { costPerLead } from '../tasks/tasks.rules.ts';
import { switchedOff } from '../tasks/tasks.service.ts';
import { findName } from './owners.store.ts';

/** Starts that were refused are tried again then. */
export const RETRY_IN_MS = 600_000;
const LACKS_CREDITS: readonly string[] = ['not_enough_credits', 'credit_cap_reached'];
/** Errors that end with time or by a person: leads wait, and the column shows the error. */
const PASSING: readonly string[] = [...LACKS_CREDITS, 'subscription_required'];

/** Who pays for a start without a click. */
export const toUser = (id: number | null) => (id === null ? null : { id, role: 'USER' as const, actor_id: id });

interface PaidBy {
  prompt_id: number;
  user_id: number | null;
}

/** Starts up to as many leads as a check may, or as many as credits and caps suffice for. @throws what refused the first lead */
export async function startAffordable(
  ctx: Context,
  paid: PaidBy,
  start: (tx: TransactionContext, most: number) => Promise<void>,
): Promise<void> {
  try {
    await ctx.transaction((tx) => start(tx, AUTOMATIC_RESEARCH.leads_per_check));
  } catch (error) {
    if (!(error instanceof ApiError) || !LACKS_CREDITS.includes(error.code)) throw error;
    // One lead is tried where none can be paid: its error names what is in the way, credits or a cap.
    const affordable = Math.max(1, await countAffordable(ctx, paid));
    await ctx.transaction((tx) => start(tx, affordable));
  }
}

/** Leads that credits and caps suffice for. */
async function countAffordable(ctx: Context, { prompt_id, user_id }: PaidBy): Promise<number> {
  return ctx.transaction(async (tx) => {
    const task = (await findTasks(tx, [prompt_id]))[0];
    if (task === undefined) return 0;
    const { credits } = await getSpendable(tx, user_id);
    return Math.min(Math.floor(credits / costPerLead(task)), AUTOMATIC_RESEARCH.leads_per_check);
  });
}

/** Credits or a plan that are missing, in words for everybody: the cap of a person is not the reader's. Undefined for other errors. */
export async function describeShortage(
  ctx: Context,
  error: unknown,
  userId: number | null,
): Promise<string | undefined> {
  if (!(error instanceof ApiError) || !PASSING.includes(error.code)) return undefined;
  const name = userId === null ? null : await ctx.transaction((tx) => findName(tx, userId));
  return name === null ? error.message : error.message.replace(/^Your cap\b/, () => `The cap of ${name}`);
}

/** Why a column starts nothing for now, in words. */
export async function findObstacle(
  tx: TransactionContext,
  task: ResearchTask,
  { is_owner_active, is_automatic }: { is_owner_active: boolean; is_automatic: boolean },
): Promise<string | null> {
  // A look-up has no switch of its own: it needs that of research.
  if ((await switchedOff(tx)).has(flagOfTask(task) ?? 'ai_research_enabled')) {
    return 'AI research is turned off for your organization.';
  }
  if (!is_owner_active) {
    return is_automatic
      ? 'The person who turned this on was deactivated. Save it again: credits then count towards your cap.'
      : 'The person who started this was deactivated. Start the lead again: credits then count towards your cap.';
  }
  return (await findDeletedInputs(tx, [task])).get(task.id) ?? null;
}
