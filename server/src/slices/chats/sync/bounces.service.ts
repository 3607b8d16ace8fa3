import type { Classification } from '@overture/domain/mail/mail-classify';
import type { TransactionContext } from '../../../kernel/context.ts';
import { recordBounce, recordComplaint } from '../../lead-endings/index.ts';
import type { MailboxLease } from '../../mailbox-leases/index.ts';
import { withdrawNotices } from '../../privacy/index.ts';
import { findOwnMails } from '../../sent-mails/index.ts';
import { classOfReport, storeClass } from '../classes/classes.service.ts';
import { cleanText, toReferenceChain } from '../mail/mail-parts.service.ts';
import { hasDigest, insertMessage } from '../messages.store.ts';
import type { Bounced } from './bounced-mail.service.ts';
import type { ReceivedMail } from './read-mail.service.ts';

/** What a machine told about a mail of ours: whose conversation it is, and to which address the mail went. */
interface MatchedReport {
  prospect_id: number | null;
  email: string;
  is_copy: boolean;
  received: ReceivedMail;
  at: Date;
}

/**
 * A mail came back: what follows for the lead, and a line in the conversation. MatchedReport twice, it happens once. From one that the
 * receiving server found forged nothing follows.
 */
export async function applyBounce(
  tx: TransactionContext,
  lease: MailboxLease,
  bounce: MatchedReport & Bounced & { report: Classification },
): Promise<void> {
  const { report, received, at } = bounce;
  if (await hasDigest(tx, lease.account_id, received.digest)) return;
  const reason = cleanText(report.diagnostic ?? report.status ?? 'The message could not be delivered.', 500);
  if (received.authentication !== 'failed') {
    await recordBounce(tx, {
      email: bounce.email,
      message_id: bounce.message_id,
      is_proven: bounce.is_proven,
      is_copy: bounce.is_copy,
      is_hard: report.kind === 'bounce_hard',
      reason,
      at,
    });
    // After the lead: the order of locks everywhere.
    if (report.kind === 'bounce_hard' && bounce.message_id)
      await withdrawNotices(tx, await findOwnMails(tx, [bounce.message_id]));
  }
  await publish(tx, lease, bounce, { kind: 'BOUNCE', message: reason });
}

/** A recipient reported a mail of ours as spam: they are suppressed, and the conversation shows it. */
export async function applyComplaint(
  tx: TransactionContext,
  lease: MailboxLease,
  complaint: MatchedReport,
): Promise<void> {
  const { received, prospect_id, email, is_copy, at } = complaint;
  if (await hasDigest(tx, lease.account_id, received.digest)) return;
  if (received.authentication !== 'failed')
    await recordComplaint(tx, { prospect_id: is_copy ? null : prospect_id, email, at });
  const who = is_copy ? email : 'This person';
  const message = `${who} reported a message as spam. They won’t be written to again.`;
  await publish(tx, lease, complaint, { kind: 'COMPLAINT', message });
}

/** A line in the conversation about what a machine said. */
async function publish(
  tx: TransactionContext,
  lease: MailboxLease,
  { prospect_id, is_copy, received, at }: MatchedReport,
  line: { kind: 'BOUNCE' | 'COMPLAINT'; message: string },
): Promise<void> {
  if (prospect_id === null) return;
  const { mail, digest } = received;
  const id = await insertMessage(tx, {
    ...line,
    prospect_id,
    account_id: lease.account_id,
    sent_by_prospect: false,
    from_name: mail.from?.name || null,
    from_email: mail.from?.address ?? null,
    subject_line: mail.subject,
    sent_at: at,
    read: true,
    rfc_message_id: mail.message_id,
    reference_chain: toReferenceChain(mail),
    digest,
  });
  if (id === null) return;
  if (!is_copy)
    await storeClass(tx, { id, prospect_id }, classOfReport(line.kind, received.authentication === 'failed'));
  tx.live.publish('chat_message', { prospect_id, message_id: id, sent_by_prospect: false });
}
