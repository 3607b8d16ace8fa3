import { ALL_INCOMING_FIELDS, type IncomingField } from '@overture/domain/leads/incoming-fields';
import { sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';
import { ApiError } from '../../kernel/errors.ts';
import { isErasedPerson } from '../erased-people/index.ts';
import { openSource } from '../lead-sources/index.ts';
import { raiseProspectVersion } from '../lead-versions/index.ts';
import { type Arrival, mergeFewProspects } from './merge-prospects.store.ts';
import { mergeProspectsByEmail } from './merge-unlinked.store.ts';

type Person = Partial<Record<IncomingField, string | null>> & { first_name: string; last_name: string };

/**
 * Brings one person in, told apart by LinkedIn address or else by email: a known one has empty fields filled, another one is added. Answers
 * the lead; the transaction's `merged_prospects` names it.
 * @throws person_erased
 */
export async function mergePerson(
  tx: TransactionContext,
  arrival: Pick<Arrival, 'source'>,
  person: Person,
): Promise<number> {
  const { linkedin_key = null, email = null } = person;
  if (await isErasedPerson(tx, person)) throw new ApiError('person_erased');
  if (linkedin_key === null && email === null) throw new Error('a person needs an address of some kind');
  const rows = linkedin_key === null ? [] : [ALL_INCOMING_FIELDS.map((field) => person[field] ?? null)];
  const merged = await mergeFewProspects(tx, arrival, rows, ALL_INCOMING_FIELDS, true);
  const { linkedin_key: _, linkedin_profile_url: __, ...plain } = person;
  const emailed = linkedin_key === null && email !== null ? [{ ...plain, email }] : [];
  const byEmail = await mergeProspectsByEmail(tx, arrival, emailed);
  if (merged.has_changed_known || byEmail.has_changed_known) await raiseProspectVersion(tx);
  const found = await sql<{ id: number }>`select prospect_id as id from merged_prospects`.execute(tx.db);
  return found.rows[0]!.id;
}

/**
 * Adds a person without any address that identifies them; the transaction's `merged_prospects` names them.
 * @throws person_erased
 */
export async function insertPerson(
  tx: TransactionContext,
  arrival: Pick<Arrival, 'source'>,
  person: { first_name: string; last_name: string; phone_number: string | null },
): Promise<number> {
  if (await isErasedPerson(tx, person)) throw new ApiError('person_erased');
  await mergeFewProspects(tx, arrival, [], ALL_INCOMING_FIELDS, true);
  const source_id = await openSource(tx, arrival.source);
  const rows = await sql<{ id: number }>`with fresh as (
      insert into prospects (organization_id, source_id, first_name, last_name, phone_number)
        values (${tx.organization.id}, ${source_id}, ${person.first_name}, ${person.last_name}, ${person.phone_number}) returning id),
    named as (insert into merged_prospects (prospect_id, is_new) select id, true from fresh)
    select id from fresh`.execute(tx.db);
  return rows.rows[0]!.id;
}
