import { RIGHTS } from '@overture/domain/access/permissions';
import { CHAT_ACCOUNT_TYPES } from '@overture/domain/accounts';
import { REPLY_CLASSES } from '@overture/domain/inbound/reply-classes';
import { PAGE_SIZES, TEXT_LIMITS } from '@overture/domain/limits';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { FILE_SCANS } from '@overture/domain/message/files/file-scans';
import { z } from 'zod';
import { actingKey } from './acting-key.ts';
import {
  booleanQuery,
  cursorQuery,
  done,
  endpoint,
  idSchema,
  listQuery,
  nextCursor,
  pageQuery,
  unused,
} from './endpoint.ts';
import { labelSchema } from './labels.ts';
import { newMessageBody } from './new-message.ts';
import { kanbanStatusSchema, leadZoneSchema } from './prospects.ts';

/** The inbox folder of a conversation, as in its filter. */
const CHAT_STATUSES = ['INTERESTED', 'NOT_INTERESTED', 'REPLIED'] as const;
const chatStatusSchema = z.enum(CHAT_STATUSES);

/** What a message is. Only REPLY counts as an answer of the lead. A FORWARD was sent on to others, not to the lead. */
const KINDS = ['REPLY', 'AUTO_REPLY', 'BOUNCE', 'COMPLAINT', 'CAMPAIGN', 'CHAT', 'OWN_CLIENT', 'FORWARD'] as const;
/**
 * Of messages we send: SCHEDULED (leaves at `sent_at`, or with `error` once its sender is released; can be canceled),
 * PAUSED (waits for a user: the lead has written since), SENDING, SENT, FAILED (with `error`), UNCONFIRMED (outcome
 * unknown). Received ones are SENT.
 */
const DELIVERY_STATES = ['SENDING', 'SENT', 'FAILED', 'UNCONFIRMED', 'SCHEDULED', 'PAUSED'] as const;

const chatCompanySchema = z.object({
  name: z.string().nullable(),
  logo_url: z.string().nullable(),
  website_url: z.string().nullable(),
  linkedin_url: z.string().nullable(),
  amount_of_employees: z.string().nullable(),
  revenue: z.string().nullable(),
  industry: z.string().nullable(),
  location: z.string().nullable(),
});

/** The sender side of a message or conversation. */
export const chatAccountSchema = z.object({
  id: z.number().int(),
  account_type: z.enum(CHAT_ACCOUNT_TYPES),
  name: z.string(),
  email: z.string().nullable(),
  picture_url: z.string().nullable(),
  status: z.string(),
});
export type ChatAccount = z.output<typeof chatAccountSchema>;

/** The lead of a conversation; `id` is the `{id}` of every /chats/{id}/ call. */
const chatProspectSchema = z.object({
  id: z.number().int(),
  first_name: z.string(),
  last_name: z.string(),
  job_title: z.string().nullable(),
  headline: z.string().nullable(),
  company: chatCompanySchema,
  linkedin_profile_url: z.string().nullable(),
  profile_picture_url: z.string().nullable(),
  email: z.string().nullable(),
  phone_number: z.string().nullable(),
  location: z.string().nullable(),
  zone: leadZoneSchema.optional(),
  labels: z.array(labelSchema),
  is_flagged: z.boolean(),
  /** The newest campaign of the lead; null when there is none. */
  campaign: z
    .object({ id: z.number().int(), name: z.string(), status: z.string(), accounts: z.array(chatAccountSchema) })
    .nullable(),
  campaign_status: z.string().nullable(),
  kanban_status: kanbanStatusSchema.nullable(),
});
export type ChatProspect = z.output<typeof chatProspectSchema>;

const chatAttachmentSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  type: z.string(),
  size: z.number().int(),
  /** By the virus scanner of the installation; an infected file is not handed out. Files of ours are not scanned. */
  scan: z.enum(FILE_SCANS),
});

export const replyClassSchema = z.enum(REPLY_CLASSES);

