import { RIGHTS } from '@overture/domain/access/permissions';
import { CHARACTER_LIMITS, INBOX_LIMITS, TEXT_LIMITS } from '@overture/domain/limits';
import { LANGUAGES } from '@overture/domain/message/languages';
import { z } from 'zod';
import { uploadSchema } from './chat-files.ts';
import { done, endpoint, idSchema, unused } from './endpoint.ts';

const savedReplySchema = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Plain text; `{{first_name}}` and its like are filled in for the lead when it is put into an answer. */
  message: z.string(),
  /** True for one's own, false for the team's. */
  is_own: z.boolean(),
  use_count: z.number().int(),
  /** Null for any. */
  language: z.enum(LANGUAGES).nullable(),
  /** A message that it is put into gets copies (`attachSavedReplyFiles`). */
  files: z.array(uploadSchema).max(INBOX_LIMITS.files),
});
export type SavedReply = z.output<typeof savedReplySchema>;

/** Of the newest 2,000 messages that were written with saved replies. */
const savedReplyFiguresSchema = z.object({
  id: z.number().int(),
  sent: z.number().int(),
  /** Messages after which the lead wrote. */
  answered: z.number().int(),
  /** Of these, those whose next reply is interested. */
  positive: z.number().int(),
});
export type SavedReplyFigures = z.output<typeof savedReplyFiguresSchema>;

const savedReplyBody = z.object({
  name: z.string().trim().min(1).max(TEXT_LIMITS.label_name_max),
  message: z.string().trim().min(1).max(CHARACTER_LIMITS.message),
  is_own: z.boolean(),
  /** Null for any; left out, it stays as it is. */
  language: unused(z.enum(LANGUAGES)),
});

/** Saved replies whose words are in a message: their figures count it. */
export const savedReplyIds = unused(z.array(idSchema).max(10));

export const savedRepliesEndpoints = {
  listSavedReplies: endpoint('GET /saved-replies/', {
    summary: "Own and the team's saved replies, the most used first",
    shows: ['saved_replies'],
    ok: z.object({
      saved_replies: z.array(savedReplySchema).max(INBOX_LIMITS.saved_replies),
      figures: z.array(savedReplyFiguresSchema).max(INBOX_LIMITS.saved_replies),
    }),
  }),
  createSavedReply: endpoint('POST /saved-replies/', {
    summary: 'Save a reply',
    touches: ['saved_replies'],
    roles: RIGHTS.work,
    body: savedReplyBody,
    errors: ['too_many_saved_replies'],
    ok: z.object({ saved_reply: savedReplySchema }),
  }),
  updateSavedReply: endpoint('PUT /saved-replies/{id}/', {
    summary: 'Change a saved reply',
    touches: ['saved_replies'],
    roles: RIGHTS.work,
    body: savedReplyBody,
    ok: z.object({ saved_reply: savedReplySchema }),
  }),
  deleteSavedReply: endpoint('DELETE /saved-replies/{id}/', {
    summary: 'Delete a saved reply',
    touches: ['saved_replies'],
    roles: RIGHTS.work,
    ok: done,
  }),
  noteSavedReplyUsed: endpoint('POST /saved-replies/{id}/use/', {
    summary: 'Count that a saved reply was put into an answer',
    touches: ['saved_replies'],
    roles: RIGHTS.work,
    ok: done,
  }),
};
