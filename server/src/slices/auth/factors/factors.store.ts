import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/db/__generated__/database.ts';
import type { SignInMethod } from '../../sessions/index.ts';

interface Tx {
  db: Kysely<DB>;
}

export interface FactorSummary {
  totp_confirmed_at: Date | null;
  recovery_codes_left: number;
  passkeys: number;
  passkeys_here: number;
}

/** What a person can show besides the password; `rpId` is the host that asks. */
export async function summarizeFactors({ db }: Tx, userId: number, rpId: string | null): Promise<FactorSummary> {
  const rows = await sql<FactorSummary>`select
    (select confirmed_at from user_totp where user_id = ${userId} and confirmed_at is not null) as totp_confirmed_at,
    (select count(*)::int from user_recovery_codes where user_id = ${userId} and used_at is null) as recovery_codes_left,
    (select count(*)::int from user_passkeys where user_id = ${userId}) as passkeys,
    (select count(*)::int from user_passkeys where user_id = ${userId} and rp_id = ${rpId}) as passkeys_here`.execute(
    db,
  );
  return rows.rows[0] as FactorSummary;
}

export interface PersonRow {
  id: number;
  organization_id: number;
  email: string;
  name: string;
  active: boolean;
  verified_at: Date | null;
  password_hash: string | null;
}

export async function findPerson({ db }: Tx, userId: number): Promise<PersonRow | undefined> {
  const rows = await sql<PersonRow>`select id, organization_id, email, name, active, verified_at, password_hash
    from users where id = ${userId}`.execute(db);
  return rows.rows[0];
}

/** Held for the transaction: factors of one person change one after another. */
export async function lockPerson({ db }: Tx, userId: number): Promise<PersonRow | undefined> {
  const rows = await sql<PersonRow>`select id, organization_id, email, name, active, verified_at, password_hash
    from users where id = ${userId} for update`.execute(db);
  return rows.rows[0];
}

export type TicketMethod = Exclude<SignInMethod, 'passkey'>;

export async function insertTicket(
  { db }: Tx,
  ticket: {
    ticket_hash: Buffer;
    organization_id: number;
    user_id: number;
    method: TicketMethod;
    lifetime_in_minutes: number;
  },
): Promise<void> {
  await sql`insert into sign_in_tickets (ticket_hash, organization_id, user_id, method, expires_at)
    values (${ticket.ticket_hash}, ${ticket.organization_id}, ${ticket.user_id}, ${ticket.method},
      app_now() + make_interval(mins => ${ticket.lifetime_in_minutes}))`.execute(db);
}

export interface TicketRow {
  user_id: number;
  method: TicketMethod;
}

/** Uses up one try of a waiting sign-in. */
export async function tryTicket({ db }: Tx, ticketHash: Buffer): Promise<TicketRow | undefined> {
  const rows = await sql<TicketRow>`update sign_in_tickets set tries_left = tries_left - 1
    where ticket_hash = ${ticketHash} and tries_left > 0 and expires_at > app_now() returning user_id, method`.execute(
    db,
  );
  return rows.rows[0];
}

export async function findTicket({ db }: Tx, ticketHash: Buffer): Promise<TicketRow | undefined> {
  const rows = await sql<TicketRow>`select user_id, method from sign_in_tickets
    where ticket_hash = ${ticketHash} and tries_left > 0 and expires_at > app_now()`.execute(db);
  return rows.rows[0];
}

/** Ends a waiting sign-in. @returns false when another request was faster */
export async function deleteTicket({ db }: Tx, ticketHash: Buffer): Promise<boolean> {
  const rows = await sql`delete from sign_in_tickets where ticket_hash = ${ticketHash} returning user_id`.execute(db);
  return rows.rows.length > 0;
}

export async function deleteTicketsOfUser({ db }: Tx, userId: number): Promise<void> {
  await sql`delete from sign_in_tickets where user_id = ${userId}`.execute(db);
}

/** Whether the organization asks for a second factor, and how many of its active people have none yet. */
export async function findRequirement(
  { db }: Tx,
  organizationId: number,
): Promise<{ required_at: Date | null; people_without: number }> {
  const rows = await sql<{ required_at: Date | null; people_without: number }>`select
    (select second_factor_required_at from organizations where organization_id = ${organizationId}) as required_at,
    (select count(*)::int from users u where u.organization_id = ${organizationId} and u.active
      and not exists (select from user_totp t where t.user_id = u.id and t.confirmed_at is not null)
      and not exists (select from user_passkeys p where p.user_id = u.id)) as people_without`.execute(db);
  return rows.rows[0] as { required_at: Date | null; people_without: number };
}

/** The days of grace begin when it is first switched on. */
export async function updateRequirement({ db }: Tx, organizationId: number, isRequired: boolean): Promise<void> {
  await sql`update organizations set second_factor_required_at =
    case when ${isRequired} then coalesce(second_factor_required_at, app_now()) end
    where organization_id = ${organizationId}`.execute(db);
}
