import { RIGHTS } from '@overture/domain/access/permissions';
import { TEXT_LIMITS } from '@overture/domain/limits';
import { TENANT_LIMITS } from '@overture/domain/tenant-limits';
import { z } from 'zod';
import { endpoint, unused } from './endpoint.ts';
import { withoutAddress } from './names.ts';

const description = unused(z.string().max(TEXT_LIMITS.knowledge_base_field_max));

export const onboardingEndpoints = {
  saveOnboardingStep: endpoint('PATCH /organization/', {
    summary: 'Saves a step of the welcome; after the first, what the website says where nothing is known yet',
    touches: ['organization', 'user'],
    roles: RIGHTS.knowledge_base,
    recorded: { event: 'setting_changed' },
    body: z.object({
      step: z.number().int().min(1).max(3),
      website_url: unused(z.string().max(TEXT_LIMITS.url_max)),
      has_website: unused(z.boolean()),
      /** Stored without reading it, after a `website_unreadable`. */
      keep_website: unused(z.boolean()),
      name: unused(withoutAddress(z.string().max(TEXT_LIMITS.name_max))),
      product_description: description,
      icp_description: description,
      pain_points: description,
      /** Email addresses; blank ones are left out. */
      team_members: unused(z.array(unused(z.string().max(254))).max(TENANT_LIMITS.invitations_per_call)),
    }),
    errors: ['website_unreadable', 'member_already_invited', 'invitations_full', 'mail_not_sent', 'rate_limited'],
    ok: z.object({
      name: z.string(),
      product_description: z.string().nullable(),
      icp_description: z.string().nullable(),
      pain_points: z.string().nullable(),
    }),
  }),
};
