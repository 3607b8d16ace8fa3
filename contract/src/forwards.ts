import { RIGHTS } from '@overture/domain/access/permissions';
import { CHARACTER_LIMITS, INBOX_LIMITS, TEXT_LIMITS } from '@overture/domain/limits';
import { z } from 'zod';
import { chatMessageSchema } from './chats.ts';
import { endpoint, idSchema, unused } from './endpoint.ts';
import { formattedText } from './formatted-texts.ts';

const addresses = (min: number) => z.array(z.email().max(TEXT_LIMITS.email_max)).min(min).max(INBOX_LIMITS.cc);

const forwardSchema = z.object({
  to: addresses(1),
  /** A reply in the thread, to people whom the mail names, without the lead; its files stay behind unless they are named. */
  as_reply: unused(z.boolean()),
  cc: unused(addresses(0)),
  bcc: unused(addresses(0)),
  /** Written above the mail; may be empty. */
  message: z.string().max(100_000),
  formatted_text: unused(formattedText),
  /** `Fwd:` and the subject of the mail by default; a reply keeps the subject of its thread. */
  subject_line: unused(z.string().max(CHARACTER_LIMITS.subject)),
  /** Files of the mail that go with it; all by default, none with a reply. */
  attachment_ids: unused(z.array(idSchema).max(INBOX_LIMITS.files)),
  upload_ids: unused(z.array(idSchema).max(INBOX_LIMITS.files)),
  /** The mailbox it leaves by; that of the mail by default. */
  account_id: unused(idSchema),
  signature_id: unused(idSchema),
  send_at: unused(z.iso.datetime({ offset: true })),
  undo_in_seconds: unused(z.number().int().min(0).max(INBOX_LIMITS.undo_max_in_seconds)),
  /** Made by the client: a repeated request answers the same message and sends once. */
  idempotency_key: unused(z.string().min(8).max(64)),
});
export type ForwardedMail = z.output<typeof forwardSchema>;

export const forwardsEndpoints = {
  forwardChatMessage: endpoint('POST /chats/{id}/messages/{messageId}/forward/', {
    summary: 'Send an email of a conversation on to others, or reply to others whom it names, without the lead',
    touches: ['chats', 'chat_uploads'],
    roles: RIGHTS.work,
    body: forwardSchema,
    errors: ['mail_too_long', 'send_refused', 'send_time'],
    ok: z.object({ message: chatMessageSchema }),
  }),
};