/** What a message of the other side was taken for. */
const messageClassSchema = z.object({
  class: replyClassSchema,
  /** 0 to 1; from 0.8 on it counts, below it is only supposed. */
  confidence: z.number().min(0).max(1),
  /** `model`: no words decided, so the language model read it. */
  set_by: z.enum(['rule', 'model', 'person']),
  /** The words that decided. */
  words: z.string(),
  /** Whom the message names instead of its writer, as far as it says so. */
  referral: z
    .object({
      name: z.string().nullable(),
      email: z.string().nullable(),
      linkedin_url: z.string().nullable(),
      /** The lead that a user created from it. */
      prospect_id: z.number().int().nullable(),
    })
    .nullable(),
  /** `out_of_office`: the last day of the absence. `neutral`: the day on which the lead asks to be contacted again. */
  returns_on: z.iso.date().nullable(),
});
export type MessageClass = z.output<typeof messageClassSchema>;

/** Who wrote a message that may be an opt-out; the address where it is not the lead's own. */
const optOutWriterSchema = z.object({ name: z.string().nullable(), email: z.string().nullable() });
export type OptOutWriter = z.output<typeof optOutWriterSchema>;

export const chatMessageSchema = z.object({
  id: z.number().int(),
  /** What was newly written, as plain text: quoted history and signature separators are in `quoted_text`. */
  message: z.string(),
  quoted_text: z.string().nullable(),
  /**
   * Cleaned by an allowlist, to be shown in a sandboxed frame; null for plain mails. Remote images carry their address in
   * `data-remote-src` and load only when the reader asks; images inside the mail are `data:` or `data-cid`.
   */
  html: z.string().nullable(),
  has_remote_content: z.boolean(),
  /** True for a mail that could not be read: sender, subject and date are known, `message` says so in words. */
  is_unreadable: z.boolean(),
  subject_line: z.string().nullable(),
  sent_at: z.iso.datetime(),
  sent_by_prospect: z.boolean(),
  read: z.boolean(),
  kind: z.enum(KINDS),
  delivery: z.enum(DELIVERY_STATES),
  /** Why a message of ours failed, in words. */
  error: z.string().nullable(),
  /** Address the message came from, where it is not the lead's own (a colleague who answers). */
  from: z.object({ name: z.string().nullable(), email: z.string() }).nullable(),
  attachments: z.array(chatAttachmentSchema),
  /** Others who got a mail of ours. */
  cc: z.array(z.string()),
  /** Besides the address a mail was sent to (of a FORWARD all). Blind copies are known only of ours. */
  recipients: z.object({ to: z.array(z.string()), cc: z.array(z.string()), bcc: z.array(z.string()) }),
  /** True when a user chose the time; false during the undo delay. */
  is_timed: z.boolean(),
  /** The key or app that wrote a message of ours; null for people and campaigns. */
  acting_key: actingKey.nullable(),
  /** Null for messages of ours, and where no words decide. */
  reply_class: messageClassSchema.nullable(),
  account: chatAccountSchema.nullable(),
  prospect: z.object({ id: z.number().int(), first_name: z.string(), last_name: z.string() }),
});
export type ChatMessage = z.output<typeof chatMessageSchema>;

const chatMemberSchema = z.object({ id: z.number().int(), name: z.string(), picture_url: z.string().nullable() });
export type ChatMember = z.output<typeof chatMemberSchema>;

const chatPreviewSchema = z.object({
  prospect: chatProspectSchema,
  latest_message: z
    .object({
      id: z.number().int(),
      sent_at: z.iso.datetime(),
      subject_line: z.string().nullable(),
      /** The first 200 characters. */
      message: z.string(),
      sent_by_prospect: z.boolean(),
    })
    .nullable(),
  has_unread: z.boolean(),
  is_archived: z.boolean(),
  /** When its reminder is due; null without one. While it waits, the inbox does not show it. */
  remind_at: z.iso.datetime().nullable(),
  /** A draft for the last reply waits for a user. */
  has_draft: z.boolean(),
  /** True from the due time of its reminder until a user writes or archives it. */
  is_returned: z.boolean(),
  assigned_to: chatMemberSchema.nullable(),
  /** INTERESTED or NOT_INTERESTED as set by a person or said for sure by an answer, else REPLIED once the lead answered, else null. */
  status: chatStatusSchema.nullable(),
  /** What the answers of the lead say together, or what a person set; `is_sure` is false where it is only supposed. */
  reply_class: z
    .object({
      class: replyClassSchema,
      is_sure: z.boolean(),
      is_by_person: z.boolean(),
      /** The language model read it, where no words decided. */
      is_by_model: z.boolean(),
      /** 0 to 1; null where a person set it. */
      confidence: z.number().min(0).max(1).nullable(),
    })
    .nullable(),
  account_types: z.array(z.enum(CHAT_ACCOUNT_TYPES)),
  accounts: z.array(chatAccountSchema),
  messages: z.number().int(),
});
export type ChatPreview = z.output<typeof chatPreviewSchema>;

