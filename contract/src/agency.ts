import { RIGHTS, ROLES } from '@overture/domain/access/permissions';
import { AGENCY_LIMITS, TEXT_LIMITS } from '@overture/domain/limits';
import { CLIENT_CREDIT_SOURCES } from '@overture/domain/money/client-months';
import { CLIENT_EXTRAS } from '@overture/domain/money/pricing';
import { z } from 'zod';
import { done, endpoint, unused } from './endpoint.ts';
import { withoutAddress } from './names.ts';

const slider = ({ min, max, step }: { min: number; max: number; step: number }) =>
  z.number().int().min(min).max(max).multipleOf(step);

const extras = {
  extra_email_accounts: slider(CLIENT_EXTRAS.email_accounts),
  extra_linkedin_accounts: slider(CLIENT_EXTRAS.linkedin_accounts),
  /** A month, on top of those that each client gets. */
  extra_credits: slider(CLIENT_EXTRAS.credits),
};

const clientSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  company_name: z.string(),
  /** Who was asked to open the client's account. */
  contact_name: z.string(),
  email: z.string(),
  website_url: z.string().nullable(),
  /** Address of the picture, at our own. */
  logo: z.string().nullable(),
  created_at: z.iso.datetime(),
  total_users: z.number().int(),
  total_campaigns: z.number().int(),
  total_prospects: z.number().int(),
  email_credits: z.number().int(),
  extra_email_accounts: z.number().int(),
  extra_linkedin_accounts: z.number().int(),
  extra_credits: z.number().int(),
  /** Credits that come once something is paid: an invoice (`url`, where it can be paid by hand), or out of the agency's own balance. */
  credits_due: z
    .object({ credits: z.number().int(), from: z.enum(['invoice', 'balance']), url: z.string().nullable() })
    .nullable(),
  /** False once it was cancelled. */
  active_subscription_whitelabel: z.boolean(),
  cancelled_at: z.iso.datetime().nullable(),
  /** When all that a cancelled client has is erased; until then it can be undone. */
  erase_at: z.iso.datetime().nullable(),
});
export type AgencyClientRow = z.output<typeof clientSchema>;

const clientUserSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  email: z.string(),
  picture_url: z.string().nullable(),
  role: z.enum(ROLES),
  active: z.boolean(),
  last_seen_at: z.iso.datetime().nullable(),
});
export type AgencyClientUser = z.output<typeof clientUserSchema>;

const detailSchema = clientSchema.extend({
  users: z.array(clientUserSchema),
  /** The client lets its agency sign in as its people. */
  is_open_to_agency: z.boolean(),
  /** Where the credits of this agency's clients come from now. */
  credits_from: z.enum(CLIENT_CREDIT_SOURCES),
});
export type AgencyClient = z.output<typeof detailSchema>;

const answer = z.object({ client: detailSchema });

export const agencyEndpoints = {
  listClients: endpoint('GET /agency/clients', {
    summary: 'Clients of the agency with counted figures, newest first',
    shows: ['clients'],
    roles: RIGHTS.agency,
    for_agencies: true,
    ok: z.object({
      clients: z.array(clientSchema).max(AGENCY_LIMITS.clients),
      credits_from: z.enum(CLIENT_CREDIT_SOURCES),
    }),
  }),
  createClient: endpoint('POST /agency/clients/', {
    summary: 'Open an organization for a client; answers the link that its first person opens the account with',
    touches: ['clients', 'agency_billing'],
    roles: RIGHTS.agency,
    for_agencies: true,
    max_body_bytes: AGENCY_LIMITS.logo_body_bytes,
    body: z.object({
      name: withoutAddress(z.string().trim().min(2).max(TEXT_LIMITS.name_max)),
      company_name: withoutAddress(z.string().trim().min(1).max(TEXT_LIMITS.name_max)),
      email: z.string().trim().min(3).max(254),
      company_website_url: z.string().trim().min(1).max(TEXT_LIMITS.url_max),
      /** An image as a data URL: PNG, JPEG or WebP. */
      logo: unused(z.string().max(AGENCY_LIMITS.logo_body_bytes)),
      extra_email_accounts: extras.extra_email_accounts.default(0),
      extra_linkedin_accounts: extras.extra_linkedin_accounts.default(0),
      extra_credits: extras.extra_credits.default(0),
    }),
    errors: ['client_email_taken', 'agency_credits_short', 'logo_type', 'logo_size', 'rate_limited', 'conflict'],
    ok: z.object({ url: z.string(), client_id: z.number().int() }),
  }),
  getClient: endpoint('GET /agency/clients/{id}/', {
    summary: 'One client with its people',
    shows: ['clients'],
    roles: RIGHTS.agency,
    for_agencies: true,
    ok: answer,
  }),
  updateClient: endpoint('PUT /agency/clients/{id}/', {
    summary: 'Change what a client has on top',
    touches: ['clients', 'agency_billing'],
    roles: RIGHTS.agency,
    for_agencies: true,
    body: z.object(extras),
    errors: ['client_gone', 'agency_credits_short'],
    ok: answer,
  }),
  cancelClient: endpoint('DELETE /agency/clients/{id}/', {
    summary: 'Cancel a client: its users are signed out immediately, its campaigns pause',
    touches: ['clients', 'agency_billing'],
    roles: RIGHTS.agency,
    for_agencies: true,
    ok: done,
  }),
  restoreClient: endpoint('POST /agency/clients/{id}/restore/', {
    summary: 'Undo the cancellation of a client within its time; its campaigns stay paused',
    touches: ['clients', 'agency_billing'],
    roles: RIGHTS.agency,
    for_agencies: true,
    errors: ['conflict', 'client_email_taken'],
    ok: answer,
  }),
  exportClient: endpoint('POST /agency/clients/{id}/archive/', {
    summary: 'Ask for all that a cancelled client has, unless it keeps its agency out; answers where the file is',
    touches: 'nothing',
    roles: RIGHTS.agency,
    for_agencies: true,
    while_acting: 'refused',
    errors: ['step_up_needed', 'conflict'],
    ok: z.object({ download_url: z.string() }),
  }),
  downloadClient: endpoint('GET /agency/clients/{id}/archive/', {
    summary: 'All that a cancelled client has, as a portable archive (ZIP)',
    roles: RIGHTS.agency,
    for_agencies: true,
    while_acting: 'refused',
    errors: ['step_up_needed', 'conflict', 'too_many_downloads', 'downloads_busy'],
    ok: z.unknown(),
  }),
  renewClientInvitation: endpoint('POST /agency/clients/{id}/invitation/', {
    summary: 'Create a new link for the first user of a client; the previous one becomes invalid',
    touches: ['clients'],
    roles: RIGHTS.agency,
    for_agencies: true,
    errors: ['client_gone', 'conflict', 'rate_limited'],
    ok: z.object({ url: z.string() }),
  }),
  mailClientInvitation: endpoint('POST /agency/clients/{id}/invitation/mail/', {
    summary: 'Mail the invitation to the address of a client that no user has joined yet; earlier links become invalid',
    touches: ['clients'],
    roles: RIGHTS.agency,
    for_agencies: true,
    while_acting: 'refused',
    errors: ['client_gone', 'conflict', 'mail_not_sent', 'rate_limited'],
    ok: done,
  }),
  getClientLogo: endpoint('GET /agency/clients/{id}/logo/', {
    summary: 'The logo of a client',
    shows: ['clients'],
    roles: RIGHTS.agency,
    for_agencies: true,
    ok: z.unknown(),
  }),
};
