import { z } from 'zod';
import { isProviderError } from '../../kit/errors.ts';
import type { CrmConnection, CrmField, CrmFound, CrmOutcome, CrmSearchKeys, CrmTarget, CrmWrite } from '../crm.port.ts';
import { type CrmHttp, shorten } from '../crm-http.api.ts';
import { fieldSchema, personSchema, presentPerson, REFERENCE_NAME, toPerson } from './person.transform.ts';

const PERSONS = '/api/v2/persons';
const cursor = z.object({ next_cursor: z.string().max(1_000).nullish() }).nullish();
const onePerson = z.object({ data: personSchema });
export const manyPersons = z.object({ data: z.array(personSchema).max(500).nullable(), additional_data: cursor });
const manyFields = z.object({ data: z.array(fieldSchema).max(500), additional_data: cursor });
const found = z.object({
  data: z.object({
    items: z
      .array(z.object({ item: z.object({ id: z.coerce.string().regex(/^\d{1,20}$/), name: z.string().nullish() }) }))
      .max(100),
  }),
});
const created = z.object({ data: z.object({ id: z.coerce.string().regex(/^\d{1,20}$/) }) });
const MOST_PAGES = 40;
/** Their clock and ours may differ. */
const CLOCKS_DIFFER_IN_MS = 120_000;

export async function listPersonFields(http: CrmHttp, connection: CrmConnection) {
  const fields: z.output<typeof fieldSchema>[] = [];
  let next = '';
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const path = `/api/v2/personFields?limit=500&include_fields=required_fields${next && `&cursor=${encodeURIComponent(next)}`}`;
    const { data, additional_data } = await http.read(connection, manyFields, { path, effect: 'repeatable' });
    fields.push(...data);
    next = additional_data?.next_cursor ?? '';
    if (next === '') break;
  }
  return fields;
}

/** The custom field for our reference, made on first use; null where the account does not let us. */
export async function makeReference(
  http: CrmHttp,
  connection: CrmConnection,
): Promise<Pick<CrmTarget, 'reference_field' | 'lacks_reference_grant'>> {
  const find = async (): Promise<string | null> =>
    (await listPersonFields(http, connection)).find(({ field_name }) => field_name === REFERENCE_NAME)?.field_code ??
    null;
  const known = await find();
  if (known !== null) return { reference_field: known, lacks_reference_grant: false };
  const json = { field_name: REFERENCE_NAME, field_type: 'varchar' };
  try {
    await http.read(connection, z.unknown(), { path: '/api/v2/personFields', json, effect: 'repeatable' });
  } catch (error) {
    if (!isProviderError(error, 'rejected')) throw error;
    // Of the account, not of the field: the sign-in has no scope for fields.
    return { reference_field: null, lacks_reference_grant: error.concerns === 'sender' };
  }
  return { reference_field: await find(), lacks_reference_grant: false };
}

export async function findPersons(
  http: CrmHttp,
  connection: CrmConnection,
  target: CrmTarget,
  searched: readonly CrmSearchKeys[],
): Promise<Map<string, CrmFound>> {
  const matches = new Map<string, CrmFound>();
  for (const one of searched) {
    const person =
      (await findById(http, connection, one.known_id)) ??
      (await findWritten(http, connection, target, one)) ??
      (await search(http, connection, 'custom_fields', target.reference_field && one.reference)) ??
      (await search(http, connection, 'email', one.email)) ??
      (await search(http, connection, 'custom_fields', target.linkedin_field && one.linkedin_url));
    if (person !== null) matches.set(one.key, presentPerson(person));
  }
  return matches;
}

type Person = z.output<typeof personSchema>;

async function findById(http: CrmHttp, connection: CrmConnection, id: string | null): Promise<Person | null> {
  if (id === null) return null;
  try {
    return (
      await http.read(connection, onePerson, { path: `${PERSONS}/${encodeURIComponent(id)}`, effect: 'repeatable' })
    ).data;
  } catch (error) {
    if (isProviderError(error, 'not_found')) return null;
    throw error;
  }
}

