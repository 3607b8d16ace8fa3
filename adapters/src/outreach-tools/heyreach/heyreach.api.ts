import { z } from 'zod';
import { callTool, orNone } from '../tool-client.ts';
import { nextOffset, type PageCall } from '../tool-stages.ts';

const id = z.union([z.number(), z.string().min(1).max(100)]).transform(String);
const text = z.string().nullish();

export const accountSchema = z.object({ id, firstName: text, lastName: text, emailAddress: text });
export const listSchema = z.object({ id, name: z.string().catch(''), listType: text });

const nodeSchema = z.object({
  nodeType: z.string(),
  actionDelay: z.number().nullish().catch(null),
  actionDelayUnit: text,
  payload: z
    .object({ messages: z.array(z.string()).max(100).nullish().catch(null), message: text, subject: text })
    .nullish()
    .catch(null),
  ...{ conditionalNode: z.unknown().optional(), unconditionalNode: z.unknown().optional() },
});
/** One without a sequence is a draft there. */
export const campaignSchema = z.object({ id, name: z.string().catch(''), sequence: z.unknown().optional() });

const profile = {
  ...{ firstName: text, lastName: text, location: text, companyName: text, position: text, emailAddress: text },
};
const customFields = z
  .array(z.object({ name: z.string(), value: text }))
  .nullish()
  .catch(null);
export const leadSchema = z.object({
  id,
  ...{ leadCampaignStatus: text, leadConnectionStatus: text, leadMessageStatus: text },
  lastActionTime: z.unknown().optional(),
  linkedInUserProfile: z.object({ ...profile, profileUrl: z.string(), customUserFields: customFields }),
});
export const listLeadSchema = z.object({
  ...{ linkedin_id: text, ...profile, profileUrl: z.string(), customUserFields: customFields, customFields },
});

export const parseNode = (given: unknown): HeyreachNode | null => nodeSchema.safeParse(given).data ?? null;

export type HeyreachAccount = z.output<typeof accountSchema>;
export type HeyreachList = z.output<typeof listSchema>;
export type HeyreachNode = z.output<typeof nodeSchema>;
export type HeyreachCampaign = z.output<typeof campaignSchema>;
export type HeyreachLead = z.output<typeof leadSchema>;
export type HeyreachListLead = z.output<typeof listLeadSchema>;

const envelope = z.object({ totalCount: z.number(), items: z.array(z.unknown()) });

const call = <Schema extends z.ZodType>(
  { http, manifest, api_url, api_key, signal }: PageCall,
  path: string,
  { json, schema }: { json?: object; schema: Schema },
) => {
  const headers = { 'x-api-key': api_key };
  return callTool(http, manifest, { url: `${api_url}/api/public${path}`, headers, json, schema, signal });
};

/** One page. @throws ProviderError */
export async function fetchPage(path: string, page: PageCall, filter: object = {}) {
  const { limit, offset } = page;
  const { items, totalCount } = await call(page, path, { json: { ...filter, offset, limit }, schema: envelope });
  return { items, next: nextOffset(page, items.length, totalCount) };
}

const listed = z.looseObject({ id: z.union([z.number(), z.string()]) });

/** Campaigns, each with its sequence. @throws ProviderError */
export async function fetchCampaigns(page: PageCall) {
  const { items, next } = await fetchPage('/campaign/GetAll', page);
  const campaigns: unknown[] = [];
  for (const item of items) {
    const found = listed.safeParse(item).data;
    if (!found) campaigns.push(item);
    else campaigns.push({ ...found, sequence: await fetchSequence(page, found.id) });
  }
  return { items: campaigns, next };
}

const fetchSequence = (page: PageCall, campaign: number | string) =>
  orNone(
    call(page, `/campaign/GetCampaignSequence?campaignId=${encodeURIComponent(campaign)}`, { schema: z.unknown() }),
  );