const ids = listQuery(z.array(idSchema).max(500).nullish());
const flag = unused(booleanQuery);

const chatFiltersSchema = z.object({
  sending_accounts: ids,
  status: listQuery(z.array(chatStatusSchema).max(3).nullish()),
  reply_class: unused(replyClassSchema),
  unread_only: flag,
  campaign: ids,
  search_query: unused(z.string().trim().max(TEXT_LIMITS.search_query_max)),
  show_deleted: flag,
  labels: ids,
  awaiting_reply: flag,
  is_flagged: flag,
  /** Conversations with a draft for the last reply. */
  drafts: flag,
  /** Conversations that wait for their reminder, soonest first. */
  reminders: flag,
  /** Ids of members, `me`, or `nobody`. */
  assigned_to: listQuery(
    z
      .array(z.union([z.enum(['me', 'nobody']), idSchema]))
      .max(100)
      .nullish(),
  ),
});
export type ChatFilters = z.output<typeof chatFiltersSchema>;

const pictureAddress = z.string().min(1).max(2000);

export const chatsEndpoints = {
  listChats: endpoint('GET /chats/', {
    summary: 'Conversations, newest first',
    shows: ['chats'],
    query: chatFiltersSchema.extend({
      page: pageQuery,
      ...cursorQuery,
      limit: z.coerce.number<number | string>().int().min(1).max(100).default(PAGE_SIZES.chats),
    }),
    errors: ['cursor_invalid', 'bad_request'],
    ok: z.object({ ...nextCursor, chats: z.array(chatPreviewSchema), has_more: z.boolean() }),
  }),
  countUnreadChats: endpoint('GET /chats/unread-count/', {
    summary: 'Unread conversations of the inbox',
    shows: ['chats'],
    ok: z.object({ unread_chats: z.number().int() }),
  }),
  listChatSenders: endpoint('GET /chats/senders/', {
    summary: 'Senders that take part in conversations',
    shows: ['senders'],
    ok: z.object({
      senders: z
        .array(
          z.object({
            id: z.number().int(),
            name: z.string(),
            email: z.string().nullable(),
            account_type: z.enum(CHAT_ACCOUNT_TYPES),
          }),
        )
        .max(LIST_LIMITS.accounts),
    }),
  }),
  getChat: endpoint('GET /chats/{id}/', {
    summary: 'One conversation as the list shows it',
    shows: ['chats'],
    ok: z.object({ chat: chatPreviewSchema }),
  }),
  getChatHistory: endpoint('GET /chats/{prospectId}/history/', {
    summary: 'Messages of a conversation: page 1 is the newest, and every page starts with the newest message',
    shows: ['chats'],
    query: z.object({
      page: pageQuery,
      cursor: cursorQuery.cursor,
      limit: z.coerce.number<number | string>().int().min(1).max(100).default(PAGE_SIZES.chat_history),
    }),
    errors: ['cursor_invalid'],
    ok: z.object({
      ...nextCursor,
      prospect: chatProspectSchema,
      /** The sender an answer leaves from; null when none is connected. */
      account: chatAccountSchema.nullable(),
      messages: z.array(chatMessageSchema),
      total_messages: z.number().int(),
      /** When campaigns continue with a lead who is out of office; null when none waits for that. */
      goes_on_at: z.iso.datetime().nullable(),
      /** When campaigns continue with a lead to whom a team member has written; null when none waits for that. */
      message_hold_until: z.iso.datetime().nullable(),
      /** They end instead, once a message that waits to leave has left. */
      message_ends_campaign: z.boolean(),
      /** A message of the lead may be an opt-out: a user confirms or denies it (`answerOptOut`). */
      asks_opt_out: z.boolean(),
      /** Null without a question. */
      opt_out_from: optOutWriterSchema.nullable(),
      /** Emails from before the campaigns, or beside them (`listPastMails`). */
      past_mails: z.number().int(),
    }),
  }),
  getChatAttachment: endpoint('GET /chats/{id}/attachments/{attachmentId}/', {
    summary: 'The bytes of an attachment, always as a download',
    errors: ['file_infected'],
    ok: z.unknown(),
  }),
  getMailPicture: endpoint('GET /chats/{id}/messages/{messageId}/pictures/', {
    summary: 'A remote picture of a received mail, fetched for a reader who asked for it',
    query: z.object({ address: pictureAddress }),
    errors: ['rate_limited', 'unavailable'],
    ok: z.unknown(),
  }),
  getPicture: endpoint('GET /pictures/', {
    summary: 'The picture of a lead, a company or a sender, fetched by the server to hide the viewer from its host',
    query: z.object({ address: pictureAddress.regex(/^[hH][tT][tT][pP][sS]:\/\//, 'must begin with https://') }),
    errors: ['rate_limited', 'unavailable'],
    ok: z.unknown(),
  }),
  archiveChat: endpoint('POST /chats/{id}/archive/', {
    summary: 'Move a conversation to the trash',
    touches: ['chats', 'user'],
    roles: RIGHTS.work,
    ok: done,
  }),
  restoreChat: endpoint('POST /chats/{id}/restore/', {
    summary: 'Bring a conversation back to the inbox',
    touches: ['chats', 'user'],
    roles: RIGHTS.work,
    ok: done,
  }),
  flagChat: endpoint('POST /chats/{id}/flag/', {
    summary: 'Mark a conversation as important, or no longer so',
    touches: ['chats'],
    roles: RIGHTS.work,
    ok: z.object({ success: z.literal(true), is_flagged: z.boolean() }),
  }),
  markChatUnread: endpoint('POST /chats/{id}/mark-as-unread/', {
    summary: 'Mark as unread',
    touches: ['chats', 'user'],
    roles: RIGHTS.work,
    ok: done,
  }),
  markChatRead: endpoint('POST /chats/{id}/mark-as-read/', {
    summary: 'Mark as read',
    touches: ['chats', 'user'],
    roles: RIGHTS.work,
    ok: done,
  }),
  setChatStatus: endpoint('PUT /chats/{id}/status/', {
    summary: 'Note whether the lead is interested; null takes the mark away',
    touches: ['chats', 'figures', 'campaign_leads'],
    roles: RIGHTS.work,
    body: z.object({ status: z.enum(['INTERESTED', 'NOT_INTERESTED']).nullable() }),
    ok: done,
  }),
  sendChatMessage: endpoint('POST /chats/{id}/send-message/', {
    summary: 'Answer in the same thread, or write to a lead for the first time',
    touches: ['chats', 'campaign_leads'],
    roles: RIGHTS.work,
    body: newMessageBody,
    errors: ['message_too_long', 'mail_too_long', 'message_empty', 'send_refused', 'send_time', 'wrote_meanwhile'],
    ok: z.object({ message: chatMessageSchema }),
  }),
  listExecutedActions: endpoint('GET /chats/{id}/executed-actions/', {
    summary: 'Campaign actions already done for the lead, oldest first',
    shows: ['chats'],
    ok: z.object({
      executed_actions: z
        .array(
          z.object({
            id: z.number().int(),
            scheduled_for: z.iso.datetime(),
            step: z.object({ step_type: z.string() }),
            campaign: z.object({ id: z.number().int(), name: z.string() }).nullable(),
          }),
        )
        .max(LIST_LIMITS.executed_actions),
    }),
  }),
};
