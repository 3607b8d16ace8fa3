import { AUTOMATION_LIMITS } from '@overture/domain/automations/automations';
import type { TransactionContext } from '../../../kernel/context.ts';
import { insertManagerNotices } from '../../notices/index.ts';
import { spendActions } from './days.store.ts';

export const inWords = (amount: number): string => amount.toLocaleString('en');
const limitOf = (whose: string, actions: number): string =>
  `${whose} reached its limit of ${inWords(actions)} actions a day. It continues tomorrow (UTC).`;

export const LIMIT_REACHED = limitOf('Your organization', AUTOMATION_LIMITS.actions_a_day);
export const OWN_LIMIT_REACHED = limitOf('This automation', AUTOMATION_LIMITS.actions_of_one_a_day);

/** Of the notices. */
export const path = '/settings/automations';

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
  const { is_within, is_first } = await spendActions(tx, null, actions);
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
