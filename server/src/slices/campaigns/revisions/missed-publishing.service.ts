import type { TransactionContext } from '../../../kernel/context.ts';
import { insertNotice } from '../../notices/index.ts';
import { type MissedCause, writeMissedMail } from './missed-publishing.rules.ts';
import { findMissedReader } from './missed-publishing.store.ts';
import type { MissedTime } from './revisions.store.ts';

interface Missed {
  time: MissedTime;
  cause: MissedCause;
  reason: string;
}

/**
 * Mails the user who chose a time that nothing was published, in the transaction that ends the schedule, so only once. Users get no mail
 * about their own actions.
 * @param tx its user ended the schedule; none when the time has passed
 */
export async function mailMissed(
  tx: TransactionContext,
  campaignId: number,
  { time, cause, reason }: Missed,
): Promise<void> {
  const reader = await findMissedReader(tx, campaignId, time);
  if (reader === undefined || reader.user_id === tx.user?.id) return;
  const { campaign, zone, user_id } = reader;
  const mail = writeMissedMail({ campaign, zone, at: time.publish_at, cause, reason });
  await insertNotice(tx, { ...mail, user_id, path: `/campaigns/${campaignId}` });
}
