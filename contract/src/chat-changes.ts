import { RIGHTS } from '@overture/domain/access/permissions';
import { INBOX_LIMITS } from '@overture/domain/limits';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { z } from 'zod';
import { replyClassSchema } from './chats.ts';
import { done, endpoint, idSchema } from './endpoint.ts';

/** One change of many conversations. A change that is there already changes nothing. */
const chatChangeSchema = z.union([
  z.strictObject({ archived: z.boolean() }),
  z.strictObject({ read: z.boolean() }),
  z.strictObject({ flagged: z.boolean() }),
  z.strictObject({ interest: z.enum(['INTERESTED', 'NOT_INTERESTED']).nullable() }),
  /** What the answers say, by a person's own word, which no rule changes afterwards; null says that they say none of these. */
  z.strictObject({ reply_class: replyClassSchema.nullable() }),
  z.strictObject({ add_label: idSchema }),
  z.strictObject({ remove_label: idSchema }),
  /** A member of the organization; null takes the assignment away. */
  z.strictObject({ assigned_user_id: idSchema.nullable() }),
  /** When the conversations come back on top; null takes the reminder away. */
  z.strictObject({ remind_at: z.iso.datetime({ offset: true }).nullable() }),
]);
export type ChatsChange = z.output<typeof chatChangeSchema>;

const presenceSchema = z.object({ prospect_id: z.number().int(), user_id: z.number().int(), name: z.string() });
export type ChatPresence = z.output<typeof presenceSchema>;

export const chatChangesEndpoints = {
  changeChats: endpoint('PATCH /chats/', {
    summary: 'Change many conversations together: archive, mark, label, assign, remind',
    touches: ['chats', 'user'],
    roles: RIGHTS.work,
    body: z.object({
      prospect_ids: z.array(idSchema).min(1).max(INBOX_LIMITS.changed_at_once),
      change: chatChangeSchema,
    }),
    errors: ['reminder_past', 'reminder_far', 'not_a_member'],
    /** Conversations the change applies to now; those that are not ours or do not exist are left out. */
    ok: z.object({ success: z.literal(true), changed_chats: z.number().int() }),
  }),
  setAbsence: endpoint('PUT /chats/{id}/absence/', {
    summary:
      'Choose when campaigns continue with a lead who is out of office or was written to: now, after another day, or never',
    touches: ['chats', 'campaign_leads'],
    roles: RIGHTS.work,
    /** The last day to wait; campaigns continue on their first working day after it. */
    body: z.object({ goes_on_after: z.union([z.enum(['now', 'never']), z.iso.date()]) }),
    errors: ['absence_past', 'absence_far'],
    ok: done,
  }),
  answerOptOut: endpoint('PUT /chats/{id}/opt-out/', {
    summary: 'Confirm or deny that an ambiguous message is an opt-out',
    touches: ['chats', 'campaign_leads', 'suppressions'],
    roles: RIGHTS.work,
    /** True: the lead is suppressed and its campaigns end. False: the question ends. */
    body: z.object({ wants_out: z.boolean() }),
    errors: ['opt_out_answered'],
    ok: done,
  }),
  suppressChatLeads: endpoint('POST /chats/suppressions/', {
    summary: 'Suppress the leads of conversations, because they asked to stop or left the company',
    touches: ['chats', 'campaign_leads', 'suppressions'],
    roles: RIGHTS.work,
    body: z.object({
      prospect_ids: z.array(idSchema).min(1).max(INBOX_LIMITS.suppressed_at_once),
      /** `left` suppresses the work address only: the person can be contacted elsewhere. */
      reason: z.enum(['unsubscribe', 'left']),
    }),
    /** A lead who left, but has no work address, stays as it is. */
    ok: z.object({ success: z.literal(true), suppressed_leads: z.number().int() }),
  }),
  listChatPresences: endpoint('GET /chats/presences/', {
    summary: 'Who is answering whom just now',
    ok: z.object({ presences: z.array(presenceSchema).max(LIST_LIMITS.presences) }),
  }),
  setChatPresence: endpoint('PUT /chats/{id}/presence/', {
    summary: 'Say that one is answering a conversation, every 15 seconds while it lasts, or no longer',
    touches: 'nothing',
    roles: RIGHTS.work,
    body: z.object({ is_answering: z.boolean() }),
    ok: done,
  }),
};
