import { RIGHTS } from '@overture/domain/access/permissions';
import { TEXT_LIMITS } from '@overture/domain/limits';
import { z } from 'zod';
import { endpoint, unused } from './endpoint.ts';
import { withoutAddress } from './names.ts';
import { brandingSchema, buttonStyleSchema, hexColor } from './organization.ts';

/** A picture as the browser read it; 1 MB is 1.4 million characters of base64. */
const picture = unused(z.string().max(1_500_000));
const webAddress = z.url({ protocol: /^https?$/ }).max(TEXT_LIMITS.url_max);
const optionalAddress = unused(z.union([z.literal(''), webAddress]));

export type BrandingSettings = z.output<typeof brandingSchema>;

const recordSchema = z.object({
  type: z.enum(['TXT', 'CNAME']),
  name: z.string(),
  value: z.string(),
  /** Current DNS records; null before the first check or without an answer. */
  found: z.array(z.string()).nullable(),
  is_right: z.boolean(),
  /** What to do about it, in words. */
  advice: z.string().nullable(),
});
export type BrandRecord = z.output<typeof recordSchema>;

const proofSchema = z.object({
  records: z.array(recordSchema),
  verified_at: z.iso.datetime().nullable(),
  checked_at: z.iso.datetime().nullable(),
  /** Since when the records of what was proven are gone. */
  missing_since: z.iso.datetime().nullable(),
  is_in_use: z.boolean(),
});

const hostSchema = z.object({
  /** Where a CNAME must point to. */
  target: z.string(),
  host: proofSchema
    .extend({
      name: z.string(),
      /** The first sign-in on the domain; null: its certificate is unconfirmed. */
      reached_at: z.iso.datetime().nullable(),
    })
    .nullable(),
});
export type BrandHost = z.output<typeof hostSchema>;

const mailSchema = z.object({
  /** Where mails come from until the own address is proven. */
  installation_address: z.string(),
  mail: proofSchema.extend({ address: z.string() }).nullable(),
});
export type BrandMail = z.output<typeof mailSchema>;

export const brandingEndpoints = {
  getAgencyBranding: endpoint('GET /agency/branding/', {
    summary: 'Name, looks, links and host under which clients know the product',
    shows: ['branding'],
    roles: RIGHTS.agency,
    ok: z.object({ settings: brandingSchema }),
  }),
  saveAgencyBranding: endpoint('PUT /agency/branding/', {
    recorded: { event: 'setting_changed' },
    summary: 'Change them; a picture is a data URL, null removes it, and left out it stays',
    touches: ['branding'],
    roles: RIGHTS.agency,
    max_body_bytes: 4 * 1024 * 1024,
    body: z.object({
      company_display_name: withoutAddress(z.string().trim().min(1).max(TEXT_LIMITS.name_max)),
      website_url: webAddress,
      logo: picture,
      icon: picture,
      primary_color: hexColor,
      button_color: hexColor,
      secondary_color: hexColor,
      button_style: buttonStyleSchema.default('PILL'),
      support_email: unused(z.union([z.literal(''), z.email().max(320)])),
      domain: unused(z.string().trim().max(260)),
      terms_of_service_url: optionalAddress,
      privacy_policy_url: optionalAddress,
    }),
    errors: [
      'picture_refused',
      'too_many_uploads',
      'uploads_busy',
      'brand_domain_invalid',
      'brand_domain_own',
      'brand_domain_public',
      'brand_domain_taken',
    ],
    ok: z.object({ settings: brandingSchema }),
  }),
  getBrandHost: endpoint('GET /agency/branding/host/', {
    summary: 'The own domain and the records that prove it',
    shows: ['brand_host'],
    roles: RIGHTS.agency,
    ok: hostSchema,
  }),
  checkBrandHost: endpoint('POST /agency/branding/host/check/', {
    summary: 'Ask name servers now',
    touches: ['brand_host'],
    roles: RIGHTS.agency,
    errors: ['brand_domain_taken', 'rate_limited'],
    ok: hostSchema,
  }),
  getBrandMail: endpoint('GET /agency/branding/mail/', {
    summary: 'The own sender address of system mails and the records that prove it',
    shows: ['brand_mail'],
    roles: RIGHTS.agency,
    ok: mailSchema,
  }),
  setBrandMail: endpoint('PUT /agency/branding/mail/', {
    recorded: { event: 'setting_changed' },
    summary: 'Choose the own sender address; empty goes back to that of the installation',
    touches: ['brand_mail'],
    roles: RIGHTS.agency,
    body: z.object({ address: unused(z.union([z.literal(''), z.email().max(320)])) }),
    errors: ['brand_domain_public', 'brand_domain_taken', 'rate_limited'],
    ok: mailSchema,
  }),
  checkBrandMail: endpoint('POST /agency/branding/mail/check/', {
    summary: 'Ask name servers now',
    touches: ['brand_mail'],
    roles: RIGHTS.agency,
    errors: ['brand_domain_taken', 'rate_limited'],
    ok: mailSchema,
  }),
};
