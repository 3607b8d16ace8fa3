import { RIGHTS } from '@overture/domain/access/permissions';
import { CAMPAIGN_CHOICES, MAX_NAMED_CAMPAIGNS } from '@overture/domain/campaign/campaign-choice';
import { INBOX_LIMITS, TEXT_LIMITS } from '@overture/domain/limits';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { z } from 'zod';
import { UPLOAD_MAX_IN_BYTES, uploadSchema } from './chat-files.ts';
import { chatAccountSchema, chatMessageSchema } from './chats.ts';
import { done, endpoint, idSchema, unused } from './endpoint.ts';
import { formattedText } from './formatted-texts.ts';

/** A sender by which a lead can be written to. */
const messageSenderSchema = z.object({
  account: chatAccountSchema,
  /** The mail address it would go to; null for other channels. */
  address: z.string().nullable(),
  /** Which signature its mails carry; null without one. */
  signature_id: z.number().int().nullable(),
  /** Why nothing can leave by it, in words; null when it can. */
  blocked: z.string().nullable(),
  /** True for the sender of the last message. */
  is_last: z.boolean(),
});
export type MessageSender = z.output<typeof messageSenderSchema>;

export type ChatUpload = z.output<typeof uploadSchema>;

const chatLeadSchema = z.object({
  id: z.number().int(),
  first_name: z.string(),
  last_name: z.string(),
  job_title: z.string().nullable(),
  company_name: z.string().nullable(),
  email: z.string().nullable(),
  profile_picture_url: z.string().nullable(),
});
export type ChatLead = z.output<typeof chatLeadSchema>;

export const outgoingMessagesEndpoints = {
  findChatLeads: endpoint('GET /chats/leads/', {
    summary: 'Leads of all lists by the beginning of their name or by their address, for a first message; at most 20',
    shows: ['leads'],
    query: z.object({ search_query: z.string().trim().min(1).max(TEXT_LIMITS.search_query_max) }),
    ok: z.object({ leads: z.array(chatLeadSchema).max(LIST_LIMITS.found_leads) }),
  }),
  listAnswerSenders: endpoint('GET /chats/{id}/senders/', {
    summary: 'Channels and senders by which a lead can be written to',
    shows: ['chats', 'senders', 'campaign_leads'],
    ok: z.object({
      senders: z.array(messageSenderSchema).max(LIST_LIMITS.accounts),
      /** Subject an answer by mail continues; null when a mail would begin a conversation. */
      subject_line: z.string().nullable(),
      /** Who gets a reply to all besides the recipient: To and Cc of the mail that is answered, without mailboxes of ours. */
      reply_all: z.object({
        cc: z.array(z.string()).max(INBOX_LIMITS.cc),
        /** Addresses above the limit of a mail. */
        left_out: z.number().int(),
      }),
      /** That run for the lead, the newest first: `campaign` of a message says what becomes of them. */
      campaigns: z.array(z.object({ id: z.number().int(), name: z.string() })).max(MAX_NAMED_CAMPAIGNS),
    }),
  }),
  setSenderSignature: endpoint('PUT /chats/senders/{id}/signature/', {
    summary: 'Choose the signature that answers of a sender carry; null for none',
    touches: ['chats', 'senders'],
    roles: RIGHTS.work,
    body: z.object({ signature_id: idSchema.nullable() }),
    ok: done,
  }),
  listChatUploads: endpoint('GET /chats/{id}/uploads/', {
    summary: 'Own files for a message to a lead that is still being written',
    shows: ['chat_uploads'],
    ok: z.object({ uploads: z.array(uploadSchema).max(LIST_LIMITS.uploads) }),
  }),
  addChatUpload: endpoint('POST /chats/{id}/uploads/', {
    summary:
      'Add a file to the message being written (PDF, JPG, PNG, GIF, WEBP, MP4, DOCX, XLSX, PPTX, TXT, CSV; 10 files, 25 MB together)',
    touches: ['chat_uploads'],
    roles: RIGHTS.work,
    multipart: { max_file_bytes: UPLOAD_MAX_IN_BYTES },
    errors: ['message_file_type', 'message_file_size', 'message_file_count'],
    ok: z.object({ upload: uploadSchema }),
  }),
  deleteChatUpload: endpoint('DELETE /chats/{id}/uploads/{uploadId}/', {
    summary: 'Take a file out of the message being written',
    touches: ['chat_uploads'],
    roles: RIGHTS.work,
    ok: done,
  }),
  updateScheduledMessage: endpoint('PUT /chats/{id}/scheduled-messages/{messageId}/', {
    summary: 'Change the words or the time of a message that has not left',
    touches: ['chats'],
    roles: RIGHTS.work,
    body: z.object({
      message: unused(z.string().max(100_000)),
      /** Another `message` without it is plain. */
      formatted_text: unused(formattedText),
      send_at: unused(z.iso.datetime({ offset: true })),
    }),
    errors: ['already_leaving', 'message_too_long', 'mail_too_long', 'message_empty', 'send_time', 'send_refused'],
    ok: z.object({ message: chatMessageSchema }),
  }),
  sendScheduledMessage: endpoint('POST /chats/{id}/scheduled-messages/{messageId}/send-now/', {
    summary: 'Send a scheduled message now, or one that was paused because the lead has written since',
    touches: ['chats'],
    roles: RIGHTS.work,
    errors: ['already_leaving'],
    ok: z.object({ message: chatMessageSchema }),
  }),
  cancelScheduledMessage: endpoint('DELETE /chats/{id}/scheduled-messages/{messageId}/', {
    summary: 'Take back a message that has not left; answers what was written, files included',
    touches: ['chats'],
    roles: RIGHTS.work,
    errors: ['already_leaving'],
    ok: z.object({
      draft: z.object({
        message: z.string(),
        formatted_text: z.string().nullable(),
        subject_line: z.string().nullable(),
        cc: z.array(z.string()),
        bcc: z.array(z.string()),
        /** The mail that was to be sent on or replied to without the lead, and to whom; null for other messages. Its files are among the uploads. */
        forward: z.object({ message_id: z.number().int(), to: z.array(z.string()), as_reply: z.boolean() }).nullable(),
        account_id: z.number().int().nullable(),
        /** What was chosen for running campaigns; null if none ran. */
        campaign: z.enum(CAMPAIGN_CHOICES).nullable(),
        uploads: z.array(uploadSchema),
      }),
    }),
  }),
};
