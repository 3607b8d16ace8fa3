import { RIGHTS } from '@overture/domain/access/permissions';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { z } from 'zod';
import { chatAccountSchema } from './chats.ts';
import { done, endpoint, unused } from './endpoint.ts';

/** A mail from an address we do not know that answers a mail of ours to a lead. */
const unmatchedReplySchema = z.object({
  id: z.number().int(),
  prospect: z.object({
    id: z.number().int(),
    first_name: z.string(),
    last_name: z.string(),
    email: z.string().nullable(),
    company_name: z.string().nullable(),
    profile_picture_url: z.string().nullable(),
  }),
  from: z.object({ name: z.string().nullable(), email: z.string() }),
  subject_line: z.string().nullable(),
  /** What was newly written, as plain text: nothing of it is a link or a picture. */
  message: z.string(),
  attachments: z.array(z.string()),
  sent_at: z.iso.datetime(),
  account: chatAccountSchema.nullable(),
});
export type UnmatchedReply = z.output<typeof unmatchedReplySchema>;

export const unmatchedRepliesEndpoints = {
  listUnmatchedReplies: endpoint('GET /chats/possible-answers/', {
    summary: 'Mails that may answer for a lead and wait for a decision, newest first; at most 100',
    shows: ['unmatched_replies'],
    ok: z.object({ possible_answers: z.array(unmatchedReplySchema).max(LIST_LIMITS.unmatched_replies) }),
  }),
  decideUnmatchedReply: endpoint('POST /chats/possible-answers/{id}/decide/', {
    summary:
      'Say whether a mail from another address is an answer of the lead, or of a colleague who becomes a lead too',
    touches: ['unmatched_replies', 'chats', 'user', 'leads', 'lists'],
    roles: RIGHTS.work,
    body: z.object({
      /** True: it joins the conversation and stops the sequence. False: the sequence continues. */
      is_answer: z.boolean(),
      /** With an answer: its writer is a colleague of the lead, and becomes a lead of the same company and list. */
      is_colleague: unused(z.boolean()),
    }),
    errors: ['person_erased', 'referral_refused'],
    ok: done,
  }),
};