/** The search index may be behind: what was written a moment ago is looked for in the list itself. */
async function findWritten(
  http: CrmHttp,
  connection: CrmConnection,
  target: CrmTarget,
  one: CrmSearchKeys,
): Promise<Person | null> {
  if (one.written_since === null) return null;
  const since = new Date(one.written_since.getTime() - CLOCKS_DIFFER_IN_MS).toISOString().replace(/\.\d+/, '');
  let next = '';
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const path = `${PERSONS}?updated_since=${since}&limit=500&sort_by=update_time&sort_direction=desc${next && `&cursor=${encodeURIComponent(next)}`}`;
    const { data, additional_data } = await http.read(connection, manyPersons, { path, effect: 'repeatable' });
    const mine = data?.find((person) => isTheirs(person, target, one));
    if (mine !== undefined) return mine;
    next = additional_data?.next_cursor ?? '';
    if (next === '') break;
  }
  return null;
}

function isTheirs(person: Person, { reference_field }: CrmTarget, one: CrmSearchKeys): boolean {
  const { values } = presentPerson(person);
  if (reference_field !== null) return values[reference_field] === one.reference;
  return one.email === null ? person.name === one.name : values.email?.toLowerCase() === one.email.toLowerCase();
}

async function search(
  http: CrmHttp,
  connection: CrmConnection,
  fields: string,
  term: string | null,
): Promise<Person | null> {
  if (term === null || term.length < 2) return null;
  const path = `${PERSONS}/search?term=${encodeURIComponent(term)}&fields=${fields}&exact_match=true&limit=10`;
  const { data } = await http.read(connection, found, { path, effect: 'repeatable' });
  return findById(http, connection, data.items[0]?.item.id ?? null);
}

/** One person: nothing of this vendor writes several. */
export async function writePerson(
  http: CrmHttp,
  connection: CrmConnection,
  target: CrmTarget,
  write: CrmWrite,
  organizations: Map<string, string>,
): Promise<CrmOutcome> {
  const { key, id } = write;
  try {
    const org_id = await findOrganization(http, connection, write.values.org_name, organizations);
    const json = toPerson(write, {
      org_id,
      reference_field: target.reference_field,
      fields: target.fields as CrmField[],
    });
    const call =
      id === null
        ? ({ path: PERSONS, json, effect: 'sends' } as const)
        : ({ path: `${PERSONS}/${encodeURIComponent(id)}`, method: 'PATCH', json, effect: 'repeatable' } as const);
    const answer = await http.read(connection, created, call);
    return { key, outcome: id === null ? 'created' : 'updated', id: answer.data.id, url: null };
  } catch (error) {
    if (isProviderError(error, 'unknown_outcome')) return { key, outcome: 'unknown' };
    if (isProviderError(error, 'rejected') && error.concerns === 'message')
      return { key, outcome: 'refused', reason: shorten(error.message), code: error.code };
    throw error;
  }
}

/** The organization of that name, made where there is none. */
async function findOrganization(
  http: CrmHttp,
  connection: CrmConnection,
  name: string | undefined,
  known: Map<string, string>,
): Promise<string | null> {
  if (name === undefined || name.length < 2) return null;
  const folded = name.toLowerCase();
  const remembered = known.get(folded);
  if (remembered !== undefined) return remembered;
  const path = `/api/v2/organizations/search?term=${encodeURIComponent(name)}&fields=name&exact_match=true&limit=10`;
  const { data } = await http.read(connection, found, { path, effect: 'repeatable' });
  const match = data.items.find(({ item }) => item.name?.toLowerCase() === folded)?.item.id;
  // An organization twice is a nuisance, a person lost is worse: what may have been made already is asked for again.
  const made =
    match ??
    (await http.read(connection, created, { path: '/api/v2/organizations', json: { name }, effect: 'repeatable' })).data
      .id;
  if (known.size >= 5_000) known.clear();
  known.set(folded, made);
  return made;
}
