import type { SyncedMail } from '@overture/adapters/mailbox/mailbox.port';
import type { Classification } from '@overture/domain/mail-classify';
import type { TransactionContext } from '../../../kernel/context.ts';
import type { MailboxLease } from '../../accounts/index.ts';
import { recordBounce } from '../../campaigns/index.ts';
import { hasDigest, insertMessage } from '../messages.store.ts';
import { chainOf, cleanText, digestOf } from './mail-parts.service.ts';

/** A mail came back: what follows for the lead, and a line in the conversation. Told twice, it happens once. */
export async function applyBounce(
  tx: TransactionContext,
  lease: MailboxLease,
  bounce: { report: Classification; prospect_id: number | null; synced: SyncedMail; at: Date },
): Promise<void> {
  const { report, prospect_id, synced, at } = bounce;
  const { mail } = synced;
  const digest = digestOf(synced.folder, mail, synced.received_at);
  if (await hasDigest(tx, lease.account_id, digest)) return;
  const reason = cleanText(report.diagnostic ?? report.status ?? 'The message could not be delivered.', 500);
  await recordBounce(tx, {
    email: report.recipient ?? '',
    message_id: report.original_message_id,
    is_hard: report.kind === 'bounce_hard',
    reason,
    at,
  });
  if (prospect_id === null) return;
  const id = await insertMessage(tx, {
    prospect_id,
    account_id: lease.account_id,
    kind: 'BOUNCE',
    sent_by_prospect: false,
    from_name: mail.from?.name || null,
    from_email: mail.from?.address ?? null,
    subject_line: mail.subject,
    message: reason,
    sent_at: at,
    read: true,
    rfc_message_id: mail.message_id,
    reference_chain: chainOf(mail),
    digest,
  });
  if (id !== null) tx.live.publish('chat_message', { prospect_id, message_id: id, sent_by_prospect: false });
}
