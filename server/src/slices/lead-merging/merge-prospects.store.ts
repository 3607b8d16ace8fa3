import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { KnownValues } from '@overture/domain/csv/import-choices';
import { INCOMING_FIELDS, type IncomingField } from '@overture/domain/leads/incoming-fields';
import { toSingleLine } from '@overture/domain/text/text';
import { type RawBuilder, sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';
import { acquireLock } from '../../kernel/db/advisory-locks.ts';
import { dropErased, hasErasures } from '../erased-people/index.ts';
import { insertFurtherSources, type LeadOrigin, openSource } from '../lead-sources/index.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization' | 'copy' | 'user'>;

/** The source of people who are added; every function that adds them asks for it. */
export interface Arrival {
  source: LeadOrigin;
  /** Row of the file for each person, in the order given. */
  rows?: readonly number[];
}

/** The source as it is stored, with the row of the file for the person `n` of those given. */
export interface StoredArrival {
  source_id: number;
  row: RawBuilder<unknown>;
}

export async function storeArrival(tx: Tx, { source, rows }: Arrival): Promise<StoredArrival> {
  const row = rows === undefined ? sql`null::int` : sql`(${[...rows]}::int[])[n]`;
  return { source_id: await openSource(tx, source), row };
}

/** Fields that are filled when they were empty; names have a rule of their own, addresses identify the person. */
export function fillableFields(fields: readonly IncomingField[]): IncomingField[] {
  return fields.filter(
    (field) => !['first_name', 'last_name', 'linkedin_profile_url', 'linkedin_key', 'custom'].includes(field),
  );
}

/** What becomes of the values of people who are known. An empty value changes nothing, and addresses and numbers that are known stay. */
export interface KnownRules {
  values: KnownValues;
  /** Keys of custom columns whose values go before what is known, even where only empty fields are filled. */
  replaced?: readonly string[];
  /** What changes is named in the temporary table `merged_changes (prospect_id, changes)`, as `restoreFields` takes it. */
  keeps_changes?: boolean;
}

const FILL_BLANKS: KnownRules = { values: 'fill' };

/** `erased`: places of rows (from 1) about people who were erased on request. They are left out. */
export interface Merged {
  has_changed_known: boolean;
  erased: number[];
  /** Places of rows whose profile is one lead's and whose email is another's: the email is left out. */
  conflicts: number[];
}

/**
 * Brings people in: known ones (by LinkedIn address, email, phone and name) have their empty fields filled, the others are added.
 * Afterwards the temporary table `merged_prospects (prospect_id, is_new)` of the transaction names every one of them.
 * @param incoming `given` rows of `fields` in COPY text format, cut anywhere; no LinkedIn key may occur twice
 */
export async function mergeProspects(
  tx: Tx,
  arrival: Arrival,
  incoming: readonly Uint8Array[],
  given: number,
  fields: readonly IncomingField[] = INCOMING_FIELDS,
  rules: KnownRules = FILL_BLANKS,
): Promise<Merged> {
  await lockMerges(tx);
  const stored = await storeArrival(tx, arrival);
  return mergeStaged(tx, incoming, given, { fields, rules, arrival: stored }, []);
}

/**
 * The same for the people of one request. Where all of them are new, as they mostly are, nothing is staged: their ids are answered, in
 * the order given, and `merged_prospects` is not made.
 * @param people values of `fields`, each a single line; no LinkedIn key may occur twice
 * @param isStaged true where `merged_prospects` is needed in any case
 */
export async function mergeFewProspects(
  tx: Tx,
  { source }: Pick<Arrival, 'source'>,
  people: readonly (readonly (string | null)[])[],
  fields: readonly IncomingField[],
  isStaged: boolean,
): Promise<Merged & { new_ids: number[] | null }> {
  await lockMerges(tx);
  const arrival = await storeArrival(tx, { source });
  const isAtOnce = !isStaged && !(await hasErasures(tx));
  const ids = isAtOnce ? await addAtOnce(tx, arrival.source_id, people, fields) : [];
  if (isAtOnce && ids.length === people.length)
    return { has_changed_known: false, erased: [], conflicts: [], new_ids: ids };
  const rows = people.map((cells) => `${cells.map(copyCell).join('\t')}\n`);
  const merged = await mergeStaged(
    tx,
    [Buffer.from(rows.join(''))],
    people.length,
    { fields, rules: FILL_BLANKS, arrival },
    ids,
  );
  return { ...merged, new_ids: null };
}

/** Two parallel merges of one organization could each add the same person: one after the other. */
export async function lockMerges({ db, organization }: Pick<Tx, 'db' | 'organization'>): Promise<void> {
  await sql`select ${acquireLock('merging_leads', organization.id)}`.execute(db);
}

/** @param added ids of those who were added before */
async function mergeStaged(
  tx: Tx,
  incoming: readonly Uint8Array[],
  given: number,
  { fields, rules, arrival }: { fields: readonly IncomingField[]; rules: KnownRules; arrival: StoredArrival },
  added: readonly number[],
): Promise<Merged> {
  await stage(tx, incoming, fields);
  if (rules.keeps_changes)
    await sql`create temporary table merged_changes (prospect_id bigint not null, changes jsonb not null) on commit drop`.execute(
      tx.db,
    );
  const erased = await dropErased(tx, 'incoming_prospects');
  const wanted = given - erased.length;
  const adopted = (await hasPeopleWithoutKey(tx)) ? await adoptUnlinked(tx, rules) : 0;
  const fresh = (added.length > 0 ? await nameAdded(tx, added) : 0) + (await addUnknown(tx, arrival, fields));
  const known = fresh < wanted ? await findKnown(tx) : 0;
  const conflicts = known > 0 && fields.includes('email') ? await dropForeignEmails(tx) : [];
  const filled = known > 0 ? await fillKnown(tx, fields, rules, knownByKey) : 0;
  if (known > 0)
    await insertFurtherSources(
      tx,
      arrival.source_id,
      sql`select prospect_id, ${arrival.row} as source_row from (${knownByKey}) k`,
    );
  if (fresh + known !== wanted) throw new Error(`${wanted} people were given and ${fresh + known} stored`);
  return { has_changed_known: adopted + filled > 0, erased, conflicts };
}

/** Represents null; no real text is this alone. */
const NULL_MARKER = '\x01';

/**
 * Adds unknown people and returns their ids; none if people are known by email or phone alone, since they may be the same. The rows
 * are sent as one text, which costs a fraction of a parameter each.
 */
async function addAtOnce(
  { db, organization }: Tx,
  sourceId: number,
  people: readonly (readonly (string | null)[])[],
  fields: readonly IncomingField[],
): Promise<number[]> {
  const rows = people.map((cells) =>
    cells.map((cell) => (cell === null ? NULL_MARKER : toSingleLine(cell))).join('\t'),
  );
  const cells = sql.join(fields.map((_, index) => sql`cells[${sql.lit(index + 1)}]`));
  const added = await sql<{ id: number }>`with now as materialized (select app_now() as at)
    insert into prospects (organization_id, source_id, created_at, updated_at, ${sql.join(fields.map((field) => sql.ref(field)))})
    select ${organization.id}, ${sourceId}, now.at, now.at, ${cells} from (
      select n, string_to_array(line, E'\t', ${NULL_MARKER}) as cells
      from string_to_table(${rows.join('\n')}, E'\n') with ordinality as given (line, n) offset 0) people, now
    where not exists (${peopleWithoutKey(organization.id)}) order by n
    on conflict (organization_id, linkedin_key) where linkedin_key is not null do nothing returning id`.execute(db);
  return added.rows.map((row) => row.id);
}

/** A value in COPY text format. */
export const copyCell = (value: string | null): string =>
  value === null ? '\\N' : toSingleLine(value).replaceAll('\\', '\\\\');

async function nameAdded({ db, organization }: Tx, ids: readonly number[]): Promise<number> {
  const named = await sql`insert into merged_prospects (prospect_id, linkedin_key, is_new) select id, linkedin_key, true
    from prospects where organization_id = ${organization.id} and id = any(${ids}::bigint[])`.execute(db);
  return Number(named.numAffectedRows ?? 0n);
}

async function addUnknown(
  { db, organization }: Tx,
  { source_id, row }: StoredArrival,
  fields: readonly IncomingField[],
): Promise<number> {
  const fieldList = sql.join(fields.map((field) => sql.ref(field)));
  const added = await sql`with now as materialized (select app_now() as at), fresh as (
      insert into prospects (organization_id, source_id, source_row, created_at, updated_at, ${fieldList})
      select ${organization.id}, ${source_id}, ${row}, now.at, now.at, ${fieldList} from incoming_prospects, now order by n
      on conflict (organization_id, linkedin_key) where linkedin_key is not null do nothing returning id, linkedin_key)
    insert into merged_prospects (prospect_id, linkedin_key, is_new) select id, linkedin_key, true from fresh`.execute(
    db,
  );
  return Number(added.numAffectedRows ?? 0n);
}

async function findKnown({ db, organization }: Tx): Promise<number> {
  const known = await sql`insert into merged_prospects (prospect_id, linkedin_key, is_new)
    select p.id, i.linkedin_key, false from incoming_prospects i
    left join merged_prospects m on m.linkedin_key = i.linkedin_key
    cross join lateral (select id from prospects
      where organization_id = ${organization.id} and linkedin_key = i.linkedin_key limit 1) p
    where m.linkedin_key is null order by i.n`.execute(db);
  return Number(known.numAffectedRows ?? 0n);
}

async function stage(
  { db, copy }: Tx,
  incoming: readonly Uint8Array[],
  fields: readonly IncomingField[],
): Promise<void> {
  await sql`create temporary table incoming_prospects (n integer generated always as identity,
    first_name text not null, last_name text not null, linkedin_profile_url text not null, linkedin_key text collate "C" not null,
    ${sql.join(fillableFields(fields).map((field) => sql`${sql.ref(field)} text`))}
    ${fields.includes('custom') ? sql`, custom jsonb not null` : sql``}) on commit drop`.execute(db);
  await sql`create temporary table merged_prospects (prospect_id bigint not null,
    linkedin_key text collate "C", is_new boolean not null) on commit drop`.execute(db);
  const target = copy.into(`copy incoming_prospects (${fields.join(', ')}) from stdin`);
  await pipeline(Readable.from(incoming), target);
}

/** People known by email or phone alone. There are few: mail senders, files without LinkedIn addresses. */
async function hasPeopleWithoutKey({ db, organization }: Tx): Promise<boolean> {
  return (await peopleWithoutKey(organization.id).execute(db)).rows.length > 0;
}

const peopleWithoutKey = (organizationId: number) =>
  sql`(select 1 from prospects where organization_id = ${organizationId} and linkedin_key is null and email is not null limit 1)
    union all (select 1 from prospects where organization_id = ${organizationId} and linkedin_key is null and email is null
      and phone_number is not null limit 1)`;

/** A known person `p` and an incoming one `i` share a name and can share an email: several people have a company's number. */
export const canShareNumber = sql`lower(p.first_name || ' ' || p.last_name) = lower(i.first_name || ' ' || i.last_name)
  and (i.email is null or p.email is null)`;

/** How an incoming person `i` is found among people `p` without a LinkedIn address, best first. */
const unlinkedMatches = (organizationId: number) => [
  sql`p.email = i.email`,
  sql`(select exists (select from prospects where organization_id = ${organizationId} and other_emails <> '{}'))
    and p.id = any(array(select o.id from leads_by_other_email(${organizationId}, array[i.email]) o))`,
  sql`p.phone_key = phone_key(i.phone_number) and ${canShareNumber}`,
  sql`p.email is null and p.phone_number = i.phone_number and phone_key(i.phone_number) is null and ${canShareNumber}`,
];

/** People known by email, or by phone and name, get the LinkedIn address that came with it. */
async function adoptUnlinked({ db, organization }: Tx, { keeps_changes }: KnownRules): Promise<number> {
  let adopted = 0;
  const named = sql`insert into merged_changes select id, jsonb_build_object('linkedin_key', jsonb_build_array(null, linkedin_key),
    'linkedin_profile_url', jsonb_build_array(null, linkedin_profile_url)) from adopted`;
  for (const matches of unlinkedMatches(organization.id)) {
    const adopt = sql`update prospects p set linkedin_key = g.linkedin_key, linkedin_profile_url = g.linkedin_profile_url
      from (select distinct on (k.id) i.linkedin_key, i.linkedin_profile_url, k.id from incoming_prospects i
        cross join lateral (select id from prospects p where p.organization_id = ${organization.id}
          and p.linkedin_key is null and ${matches} order by id limit 1) k
        where not exists (select from prospects
          where organization_id = ${organization.id} and linkedin_key = i.linkedin_key)
        order by k.id, i.n) g
      where p.organization_id = ${organization.id} and p.id = g.id`;
    const returned = sql`with adopted as (${adopt} returning p.id, p.linkedin_key, p.linkedin_profile_url) ${named}`;
    const updated = await (keeps_changes ? returned : adopt).execute(db);
    adopted += Number(updated.numAffectedRows ?? 0n);
  }
  return adopted;
}

/** Incoming people who were known before, each with the lead. */
const knownByKey = sql`select i.*, k.prospect_id from incoming_prospects i
  join merged_prospects k on k.linkedin_key = i.linkedin_key and not k.is_new`;

/**
 * Two leads never get one address: where a row names the profile of one and the email of another, a person decides who is who. Returns the
 * places of these rows.
 */
async function dropForeignEmails({ db, organization }: Tx): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`update incoming_prospects i set email = null
    from merged_prospects m join prospects p on p.organization_id = ${organization.id} and p.id = m.prospect_id
    where m.linkedin_key = i.linkedin_key and not m.is_new and i.email is not null and i.email is distinct from p.email
      and exists (select from prospects o where o.organization_id = ${organization.id} and o.email = i.email and o.id <> p.id)
    returning i.n`.execute(db);
  return rows.map(({ n }) => n);
}

