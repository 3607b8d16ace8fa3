import { z } from 'zod';
import type { GuardedHttp } from '../../kit/guarded-http.ts';
import { callTool } from '../tool-client.ts';
import { instantlyManifest } from './instantly.manifest.ts';

const id = z.string().min(1).max(100);
const text = z.string().nullish();

const entrySchema = z.object({ id, bl_value: z.string() });
const accountSchema = z.object({ email: z.string(), first_name: text, last_name: text });
const listSchema = z.object({ id, name: z.string() });
const subsequenceSchema = z.object({ id, name: z.string(), parent_campaign: text });

const variantSchema = z.object({ subject: text, body: text, v_disabled: z.boolean().nullish() });
const stepSchema = z.object({
  delay: z.number().nullish(),
  delay_unit: z.enum(['minutes', 'hours', 'days']).nullish(),
  variants: z.array(variantSchema).max(100).nullish(),
});
const campaignSchema = z.object({
  id,
  name: z.string(),
  sequences: z.array(z.object({ steps: z.array(stepSchema).max(500) })).nullish(),
});

/** Shows that something was sent to a lead. A form that is not expected must not hide it. */
const evidence = z.unknown().optional();

const leadSchema = z.object({
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

/** Kinds of objects, in the order in which they are read: who must not be contacted comes first. */
export const STAGES = {
  suppressions: { path: '/api/v2/block-lists-entries', schema: entrySchema, size: 100 },
  senders: { path: '/api/v2/accounts', schema: accountSchema, size: 100 },
  lists: { path: '/api/v2/lead-lists', schema: listSchema, size: 100 },
  // Texts of campaigns are long.
  campaigns: { path: '/api/v2/campaigns', schema: campaignSchema, size: 20 },
  subsequences: { path: '/api/v2/subsequences', schema: subsequenceSchema, size: 20 },
  leads: { path: '/api/v2/leads/list', schema: leadSchema, size: 100 },
} as const;
export type Stage = keyof typeof STAGES;

/** One page of a kind of objects. @throws ProviderError */
export async function fetchPage<S extends Stage>(
  http: GuardedHttp,
  request: { api_url: string; api_key: string; stage: S; after: string | null; signal: AbortSignal },
): Promise<{ items: z.output<(typeof STAGES)[S]['schema']>[]; next: string | null }> {
  const { path, schema, size } = STAGES[request.stage];
  const page = { limit: size, ...(request.after === null ? {} : { starting_after: request.after }) };
  const query = Object.entries(page).map(([name, value]) => [name, String(value)]);
  const headers = { authorization: `Bearer ${request.api_key}`, accept: 'application/json' };
  const shape = z.object({ items: z.array(schema), next_starting_after: text });
  const url = `${request.api_url}${path}`;
  // Leads are listed by POST, because their filters are too many for a query.
  const call =
    request.stage === 'leads'
      ? {
          url,
          method: 'POST' as const,
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(page),
        }
      : { url: `${url}?${new URLSearchParams(query)}`, headers };
  const answer = await callTool(http, instantlyManifest, { ...call, schema: shape, signal: request.signal });
  const items = answer.items as z.output<(typeof STAGES)[S]['schema']>[];
  return { items, next: items.length === 0 ? null : answer.next_starting_after || null };
}
