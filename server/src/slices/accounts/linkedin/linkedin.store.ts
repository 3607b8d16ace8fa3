import { type AccountStatus, type LinkedinTier, SEAT_TYPES, type SeatType } from '@overture/domain/accounts';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/db/__generated__/database.ts';
import { type AccountRow, accountColumns, keptHold } from '../accounts.store.ts';

interface Tx {
  db: Kysely<DB>;
}

export interface SeatFacts {
  account_type: SeatType;
  /** Null for a sender whose actions people carry out. */
  provider_account_id: string | null;
  linkedin_member_id: string | null;
  linkedin_public_identifier: string | null;
  name: string;
  email: string | null;
  picture_url: string | null;
  /** Of WhatsApp. */
  phone: string | null;
  tier: LinkedinTier | null;
}

export interface NewSeat extends SeatFacts {
  organization_id: number;
  is_base_account: boolean;
  linkedin_max_connections: number;
  linkedin_max_messages: number;
  is_assisted?: boolean;
}

export async function insertSeat({ db }: Tx, seat: NewSeat): Promise<AccountRow> {
  const rows =
    await sql<AccountRow>`insert into accounts (organization_id, account_type, status, name, email, picture_url, phone,
      tier, is_base_account, linkedin_max_connections, linkedin_max_messages, provider_account_id, linkedin_member_id,
      linkedin_public_identifier, is_assisted, enforces_risk, ramp, ramp_since, spreads_weekly_invites, natural_rhythm)
    values (${seat.organization_id}, ${seat.account_type}, 'CREATION_SUCCESS', ${seat.name}, ${seat.email}, ${seat.picture_url}, ${seat.phone},
      ${seat.tier}, ${seat.is_base_account}, ${seat.linkedin_max_connections}, ${seat.linkedin_max_messages},
      ${seat.provider_account_id}, ${seat.linkedin_member_id}, ${seat.linkedin_public_identifier},
      ${seat.is_assisted ?? false}, ${seat.account_type === 'LINKEDIN'}, 'new', app_now(), true, true) returning ${accountColumns}`.execute(
      db,
    );
  return rows.rows[0]!;
}

/** An account signed in again, perhaps with a new id and tier; limits are kept, reduced to what the tier allows. */
export async function reconnectSeat(
  { db }: Tx,
  id: number,
  seat: SeatFacts & { linkedin_max_connections: number; linkedin_max_messages: number },
): Promise<AccountRow | undefined> {
  const rows = await sql<AccountRow>`update accounts set status = 'RECONNECTED', status_reason = null,
      status_source = 'connect', status_changed_at = app_now(), ${keptHold},
      name = ${seat.name}, email = coalesce(${seat.email}, email), picture_url = coalesce(${seat.picture_url}, picture_url),
      tier = ${seat.tier}, is_assisted = false, provider_account_id = ${seat.provider_account_id}, linkedin_member_id = ${seat.linkedin_member_id},
      linkedin_public_identifier = coalesce(${seat.linkedin_public_identifier}, linkedin_public_identifier),
      linkedin_max_connections = least(linkedin_max_connections, ${seat.linkedin_max_connections}),
      linkedin_max_messages = least(linkedin_max_messages, ${seat.linkedin_max_messages})
    where id = ${id} and deleted_at is null returning ${accountColumns}`.execute(db);
  return rows.rows[0];
}

/**
 * A removed person who is connected again is the same sender, with today's and this week's usage and the pauses LinkedIn asked for:
 * removing a sender must not reset its limits. Undefined for a new person.
 */
