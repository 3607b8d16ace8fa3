import { RIGHTS } from '@overture/domain/access/permissions';
import { TEMPLATE_LIMITS, TEXT_LIMITS } from '@overture/domain/limits';
import { z } from 'zod';
import { templateSchema } from './campaigns.ts';
import { done, endpoint } from './endpoint.ts';

const name = z.string().max(TEXT_LIMITS.template_name_max);

export const agencyTemplatesEndpoints = {
  listAgencyTemplates: endpoint('GET /agency/templates/', {
    summary: 'Templates that the agency offers to all of its clients, newest first',
    shows: ['agency_templates'],
    roles: RIGHTS.agency,
    for_agencies: true,
    ok: z.object({ agency_templates: z.array(templateSchema).max(TEMPLATE_LIMITS.max_templates) }),
  }),
  renameAgencyTemplate: endpoint('PUT /agency/templates/{id}/', {
    summary: 'Rename a template that is offered to clients',
    touches: ['agency_templates', 'templates'],
    roles: RIGHTS.agency,
    for_agencies: true,
    body: z.object({ name }),
    errors: ['bad_request'],
    ok: z.object({ template: templateSchema }),
  }),
  deleteAgencyTemplate: endpoint('DELETE /agency/templates/{id}/', {
    summary: 'Delete a template that is offered to clients; campaigns that began with it stay as they are',
    touches: ['agency_templates', 'templates'],
    roles: RIGHTS.agency,
    for_agencies: true,
    ok: done,
  }),
  convertToTemplate: endpoint('POST /agency/campaigns/{id}/convert-to-template/', {
    summary: "Save the steps and messages of an own campaign as a template for all of the agency's clients",
    touches: ['agency_templates', 'agency_shares', 'templates'],
    roles: RIGHTS.agency,
    for_agencies: true,
    body: z.object({ name }),
    errors: ['bad_request'],
    ok: z.object({ success: z.literal(true), template: templateSchema }),
  }),
};
