import { AUTOMATION_LIMITS } from '@overture/domain/automations/automations';
import { WEBHOOK_LIMITS } from '@overture/domain/webhooks';
import type { SystemContext, TransactionContext } from '../../kernel/context.ts';
import { runUnits } from '../../kernel/rounds/rounds.ts';
import { insertManagerNotices } from '../notices/index.ts';
import { pruneBoardRuns } from './board-runs.store.ts';
import { BOUND_LOOP, listCrowded, pruneDays, skipExcess, spendActions } from './days.store.ts';

const inWords = (amount: number): string => amount.toLocaleString('en');
const limitOf = (whose: string, actions: number): string =>
  `${whose} reached its limit of ${inWords(actions)} actions a day. It continues tomorrow (UTC).`;

export const LIMIT_REACHED = limitOf('Your organization', AUTOMATION_LIMITS.actions_a_day);
export const OWN_LIMIT_REACHED = limitOf('This automation', AUTOMATION_LIMITS.actions_of_one_a_day);

const path = '/settings/automations';

/** Once a day and automation. */
export async function insertLimitNotice(tx: TransactionContext, name: string): Promise<void> {
  await insertManagerNotices(tx, {
    subject: 'An automation reached its daily limit',
    paragraphs: [
      limitOf(`The automation "${name}"`, AUTOMATION_LIMITS.actions_of_one_a_day),
      'If a program of yours acts on its messages, check that the two do not cause each other.',
    ],
    path,
  });
}

/** Counts actions of the organization. False if it may carry out no more of them today, which managers learn once a day. */
export async function spendShare(tx: TransactionContext, actions: number): Promise<boolean> {
  const { is_within, is_first } = await spendActions(tx, actions);
  if (is_first)
    await insertManagerNotices(tx, {
      subject: 'Automations reached their daily limit',
      paragraphs: [LIMIT_REACHED, 'Rules of boards wait too. Those that stop campaigns still do so immediately.'],
      path,
    });
  return is_within;
}

/** Why a cause (an automation, or a rule of a board with a minus) may not act on an event of this chain, in words; null if it may. */
export function findChainEnd(chain: readonly number[], cause: number): string | null {
  if (chain.includes(cause))
    return `${cause < 0 ? 'This rule' : 'This automation'} caused the event itself, so it does not run again.`;
  if (chain.length >= AUTOMATION_LIMITS.depth)
    return `${chain.length} automations in a row caused this event. The chain ends here.`;
  return null;
}

const TOO_MANY = `More than ${inWords(AUTOMATION_LIMITS.waiting_runs)} runs were waiting, so this one was skipped.`;

/** Bounds the log and the queue: what is old goes, and where too many runs wait the newest are skipped. */
export async function boundRuns(
  ctx: SystemContext,
  signal: AbortSignal,
  waiting: number = AUTOMATION_LIMITS.waiting_runs,
): Promise<void> {
  await ctx.systemTransaction(pruneDays);
  while (!signal.aborted && (await ctx.systemTransaction((tx) => pruneBoardRuns(tx, WEBHOOK_LIMITS.kept_in_days))));
  await runUnits(
    ctx,
    {
      loop: BOUND_LOOP,
      units: await ctx.systemRead((tx) => listCrowded(tx, waiting)),
      share: 1,
      at_once: 2,
      time_box_in_ms: 60_000,
      run: ({ organization_id }) =>
        ctx.forOrganization(organization_id).transaction(async (tx) => {
          if (await skipExcess(tx, { waiting, reason: TOO_MANY })) await insertQueueNotice(tx, waiting);
        }),
    },
    signal,
  );
}

const insertQueueNotice = (tx: TransactionContext, waiting: number): Promise<void> =>
  insertManagerNotices(tx, {
    subject: 'Too many automations are waiting',
    paragraphs: [
      `More than ${inWords(waiting)} runs of automations are waiting. New ones are skipped until there are fewer.`,
      'Add conditions to automations that run for each event, or switch some off.',
    ],
    path,
  });
