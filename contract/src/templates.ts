import { RIGHTS } from '@overture/domain/access/permissions';
import { TEMPLATE_LIMITS, TEXT_LIMITS } from '@overture/domain/limits';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { z } from 'zod';
import { CAMPAIGNS_FEATURE, templateSchema } from './campaigns.ts';
import { done, endpoint, mayDeleteField } from './endpoint.ts';

export const templatesEndpoints = {
  listTemplates: endpoint('GET /campaigns/templates/', {
    summary: 'Templates a campaign can begin with; those with step types that are switched off are left out',
    shows: ['templates'],
    ok: z.object({
      /** Saved in this organization, newest first. */
      organization: z.array(templateSchema.extend(mayDeleteField)).max(TEMPLATE_LIMITS.max_templates),
      /** Offered by the agency that looks after this organization. */
      agency: z.array(templateSchema).max(TEMPLATE_LIMITS.max_templates),
      default: z.array(templateSchema).max(LIST_LIMITS.templates_of_installation),
    }),
  }),
  renameTemplate: endpoint('PUT /campaigns/templates/{id}/', {
    summary: 'Rename a template of the organization',
    touches: ['templates'],
    roles: RIGHTS.work,
    feature: CAMPAIGNS_FEATURE,
    body: z.object({ name: z.string().max(TEXT_LIMITS.template_name_max) }),
    errors: ['bad_request'],
    ok: z.object({ template: templateSchema }),
  }),
  deleteTemplate: endpoint('DELETE /campaigns/templates/{id}/', {
    summary: 'Delete a template of the organization; campaigns that began with it stay as they are',
    touches: ['templates'],
    roles: RIGHTS.work,
    feature: CAMPAIGNS_FEATURE,
    errors: ['not_yours'],
    ok: done,
  }),
};
