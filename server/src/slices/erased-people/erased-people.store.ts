import { sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';
import { toJson } from '../../kernel/db/to-json.ts';
import { isErased } from '../suppression-rules/index.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** How an erased person came again. A person of the team who adds one by hand gets an error instead. */
export type WayIn = 'import' | 'linkedin' | 'finder' | 'move_in' | 'archive' | 'crm' | 'reply';

/** False for most organizations: then no digest is computed. */
export async function hasErasures({ db, organization }: Tx): Promise<boolean> {
  const rows = await sql`select from erasure_keys where organization_id = ${organization.id}`.execute(db);
  return rows.rows.length > 0;
}

/** Takes erased people out of staged rows before they become leads. Returns the places of the rows (`n`), in order. */
export async function dropErased(tx: Tx, table: 'incoming_prospects' | 'unlinked_prospects'): Promise<number[]> {
  if (!(await hasErasures(tx))) return [];
  const reach = {
    organization_id: sql`${tx.organization.id}::bigint`,
    email: sql`i.email`,
    phone_key: sql`phone_key(i.phone_number)`,
    linkedin_key: sql`i.linkedin_key`,
  };
  const { rows } = await sql<{
    n: number;
  }>`delete from ${sql.table(table)} i where ${isErased(reach)} returning n`.execute(tx.db);
  return rows.map(({ n }) => n).sort((a, b) => a - b);
}

export interface KnownBy {
  email?: string | null;
  phone_number?: string | null;
  linkedin_key?: string | null;
}

/** Whether the person with any of these was erased. */
export async function isErasedPerson(tx: Tx, { email, phone_number, linkedin_key }: KnownBy): Promise<boolean> {
  if (!(await hasErasures(tx))) return false;
  const reach = {
    organization_id: sql`${tx.organization.id}::bigint`,
    email: sql`${email ?? null}::text`,
    phone_key: sql`phone_key(${phone_number ?? null}::text)`,
    linkedin_key: sql`${linkedin_key ?? null}::text`,
  };
  const { rows } = await sql<{ is: boolean }>`select ${isErased(reach)} as is`.execute(tx.db);
  return rows[0]!.is;
}

/** Which of these people were erased, by the keys the caller gave them. */
export async function listErased(
  tx: Tx,
  people: readonly { key: string; emails: readonly string[]; linkedin_key: string | null }[],
): Promise<Set<string>> {
  if (people.length === 0 || !(await hasErasures(tx))) return new Set();
  const given = people.flatMap(({ key, emails, linkedin_key }) =>
    (emails.length === 0 ? [null] : emails).map((email) => ({ key, email, linkedin_key })),
  );
  const reach = {
    organization_id: sql`${tx.organization.id}::bigint`,
    email: sql`g.email`,
    phone_key: sql`null::text`,
    linkedin_key: sql`g.linkedin_key`,
  };
  const { rows } = await sql<{ key: string }>`select distinct g.key
    from json_to_recordset(${toJson(given)}::json) as g (key text, email text, linkedin_key text)
    where ${isErased(reach)}`.execute(tx.db);
  return new Set(rows.map(({ key }) => key));
}

/** Counts people who were kept out, without saying who. */
export async function countSkipped({ db, organization }: Tx, way: WayIn, skipped: number): Promise<void> {
  if (skipped === 0) return;
  await sql`insert into erasure_skips as s (organization_id, way, skipped) values (${organization.id}, ${way}, ${skipped})
    on conflict (organization_id, way) do update set skipped = s.skipped + excluded.skipped, last_at = app_now()`.execute(
    db,
  );
}
