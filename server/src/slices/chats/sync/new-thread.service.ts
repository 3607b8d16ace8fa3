import type { TransactionContext } from '../../../kernel/context.ts';
import { hasUnfinishedLead } from '../../lead-holds/index.ts';
import { hasDigest } from '../messages.store.ts';
import { isPersonal } from './past-mail.service.ts';
import type { ReadMailbox, ReceivedMail } from './read-mail.service.ts';
import type { ThreadDecision } from './thread.rules.ts';
import { findContactedByAddress, isOwnPerson, listPeopleAt } from './threads.service.ts';

/**
 * The lead who wrote to a mailbox of the team that has not written to them, instead of replying. It counts as a reply while a campaign runs
 * for them, and an opt-out counts if any sender has written to them. Null for other mail: what the team and a lead write beside campaigns is
 * no reply.
 */
export async function findLeadOfNewThread(
  tx: TransactionContext,
  mailbox: ReadMailbox,
  received: ReceivedMail,
  { thread, at }: { thread: ThreadDecision; at: Date },
): Promise<number | null> {
  const from = received.mail.from?.address;
  if (thread.belongs || thread.because !== 'unknown_sender' || from === undefined) return null;
  if (!isPersonal(received) || (await isOwnPerson(tx, mailbox, from))) return null;
  return chooseLead(tx, mailbox, received, { from, at });
}

async function chooseLead(
  tx: TransactionContext,
  mailbox: ReadMailbox,
  { report, digest }: ReceivedMail,
  { from, at }: { from: string; at: Date },
): Promise<number | null> {
  const people = await listPeopleAt(tx, [from]);
  // Read again: the first reading has stopped the campaigns.
  if (await hasDigest(tx, mailbox.lease.account_id, digest)) return people[0] ?? null;
  for (const prospect_id of people)
    if (await hasUnfinishedLead(tx, { prospect_id, at, is_started: true })) return prospect_id;
  if (report.kind !== 'unsubscribe_request') return null;
  const { organization_id } = mailbox.lease;
  return (await findContactedByAddress(tx, { organization_id, account_id: null }, [from], at))[0] ?? null;
}
