import { CRM_STANDINGS, type CrmStanding } from '@overture/domain/crm';
import { type RawBuilder, sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';
import { toJson } from '../../kernel/db/to-json.ts';
import { countSkipped, listErased } from '../erased-people/index.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** A CRM person, by the keys that match leads. */
export interface CrmRecord {
  record_id: string;
  email: string | null;
  /** In lower case; at most 50. */
  other_emails: readonly string[];
  linkedin_key: string | null;
  standing: CrmStanding | null;
  /** As people read it. */
  words: string;
}

/** Of `prospects p`: records of CRMs that say something of the lead, by our link to the record, one of its addresses or the profile. */
function selectRecords(): RawBuilder<unknown> {
  const fields = sql`c.standing, c.words`;
  return sql`select ${fields} from crm_links k join integrations i on i.id = k.integration_id and i.account_id = k.account_id
      join crm_people c on c.integration_id = k.integration_id and c.record_id = k.record_id
      where k.prospect_id = p.id and k.record_id is not null
    union all select ${fields} from crm_people c where c.organization_id = p.organization_id and c.email = lower(p.email)
    union all select ${fields} from crm_people c where c.organization_id = p.organization_id
      and c.other_emails @> array[lower(p.email)]
    union all select ${fields} from crm_people c where c.organization_id = p.organization_id and c.email = any(p.other_emails)
    union all select ${fields} from crm_people c where c.organization_id = p.organization_id and c.linkedin_key = p.linkedin_key`;
}

/**
 * SQL of the reason in words why a CRM holds a lead (`prospects p`): the strongest state of all their records. Null lets the
 * lead continue. Evaluated when it is read, so it also holds leads added after the CRM was read.
 */
export const crmHold = sql<string | null>`(select r.words from (${selectRecords()}) r
  order by array_position(array[${sql.join(CRM_STANDINGS)}]::text[], r.standing) limit 1)`;

/** Of these people those of whom a CRM says something, by address or profile. */
export async function listInCrm(
  { db, organization }: Tx,
  people: readonly { id: string; email: string | null; linkedin_key: string | null }[],
): Promise<string[]> {
  const given = sql`unnest(${people.map(({ id }) => id)}::text[], ${people.map(({ email }) => email)}::text[],
    ${people.map((person) => person.linkedin_key)}::text[]) as g (id, email, linkedin_key)`;
  const ofOurs = sql`c.organization_id = ${organization.id}`;
  // Each table of addresses once: under row security an index of arrays is not used, and each person would read all records.
  const rows = await sql<{ id: string }>`select g.id from ${given} where lower(g.email) in
        (select c.email from crm_people c where ${ofOurs} union all select unnest(c.other_emails) from crm_people c where ${ofOurs})
      or g.linkedin_key in (select c.linkedin_key from crm_people c where ${ofOurs})`.execute(db);
  return rows.rows.map(({ id }) => id);
}

/**
 * Keeps what a CRM says of its people, each by its own record; a record that says nothing more is forgotten. Answers the records that newly say
 * `do_not_contact`, or say it of another address or profile than before.
 */
export async function storeCrmPeople(tx: Tx, integrationId: number, read: readonly CrmRecord[]): Promise<Set<string>> {
  const { db, organization } = tx;
  const seen = await withoutErased(tx, read);
  const rows = await sql<{ record_id: string }>`with seen as (select distinct on (record_id) *
      from json_to_recordset(${toJson(seen)}::json) as g (record_id text, email text, other_emails text[], linkedin_key text, standing text, words text)
      order by record_id),
    before as materialized (select c.record_id, c.standing, c.email, c.other_emails, c.linkedin_key from crm_people c join seen s on s.record_id = c.record_id
      where c.integration_id = ${integrationId}),
    gone as (delete from crm_people c using seen s where c.integration_id = ${integrationId} and c.record_id = s.record_id
      and s.standing is null),
    kept as (insert into crm_people as c (organization_id, integration_id, record_id, email, other_emails, linkedin_key, standing, words, seen_at)
      select ${organization.id}, ${integrationId}, record_id, lower(email), other_emails, linkedin_key, standing, words, statement_timestamp()
      from seen where standing is not null
      on conflict (integration_id, record_id) do update set email = excluded.email, other_emails = excluded.other_emails, linkedin_key = excluded.linkedin_key,
        standing = excluded.standing, words = excluded.words, seen_at = excluded.seen_at
      returning c.record_id, c.standing, c.email, c.other_emails, c.linkedin_key)
    select k.record_id from kept k left join before b on b.record_id = k.record_id
    where k.standing = 'do_not_contact'
      and (b.standing, b.email, b.other_emails, b.linkedin_key) is distinct from (k.standing, k.email, k.other_emails, k.linkedin_key)`.execute(
    db,
  );
  return new Set(rows.rows.map((row) => row.record_id));
}

async function withoutErased(tx: Tx, read: readonly CrmRecord[]): Promise<readonly CrmRecord[]> {
  const people = read.map(({ record_id, email, other_emails, linkedin_key }) => ({
    key: record_id,
    emails: [...(email === null ? [] : [email]), ...other_emails],
    linkedin_key,
  }));
  const erased = await listErased(tx, people);
  await countSkipped(tx, 'crm', erased.size);
  return erased.size === 0 ? read : read.filter(({ record_id }) => !erased.has(record_id));
}

/** Forgets what was said by records with one of these standings. */
export async function forgetCrmPeople(
  { db }: Tx,
  integrationId: number,
  statuses: readonly CrmStanding[],
): Promise<void> {
  if (statuses.length === 0) return;
  await sql`delete from crm_people where integration_id = ${integrationId} and standing = any(${[...statuses]}::text[])`.execute(
    db,
  );
}

/** The whole account was read, from then on: records that were not among it are gone there. */
export async function forgetUnseen({ db }: Tx, integrationId: number, since: Date): Promise<void> {
  await sql`delete from crm_people where integration_id = ${integrationId} and seen_at < ${since}`.execute(db);
}
