import { linkedinKey } from '@overture/domain/linkedin/linkedin-address';
import { trimTrailing } from '@overture/domain/text/text';
import { cutText } from '@overture/domain/text/text-bounds';
import { z } from 'zod';
import type { CrmConnection, CrmFound, CrmOutcome, CrmSearchKeys, CrmTarget, CrmWrite } from '../crm.port.ts';
import type { CrmHttp } from '../crm-http.api.ts';
import { piecesOf, shorten } from '../crm-http.api.ts';
import { REFERENCE_PROPERTY } from './hubspot-fields.transform.ts';

const VERSION = '2026-03';
const CONTACTS = `/crm/objects/${VERSION}/contacts`;
/** Of one filter IN. */
const MOST_SEARCH_VALUES = 100;
const idSchema = z.string().regex(/^\d{1,30}$/);
const recordSchema = z.object({
  id: idSchema,
  properties: z.record(z.string(), z.string().nullable()).default({}),
  url: z.string().optional(),
});
const errorSchema = z.object({
  message: z.string().default(''),
  category: z.string().optional(),
  context: z.record(z.string(), z.array(z.string())).default({}),
});
const batchSchema = z.object({
  results: z.array(recordSchema).max(200).default([]),
  errors: z.array(errorSchema).max(200).default([]),
});
const listSchema = z.object({
  results: z.array(recordSchema).max(200),
  paging: z.object({ next: z.object({ after: z.string().max(200) }).optional() }).optional(),
});
type Record_ = z.output<typeof recordSchema>;

/** Records by one of their properties: reads of the store itself, not of a search index. */
async function fetchContacts(
  http: CrmHttp,
  connection: CrmConnection,
  by: string | null,
  ids: readonly string[],
  properties: readonly string[],
): Promise<Record_[]> {
  const found: Record_[] = [];
  for (const piece of piecesOf([...new Set(ids)], 100)) {
    const json = {
      ...(by === null ? {} : { idProperty: by }),
      inputs: piece.map((id) => ({ id })),
      properties: [...new Set([...properties, ...(by === null ? [] : [by])])],
    };
    const { results } = await http.read(connection, batchSchema, {
      path: `${CONTACTS}/batch/read`,
      json,
      effect: 'repeatable',
    });
    found.push(...results);
  }
  return found;
}

export async function findContacts(
  http: CrmHttp,
  connection: CrmConnection,
  target: CrmTarget,
  searched: readonly CrmSearchKeys[],
  fields: readonly string[],
): Promise<Map<string, CrmFound>> {
  const found = new Map<string, CrmFound>();
  const take = async (by: string | null, keyOf: (one: CrmSearchKeys) => string | null): Promise<void> => {
    const open = searched.filter((one) => !found.has(one.key) && keyOf(one));
    if (open.length === 0) return;
    const records = await fetchContacts(
      http,
      connection,
      by,
      open.map((one) => keyOf(one) as string),
      fields,
    );
    const byValue = new Map(
      records.map((record) => [(by === null ? record.id : record.properties[by])?.toLowerCase(), record]),
    );
    for (const one of open) {
      const record = byValue.get(keyOf(one)?.toLowerCase());
      if (record !== undefined) found.set(one.key, presentRecord(record));
    }
  };
  await take(null, (one) => one.known_id);
  if (target.reference_field !== null) await take(target.reference_field, (one) => one.reference);
  await take('email', (one) => one.email);
  const open = searched.filter((one) => !found.has(one.key) && one.linkedin_url !== null);
  if (target.linkedin_field !== null)
    await findByLinkedin(http, connection, target.linkedin_field, open, fields, found);
  return found;
}

async function findByLinkedin(
  http: CrmHttp,
  connection: CrmConnection,
  propertyName: string,
  searched: readonly CrmSearchKeys[],
  fields: readonly string[],
  found: Map<string, CrmFound>,
): Promise<void> {
  for (const piece of piecesOf(searched, Math.floor(MOST_SEARCH_VALUES / 4))) {
    const values = piece.flatMap((one) => toSearchForms(one.linkedin_url as string));
    const json = {
      filterGroups: [{ filters: [{ propertyName, operator: 'IN', values }] }],
      properties: [...fields, propertyName],
      limit: 100,
    };
    const { results } = await http.read(connection, listSchema, {
      path: `${CONTACTS}/search`,
      json,
      effect: 'repeatable',
    });
    for (const one of piece) {
      const wanted = linkedinKey(one.linkedin_url as string);
      const record = results.find(({ properties }) => linkedinKey(properties[propertyName] ?? '') === wanted);
      if (record !== undefined) found.set(one.key, presentRecord(record));
    }
  }
}

/** Searching compares lower-case texts letter by letter, and people store an address in several forms. */
function toSearchForms(linkedin_url: string): string[] {
  const bare = trimTrailing(linkedin_url.toLowerCase().replace(/^https?:\/\/(?:www\.)?/, ''), '/');
  return [`https://www.${bare}`, `https://www.${bare}/`, `https://${bare}`, `http://www.${bare}`];
}

const presentRecord = ({ id, properties, url }: Record_): CrmFound => ({
  id,
  url: url ?? null,
  values: Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, value ?? ''])),
});

