import { PAST_MAIL_LIMITS } from '@overture/domain/inbound/past-mails';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const pastMailSchema = z.object({
  id: z.number().int(),
  /** From the lead; otherwise one of ours wrote it. */
  is_received: z.boolean(),
  /** The mailbox it was read from; null once that was removed. */
  account: z.object({ id: z.number().int(), name: z.string(), email: z.string().nullable() }).nullable(),
  subject_line: z.string(),
  message: z.string(),
  sent_at: z.iso.datetime(),
});
export type PastMail = z.output<typeof pastMailSchema>;

export const pastMailsEndpoints = {
  listPastMails: endpoint('GET /chats/{id}/past-mails/', {
    summary: 'Emails with a lead from before its campaigns, or beside them, the newest first; at most 50 are kept',
    shows: ['chats'],
    ok: z.object({ mails: z.array(pastMailSchema).max(PAST_MAIL_LIMITS.per_lead) }),
  }),
};
