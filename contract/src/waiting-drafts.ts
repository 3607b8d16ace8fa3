import { RIGHTS } from '@overture/domain/access/permissions';
import { CHARACTER_LIMITS, INBOX_LIMITS, TEXT_LIMITS } from '@overture/domain/limits';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { z } from 'zod';
import { LEFT_OUT } from './drafts.ts';
import { done, endpoint, idSchema, unused } from './endpoint.ts';
import { formattedText } from './formatted-texts.ts';

/** Why a reply has no draft. */
const NOT_WRITTEN = ['daily_limit', 'no_credits', 'no_plan', 'no_source', 'no_model', 'failed'] as const;
const notWrittenSchema = z.enum(NOT_WRITTEN);

/** What the model wrote when the lead replied; it is sent only by a user. */
const waitingDraftSchema = z.object({
  id: z.number().int(),
  /** The reply that it is for. */
  message_id: z.number().int(),
  state: z.enum(['writing', 'waiting', 'not_written']),
  /** Null unless it is `waiting`. */
  message: z.string().nullable(),
  /** Which fields of the knowledge base, and our own messages, it rests on. */
  sources: z.array(z.string()),
  /** Kinds of sentences that no source supported: they are not in it. */
  left_out: z.array(z.enum(LEFT_OUT)),
  /** The lead's last message is a refusal, and the draft describes the product again. */
  pitches_after_refusal: z.boolean(),
  reason: notWrittenSchema.nullable(),
  credits: z.number().int(),
});
export type WaitingDraft = z.output<typeof waitingDraftSchema>;

/** Sender, copies and subject of a message that is being written. */
const extrasSchema = z.object({
  account_id: unused(idSchema),
  cc: unused(z.array(z.string().max(TEXT_LIMITS.email_max)).max(INBOX_LIMITS.cc)),
  bcc: unused(z.array(z.string().max(TEXT_LIMITS.email_max)).max(INBOX_LIMITS.cc)),
  /** HTML of few tags, whose text part the message is. */
  formatted_text: unused(formattedText),
  /** The mail that is to be sent on, and to whom. */
  forward: unused(
    z.object({
      message_id: idSchema,
      to: z.array(z.string().max(TEXT_LIMITS.email_max)).max(INBOX_LIMITS.cc),
      attachment_ids: z.array(idSchema).max(INBOX_LIMITS.files).nullable(),
      /** A reply to people whom the mail names. */
      as_reply: unused(z.boolean()),
    }),
  ),
  subject: unused(z.string().max(CHARACTER_LIMITS.subject)),
  /** The model's draft from which the message is made. */
  draft_id: unused(idSchema),
});

const userDraftSchema = z.object({
  message: z.string(),
  extras: extrasSchema,
  version: z.number().int(),
  saved_at: z.iso.datetime(),
});
export type UserDraft = z.output<typeof userDraftSchema>;

const draftWorkSchema = z.object({
  /** Conversations with a draft; counted up to 1,000. */
  waiting: z.number().int(),
  /** Drafts that may be started in a day of the organization. */
  per_day: z.number().int(),
  /** Of today. */
  started: z.number().int(),
  written: z.number().int(),
  credits: z.number().int(),
  sent_unchanged: z.number().int(),
  sent_changed: z.number().int(),
  discarded: z.number().int(),
  /** Replies without a draft, by reason; up to 1,000 of them are counted. */
  not_written: z.array(z.object({ reason: notWrittenSchema, count: z.number().int() })).max(NOT_WRITTEN.length),
  /** Campaigns that differ from the organization. */
  campaigns: z
    .array(z.object({ id: z.number().int(), name: z.string(), drafts_replies: z.boolean() }))
    .max(LIST_LIMITS.draft_campaigns),
});
export type DraftWork = z.output<typeof draftWorkSchema>;

const draftExampleSchema = z.object({
  id: z.number().int(),
  /** The model's draft and what was sent, without names, numbers, addresses and links. */
  written: z.string(),
  sent: z.string(),
  created_at: z.iso.datetime(),
});
export type DraftExample = z.output<typeof draftExampleSchema>;

export const waitingDraftsEndpoints = {
  getChatDraft: endpoint('GET /chats/{id}/draft/', {
    summary: "The model's draft for the last reply, and what the user is writing",
    shows: ['chats', 'drafts'],
    ok: z.object({ draft: waitingDraftSchema.nullable(), own: userDraftSchema.nullable() }),
  }),
  discardDraft: endpoint('POST /chats/{id}/draft/discard/', {
    summary: "Remove the model's draft; a newer one stays",
    touches: ['chats', 'drafts'],
    roles: RIGHTS.work,
    body: z.object({ draft_id: idSchema }),
    ok: done,
  }),
  saveChatDraft: endpoint('PUT /chats/{id}/own-draft/', {
    summary: 'Save what the user is writing to a lead; an empty message removes it',
    touches: 'nothing',
    roles: RIGHTS.work,
    body: z.object({
      message: z.string().max(INBOX_LIMITS.draft_length),
      extras: unused(extrasSchema),
      /** Of the draft that was changed; 0 for a new one. */
      version: z.number().int().min(0),
    }),
    errors: ['draft_changed', 'too_many_drafts'],
    ok: z.object({ own: userDraftSchema.nullable() }),
  }),
  getDraftWork: endpoint('GET /drafts/', {
    summary: 'Drafts that wait for a user, what they cost today, and where they are on',
    shows: ['chats', 'drafts', 'organization_settings'],
    ok: draftWorkSchema,
  }),
  updateDraftWork: endpoint('PATCH /drafts/', {
    summary: 'Set how many drafts may be started in a day',
    touches: ['drafts'],
    roles: RIGHTS.settings,
    body: z.object({ per_day: z.number().int().min(1).max(INBOX_LIMITS.drafts_per_day_max) }),
    ok: done,
  }),
  setCampaignDrafts: endpoint('PUT /campaigns/{id}/drafts/', {
    summary: 'Switch drafts for replies on or off in a campaign; null follows the organization',
    touches: ['drafts'],
    roles: RIGHTS.settings,
    body: z.object({ drafts_replies: z.boolean().nullable() }),
    ok: done,
  }),
  listDraftExamples: endpoint('GET /drafts/examples/', {
    summary: "The user's changes to drafts, which teach the model their style; newest first",
    shows: ['drafts'],
    ok: z.object({ examples: z.array(draftExampleSchema).max(INBOX_LIMITS.draft_examples) }),
  }),
  deleteDraftExample: endpoint('DELETE /drafts/examples/{id}/', {
    summary: 'Delete one of these changes',
    touches: ['drafts'],
    roles: RIGHTS.work,
    ok: done,
  }),
};
