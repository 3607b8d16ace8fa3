import { RIGHTS } from '@overture/domain/access/permissions';
import { TEMPLATE_LIMITS, TEXT_LIMITS } from '@overture/domain/limits';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { z } from 'zod';
import { templateSchema } from './campaigns.ts';
import { done, endpoint, unused } from './endpoint.ts';

const adminTemplateSchema = templateSchema.extend({
  /** Offered to every organization. */
  is_default: z.boolean(),
  /** Comes with the program: it can be renamed and taken from the defaults, not deleted. */
  is_built_in: z.boolean(),
  /** Whose it is; null for a default. */
  organization_name: z.string().nullable(),
});
export type AdminTemplate = z.output<typeof adminTemplateSchema>;

/** Templates of the whole installation. */
export const adminTemplatesEndpoints = {
  listAdminTemplates: endpoint('GET /admin/templates/', {
    summary: 'Default templates, and the newest 200 that organizations saved; by name of template or organization',
    shows: ['admin_templates'],
    roles: RIGHTS.installation,
    query: z.object({ search: unused(z.string().max(200)) }),
    ok: z.object({
      default: z.array(adminTemplateSchema).max(LIST_LIMITS.templates_of_installation),
      organization: z.array(adminTemplateSchema).max(TEMPLATE_LIMITS.max_templates),
    }),
  }),
  renameAdminTemplate: endpoint('PUT /admin/templates/{id}/', {
    summary: 'Rename a template; campaigns that began with it stay as they are',
    touches: ['admin_templates', 'templates'],
    roles: RIGHTS.installation,
    body: z.object({ name: z.string().max(TEXT_LIMITS.template_name_max) }),
    errors: ['bad_request'],
    ok: done,
  }),
  deleteAdminTemplate: endpoint('DELETE /admin/templates/{id}/', {
    summary: 'Delete a template; a built-in one is taken from the defaults instead',
    touches: ['admin_templates', 'templates'],
    roles: RIGHTS.installation,
    errors: ['conflict'],
    ok: done,
  }),
  toggleDefaultTemplate: endpoint('POST /admin/templates/{id}/toggle-default/', {
    summary: 'Offer a template to every organization (a copy of its current version), or withdraw it',
    touches: ['admin_templates', 'templates'],
    roles: RIGHTS.installation,
    body: z.object({ make_default: z.boolean() }),
    errors: ['conflict'],
    ok: done,
  }),
};
