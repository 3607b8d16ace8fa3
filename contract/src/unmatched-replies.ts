import { RIGHTS } from '@overture/domain/access/permissions';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { z } from 'zod';
import { chatAccountSchema } from './chats.ts';
import { done, endpoint } from './endpoint.ts';

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
    summary: 'Say whether a mail from another address is an answer of the lead',
    touches: ['unmatched_replies', 'chats', 'user'],
    roles: RIGHTS.work,
    body: z.object({
      /** True: it joins the conversation and stops the sequence. False: the sequence continues. */
      is_answer: z.boolean(),
    }),
    ok: done,
  }),
};
