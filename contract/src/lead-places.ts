import { LEAD_STATUSES } from '@overture/domain/campaign/transitions';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { SUPPRESSION_REASONS } from '@overture/domain/suppressions/suppressions';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const leadPlacesSchema = z.object({
  lists: z
    .array(z.object({ id: z.number().int(), name: z.string(), status: z.enum(['active', 'archived']) }))
    .max(LIST_LIMITS.places_of_lead),
  /** Without campaigns that the lead was taken out of. */
  campaigns: z
    .array(z.object({ id: z.number().int(), name: z.string(), status: z.enum(LEAD_STATUSES) }))
    .max(LIST_LIMITS.places_of_lead),
  boards: z
    .array(z.object({ id: z.number().int(), name: z.string(), column_name: z.string() }))
    .max(LIST_LIMITS.places_of_lead),
  /** Why campaigns don't contact the lead; null where they may. */
  blocked: z
    .object({
      reason: z.enum([...SUPPRESSION_REASONS, 'excluded_domain']),
      /** Of the oldest entry of the suppression list; null for an excluded domain and an erased person. */
      since: z.iso.datetime().nullable(),
      /** What was written beside the entry. */
      detail: z.string().nullable(),
    })
    .nullable(),
});
export type LeadPlaces = z.output<typeof leadPlacesSchema>;

export const leadPlacesEndpoints = {
  getLeadPlaces: endpoint('GET /prospects/{id}/places/', {
    summary:
      'Lists, campaigns and boards that hold a lead, the newest 50 of each, and why campaigns may not contact it',
    shows: ['leads', 'lists', 'campaign_leads', 'boards', 'suppressions'],
    ok: leadPlacesSchema,
  }),
};
