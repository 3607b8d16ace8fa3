import { z } from 'zod';
import { callTool, orNone } from '../tool-client.ts';
import { nextOffset, type PageCall } from '../tool-stages.ts';

/** Numbers of Smartlead are sometimes texts. */
const id = z.union([z.number(), z.string().min(1).max(100)]).transform(String);
const text = z.string().nullish();
const flag = z.boolean().nullish();

export const entrySchema = z.object({ id, email_or_domain: z.string() });
export const accountSchema = z.object({ id, from_name: text, from_email: z.string() });
const delay = z.coerce.number().nullish();
const variantSchema = z.object({ subject: text, email_body: text, is_deleted: flag });
const sequenceSchema = z.object({
  seq_number: z.coerce.number().int().min(1).max(1000),
  subject: text,
  email_body: text,
  seq_delay_details: z.object({ delayInDays: delay, delay_in_days: delay }).nullish(),
  sequence_variants: z.array(variantSchema).max(100).nullish(),
});

/** A campaign with a parent is a subsequence. One whose texts can't be read is kept: its leads were written to. */
export const campaignSchema = z.object({
  id,
  name: z.string().catch(''),
  parent_campaign_id: id.nullish().catch(null),
  sequences: z.array(sequenceSchema).max(500).nullable().catch(null),
});

export const leadSchema = z.object({
  ...{ status: text, lead_category_id: id.nullish().catch(null) },
  lead: z.object({
    id,
    email: text,
    ...{ first_name: text, last_name: text, company_name: text, website: text, company_url: text },
    ...{ phone_number: z.union([z.string(), z.number()]).nullish(), location: text, linkedin_profile: text },
    custom_fields: z.record(z.string(), z.unknown()).nullish().catch(null),
    is_unsubscribed: flag,
    unsubscribed_client_id_map: z.unknown().optional(),
  }),
});

/** One message. A text that is none of a time still shows that something happened. */
export const statisticSchema = z.object({
  stats_id: id,
  lead_email: z.string(),
  sequence_number: z.coerce.number().int().nullish().catch(null),
  ...{ sent_time: z.unknown().optional(), reply_time: z.unknown().optional() },
  ...{ is_unsubscribed: flag.catch(null), is_bounced: flag.catch(null), lead_category: text.catch(null) },
});

export type SmartleadEntry = z.output<typeof entrySchema>;
export type SmartleadAccount = z.output<typeof accountSchema>;
export type SmartleadCampaign = z.output<typeof campaignSchema>;
export type SmartleadLead = z.output<typeof leadSchema>;
export type SmartleadStatistic = z.output<typeof statisticSchema>;

/** Lists come alone, or within `data`. */
const envelope = z.union([
  z.array(z.unknown()).transform((data) => ({ data, total: undefined })),
  z
    .object({
      data: z.array(z.unknown()),
      total_leads: z.coerce.number().optional(),
      total_stats: z.coerce.number().optional(),
    })
    .transform(({ data, total_leads, total_stats }) => ({ data, total: total_leads ?? total_stats })),
]);

const callPath = async (path: string, { http, manifest, api_url, api_key, signal }: PageCall, query: object = {}) => {
  const names = Object.entries({ api_key, ...query }).map(([name, value]) => [name, String(value)]);
  const url = `${api_url}/api/v1${path}?${new URLSearchParams(names)}`;
  return callTool(http, manifest, { url, schema: envelope, signal });
};

/** One page by offset. @throws ProviderError */
export async function fetchPage(path: string, call: PageCall) {
  const { limit, offset } = call;
  const { data, total } = await callPath(path, call, { offset, limit });
  return { items: data, next: nextOffset(call, data.length, total) };
}

/** Campaigns by id: the list itself has no pages. Each with its steps. @throws ProviderError */
export async function fetchCampaigns(call: PageCall) {
  const { data } = await callPath('/campaigns/', call);
  const ids = new Map<number, object>();
  // Named among what is left out: leads of a campaign that is passed over silently would be greeted again.
  const items: unknown[] = [];
  for (const one of data) {
    const campaign = listed.safeParse(one).data;
    if (campaign) ids.set(campaign.id, campaign);
    else if (call.after === null) items.push(one);
  }
  const rest = [...ids].filter(([at]) => at > Number(call.after ?? 0)).sort(([a], [b]) => a - b);
  const page = rest.slice(0, call.limit);
  for (const [at, campaign] of page) {
    const steps = await orNone(callPath(`/campaigns/${at}/sequences`, call));
    items.push({ ...campaign, sequences: steps?.data ?? null });
  }
  return { items, next: rest.length > page.length ? String(page.at(-1)![0]) : null };
}

const listed = z.looseObject({ id: z.coerce.number().int().positive() });
