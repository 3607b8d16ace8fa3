import { CAMPAIGN_CHOICES } from '@overture/domain/campaign/campaign-choice';
import { CHARACTER_LIMITS, INBOX_LIMITS, TEXT_LIMITS } from '@overture/domain/limits';
import { z } from 'zod';
import { idSchema, unused } from './endpoint.ts';
import { formattedText } from './formatted-texts.ts';
import { savedReplyIds } from './saved-replies.ts';

/** A message to a lead, as its writer sends it. */
export const newMessageBody = z.object({
  /** At most 1900 characters, by mail 8000; longer ones are refused with the specification's text. */
  message: z.string().max(100_000),
  /** HTML of few tags for a mail, whose text part `message` is; plain without it. */
  formatted_text: unused(formattedText),
  /** The sender it leaves by; that of the last message without one. */
  account_id: unused(idSchema),
  subject_line: unused(z.string().max(CHARACTER_LIMITS.subject)),
  /** The recipient that the writer saw: nothing is sent if a newer reply has changed it. */
  address: unused(z.string().max(TEXT_LIMITS.email_max)),
  cc: unused(z.array(z.email().max(TEXT_LIMITS.email_max)).max(INBOX_LIMITS.cc)),
  bcc: unused(z.array(z.email().max(TEXT_LIMITS.email_max)).max(INBOX_LIMITS.cc)),
  upload_ids: unused(z.array(idSchema).max(INBOX_LIMITS.files)),
  saved_reply_ids: savedReplyIds,
  signature_id: unused(idSchema),
  /**
   * For campaigns that run for the lead: they continue, pause for 7 days after the message, or end when it has left. They pause by
   * default. Without a running campaign it does nothing.
   */
  campaign: unused(z.enum(CAMPAIGN_CHOICES)),
  /** Puts the message that is answered below a mail. */
  quotes: unused(z.boolean()),
  /** When it leaves; immediately by default. */
  send_at: unused(z.iso.datetime({ offset: true })),
  /** So long it can be taken back. */
  undo_in_seconds: unused(z.number().int().min(0).max(INBOX_LIMITS.undo_max_in_seconds)),
  /** The model's draft from which the message was made: its changes teach style. Without `seen_message_id` it must still wait. */
  draft_id: unused(idSchema),
  /** The newest message the writer saw: a newer one is returned and nothing is sent. */
  seen_message_id: unused(z.number().int().min(0)),
  /** Made by the client, one per message written: a repeated request answers the same message and sends once. */
  idempotency_key: unused(z.string().min(8).max(64)),
});
