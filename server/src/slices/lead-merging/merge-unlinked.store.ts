import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ALL_INCOMING_FIELDS, type IncomingField } from '@overture/domain/leads/incoming-fields';
import { sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';
import { dropErased } from '../erased-people/index.ts';
import { insertFurtherSources } from '../lead-sources/index.ts';
import {
  type Arrival,
  canShareNumber,
  copyCell,
  fillableFields,
  fillKnown,
  type KnownRules,
  type Merged,
  type StoredArrival,
  storeArrival,
} from './merge-prospects.store.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization' | 'copy' | 'user'>;

/** A person identified by an email only. */
export type EmailedPerson = Partial<Record<IncomingField, string | null>> & { email: string };

/**
 * Brings in people without a LinkedIn address, after `mergeProspects` in the same transaction (which holds the lock and made
 * `merged_prospects`): known ones (by email, then by phone and name) have their empty fields filled, the others are added, all are named
 * there, each once.
 * @param incoming rows of `fields` in COPY text format, cut anywhere; no email may occur twice
 */
export async function mergeUnlinked(
  tx: Tx,
  arrival: Arrival,
  incoming: readonly Uint8Array[],
  fields: readonly IncomingField[],
  rules: KnownRules = { values: 'fill' },
): Promise<Merged> {
  if (incoming.length === 0) return { has_changed_known: false, erased: [], conflicts: [] };
  await stage(tx, incoming, fields);
  const erased = await dropErased(tx, 'unlinked_prospects');
  await findByEmail(tx);
  await findByPhone(tx);
  await nameKnown(tx);
  const filled = await fillKnown(tx, fields, rules, known);
  const stored = await storeArrival(tx, arrival);
  await insertFurtherSources(
    tx,
    stored.source_id,
    sql`select prospect_id, ${stored.row} as source_row from (${known}) k`,
  );
  await addUnknown(tx, stored, fields);
  return { has_changed_known: filled > 0, erased, conflicts: [] };
}

/** The same for few people who all have an email. No email may occur twice. */
export async function mergeProspectsByEmail(
  tx: Tx,
  arrival: Pick<Arrival, 'source'>,
  people: readonly EmailedPerson[],
): Promise<Merged> {
  const rows = people.map((person) => {
    const given: EmailedPerson = {
      first_name: '',
      last_name: '',
      ...person,
      linkedin_key: null,
      linkedin_profile_url: null,
    };
    return `${ALL_INCOMING_FIELDS.map((field) => copyCell(given[field] ?? null)).join('\t')}\n`;
  });
  return mergeUnlinked(tx, arrival, rows.length === 0 ? [] : [Buffer.from(rows.join(''))], ALL_INCOMING_FIELDS);
}

/** Of several rows that are one person the first fills. */
const known = sql`select distinct on (prospect_id) * from unlinked_prospects where prospect_id is not null order by prospect_id, n`;

async function stage(
  { db, copy }: Tx,
  incoming: readonly Uint8Array[],
  fields: readonly IncomingField[],
): Promise<void> {
  await sql`create temporary table unlinked_prospects (n integer generated always as identity, prospect_id bigint,
    first_name text not null, last_name text not null, linkedin_profile_url text, linkedin_key text,
    ${sql.join(fillableFields(fields).map((field) => sql`${sql.ref(field)} text`))}
    ${fields.includes('custom') ? sql`, custom jsonb not null` : sql``}) on commit drop`.execute(db);
  await pipeline(Readable.from(incoming), copy.into(`copy unlinked_prospects (${fields.join(', ')}) from stdin`));
}

async function findByEmail({ db, organization }: Tx): Promise<void> {
  await sql`update unlinked_prospects i set prospect_id = (select p.id from prospects p
      where p.organization_id = ${organization.id} and p.email = i.email order by p.linkedin_key nulls last, p.id limit 1)
    where i.email is not null`.execute(db);
  await sql`update unlinked_prospects i
    set prospect_id = (select min(o.id) from leads_by_other_email(${organization.id}, array[i.email]) o)
    where i.prospect_id is null and i.email is not null
      and (select exists (select from prospects where organization_id = ${organization.id} and other_emails <> '{}'))`.execute(
    db,
  );
}

/**
 * Several people share a company's number: the name must be the same. One with another email is another person. A number
 * without its country code is compared literally, with people of whom nothing else is known.
 */
async function findByPhone({ db, organization }: Tx): Promise<void> {
  await sql`update unlinked_prospects i set prospect_id = (select p.id from prospects p
      where p.organization_id = ${organization.id} and p.phone_key = phone_key(i.phone_number) and ${canShareNumber}
      order by p.linkedin_key nulls last, p.id limit 1)
    where i.prospect_id is null and phone_key(i.phone_number) is not null`.execute(db);
  await sql`update unlinked_prospects i set prospect_id = (select p.id from prospects p
      where p.organization_id = ${organization.id} and p.linkedin_key is null and p.email is null
        and p.phone_number = i.phone_number and ${canShareNumber} order by p.id limit 1)
    where i.prospect_id is null and i.phone_number is not null and phone_key(i.phone_number) is null`.execute(db);
}

async function nameKnown({ db }: Tx): Promise<void> {
  await sql`insert into merged_prospects (prospect_id, is_new)
    select distinct i.prospect_id, false from unlinked_prospects i where i.prospect_id is not null
      and not exists (select from merged_prospects m where m.prospect_id = i.prospect_id)`.execute(db);
}

async function addUnknown(
  { db, organization }: Tx,
  { source_id, row }: StoredArrival,
  fields: readonly IncomingField[],
): Promise<void> {
  const fieldList = sql.join(fields.map((field) => sql.ref(field)));
  await sql`with fresh as (
      insert into prospects (organization_id, source_id, source_row, ${fieldList})
      select ${organization.id}, ${source_id}, ${row}, ${fieldList} from unlinked_prospects where prospect_id is null order by n returning id)
    insert into merged_prospects (prospect_id, is_new) select id, true from fresh`.execute(db);
}
