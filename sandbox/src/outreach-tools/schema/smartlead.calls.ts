import { z } from 'zod';
import type { ToolCall } from '../stand-in.ts';

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

const time = z.iso.datetime();
const id = z.number().int();

/** With the fields of their answers that we read; others are refused. */
export const SMARTLEAD_CALLS: readonly ToolCall[] = [
  {
    method: 'GET',
    path: '/api/v1/leads/get-domain-block-list',
    query: page(1000),
    answer: z.array(
      z.strictObject({ id, email_or_domain: z.string(), created_at: time, source: z.string(), client_id: z.null() }),
    ),
  },
  {
    method: 'GET',
    path: '/api/v1/email-accounts/',
    query: page(100),
    answer: z.array(
      z.looseObject({
        id,
        from_name: z.string(),
        from_email: z.email(),
        type: z.literal(['GMAIL', 'OUTLOOK', 'SMTP']),
      }),
    ),
  },
  {
    method: 'GET',
    path: '/api/v1/campaigns/',
    query: z.strictObject(key),
    answer: z.array(
      z.looseObject({
        ...{ id, user_id: id, name: z.string(), created_at: time, updated_at: time },
        ...{
          status: z.literal(['ACTIVE', 'PAUSED', 'STOPPED', 'ARCHIVED', 'DRAFTED']),
          parent_campaign_id: id.nullable(),
        },
      }),
    ),
  },
  {
    method: 'GET',
    path: '/api/v1/campaigns/{campaign_id}/sequences',
    query: z.strictObject(key),
    answer: z.array(
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
    ),
  },
  {
    method: 'GET',
    path: '/api/v1/campaigns/{campaign_id}/leads',
    query: page(100),
    answer: z.strictObject({
      ...{ total_leads: z.string(), offset: z.number(), limit: z.number() },
      data: z.array(
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
      ),
    }),
  },
  {
    method: 'GET',
    path: '/api/v1/campaigns/{campaign_id}/statistics',
    query: page(1000),
    answer: z.strictObject({
      ...{ total_stats: z.string(), offset: z.number(), limit: z.number() },
      data: z.array(
        z.looseObject({
          ...{ stats_id: z.string(), lead_name: z.string(), lead_email: z.string(), sequence_number: id },
          ...{ email_subject: z.string(), email_message: z.string(), sent_time: time, reply_time: time.nullable() },
          ...{ is_unsubscribed: z.boolean(), is_bounced: z.boolean() },
        }),
      ),
    }),
  },
];