/** Addresses and numbers are how people are found and written to: no file replaces them. */
const KEPT_FIELDS: readonly IncomingField[] = ['email', 'phone_number'];

/** What each field of a known lead `p` becomes by an incoming row `i`. */
function valuesOfKnown(fields: readonly IncomingField[], { values, replaced = [] }: KnownRules) {
  const isNewer = values === 'overwrite';
  const prefer = (known: RawBuilder<unknown>, incoming: RawBuilder<unknown>, newer: boolean) =>
    newer ? sql`coalesce(${incoming}, ${known})` : sql`coalesce(${known}, ${incoming})`;
  const names = (['first_name', 'last_name'] as const).map((field) => {
    const [known, incoming] = [sql`nullif(p.${sql.ref(field)}, '')`, sql`nullif(i.${sql.ref(field)}, '')`];
    return { field, value: sql`coalesce(${prefer(known, incoming, isNewer)}, '')` };
  });
  const others = fillableFields(fields).map((field) => {
    const [known, incoming] = [sql`p.${sql.ref(field)}`, sql`i.${sql.ref(field)}`];
    return { field, value: prefer(known, incoming, isNewer && !KEPT_FIELDS.includes(field)) };
  });
  if (!fields.includes('custom')) return [...names, ...others];
  const newer = sql`(select coalesce(jsonb_object_agg(e.key, e.value), '{}'::jsonb) from jsonb_each(i.custom) e
    where e.key = any(${[...replaced]}::text[]))`;
  const filled = replaced.length === 0 ? sql`i.custom || p.custom` : sql`i.custom || p.custom || ${newer}`;
  return [...names, ...others, { field: 'custom' as const, value: isNewer ? sql`p.custom || i.custom` : filled }];
}

