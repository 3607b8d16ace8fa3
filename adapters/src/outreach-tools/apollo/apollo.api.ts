import { z } from 'zod';
import { ProviderError } from '../../kit/errors.ts';
import { callTool, type ToolRequest, toUnreadable } from '../tool-client.ts';
import type { PageCall } from '../tool-stages.ts';

const id = z.string().min(1).max(100);
const text = z.string().nullish();
const evidence = z.unknown().optional();

export const accountSchema = z.object({ id, email: z.string() });
export const labelSchema = z.object({ id, name: z.string(), modality: text });
export const campaignSchema = z.object({ id, name: z.string().catch(''), num_steps: z.number().nullish().catch(null) });

const statusSchema = z.object({ emailer_campaign_id: id, status: text, inactive_reason: text });
export const contactSchema = z.object({
  id,
  ...{ email: text, first_name: text, last_name: text, title: text, linkedin_url: text, organization_name: text },
  ...{ sanitized_phone: text, city: text, country: text, email_unsubscribed: z.boolean().nullish().catch(null) },
  account: z.object({ website_url: text }).nullish().catch(null),
  label_ids: z.array(id).max(1000).nullish().catch(null),
  emailer_campaign_ids: z.array(id).max(1000).nullish().catch(null),
  contact_campaign_statuses: z.array(statusSchema).max(1000).nullish().catch(null),
});

/** What suppresses a contact in one of the stages that ask for it. */
export const blockedSchema = z.object({ id, email: text, linkedin_url: text, sanitized_phone: text });

export const messageSchema = z.object({
  id,
  contact_id: id,
  to_email: text,
  campaign_position: z.number().int().nullish().catch(null),
  ...{ completed_at: evidence, replied: evidence, bounce: evidence },
});

export type ApolloAccount = z.output<typeof accountSchema>;
export type ApolloLabel = z.output<typeof labelSchema>;
export type ApolloCampaign = z.output<typeof campaignSchema>;
export type ApolloContact = z.output<typeof contactSchema>;
export type ApolloBlocked = z.output<typeof blockedSchema>;
export type ApolloMessage = z.output<typeof messageSchema>;

/** A search shows so many, page after page. */
const MOST_OF_A_SEARCH = 50_000;

const pagination = z.object({ total_entries: z.number() });

interface Request {
  method: 'GET' | 'POST';
  path: string;
  /** Name of the list in the answer. */
  list: string;
  query?: Record<string, string>;
  /** Sent with the page; else the page goes into the query. */
  body?: object;
  /** Said where Apollo shows only a part, and a part would be wrong. */
  too_many?: string;
}

/** Who was written to is known from all of them. */
export const TOO_MANY_MESSAGES =
  "Apollo shows 50,000 emails of a sequence, and one has more: we can't see who was contacted. Delete that sequence there, or import its export.";

/** @throws ProviderError */
function callApollo<Schema extends z.ZodType>(
  path: string,
  { http, manifest, api_url, api_key, signal }: PageCall,
  request: Pick<ToolRequest<Schema>, 'method' | 'json' | 'schema'>,
): Promise<z.output<Schema>> {
  const headers = { 'x-api-key': api_key };
  return callTool(http, manifest, { ...request, url: `${api_url}/api/v1${path}`, headers, signal });
}

/** One page. @throws ProviderError */
export async function fetchPage({ method, path, list, query = {}, body, too_many }: Request, call: PageCall) {
  const { manifest, limit, offset } = call;
  const page = { page: offset / limit + 1, per_page: limit };
  const names = Object.entries({ ...query, ...(body ? {} : page) }).map(([name, value]) => [name, String(value)]);
  const address = `${path}${names.length > 0 ? `?${new URLSearchParams(names)}` : ''}`;
  const json = body && { ...body, ...page };
  const schema = z.looseObject({ pagination: pagination.optional() }).and(z.record(z.string(), z.unknown()));
  const answer = await callApollo(address, call, { method, json, schema });
  const parsed = z.array(z.unknown()).safeParse(answer[list]);
  if (!parsed.success) throw toUnreadable(manifest, parsed.error);
  const items = parsed.data;
  const total = answer.pagination?.total_entries;
  if (too_many && total !== undefined && total > MOST_OF_A_SEARCH)
    throw new ProviderError('rejected', too_many, { concerns: 'service' });
  return { items, next: nextPage(call, items.length, total) };
}

/** Pages go by number. A total that is less than what was found is none. */
function nextPage({ offset, limit }: PageCall, found: number, total: number | undefined): string | null {
  const next = offset + limit;
  const isCounted = total !== undefined && total >= offset + found;
  return found === 0 || (isCounted && next >= Math.min(total, MOST_OF_A_SEARCH)) ? null : String(next);
}

const stageSchema = z.object({ id, name: z.string(), display_name: text });
const stagesSchema = z.object({ contact_stages: z.array(stageSchema).max(1000) });
const NEVER = /\b(do\s?n[o'’]?t|never)\b/i;
const WAYS = /\b(contact|(e\s?)?mail|call|message|disturb)\b/i;
const NAMED = /\bdn[cd]\b|un\s?subscribe|\bopt(ed)?\s?out|(black|block|suppression)\s?list|\bsuppressed\b/i;

/** `do_not_contact`, `Do-Not-Contact` and `DoNotContact` as words. */
const splitName = (name: string): string => name.replace(/[_-]/g, ' ').replace(/([a-z])(?=[A-Z])/g, '$1 ');

/** Teams name their stages themselves; Apollo's own is *Do Not Contact*, for those who unsubscribe too. */
const asksForNoContact = ({ name, display_name }: z.output<typeof stageSchema>): boolean =>
  [name, display_name ?? '']
    .map(splitName)
    .some((words) => (NEVER.test(words) && WAYS.test(words)) || NAMED.test(words));

const TOO_MANY_BLOCKED =
  'Apollo shows 50,000 contacts of a search, and more are in stages like Do Not Contact. Export them there, and add them to your suppression list before you import.';

/**
 * A page of the contacts in stages that ask for no contact. The stages are asked for with each page: they are one small call, and
 * one that is renamed while we read must not let its contacts through.
 * @throws ProviderError
 */
export async function fetchBlocked(search: Request, call: PageCall) {
  const { contact_stages } = await callApollo('/contact_stages', call, { schema: stagesSchema });
  const contact_stage_ids = contact_stages.filter(asksForNoContact).map(({ id }) => id);
  if (contact_stage_ids.length === 0) return { items: [], next: null };
  return fetchPage({ ...search, body: { ...search.body, contact_stage_ids }, too_many: TOO_MANY_BLOCKED }, call);
}

const all = z.union([
  z.array(z.unknown()),
  z.object({ email_accounts: z.array(z.unknown()) }).transform(({ email_accounts }) => email_accounts),
]);

/** A list without pages. @throws ProviderError */
export async function fetchAll(path: string, call: PageCall) {
  return { items: await callApollo(path, call, { schema: all }), next: null };
}
