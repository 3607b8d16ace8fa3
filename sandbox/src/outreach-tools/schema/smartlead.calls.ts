import { z } from 'zod';
import type { PublishedCall } from '../../published-calls.ts';

/**
 * Smartlead's calls that Overture makes, from its documentation (github.com/Smartlead-Public/docs of 2026-06). Where its examples differ
 * from one another, the form that its API sends: lists of campaigns and steps without an envelope, numbers of pages as texts.
 */
const key = { api_key: z.string().min(1) };
const page = (max: number) =>
  z.strictObject({
    ...key,
    offset: z.coerce.number().int().min(0).optional(),
    limit: z.coerce.number().int().min(1).max(max).optional(),
  });

export const SMARTLEAD_CALLS: readonly PublishedCall[] = [
  { method: 'GET', path: '/api/v1/leads/get-domain-block-list', query: page(1000) },
  { method: 'GET', path: '/api/v1/email-accounts/', query: page(100) },
  { method: 'GET', path: '/api/v1/campaigns/', query: z.strictObject(key) },
  { method: 'GET', path: '/api/v1/campaigns/{campaign_id}/sequences', query: z.strictObject(key) },
  { method: 'GET', path: '/api/v1/campaigns/{campaign_id}/leads', query: page(100) },
  { method: 'GET', path: '/api/v1/campaigns/{campaign_id}/statistics', query: page(1000) },
];

const time = z.iso.datetime();
const id = z.number().int();

/** Fields that are documented and that we read; others are refused. By path, with an id in it. */
export const SMARTLEAD_ANSWERS: Readonly<Record<string, z.ZodType>> = {
  '/api/v1/leads/get-domain-block-list': z
    .array(
      z.strictObject({ id, email_or_domain: z.string(), created_at: time, source: z.string(), client_id: z.null() }),
    )
    .min(1),
  '/api/v1/email-accounts/': z
    .array(
      z.looseObject({
        id,
        from_name: z.string(),
        from_email: z.email(),
        type: z.literal(['GMAIL', 'OUTLOOK', 'SMTP']),
      }),
    )
    .min(1),
  '/api/v1/campaigns/': z
    .array(
      z.looseObject({
        ...{ id, user_id: id, name: z.string(), created_at: time, updated_at: time },
        ...{
          status: z.literal(['ACTIVE', 'PAUSED', 'STOPPED', 'ARCHIVED', 'DRAFTED']),
          parent_campaign_id: id.nullable(),
        },
      }),
    )
    .min(1),
  '/api/v1/campaigns/1000/sequences': z
    .array(
      z.looseObject({
        ...{ id, email_campaign_id: id, seq_number: id, subject: z.string(), email_body: z.string() },
        seq_delay_details: z.strictObject({ delayInDays: z.number() }),
        sequence_variants: z.array(
          z.looseObject({
            id,
            variant_label: z.string(),
            subject: z.string(),
            email_body: z.string(),
            is_deleted: z.boolean(),
          }),
        ),
      }),
    )
    .min(1),
  '/api/v1/campaigns/1000/leads': z.strictObject({
    ...{ total_leads: z.string(), offset: z.number(), limit: z.number() },
    data: z
      .array(
        z.strictObject({
          ...{ campaign_lead_map_id: id, lead_category_id: id.nullable(), created_at: time },
          status: z.literal(['STARTED', 'INPROGRESS', 'COMPLETED', 'PAUSED', 'STOPPED']),
          lead: z.strictObject({
            ...{ id, email: z.string(), first_name: z.string(), last_name: z.string(), phone_number: z.null() },
            ...{ company_name: z.string(), website: z.string(), location: z.null(), linkedin_profile: z.null() },
            ...{ company_url: z.string(), custom_fields: z.record(z.string(), z.string()) },
            ...{ is_unsubscribed: z.boolean(), unsubscribed_client_id_map: z.object({}).nullable() },
          }),
        }),
      )
      .min(1),
  }),
  '/api/v1/campaigns/1000/statistics': z.strictObject({
    ...{ total_stats: z.string(), offset: z.number(), limit: z.number() },
    data: z
      .array(
        z.looseObject({
          ...{ stats_id: z.string(), lead_name: z.string(), lead_email: z.string(), sequence_number: id },
          ...{ email_subject: z.string(), email_message: z.string(), sent_time: time, reply_time: time.nullable() },
          ...{ is_unsubscribed: z.boolean(), is_bounced: z.boolean() },
        }),
      )
      .min(1),
  }),
};
