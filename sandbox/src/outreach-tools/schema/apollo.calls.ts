import { z } from 'zod';
import type { ToolCall } from '../stand-in.ts';

/** Apollo's calls that Overture makes, with the fields of their answers that we read, from its OpenAPI file (docs.apollo.io, read 2026-11-29). */
const page = z.coerce.number().int().min(1).max(500).optional();
const per_page = z.coerce.number().int().min(1).max(100).optional();
const id = z.string().min(1);
const paged = (list: string, item: z.ZodType) =>
  z.strictObject({
    [list]: z.array(item),
    pagination: z.strictObject({
      page: z.number(),
      per_page: z.number(),
      total_entries: z.number(),
      total_pages: z.number(),
    }),
  });

export const APOLLO_CALLS: readonly ToolCall[] = [
  {
    ...{ method: 'GET', path: '/api/v1/email_accounts' },
    answer: z.strictObject({ email_accounts: z.array(z.looseObject({ id, email: z.email() })) }),
  },
  {
    ...{ method: 'GET', path: '/api/v1/labels' },
    answer: z.array(
      z.looseObject({ id, name: z.string(), modality: z.literal(['contacts', 'accounts', 'emailer_campaigns']) }),
    ),
  },
  {
    // Fields of an answer as in Apollo's former documents (github.com/zenprospect/slate).
    ...{ method: 'GET', path: '/api/v1/contact_stages' },
    answer: z.strictObject({
      contact_stages: z.array(
        z.strictObject({
          ...{ id, team_id: id, display_name: z.string(), name: z.string(), display_order: z.number() },
          ...{ ignore_trigger_override: z.boolean().nullable(), category: z.string().nullable() },
        }),
      ),
    }),
  },
  {
    ...{ method: 'POST', path: '/api/v1/emailer_campaigns/search' },
    query: z.strictObject({ q_name: z.string().optional(), page, per_page }),
    answer: paged('emailer_campaigns', z.looseObject({ id, name: z.string(), num_steps: z.number() })),
  },
  {
    ...{ method: 'POST', path: '/api/v1/contacts/search' },
    body: z.strictObject({
      ...{ q_keywords: z.string().optional(), contact_label_ids: z.array(id).optional(), page, per_page },
      contact_stage_ids: z.array(id).optional(),
      sort_by_field: z.literal(['contact_last_activity_date', 'contact_created_at', 'contact_updated_at']).optional(),
      sort_ascending: z.boolean().optional(),
    }),
    answer: paged(
      'contacts',
      z.looseObject({
        ...{ id, first_name: z.string(), last_name: z.string(), email: z.string().nullable(), title: z.string() },
        ...{
          organization_name: z.string(),
          linkedin_url: z.string().nullable(),
          email_unsubscribed: z.boolean().nullable(),
        },
        ...{ label_ids: z.array(id), emailer_campaign_ids: z.array(id) },
        contact_campaign_statuses: z.array(z.looseObject({ emailer_campaign_id: id, status: z.string() })),
      }),
    ),
  },
  {
    ...{ method: 'GET', path: '/api/v1/emailer_messages/search' },
    query: z.strictObject({ 'emailer_campaign_ids[]': z.union([id, z.array(id)]).optional(), page, per_page }),
    answer: paged(
      'emailer_messages',
      z.looseObject({
        ...{ id, contact_id: id, emailer_campaign_id: id, to_email: z.string(), campaign_position: z.number() },
        ...{ status: z.string(), completed_at: z.iso.datetime().nullable() },
      }),
    ),
  },
];
