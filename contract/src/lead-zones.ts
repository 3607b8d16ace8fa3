import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const count = z.number().int();

export const leadZonesEndpoints = {
  getLeadZones: endpoint('GET /campaigns/{id}/lead-zones/', {
    summary: 'Of how many leads of a campaign the time zone is known, and for how many its hours never open in theirs',
    shows: ['campaign_leads', 'leads'],
    ok: z.object({
      /** Leads that the campaign is not over for; the first 100,000 of more. */
      leads: count,
      known: count,
      /** Leads whose hours never meet those of the campaign's zone: they go by the campaign's. */
      unmet: count,
      /** Their zones, the most frequent first. */
      unmet_zones: z.array(z.string()).max(5),
    }),
  }),
};
