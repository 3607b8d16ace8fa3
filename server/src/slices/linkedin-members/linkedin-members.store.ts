import { sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';
import { toJson } from '../../kernel/db/to-json.ts';
import { isErased } from '../suppression-rules/index.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** A person as a seat sees them: the id of that seat, and the key of the address we know them by. */
export interface LinkedinMember {
  provider_id: string;
  linkedin_key: string;
  linkedin_profile_url: string;
}

/** Who of these ids was met before by this seat, with the address they are known by. */
export async function findLinkedinMembers(
  { db, organization }: Tx,
  accountId: number,
  providerIds: readonly string[],
): Promise<Map<string, LinkedinMember>> {
  const rows = await sql<LinkedinMember>`select m.provider_id, p.linkedin_key, p.linkedin_profile_url
    from linkedin_members m join prospects p on p.id = m.prospect_id and p.organization_id = ${organization.id}
    where m.account_id = ${accountId} and m.provider_id = any(${[...providerIds]}::text[])
      and p.linkedin_key is not null and p.linkedin_profile_url is not null`.execute(db);
  return new Map(rows.rows.map((row) => [row.provider_id, row]));
}

/** People known by a seat's id alone get their public address, unless another lead has it. Call it before a merge. */
export async function adoptPublicAddresses(
  { db, organization }: Tx,
  accountId: number,
  given: readonly LinkedinMember[],
): Promise<number> {
  const nothing = sql`null::text`;
  const erasedReach = {
    organization_id: sql`${organization.id}::bigint`,
    email: nothing,
    phone_key: nothing,
    linkedin_key: sql`g.linkedin_key`,
  };
  const rows = await sql`update prospects p
    set linkedin_key = g.linkedin_key, linkedin_profile_url = g.linkedin_profile_url, updated_at = app_now()
    from jsonb_to_recordset(${toJson(given)}::jsonb)
        as g (provider_id text, linkedin_key text, linkedin_profile_url text)
      join linkedin_members m on m.account_id = ${accountId} and m.provider_id = g.provider_id
    where p.organization_id = ${organization.id} and p.id = m.prospect_id
      and p.linkedin_key like 'in/AC_AA%' and p.linkedin_key <> g.linkedin_key and g.linkedin_key not like 'in/AC_AA%'
      and not exists (select from prospects
        where organization_id = ${organization.id} and linkedin_key = g.linkedin_key)
      and not ${isErased(erasedReach)}`.execute(db);
  return Number(rows.numAffectedRows ?? 0n);
}

/** Remembers by which ids the seat sees the people of the transaction's `merged_prospects`. */
export async function rememberLinkedinMembers(
  { db, organization }: Tx,
  accountId: number,
  given: readonly Pick<LinkedinMember, 'provider_id' | 'linkedin_key'>[],
): Promise<void> {
  await sql`insert into linkedin_members (account_id, provider_id, organization_id, prospect_id)
    select distinct on (g.provider_id) ${accountId}, g.provider_id, ${organization.id}, m.prospect_id
    from jsonb_to_recordset(${toJson(given)}::jsonb) as g (provider_id text, linkedin_key text)
    join merged_prospects m on m.linkedin_key = g.linkedin_key
    order by g.provider_id
    on conflict (account_id, provider_id) do update set prospect_id = excluded.prospect_id
      where linkedin_members.prospect_id <> excluded.prospect_id`.execute(db);
}

/** Remembers by which ids seats see people; whom a seat knows already stays. */
export async function insertLinkedinMembers(
  { db }: Pick<TransactionContext, 'db'>,
  given: readonly { organization_id: number; account_id: number; prospect_id: number; provider_id: string }[],
): Promise<void> {
  if (given.length === 0) return;
  await sql`insert into linkedin_members (account_id, provider_id, organization_id, prospect_id)
    select account_id, provider_id, organization_id, prospect_id from json_to_recordset(${toJson(given)}::json)
      as g (account_id bigint, provider_id text, organization_id bigint, prospect_id bigint)
    order by account_id, provider_id on conflict do nothing`.execute(db);
}

/** This id is this lead's from now on. */
export async function setLinkedinMember(
  { db, organization }: Tx,
  given: { account_id: number; provider_id: string; prospect_id: number },
): Promise<void> {
  await sql`insert into linkedin_members (account_id, provider_id, organization_id, prospect_id)
    values (${given.account_id}, ${given.provider_id}, ${organization.id}, ${given.prospect_id})
    on conflict (account_id, provider_id) do update set prospect_id = excluded.prospect_id`.execute(db);
}

export async function hasLinkedinMember(
  { db }: Tx,
  given: { account_id: number; prospect_id: number },
): Promise<boolean> {
  const rows = await sql`select from linkedin_members where account_id = ${given.account_id}
    and prospect_id = ${given.prospect_id} limit 1`.execute(db);
  return rows.rows.length > 0;
}

/** The account knows this lead no more; answers by which ids it did. */
export async function removeLinkedinMembers(
  { db, organization }: Tx,
  given: { account_id: number; prospect_id: number },
): Promise<string[]> {
  const rows = await sql<{ provider_id: string }>`delete from linkedin_members where account_id = ${given.account_id}
    and prospect_id = ${given.prospect_id} and organization_id = ${organization.id} returning provider_id`.execute(db);
  return rows.rows.map((row) => row.provider_id);
}

/** Leads with this number, as digits with country code; the first of them where they are many. */
export async function findByPhone({ db, organization }: Tx, phone: string): Promise<number[]> {
  const rows = await sql<{ id: number }>`select id from prospects
    where organization_id = ${organization.id} and phone_key = ${phone} order by id limit 1000`.execute(db);
  return rows.rows.map((row) => row.id);
}

/** Whom a seat calls by this id, or who has this address. */
export async function findByLinkedinId(
  { db, organization }: Tx,
  accountId: number,
  person: { provider_id: string; linkedin_key: string | null },
): Promise<number | null> {
  const rows = await sql<{ prospect_id: number }>`
    select m.prospect_id, 0 as position from linkedin_members m
      where m.account_id = ${accountId} and m.provider_id = ${person.provider_id}
    union all
    select p.id, 1 from prospects p where p.organization_id = ${organization.id} and p.linkedin_key = ${person.linkedin_key}
    order by position limit 1`.execute(db);
  return rows.rows[0]?.prospect_id ?? null;
}
