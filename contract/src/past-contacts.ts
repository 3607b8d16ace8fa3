import { LIST_LIMITS } from '@overture/domain/list-limits';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const pastContactSchema = z.object({
  id: z.number().int(),
  /** What people call the tool. */
  tool: z.string(),
  campaign_name: z.string(),
  /** Null where the tool does not say. */
  last_contacted_at: z.iso.datetime().nullable(),
  steps_done: z.number().int().nullable(),
  steps_total: z.number().int().nullable(),
  outcome: z.enum(['contacted', 'finished', 'replied', 'bounced', 'unsubscribed']),
  /** The campaign here that continues it. */
  campaign_id: z.number().int().nullable(),
});
export type PastContact = z.output<typeof pastContactSchema>;

export const pastContactsEndpoints = {
  listPastContacts: endpoint('GET /prospects/{id}/past-contacts/', {
    summary: 'Where other tools contacted a lead, or its address, before it was imported; the latest 20',
    shows: ['leads'],
    ok: z.object({ contacts: z.array(pastContactSchema).max(LIST_LIMITS.past_contacts) }),
  }),
};
