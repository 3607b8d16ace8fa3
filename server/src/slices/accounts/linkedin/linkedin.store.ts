import { type AccountStatus, type LinkedinTier, SEAT_TYPES, type SeatType } from '@overture/domain/accounts';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/db/__generated__/database.ts';
import { keptPlan } from '../../../kernel/db/kept-plan.ts';
import { toJson } from '../../../kernel/db/to-json.ts';
import { type AccountRow, accountColumns, keptHold } from '../accounts.store.ts';

interface Tx {
  db: Kysely<DB>;
}

export interface SeatFacts {
  account_type: SeatType;
  provider_account_id: string;
  linkedin_member_id: string;
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
}

export async function insertSeat({ db }: Tx, seat: NewSeat): Promise<AccountRow> {
  const rows =
    await sql<AccountRow>`insert into accounts (organization_id, account_type, status, name, email, picture_url, phone,
      tier, is_base_account, linkedin_max_connections, linkedin_max_messages, provider_account_id, linkedin_member_id,
      linkedin_public_identifier, ramp, ramp_since, spreads_weekly_invites, natural_rhythm)
    values (${seat.organization_id}, ${seat.account_type}, 'CREATION_SUCCESS', ${seat.name}, ${seat.email}, ${seat.picture_url}, ${seat.phone},
      ${seat.tier}, ${seat.is_base_account}, ${seat.linkedin_max_connections}, ${seat.linkedin_max_messages},
      ${seat.provider_account_id}, ${seat.linkedin_member_id}, ${seat.linkedin_public_identifier},
      'new', app_now(), true, true) returning ${accountColumns}`.execute(db);
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
      tier = ${seat.tier}, provider_account_id = ${seat.provider_account_id}, linkedin_member_id = ${seat.linkedin_member_id},
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
      picture_url = ${seat.picture_url}, tier = ${seat.tier}, is_base_account = ${seat.is_base_account},
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

/** Connected seats of all organisations after an id, for comparing with the provider's list. */
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

export interface LinkedinEventRow {
  id: number;
  type: string;
  provider_account_id: string;
  payload: unknown;
}

/** False when the same event was stored before. */
export async function insertLinkedinEvent(
  { db }: Tx,
  event: {
    organization_id: number;
    event_id: string | null;
    type: string;
    provider_account_id: string;
    payload: unknown;
  },
): Promise<boolean> {
  const rows = await sql`insert into linkedin_events (organization_id, event_id, type, provider_account_id, payload)
    values (${event.organization_id}, ${event.event_id}, ${event.type}, ${event.provider_account_id},
      ${toJson(event.payload)}::jsonb)
    on conflict (organization_id, event_id) do nothing`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}

/** Unprocessed events after an id, oldest first; one that failed five times stays for inspection. */
export async function listWaitingEvents(
  { db }: Tx,
  organizationId: number,
  after: number,
): Promise<LinkedinEventRow[]> {
  const rows = await sql<LinkedinEventRow>`select id, type, provider_account_id, payload from linkedin_events
    where organization_id = ${organizationId} and processed_at is null and attempts < 5 and id > ${after}
    order by id limit 100`.execute(db);
  return rows.rows;
}

/** Organizations whose events are older than the queue's five attempts take: no attempt is cut short. */
export async function listUnwoken({ db }: Tx): Promise<number[]> {
  const rows = await sql<{ organization_id: number }>`select distinct organization_id from linkedin_events
    where processed_at is null and attempts < 5 and received_at < app_now() - interval '2 minutes'`.execute(db);
  return rows.rows.map((row) => row.organization_id);
}

/** Identifiers of people in a batch who may have written. */
export interface PossibleSender {
  organization_id: number;
  prospect_id: number;
  phone_key: string | null;
  linkedin_key: string | null;
  /** The id by which the campaign's LinkedIn sender knows them. */
  linkedin_provider_id: string | null;
}

const isUnheardReport = sql`e.processed_at is null and e.type = 'message_received' and e.payload->'message'->>'is_own' = 'false'`;
const isUnheardEvent = sql`e.type = 'linkedin_message_seen' and e.payload->'message'->>'is_own' = 'false'`;

/**
 * Which of these people wrote messages that are not handled yet. A reply that reached us counts until it is handled: a backlog must not let
 * the next step be sent. A permanently failed one counts while its row exists. Each person is one index probe, so a backlog costs nothing.
 */
export async function listUnheard({ db }: Tx, people: readonly PossibleSender[]): Promise<Set<number>> {
  const asked = people.map(({ organization_id, prospect_id, phone_key, linkedin_key, linkedin_provider_id }) => ({
    organization_id,
    prospect_id,
    phone_key,
    linkedin_key,
    linkedin_provider_id,
  }));
  const rows = await sql<{ prospect_id: number }>`${keptPlan}with asked as materialized (
      select * from json_to_recordset(${toJson(asked)}::json) as g (organization_id bigint, prospect_id bigint,
        phone_key text, linkedin_key text, linkedin_provider_id text)
      where (select true from linkedin_events e where e.organization_id = g.organization_id and ${isUnheardReport} limit 1)
        or (select true from outbox_events e where e.organization_id = g.organization_id and ${isUnheardEvent} limit 1)
    ), names as materialized (
      select organization_id, prospect_id, left(linkedin_provider_id, 200) collate "C" as id, null collate "C" as contact from asked where linkedin_provider_id is not null
      union select m.organization_id, m.prospect_id, left(m.provider_id, 200) collate "C", null collate "C" from asked join linkedin_members m using (organization_id, prospect_id)
      union select organization_id, prospect_id, null collate "C", left(contact, 200) collate "C" from asked
        cross join lateral (values (phone_key), (linkedin_key), (lower(linkedin_key))) known (contact) where contact is not null
    )
    select prospect_id from names n cross join lateral (select from linkedin_events e where ${isUnheardReport}
      and e.organization_id = n.organization_id and left(e.payload->'message'->>'sender_provider_id', 200) = n.id limit 1) found
    union select prospect_id from names n cross join lateral (select from linkedin_events e where ${isUnheardReport}
      and e.organization_id = n.organization_id and sender_contact(e.payload->'message') = n.contact limit 1) found
    union select prospect_id from names n cross join lateral (select from outbox_events e where ${isUnheardEvent}
      and e.organization_id = n.organization_id and left(e.payload->'message'->>'provider_id', 200) = n.id limit 1) found
    union select prospect_id from names n cross join lateral (select from outbox_events e where ${isUnheardEvent}
      and e.organization_id = n.organization_id and sender_contact(e.payload->'message') = n.contact limit 1) found`.execute(
    db,
  );
  return new Set(rows.rows.map((row) => row.prospect_id));
}

/** True for the worker that may process it: two workers may hold the same job. */
export async function lockEvent({ db }: Tx, id: number): Promise<boolean> {
  const rows = await sql`select 1 from linkedin_events where id = ${id} and processed_at is null for update`.execute(
    db,
  );
  return rows.rows.length > 0;
}

export async function markEventProcessed({ db }: Tx, id: number): Promise<void> {
  await sql`update linkedin_events set processed_at = app_now(), error = null where id = ${id}`.execute(db);
}

export async function markEventFailed({ db }: Tx, id: number, error: string): Promise<void> {
  await sql`update linkedin_events set attempts = attempts + 1, error = ${error} where id = ${id}`.execute(db);
}

/** Deletes the texts of these conversations; the record that a message existed stays, to detect duplicates. */
export async function forgetSeenWords(
  { db }: Pick<Tx, 'db'>,
  seatId: string,
  chatIds: readonly string[],
): Promise<void> {
  if (chatIds.length === 0) return;
  await sql`update linkedin_events set payload = payload || jsonb_build_object('message',
      (payload->'message') || '{"text": "", "attachments": []}'::jsonb)
    where provider_account_id = ${seatId} and type = 'message_received'
      and payload->'message'->>'chat_id' = any(${[...chatIds]}::text[])`.execute(db);
}

/** Processed events are kept for 30 days, to detect duplicates and investigate complaints. */
export async function pruneLinkedinEvents({ db }: Tx): Promise<void> {
  await sql`delete from linkedin_events where received_at < app_now() - interval '30 days'`.execute(db);
}