export async function reviveSeat({ db }: Tx, seat: NewSeat): Promise<AccountRow | undefined> {
  const rows =
    await sql<AccountRow>`update accounts set deleted_at = null, status = 'CREATION_SUCCESS', status_reason = null,
      status_source = 'connect', status_changed_at = app_now(), created_at = app_now(), name = ${seat.name}, email = ${seat.email},
      picture_url = ${seat.picture_url}, tier = ${seat.tier}, is_assisted = ${seat.is_assisted ?? false}, is_base_account = ${seat.is_base_account},
      linkedin_max_connections = ${seat.linkedin_max_connections}, linkedin_max_messages = ${seat.linkedin_max_messages},
      provider_account_id = ${seat.provider_account_id}, linkedin_member_id = ${seat.linkedin_member_id},
      linkedin_public_identifier = ${seat.linkedin_public_identifier}
    where id = (select id from accounts where organization_id = ${seat.organization_id} and deleted_at is not null
      and account_type = ${seat.account_type} and ${isPerson(seat)} order by deleted_at desc limit 1) returning ${accountColumns}`.execute(
      db,
    );
  return rows.rows[0];
}

type Person = Pick<SeatFacts, 'account_type' | 'linkedin_member_id' | 'linkedin_public_identifier' | 'email'>;

/** Rows of `accounts` of this person on LinkedIn: ids differ by account, profile name and address do not. */
const isPerson = (person: Person) => sql<boolean>`(linkedin_member_id = ${person.linkedin_member_id}
  or lower(linkedin_public_identifier) = lower(${person.linkedin_public_identifier}) or email = ${person.email})`;

/** The sender of this person on LinkedIn, or with this account. */
export async function findSeat(
  { db }: Tx,
  organizationId: number,
  seat: Person & Pick<SeatFacts, 'provider_account_id'>,
): Promise<AccountRow | undefined> {
  const rows = await sql<AccountRow>`select ${accountColumns} from accounts
    where organization_id = ${organizationId} and deleted_at is null and account_type = ${seat.account_type}
      and (provider_account_id = ${seat.provider_account_id} or ${isPerson(seat)})
    order by (provider_account_id = ${seat.provider_account_id}) is true desc limit 1`.execute(db);
  return rows.rows[0];
}

/** Removes the account from a sender: another person has signed in to it. */
export async function detachSeat({ db }: Tx, id: number): Promise<void> {
  await sql`update accounts set provider_account_id = null where id = ${id}`.execute(db);
}

/** The sender of a provider account, over all organizations; undefined when it was not connected here. */
export async function findSeatOwner(
  { db }: Tx,
  providerAccountId: string,
): Promise<{ id: number; organization_id: number; account_type: SeatType } | undefined> {
  const rows = await sql<{
    id: number;
    organization_id: number;
    account_type: SeatType;
  }>`select id, organization_id, account_type from accounts
    where provider_account_id = ${providerAccountId} and deleted_at is null`.execute(db);
  return rows.rows[0];
}

export interface SeatRow {
  id: number;
  organization_id: number;
  account_type: SeatType;
  provider_account_id: string;
  status: AccountStatus;
  tier: LinkedinTier | null;
}

/** Connected seats of all organizations after an id, for comparing with the provider's list. */
export async function listSeats({ db }: Tx, afterId: number): Promise<SeatRow[]> {
  const rows =
    await sql<SeatRow>`select id, organization_id, account_type, provider_account_id, status, tier from accounts
    where account_type = any(${[...SEAT_TYPES]}::text[]) and deleted_at is null and provider_account_id is not null and id > ${afterId}
    order by id limit 1000`.execute(db);
  return rows.rows;
}

/** Another subscription: limits are kept, reduced to what it allows. */
export async function updateTier(
  { db }: Tx,
  id: number,
  tier: LinkedinTier,
  most: Pick<NewSeat, 'linkedin_max_connections' | 'linkedin_max_messages'>,
): Promise<void> {
  await sql`update accounts set tier = ${tier},
      linkedin_max_connections = least(linkedin_max_connections, ${most.linkedin_max_connections}),
      linkedin_max_messages = least(linkedin_max_messages, ${most.linkedin_max_messages})
    where id = ${id} and deleted_at is null`.execute(db);
}
