import { ADDRESS_REASONS } from '@overture/domain/suppressions/suppressions';
import { type RawBuilder, sql } from 'kysely';
import type { SystemTransactionContext } from '../../kernel/context.ts';

/**
 * What the suppression list blocks, as SQL over a lead: the one source for the stop check, adding leads, rehearsals and outgoing messages.
 * Every comparison uses texts of collation "C" and its own index (migrations 0118 and 0128). It is a union: an `or` would read the whole
 * table.
 */

type Tx = Pick<SystemTransactionContext, 'db'>;

/** The identifiers of a lead, as SQL. */
export interface Reach {
  organization_id: RawBuilder<unknown>;
  email: RawBuilder<unknown>;
  phone_key: RawBuilder<unknown>;
  linkedin_key: RawBuilder<unknown>;
  /** Further addresses, as an array. */
  other_emails?: RawBuilder<unknown>;
}

/** Of `prospects p`. */
export const reachOfLead: Reach = {
  organization_id: sql`p.organization_id`,
  email: sql`p.email`,
  phone_key: sql`p.phone_key`,
  linkedin_key: sql`p.linkedin_key`,
  other_emails: sql`p.other_emails`,
};

/** Of an address alone. */
export function reachOfEmail(organization_id: RawBuilder<unknown>, email: RawBuilder<unknown>): Reach {
  return { organization_id, email, phone_key: sql`null::text`, linkedin_key: sql`null::text` };
}

const ofAddressOnly = sql`(${sql.join(ADDRESS_REASONS)})`;

/** SQL that is true for the row of a lead's address: compared as text, because only text has the index. */
export function isAddress(row: string, email: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${row}.email`)}::text collate "C" = lower(${email} collate "C"))`;
}

const matchesAny = (emails: RawBuilder<unknown>) => sql`x.email::text collate "C" = any(${emails})`;
const isPhone = (phone: RawBuilder<unknown>) => sql`x.phone_key = ${phone} collate "C"`;
const isProfile = (profile: RawBuilder<unknown>) => sql`x.linkedin_key = ${profile} collate "C"`;

/**
 * Asks for each digest by a function that has one plan: in a join the planner reads all digests for every lead while the statistics of the
 * list are old. Without an erasure key the organization has erased no lead, and nothing is computed.
 */
function erasedRows({ organization_id, email, phone_key, linkedin_key, other_emails }: Reach): RawBuilder<unknown> {
  const key = (kind: string, value: RawBuilder<unknown>) => sql`erased_key(k.secret, ${sql.lit(kind)}, ${value})`;
  const others =
    other_emails === undefined
      ? sql``
      : sql`union all select ${key('address', sql`lower(o.email collate "C")`)} from unnest(${other_emails}) as o (email)`;
  return sql`erasure_keys k cross join lateral (select * from (values (${key('address', sql`lower(${email} collate "C")`)}),
      (${key('phone', sql`(${phone_key})`)}), (${key('linkedin', sql`(${linkedin_key})`)}) offset 0) as v (digest) ${others}) as d (digest)
    where k.organization_id = ${organization_id} and is_erased_digest(k.organization_id, d.digest)`;
}

/** SQL that is true for people who asked to be erased. */
export function isErased(lead: Reach): RawBuilder<boolean> {
  return sql<boolean>`exists (select from ${erasedRows(lead)})`;
}

/** Entries about the whole person, including erasures. */
function personRows(lead: Reach): RawBuilder<unknown> {
  const one = (is: RawBuilder<unknown>) =>
    sql`select 1 as rank, case when x.reason in ('manual', 'import') then 'person' else x.reason end as reason
      from suppressions x where x.organization_id = ${lead.organization_id} and ${is} and x.kind = 'person'`;
  const others = lead.other_emails === undefined ? sql`` : sql`union all ${one(matchesAny(lead.other_emails))}`;
  return sql`select 0 as rank, 'erased' as reason from ${erasedRows(lead)} union all ${one(isAddress('x', lead.email))} ${others}
    union all ${one(isPhone(lead.phone_key))} union all ${one(isProfile(lead.linkedin_key))}`;
}

function suppressionRows(lead: Reach): RawBuilder<unknown> {
  // A bounce at a further address says nothing of the one that is written to.
  const others =
    lead.other_emails === undefined
      ? sql``
      : sql`union all select 2, x.reason from suppressions x where x.organization_id = ${lead.organization_id}
          and ${matchesAny(lead.other_emails)} and x.kind = 'address' and x.reason not in ${ofAddressOnly}`;
  return sql`${personRows(lead)} union all select case when x.reason in ${ofAddressOnly} then 3 else 2 end, x.reason
    from suppressions x where x.organization_id = ${lead.organization_id} and ${isAddress('x', lead.email)} and x.kind = 'address' ${others}`;
}

/**
 * SQL of why mail to a lead stays back, the weightiest first; null where nothing does. Whether it keeps the person out elsewhere too says
 * `keepsPersonOut`.
 */
export function suppressedBecause(lead: Reach): RawBuilder<string | null> {
  return sql<string | null>`(select y.reason from (${suppressionRows(lead)}) y order by y.rank limit 1)`;
}

/** SQL that is true for a person suppressed on every channel; `keepsPersonOut` is the same decision for one reason. */
export function isKeptOut(lead: Reach): RawBuilder<boolean> {
  return sql<boolean>`exists (select from (${suppressionRows(lead)}) y where y.rank < 3)`;
}

/** SQL that is true where the number or the profile of a lead is on the list: nothing goes there, and the other channels stay open. */
export function isChannelSuppressed(channel: 'phone' | 'linkedin', lead: Reach): RawBuilder<boolean> {
  const is = channel === 'phone' ? isPhone(lead.phone_key) : isProfile(lead.linkedin_key);
  return sql<boolean>`exists (select from suppressions x where x.organization_id = ${lead.organization_id} and ${is}
    and x.kind = ${channel})`;
}

/**
 * SQL of why a person must not be contacted on another channel than mail: reasons about an address alone don't count.
 * @param channel null when neither their number nor their profile is used
 */
export function channelSuppressedBecause(channel: 'phone' | 'linkedin' | null, lead: Reach): RawBuilder<string | null> {
  const ofPerson = sql<string | null>`(select y.reason from (${personRows(lead)}) y order by y.rank limit 1)`;
  if (channel === null) return ofPerson;
  return sql<
    string | null
  >`coalesce(${ofPerson}, case when ${isChannelSuppressed(channel, lead)} then ${channel}::text end)`;
}

/** Which of these addresses get no mail of the organization, with the reason. */
export async function listSuppressed(
  { db }: Tx,
  organizationId: number,
  emails: readonly string[],
): Promise<{ email: string; reason: string }[]> {
  if (emails.length === 0) return [];
  const reach = reachOfEmail(sql`${organizationId}::bigint`, sql`g.email`);
  const rows = await sql<{ email: string; reason: string }>`select * from (
      select lower(g.email) as email, ${suppressedBecause(reach)} as reason from unnest(${[...emails]}::text[]) as g (email)) s
    where reason is not null order by email`.execute(db);
  return rows.rows;
}

export async function isSuppressed(tx: Tx, organizationId: number, email: string): Promise<boolean> {
  return (await listSuppressed(tx, organizationId, [email])).length > 0;
}
