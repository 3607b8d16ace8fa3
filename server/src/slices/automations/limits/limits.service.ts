import { AUTOMATION_LIMITS } from '@overture/domain/automations/automations';
import type { TransactionContext } from '../../../kernel/context.ts';
import { insertManagerNotices } from '../../notices/index.ts';
import { type Count, lockCounts, saveCounts } from './days.store.ts';

export const inWords = (amount: number): string => amount.toLocaleString('en');
const limitOf = (whose: string, actions: number): string =>
  `${whose} reached its limit of ${inWords(actions)} actions a day. It continues tomorrow (UTC).`;

const LIMIT_REACHED = limitOf('Your organization', AUTOMATION_LIMITS.actions_a_day);
const OWN_LIMIT_REACHED = limitOf('This automation', AUTOMATION_LIMITS.actions_of_one_a_day);

/** Of the notices. */
export const path = '/settings/automations';

interface Ask {
  /** Null for a rule of a board. */
  automation_id: number | null;
  /** Of the automation, for the notice. */
  name: string;
  actions: number;
}

/**
 * Counts actions, those of the first ask first. Answers for each ask why it has to wait for the next day, in words; null if it need not.
 * Managers learn once a day that a limit was reached.
 */
export async function grantActions(tx: TransactionContext, asks: readonly Ask[]): Promise<(string | null)[]> {
  if (asks.length === 0) return [];
  const names = new Map(
    asks.flatMap(({ automation_id, name }) => (automation_id === null ? [] : [[automation_id, name]])),
  );
  const counts = await lockCounts(tx, [...names.keys()]);
  const { organization, automations } = counts;
  const full = new Set<Count>();
  const answers = asks.map(({ automation_id, actions }) => {
    const own = automation_id === null ? undefined : automations.get(automation_id);
    if (own !== undefined && own.actions + actions > AUTOMATION_LIMITS.actions_of_one_a_day) {
      full.add(own);
      return OWN_LIMIT_REACHED;
    }
    if (organization.actions + actions > AUTOMATION_LIMITS.actions_a_day) {
      full.add(organization);
      return LIMIT_REACHED;
    }
    if (own !== undefined) own.actions += actions;
    organization.actions += actions;
    return null;
  });
  for (const [id, own] of automations) if (isNews(own, full)) await insertOwnNotice(tx, names.get(id) ?? '');
  if (isNews(organization, full)) await insertNotice(tx);
  for (const count of full) count.is_noticed = true;
  await saveCounts(tx, counts);
  return answers;
}

const isNews = (count: Count, full: ReadonlySet<Count>): boolean => full.has(count) && !count.is_noticed;

const insertOwnNotice = (tx: TransactionContext, name: string): Promise<void> =>
  insertManagerNotices(tx, {
    subject: 'An automation reached its daily limit',
    paragraphs: [
      limitOf(`The automation "${name}"`, AUTOMATION_LIMITS.actions_of_one_a_day),
      'If a program of yours acts on its messages, check that the two do not cause each other.',
    ],
    path,
  });

const insertNotice = (tx: TransactionContext): Promise<void> =>
  insertManagerNotices(tx, {
    subject: 'Automations reached their daily limit',
    paragraphs: [
      LIMIT_REACHED,
      'Rules of boards wait too. What ends campaigns of a lead is still carried out immediately.',
    ],
    path,
  });
