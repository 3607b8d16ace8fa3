import { z } from 'zod';
import { callTool, orNone } from '../tool-client.ts';
import { nextOffset, type PageCall } from '../tool-stages.ts';

const id = z.string().min(1).max(100);
const text = z.string().nullish();

export const entrySchema = z.object({ _id: id, value: z.string() });

const stepSchema = z.object({
  type: z.string(),
  delay: z.number().nullish().catch(null),
  index: z.number().nullish().catch(null),
  ...{ subject: text.catch(null), message: text.catch(null), abTest: z.unknown().optional() },
});
const sequenceSchema = z.object({
  parentId: text,
  level: z.number().nullish().catch(null),
  steps: z.array(stepSchema).max(500),
});
/** Sequences by id: the first one, and those behind its conditions. */
export const campaignSchema = z.object({
  _id: id,
  name: z.string().catch(''),
  sequences: z.record(z.string(), sequenceSchema).nullable().catch(null),
});

/** Everything else that a lead has is a variable. */
export const leadSchema = z.looseObject({
  ...{ _id: text, email: text, firstName: text, lastName: text, companyName: text, companyDomain: text },
  ...{ jobTitle: text, phone: text, linkedinUrl: text, location: text },
  ...{ state: text.catch(null), lastState: text.catch(null) },
  isPaused: z.boolean().nullish().catch(null),
});

export const activitySchema = z.object({
  _id: id,
  type: z.string(),
  ...{ createdAt: z.unknown().optional(), leadEmail: text, email: text, linkedinUrl: text },
});

export type LemlistEntry = z.output<typeof entrySchema>;
export type LemlistCampaign = z.output<typeof campaignSchema>;
export type LemlistLead = z.output<typeof leadSchema>;
export type LemlistActivity = z.output<typeof activitySchema>;

const call = <Schema extends z.ZodType>(
  { http, manifest, api_url, api_key, signal }: PageCall,
  path: string,
  { query = {}, schema }: { query?: Record<string, string | number>; schema: Schema },
) => {
  // The user name is empty, the key is the password.
  const authorization = `Basic ${Buffer.from(`:${api_key}`).toString('base64')}`;
  const names = Object.entries(query).map(([name, value]) => [name, String(value)]);
  const url = `${api_url}/api${path}${names.length > 0 ? `?${new URLSearchParams(names)}` : ''}`;
  return callTool(http, manifest, { url, headers: { authorization }, schema, signal });
};

/** One page of a list without a total. @throws ProviderError */
export async function fetchPage(path: string, page: PageCall, filter: Record<string, string> = {}) {
  const { limit, offset } = page;
  const items = await call(page, path, { query: { ...filter, offset, limit }, schema: z.array(z.unknown()) });
  return { items, next: nextOffset(page, items.length) };
}

const campaigns = z.union([
  z.array(z.unknown()),
  z.object({ campaigns: z.array(z.unknown()) }).transform((answer) => answer.campaigns),
]);
const listed = z.looseObject({ _id: id });

/** Campaigns, the oldest first, each with its sequences. @throws ProviderError */
export async function fetchCampaigns(page: PageCall) {
  const { limit, offset } = page;
  const query = { version: 'v2', sortBy: 'createdAt', sortOrder: 'asc', page: offset / limit + 1, limit };
  const found = await call(page, '/campaigns', { query, schema: campaigns });
  const items: unknown[] = [];
  for (const item of found) {
    const campaign = listed.safeParse(item).data;
    if (!campaign) items.push(item);
    else items.push({ ...campaign, sequences: await fetchSequences(page, campaign._id) });
  }
  return { items, next: nextOffset(page, found.length) };
}

const fetchSequences = (page: PageCall, campaign: string) =>
  orNone(call(page, `/campaigns/${encodeURIComponent(campaign)}/sequences`, { schema: z.unknown() }));

/** All leads of a campaign: the export has no pages. @throws ProviderError */
export async function fetchLeads(page: PageCall) {
  const path = `/campaigns/${encodeURIComponent(page.of)}/export/leads`;
  const items = await call(page, path, { query: { state: 'all', format: 'json' }, schema: z.array(z.unknown()) });
  return { items, next: null };
}
