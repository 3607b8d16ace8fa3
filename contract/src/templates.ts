import { z } from 'zod';
import { templateSchema } from './campaigns.ts';
import { endpoint } from './endpoint.ts';

export const templatesEndpoints = {
  listTemplates: endpoint('GET /campaigns/templates/', {
    summary: 'Templates a campaign can begin with; those with step types that are switched off are left out',
    ok: z.object({
      /** Saved in this organisation, newest first. */
      organization: z.array(templateSchema),
      /** Built in. */
      default: z.array(templateSchema),
    }),
  }),
};
