import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/db/__generated__/database.ts';

interface Tx {
  db: Kysely<DB>;
}

export interface RegistrationRow {
  id: number;
  email: string;
  name: string;
  password_hash: string;
  ticket_hash: Buffer;
  code_hash: string;
  code_is_live: boolean;
  code_sets_password: boolean;
  /** By whose code they came. */
  referral_code: string | null;
  /** The invitation it answers. */
  invitation_id: number | null;
}

export interface WaitingCode {
  ticket_hash: Buffer;
  code_hash: string;
  code_lifetime_in_minutes: number;
}

/** Far above what the limits let in within a day. */
const MAX_OF_AN_ADDRESS = 1000;

/** Registrations of an address that still wait, oldest first. */
export async function listRegistrations({ db }: Tx, email: string): Promise<RegistrationRow[]> {
  // The newest: strangers may have made many before.
  const rows =
    await sql<RegistrationRow>`select * from (select id, email::text as email, name, password_hash, ticket_hash, code_hash,
      code_expires_at > app_now() as code_is_live, code_sets_password, referral_code, invitation_id
    from registrations where email = ${email} and expires_at > app_now() order by id desc limit ${MAX_OF_AN_ADDRESS}) newest
    order by id`.execute(db);
  return rows.rows;
}

export async function insertRegistration(
  { db }: Tx,
  given: WaitingCode & {
    email: string;
    name: string;
    password_hash: string;
    referral_code: string | null;
    invitation_id: number | null;
    lifetime_in_hours: number;
  },
): Promise<void> {
  await sql`delete from registrations where expires_at < app_now()`.execute(db);
  // With a second registration no code of the address sets a password any longer, except in the browser that asked for it.
  await sql`update registrations set code_sets_password = false where email = ${given.email}`.execute(db);
  // Two parallel ones are both the first; the code typed without a ticket then verifies the mailbox for the one that is found.
  await sql`insert into registrations (email, name, password_hash, ticket_hash, code_hash, code_expires_at,
      code_sets_password, referral_code, invitation_id, expires_at)
    values (${given.email}, ${given.name}, ${given.password_hash}, ${given.ticket_hash}, ${given.code_hash},
      app_now() + make_interval(mins => ${given.code_lifetime_in_minutes}),
      not exists (select from registrations r where r.email = ${given.email}), ${given.referral_code}, ${given.invitation_id},
      app_now() + make_interval(hours => ${given.lifetime_in_hours}))`.execute(db);
}

/** What the same browser gives again replaces what it gave before. */
export async function updateRegistration(
  { db }: Tx,
  id: number,
  given: { name: string; password_hash: string; invitation_id: number | null },
): Promise<void> {
  await sql`update registrations set name = ${given.name}, password_hash = ${given.password_hash},
    invitation_id = ${given.invitation_id} where id = ${id}`.execute(db);
}

/** @param sets_password undefined leaves what was decided when the registration was made */
export async function replaceRegistrationCode(
  { db }: Tx,
  id: number,
  code: WaitingCode & { sets_password: boolean | undefined },
): Promise<void> {
  await sql`update registrations set ticket_hash = ${code.ticket_hash}, code_hash = ${code.code_hash},
      code_expires_at = app_now() + make_interval(mins => ${code.code_lifetime_in_minutes}),
      code_sets_password = coalesce(${code.sets_password ?? null}, code_sets_password)
    where id = ${id}`.execute(db);
}

/** The address is proven by other means. */
export async function deleteRegistrations({ db }: Tx, email: string): Promise<void> {
  await sql`delete from registrations where email = ${email}`.execute(db);
}

/** Claims a registration to create the user: of parallel requests one gets it, and all others of the address end. */
export async function claimRegistration({ db }: Tx, row: RegistrationRow): Promise<boolean> {
  const taken = await sql`delete from registrations where id = ${row.id} and code_hash = ${row.code_hash}
    and code_expires_at > app_now()`.execute(db);
  if (taken.numAffectedRows !== 1n) return false;
  await deleteRegistrations({ db }, row.email);
  return true;
}
