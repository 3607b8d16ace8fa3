import { z } from 'zod';
import { callTool } from '../tool-client.ts';
import type { PageCall } from '../tool-stages.ts';

const id = z.string().min(1).max(100);
const text = z.string().nullish();

export const entrySchema = z.object({ id, bl_value: z.string() });
export const accountSchema = z.object({ email: z.string(), first_name: text, last_name: text });
export const listSchema = z.object({ id, name: z.string() });
export const subsequenceSchema = z.object({ id, name: z.string(), parent_campaign: text });

const variantSchema = z.object({ subject: text, body: text, v_disabled: z.boolean().nullish() });
const stepSchema = z.object({
  delay: z.number().nullish(),
  delay_unit: z.enum(['minutes', 'hours', 'days']).nullish(),
  variants: z.array(variantSchema).max(100).nullish(),
});
export const campaignSchema = z.object({
  id,
  name: z.string(),
  sequences: z.array(z.object({ steps: z.array(stepSchema).max(500) })).nullish(),
});

/** Shows that something was sent to a lead. A form that is not expected must not hide it. */
const evidence = z.unknown().optional();

export const leadSchema = z.object({
  id,
  campaign: text,
  list_id: text,
  email: text,
  first_name: text,
  last_name: text,
  company_name: text,
  company_domain: text,
  job_title: text,
  phone: text,
  website: text,
  personalization: text,
  status: z.number().nullish(),
  email_reply_count: z.number().nullish(),
  lt_interest_status: z.number().nullish(),
  timestamp_last_contact: evidence,
  timestamp_last_reply: evidence,
  subsequence_id: text,
  status_summary: z.object({ lastStep: evidence }).nullish().catch(null),
  ...{ last_step_id: evidence, last_step_timestamp_executed: evidence, last_contacted_from: evidence },
  ...{ email_open_count: evidence, email_click_count: evidence },
  ...{ timestamp_last_open: evidence, timestamp_last_click: evidence, status_summary_subseq: evidence },
  payload: z.record(z.string(), z.unknown()).nullish(),
});

export type InstantlyEntry = z.output<typeof entrySchema>;
export type InstantlyAccount = z.output<typeof accountSchema>;
export type InstantlyList = z.output<typeof listSchema>;
export type InstantlySubsequence = z.output<typeof subsequenceSchema>;
export type InstantlyCampaign = z.output<typeof campaignSchema>;
export type InstantlyLead = z.output<typeof leadSchema>;

const envelope = z.object({ items: z.array(z.unknown()), next_starting_after: text });

/** One page. Leads are listed by POST, because their filters are too many for a query. @throws ProviderError */
export async function fetchPage(method: 'GET' | 'POST', path: string, call: PageCall) {
  const { http, manifest, api_url, api_key, limit, after, signal } = call;
  const page = { limit, ...(after === null ? {} : { starting_after: after }) };
  const query = Object.entries(page).map(([name, value]) => [name, String(value)]);
  const headers = { authorization: `Bearer ${api_key}` };
  const json = method === 'POST' ? page : undefined;
  const url = `${api_url}${path}${method === 'GET' ? `?${new URLSearchParams(query)}` : ''}`;
  const { items, next_starting_after } = await callTool(http, manifest, {
    url,
    headers,
    json,
    schema: envelope,
    signal,
  });
  return { items, next: items.length === 0 ? null : next_starting_after || null };
}
