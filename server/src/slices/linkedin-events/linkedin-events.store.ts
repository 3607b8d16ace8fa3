import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/db/__generated__/database.ts';
import { keptPlan } from '../../kernel/db/kept-plan.ts';
import { toJson } from '../../kernel/db/to-json.ts';

interface Tx {
  db: Kysely<DB>;
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
