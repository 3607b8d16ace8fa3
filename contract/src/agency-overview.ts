import { RIGHTS } from '@overture/domain/access/permissions';
import { AGENCY_LIMITS, OVERVIEW_DAYS } from '@overture/domain/limits';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const rowSchema = z.object({
  client_id: z.number().int(),
  name: z.string(),
  /** Mails and LinkedIn messages of campaigns. */
  sent: z.number().int(),
  replies: z.number().int(),
  /** People marked as interested. */
  positive: z.number().int(),
  senders: z.number().int(),
  /** Those of them that are connected no more. */
  senders_in_need: z.number().int(),
  email_credits: z.number().int(),
  /** The last day with campaign activity, or the last visit of a user of the client; null for neither. */
  last_active_at: z.iso.datetime().nullable(),
});
export type ClientOverview = z.output<typeof rowSchema>;

export const agencyOverviewEndpoints = {
  getAgencyOverview: endpoint('GET /agency/overview/', {
    summary: 'Clients in force side by side: counted figures of the last days (UTC), by name',
    shows: ['clients'],
    roles: RIGHTS.agency,
    for_agencies: true,
    query: z.object({
      days: z.coerce
        .number<number | string>()
        .refine((days) => (OVERVIEW_DAYS as readonly number[]).includes(days), `one of ${OVERVIEW_DAYS.join(', ')}`)
        .default(30),
    }),
    ok: z.object({ clients: z.array(rowSchema).max(AGENCY_LIMITS.clients) }),
  }),
};