/**
 * Brings values into known leads as the rules say. Rows that change nothing are not touched.
 * @param known rows of `fields`, each with its `prospect_id`
 */
export async function fillKnown(
  { db, organization }: Pick<Tx, 'db' | 'organization'>,
  fields: readonly IncomingField[],
  rules: KnownRules,
  known: RawBuilder<unknown>,
): Promise<number> {
  if (rules.values === 'keep') return 0;
  const given = valuesOfKnown(fields, rules);
  const isChanged = ({ field, value }: (typeof given)[number]) => sql`p.${sql.ref(field)} is distinct from ${value}`;
  const isMeant = sql`p.organization_id = ${organization.id} and p.id = i.prospect_id and (${sql.join(given.map(isChanged), sql` or `)})`;
  if (rules.keeps_changes) {
    const changes = given.map(({ field, value }) =>
      field === 'custom' ? customChanges(value) : fieldChange(field, value),
    );
    await sql`insert into merged_changes select p.id, ${sql.join(changes, sql` || `)} from prospects p, (${known}) i
      where ${isMeant} for no key update of p`.execute(db);
  }
  const sets = given.map(({ field, value }) => sql`${sql.ref(field)} = ${value}`);
  const filled = await sql`update prospects p set updated_at = app_now(), ${sql.join(sets)}
    from (${known}) i where ${isMeant}`.execute(db);
  return Number(filled.numAffectedRows ?? 0n);
}

const fieldChange = (field: IncomingField, value: RawBuilder<unknown>) =>
  sql`case when p.${sql.ref(field)} is distinct from ${value}
    then jsonb_build_object(${sql.lit(field)}, jsonb_build_array(p.${sql.ref(field)}, ${value})) else '{}'::jsonb end`;

const customChanges = (value: RawBuilder<unknown>) =>
  sql`(select coalesce(jsonb_object_agg('custom.' || e.key, jsonb_build_array(p.custom -> e.key, e.value)), '{}'::jsonb)
    from jsonb_each(${value}) e where p.custom -> e.key is distinct from e.value)`;
