import type { AddressAnswer } from '@overture/adapters/contact-finder/contact-finder.port';
import { ADDRESS_CHECKS, type KnownAddress } from '@overture/domain/addresses/address-checks';
import { toStorableText } from '@overture/domain/text/storable-text';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';
import type { DB } from '../../kernel/db/__generated__/database.ts';
import { toJson } from '../../kernel/db/to-json.ts';
import { isNotParked } from '../../kernel/rounds/rounds.ts';
import { isAddress } from '../suppression-rules/index.ts';

interface Db {
  db: Kysely<DB>;
}
type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** An address of one organization; what others know of it is theirs. */
export interface OwnAddress {
  organization_id: number;
  email: string;
}

export interface AddressRow extends OwnAddress {
  known: (KnownAddress & { detail: string }) | undefined;
  sends_risky: boolean;
}

/** What is known of addresses, in the order given. */
export async function listAddresses({ db }: Db, given: readonly OwnAddress[]): Promise<AddressRow[]> {
  const rows = await sql<OwnAddress & KnownAddress & { detail: string; is_known: boolean; sends_risky: boolean }>`
    select g.organization_id, g.email, c.email is not null as is_known, c.result, c.verified_at,
      coalesce(c.unknown_tries, 0)::int as unknown_tries, c.asked_at, c.accepted_at is not null as is_accepted,
      coalesce(c.detail, '') as detail, o.sends_risky
    from rows from (json_to_recordset(${toJson(given)}::json) as (organization_id bigint, email citext))
      with ordinality as g (organization_id, email, place)
    left join address_checks c on c.organization_id = g.organization_id and c.email = g.email
    join organizations o on o.organization_id = g.organization_id order by g.place`.execute(db);
  return rows.rows.map(({ organization_id, email, is_known, sends_risky, ...known }) => ({
    organization_id,
    email,
    sends_risky,
    known: is_known ? known : undefined,
  }));
}

/** Questions of one organization that wait at a time: a campaign asks for the mails of its next hours, not for all its leads. */
const MAX_WAITING = 200;

/** Requests checks of these addresses; those in progress stay as they are. */
export async function requestChecks({ db }: Db, given: readonly OwnAddress[]): Promise<void> {
  if (given.length === 0) return;
  await sql`with wanted as (
      select organization_id, email, row_number() over (partition by organization_id order by email) as place
      from (select distinct organization_id, email from json_to_recordset(${toJson(given)}::json)
        as g (organization_id bigint, email citext)) once),
    waiting as (select w.organization_id, (select count(*) from (select from address_checks c
        where c.organization_id = w.organization_id and c.due_at is not null limit ${MAX_WAITING}) few) as n
      from (select distinct organization_id from wanted) w)
    insert into address_checks as known (organization_id, email, asked_at, due_at)
    select w.organization_id, lower(w.email::text)::citext, app_now(), app_now() from wanted w join waiting using (organization_id)
    where w.place + waiting.n <= ${MAX_WAITING} order by w.organization_id, w.email
    on conflict (organization_id, email) do update set asked_at = excluded.asked_at, due_at = excluded.due_at
      where known.due_at is null`.execute(db);
}

export const CHECKS_LOOP = 'address-checks';

/** Of so many addresses that wait longest, organizations take turns: one has at most some 300 that wait. */
const IN_VIEW = 3000;

/**
 * The next address to ask about, for this worker alone: another one finds it again in two minutes. Of the organization with fewest at work
 * the one that waits longest.
 * @param full organizations that are not to be claimed for
 */
export async function claimDue({ db }: Db, full: readonly number[]): Promise<OwnAddress | null> {
  const rows = await sql<OwnAddress>`with waiting as (select organization_id, email, due_at from address_checks
      where due_at <= app_now() and organization_id <> all(${full}::bigint[])
        and ${isNotParked(CHECKS_LOOP, sql.ref('organization_id'), sql`'address ' || email`)}
      order by due_at limit ${IN_VIEW}),
    busy as (select organization_id, count(*) as n from address_checks
      where due_at > app_now() and due_at <= app_now() + interval '2 minutes' and organization_id in (select organization_id from waiting)
      group by 1),
    next as (select c.organization_id, c.email from waiting w left join busy b using (organization_id)
      join address_checks c on c.organization_id = w.organization_id and c.email = w.email
      where c.due_at <= app_now() order by coalesce(b.n, 0), w.due_at limit 1 for no key update of c skip locked)
    update address_checks c set due_at = app_now() + interval '2 minutes' from next
    where c.organization_id = next.organization_id and c.email = next.email
    returning c.organization_id, c.email::text as email`.execute(db);
  return rows.rows[0] ?? null;
}

/** Stores a result. An uncertain one is counted. */
export async function saveAnswer(tx: Tx, email: string, { result, evidence }: AddressAnswer): Promise<void> {
  await sql`update address_checks set result = ${result}, detail = ${toStorableText(evidence, 300)},
      verified_at = app_now(), asked_at = null, due_at = null,
      unknown_tries = case when ${result} = 'unknown' then least(unknown_tries + 1, 100) else 0 end
    where organization_id = ${tx.organization.id} and email = ${email}`.execute(tx.db);
}

/** A bounce outranks both the check's result and a user's override. */
export async function forgetAnswer(tx: Tx, email: string): Promise<void> {
  await sql`insert into address_checks (organization_id, email) values (${tx.organization.id}, lower(${email}::text)::citext)
    on conflict (organization_id, email) do update set result = null, detail = '', verified_at = null, unknown_tries = 0,
      accepted_at = null, accepted_by = null`.execute(tx.db);
}

/** No result: checked again later; what depends on it waits an hour at most. */
export async function postpone(tx: Tx, email: string, seconds: number): Promise<void> {
  await sql`update address_checks set
      due_at = case when asked_at > app_now() - interval '1 day' then app_now() + make_interval(secs => ${seconds}) end,
      asked_at = case when asked_at > app_now() - interval '1 day' then asked_at end,
      import_id = case when asked_at > app_now() - interval '1 day' then import_id end
    where organization_id = ${tx.organization.id} and email = ${email}`.execute(tx.db);
}

/** A user vouches for the address. */
export async function acceptAddress(tx: Tx, email: string, userId: number | null): Promise<void> {
  await sql`insert into address_checks (organization_id, email, accepted_at, accepted_by)
    values (${tx.organization.id}, lower(${email}::text)::citext, app_now(), ${userId})
    on conflict (organization_id, email) do update set accepted_at = excluded.accepted_at, accepted_by = excluded.accepted_by`.execute(
    tx.db,
  );
}

/** Deletes outdated results, unless a user decided on them. */
export async function pruneOld({ db }: Db): Promise<void> {
  await sql`delete from address_checks where (organization_id, email) in (select organization_id, email from address_checks
    where accepted_at is null and due_at is null and import_id is null
      and coalesce(verified_at < app_now() - interval '90 days', true) limit 10000)`.execute(db);
}

/** Whether an address is not written to, in a query: the words of `decideAddress` for what stops. */
export function isStoppedAddress(person: {
  organization_id: RawBuilder<unknown>;
  email: RawBuilder<unknown>;
}): RawBuilder<boolean> {
  return sql<boolean>`exists (select from address_checks v join organizations w using (organization_id)
    where v.organization_id = ${person.organization_id} and ${isAddress('v', person.email)} and v.accepted_at is null
      and v.verified_at > app_now() - make_interval(days => ${sql.lit(ADDRESS_CHECKS.good_for_days)})
      and (v.result = 'invalid' or (v.result in ('catch_all', 'risky') and not w.sends_risky)))`;
}