/**
 * New contacts are upserted by our reference, which is unique: the same write twice is one record. Existing ones are
 * updated by id. After a refused batch each contact is written alone, and one invalid value blocks no other contact.
 */
export async function writeContacts(
  http: CrmHttp,
  connection: CrmConnection,
  target: CrmTarget,
  writes: readonly CrmWrite[],
): Promise<CrmOutcome[]> {
  const added = writes.filter(({ id }) => id === null);
  const changed = writes.filter(({ id }) => id !== null);
  return [
    ...(added.length > 0
      ? await writeBatch(http, connection, target, added, target.reference_field ? 'upsert' : 'create')
      : []),
    ...(changed.length > 0 ? await writeBatch(http, connection, target, changed, 'update') : []),
  ];
}

type Verb = 'upsert' | 'create' | 'update';

async function writeBatch(
  http: CrmHttp,
  connection: CrmConnection,
  target: CrmTarget,
  writes: readonly CrmWrite[],
  verb: Verb,
): Promise<CrmOutcome[]> {
  const inputs = writes.map((write) => toInput(target, write, verb));
  const effect = verb === 'create' ? 'sends' : 'repeatable';
  const call = { path: `${CONTACTS}/batch/${verb}`, json: { inputs }, effect } as const;
  const answer = await http.read(connection, batchSchema, call).catch((error: unknown) => {
    const isRefused = (error as { kind?: unknown }).kind === 'rejected';
    if (!isRefused) throw error;
    return {
      results: [],
      errors: [{ message: (error as Error).message, category: (error as { code?: string }).code, context: {} }],
    };
  });
  if (
    answer.results.length === 0 &&
    writes.length > 1 &&
    answer.errors.every(({ context }) => Object.keys(context).length === 0)
  ) {
    const alone: CrmOutcome[] = [];
    for (const write of writes) alone.push(...(await writeBatch(http, connection, target, [write], verb)));
    return alone;
  }
  return writes.map((write) => outcomeOf(write, verb, answer, writes.length === 1));
}

function toInput(target: CrmTarget, { id, reference, values, owner_id }: CrmWrite, verb: Verb) {
  const properties: Record<string, string> = {
    ...values,
    ...(owner_id === null ? {} : { hubspot_owner_id: owner_id }),
  };
  if (target.reference_field !== null) properties[target.reference_field] = reference;
  if (verb === 'update') return { id, properties };
  if (verb === 'upsert')
    return { idProperty: REFERENCE_PROPERTY, id: reference, properties, objectWriteTraceId: reference };
  return { properties, objectWriteTraceId: reference, associations: [] };
}

function outcomeOf(write: CrmWrite, verb: Verb, answer: z.output<typeof batchSchema>, isAlone: boolean): CrmOutcome {
  const { key, reference, values } = write;
  const mine = answer.results.find(({ id, properties }) =>
    verb === 'update'
      ? id === write.id
      : properties[REFERENCE_PROPERTY] === reference || (verb === 'create' && isSame(properties, values)),
  );
  if (mine !== undefined)
    return { key, outcome: write.id === null ? 'created' : 'updated', id: mine.id, url: mine.url ?? null };
  const error = isAlone
    ? answer.errors[0]
    : answer.errors.find(({ context }) =>
        [context.objectWriteTraceId, context.id, context.ids]
          .flat()
          .some((one) => one === reference || one === write.id),
      );
  if (error === undefined) return { key, outcome: 'unknown' };
  const existing = /Existing ID: (\d{1,30})/.exec(cutText(error.message, 1_000))?.[1];
  if (existing !== undefined) return { key, outcome: 'exists', id: existing };
  return { key, outcome: 'refused', reason: shorten(error.message), code: error.category ?? null };
}

const isSame = (properties: Record<string, string | null>, values: Record<string, string>): boolean =>
  values.email !== undefined && properties.email?.toLowerCase() === values.email.toLowerCase();

/** Contacts by the time of their last change. Searching ends at 10,000 hits, so a page continues after the last one's time. */
export async function listChanged(
  http: CrmHttp,
  connection: CrmConnection,
  given: { since: Date | null; next: string | null; properties: string[]; limit: number },
): Promise<{ records: Record_[]; next: string | null }> {
  const [from, after] = (given.next ?? `${given.since?.getTime() ?? 0} `).split(' ') as [string, string];
  const json = {
    filterGroups: [{ filters: [{ propertyName: 'lastmodifieddate', operator: 'GTE', value: from }] }],
    sorts: [{ propertyName: 'lastmodifieddate', direction: 'ASCENDING' }],
    properties: given.properties,
    limit: given.limit,
    ...(after ? { after } : {}),
  };
  const { results, paging } = await http.read(connection, listSchema, {
    path: `${CONTACTS}/search`,
    json,
    effect: 'repeatable',
  });
  const next = paging?.next?.after;
  if (next === undefined) return { records: results, next: null };
  const last = Date.parse(results.at(-1)?.properties.lastmodifieddate ?? '');
  return { records: results, next: Number(next) < 9_000 || !(last > Number(from)) ? `${from} ${next}` : `${last} ` };
}
