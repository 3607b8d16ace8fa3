import type { PersonEntry } from '@overture/domain/suppressions/entries';
import type { SuppressionReason } from '@overture/domain/suppressions/suppressions';
import { type RawBuilder, sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';
import { toJson } from '../../kernel/db/to-json.ts';
import { isErased, type Reach } from '../suppression-rules/index.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization' | 'user'>;
type Key = 'address' | 'phone' | 'linkedin';

interface Said {
  reason: SuppressionReason;
  detail: string | null;
  /** Found out by the program, and not said by a person of the team. */
  is_by_program?: true;
  /** The lead in whose conversation it was said. */
  prospect_id?: number;
}

const makerOf = ({ user }: Tx, { is_by_program }: Said) => (is_by_program ? null : (user?.id ?? null));

const COLUMNS = { address: 'email', phone: 'phone_key', linkedin: 'linkedin_key' } as const;

/** Who is known by one value of a kind. */
function toReach({ organization }: Tx, kind: Key, value: RawBuilder<unknown>): Reach {
  const of = (own: Key) => (own === kind ? value : sql`null::text`);
  const organization_id = sql`${organization.id}::bigint`;
  return { organization_id, email: of('address'), phone_key: of('phone'), linkedin_key: of('linkedin') };
}

export interface LeadKeys extends PersonEntry {
  /** Other leads of the organization have the same number. */
  is_phone_shared: boolean;
}

/** By what a lead is known; undefined for one that is gone. */
export async function findLeadKeys({ db, organization }: Tx, prospectId: number): Promise<LeadKeys | undefined> {
  const rows = await sql<LeadKeys>`select p.email::text as email, p.phone_key, p.linkedin_key,
      exists (select from prospects o where o.organization_id = p.organization_id and o.phone_key = p.phone_key
        and o.id <> p.id) as is_phone_shared
    from prospects p where p.id = ${prospectId} and p.organization_id = ${organization.id}`.execute(db);
  return rows.rows[0];
}

/** How many of these the list keeps already, those among them that were erased: whom `insert...` would not write. */
export async function countKnown(tx: Tx, kind: Key, values: readonly string[]): Promise<number> {
  if (values.length === 0) return 0;
  // Of addresses an entry of the whole person counts, too: it is the entry of that address.
  const isListed =
    kind === 'address'
      ? sql`x.email::text collate "C" = g.value collate "C"`
      : sql`${sql.ref(`x.${COLUMNS[kind]}`)} = g.value collate "C" and x.kind = ${kind}`;
  const rows = await sql<{ n: number }>`select count(*)::int as n from unnest(${[...values]}::text[]) as g (value)
    where exists (select from suppressions x where x.organization_id = ${tx.organization.id} and ${isListed})
      or ${isErased(toReach(tx, kind, sql`g.value`))}`.execute(tx.db);
  return rows.rows[0]?.n ?? 0;
}

/** Numbers or profiles; as of addresses a first reason stays and an unsubscribe outranks it. Answers how many were not there before. */
export async function insertKeys(
  tx: Tx,
  kind: 'phone' | 'linkedin',
  values: readonly string[],
  said: Said,
): Promise<number> {
  const { reason, detail, prospect_id = null } = said;
  if (values.length === 0) return 0;
  const column = sql.ref(COLUMNS[kind]);
  const rows = await sql<{ n: number }>`with written as (
      insert into suppressions (organization_id, kind, ${column}, reason, detail, created_by, prospect_id)
      select ${tx.organization.id}, ${kind}, g.value, ${reason}, ${detail}, ${makerOf(tx, said)}::bigint, ${prospect_id}::bigint
      from unnest(${[...values]}::text[]) as g (value) where not ${isErased(toReach(tx, kind, sql`g.value`))}
      on conflict (organization_id, ${column}) where kind = ${sql.lit(kind)} do update set reason = excluded.reason,
          detail = excluded.detail, created_by = excluded.created_by, created_at = excluded.created_at,
          prospect_id = excluded.prospect_id
        where excluded.reason = 'unsubscribe' and suppressions.reason <> 'unsubscribe'
      returning xmax = 0 as is_new
    ) select count(*) filter (where is_new)::int as n from written`.execute(tx.db);
  return rows.rows[0]?.n ?? 0;
}

/**
 * A person by all that is known. With an address it is the entry of that address, which then holds on every channel: a bounce or a left job
 * gives way to what is said of the person. False where the list said so before.
 */
export async function insertPerson(tx: Tx, person: PersonEntry, said: Said): Promise<boolean> {
  const { reason, detail, prospect_id = null } = said;
  const { email, phone_key, linkedin_key } = person;
  const reach = {
    organization_id: sql`${tx.organization.id}::bigint`,
    email: sql`${email}::text`,
    phone_key: sql`${phone_key}::text`,
    linkedin_key: sql`${linkedin_key}::text`,
  };
  const takesOver = sql`(excluded.reason = 'unsubscribe' and suppressions.reason <> 'unsubscribe'
    or suppressions.reason in ('hard_bounce', 'left'))`;
  const taken = (column: string) =>
    sql`${sql.ref(column)} = case when ${takesOver} then ${sql.ref(`excluded.${column}`)} else ${sql.ref(`suppressions.${column}`)} end`;
  const overwritten = sql.join(['reason', 'detail', 'created_by', 'created_at', 'prospect_id'].map(taken));
  const onConflict =
    email === null
      ? sql`(organization_id, coalesce(linkedin_key, ''), coalesce(phone_key, '')) where kind = 'person' and email is null
          do update set ${overwritten} where ${takesOver}`
      : sql`(organization_id, email) do update set kind = 'person',
          phone_key = coalesce(excluded.phone_key, suppressions.phone_key),
          linkedin_key = coalesce(excluded.linkedin_key, suppressions.linkedin_key),
          ${overwritten}
        where suppressions.kind <> 'person' or ${takesOver}
          or coalesce(excluded.phone_key, suppressions.phone_key) is distinct from suppressions.phone_key
          or coalesce(excluded.linkedin_key, suppressions.linkedin_key) is distinct from suppressions.linkedin_key`;
  const rows =
    await sql`insert into suppressions (organization_id, kind, email, phone_key, linkedin_key, reason, detail, created_by, prospect_id)
    select ${tx.organization.id}, 'person', ${email}::citext, ${phone_key}, ${linkedin_key}, ${reason}, ${detail},
      ${makerOf(tx, said)}::bigint, ${prospect_id}::bigint where not ${isErased(reach)}
    on conflict ${onConflict} returning id`.execute(tx.db);
  return rows.rows.length > 0;
}

/**
 * Reduces people to digests, one for each of their addresses, numbers and profiles, without a link between them. Entries of the
 * list, also lifted ones, are deleted with everything else they named. Returns all their digests, and how many are new.
 */
export async function erase(
  tx: Tx,
  keys: readonly { kind: Key; value: string }[],
): Promise<{ added: number; digests: string[] }> {
  const { db, organization, user } = tx;
  await sql`insert into erasure_keys (organization_id) values (${organization.id}) on conflict do nothing`.execute(db);
  const named = sql`lower(x.email::text) as address, x.phone_key as phone, x.linkedin_key as linkedin`;
  const own = sql`x.organization_id = ${organization.id}`;
  const rows = await sql<{ added: number; digests: string[] }>`with given as materialized (
      select g.kind, g.value collate "C" as value from json_to_recordset(${toJson(keys)}::json) as g (kind text, value text)
    ), entries as materialized (
      select x.id from given g join suppressions x on ${own} and x.email::text collate "C" = g.value where g.kind = 'address'
      union select x.id from given g join suppressions x on ${own} and x.phone_key = g.value where g.kind = 'phone'
      union select x.id from given g join suppressions x on ${own} and x.linkedin_key = g.value where g.kind = 'linkedin'
    ), listed as (delete from suppressions x using entries where x.id = entries.id returning ${named}),
    lifts as materialized (
      select x.id from given g join suppression_lifts x on ${own} and lower(x.email::text) collate "C" = g.value where g.kind = 'address'
      union select x.id from given g join suppression_lifts x on ${own} and x.phone_key = g.value where g.kind = 'phone'
      union select x.id from given g join suppression_lifts x on ${own} and x.linkedin_key = g.value where g.kind = 'linkedin'
    ), lifted as (delete from suppression_lifts x using lifts where x.id = lifts.id returning ${named}),
    every as (select kind, value from given union
      select k.kind, k.value from (select * from listed union all select * from lifted) l
        cross join lateral (values ('address', l.address), ('phone', l.phone), ('linkedin', l.linkedin)) as k (kind, value)
        where k.value is not null),
    digests as materialized (select distinct e.kind, erased_key(k.secret, e.kind, e.value) as digest
      from every e join erasure_keys k on k.organization_id = ${organization.id}),
    written as (insert into suppressions (organization_id, kind, reason, erased_key, created_by)
      select ${organization.id}, kind, 'erased', digest, ${user?.id ?? null}::bigint from digests
      on conflict (organization_id, erased_key) where erased_key is not null do nothing returning id)
    select (select count(*)::int from written) as added,
      (select coalesce(array_agg(digest order by digest), '{}') from digests) as digests`.execute(db);
  return rows.rows[0]!;
}

/** Leads of these addresses, numbers and profiles, a thousand at most. */
export async function findLeads(
  { db, organization }: Tx,
  keys: readonly { kind: Key; value: string }[],
): Promise<number[]> {
  const emails = keys.filter(({ kind }) => kind === 'address').map(({ value }) => value);
  const rows = await sql<{ id: number }>`select p.id
    from json_to_recordset(${toJson(keys)}::json) as g (kind text, value text)
    join prospects p on p.organization_id = ${organization.id} and (g.kind = 'address' and p.email = g.value
      or g.kind = 'phone' and p.phone_key = g.value or g.kind = 'linkedin' and p.linkedin_key = g.value)
    union select o.id from leads_by_other_email(${organization.id}, ${emails}::text[]) o
    order by id limit 1000`.execute(db);
  return rows.rows.map(({ id }) => id);
}
