import { CALLS, type CallOutcome } from '@overture/domain/calls/call-outcomes';
import type { ZoneFacts } from '@overture/domain/zones/lead-zone';
import { type RawBuilder, sql } from 'kysely';
import type { ReadContext, SystemTransactionContext, TransactionContext } from '../../kernel/context.ts';
import { isFull } from '../../kernel/rounds/batches.ts';
import { isNotParked } from '../../kernel/rounds/rounds.ts';
import { zoneFacts } from '../prospects/index.ts';

type Reader = Pick<ReadContext, 'db' | 'organization'>;
type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** The loop that lets recorded outcomes take effect. */
export const CALLS_LOOP = 'call-outcomes';

/** A lead `l` of a running campaign `c` waits for a call. */
const isWaiting = sql`l.next_lane = 'person' and l.archived_at is null and l.status in ('SCHEDULED', 'ACTIVE') and c.status = 'ACTIVE'`;
/** Another person has the card of the lead `l`, or an outcome is recorded. */
const isTaken = (userId: number): RawBuilder<boolean> => sql<boolean>`exists (select from call_attempts a
  where a.campaign_lead_id = l.id and a.settled_at is null
    and (a.outcome is not null or (a.claimed_until > app_now() and a.user_id is distinct from ${userId})))`;

/** Whose calls come first. Most of them wait for none: their number is bounded, because each of their leads is looked up. */
export const interestedPeople = ({ organization_id }: { organization_id: number }): RawBuilder<unknown> =>
  sql`(select prospect_id from chats where organization_id = ${organization_id} and interest = 'INTERESTED'
    order by listed_at desc, prospect_id desc limit ${CALLS.interested_at_most})`;

/** Whose calls come first among those of today. They are bounded as well. */
export const clickedPeople = ({ organization_id }: { organization_id: number }): RawBuilder<unknown> =>
  sql`(select distinct prospect_id from (select prospect_id from link_clicks
    where organization_id = ${organization_id} and class = 'person' and ${isLateClick('clicked_at')}
    order by clicked_at desc limit ${CALLS.clicked_at_most}) n)`;

/** Whether a click is young enough to call for it, by the column of its time. */
export const isLateClick = (column: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} > app_now() - make_interval(days => ${CALLS.clicked_within_days})`;

/** Who has a row with `prospect_id` and `campaign_id`: the assignee of the conversation with its lead, else who created its campaign. */
export const ownerOf = (table: string): RawBuilder<number | null> =>
  sql`coalesce((select o.assigned_user_id from chats o where o.prospect_id = ${sql.ref(`${table}.prospect_id`)}),
    (select o.created_by from campaigns o where o.id = ${sql.ref(`${table}.campaign_id`)}))`;

export interface DueCall {
  lead_id: number;
  next_at: Date;
  timezone: string;
  zone_facts: ZoneFacts;
}

export interface CallFilter {
  user_id: number;
  campaign_id: number | null;
  owner_id: number | null;
}

/** Part of the queue: whose calls, due when. */
export interface QueuePart {
  among: 'interested' | 'clicked' | 'all';
  from: Date | null;
  before: Date | null;
}

/** Free calls of a part of the queue, the longest waiting first, after a place in it. */
export async function listDue(
  { db, organization }: Reader,
  given: CallFilter & QueuePart & { after: DueCall | null },
): Promise<DueCall[]> {
  const { user_id, campaign_id, owner_id, among, from, before, after } = given;
  const people = among === 'interested' ? interestedPeople : clickedPeople;
  const rows = await sql<DueCall>`select l.id as lead_id, l.next_at, c.timezone, ${zoneFacts} as zone_facts
    from ${among === 'all' ? sql`campaign_leads l` : sql`${people({ organization_id: organization.id })} h join campaign_leads l on l.prospect_id = h.prospect_id`}
    join campaigns c on c.id = l.campaign_id join prospects p on p.id = l.prospect_id
    where l.organization_id = ${organization.id} and ${isWaiting} and not ${isTaken(user_id)}
      ${campaign_id === null ? sql`` : sql`and l.campaign_id = ${campaign_id}`}
      ${owner_id === null ? sql`` : sql`and ${ownerOf('l')} = ${owner_id}`}
      ${from === null ? sql`` : sql`and l.next_at >= ${from}`}
      ${before === null ? sql`` : sql`and l.next_at < ${before}`}
      ${after === null ? sql`` : sql`and (l.next_at, l.id) > (${after.next_at}, ${after.lead_id})`}
    order by l.next_at, l.id limit ${CALLS.checked_at_once}`.execute(db);
  return rows.rows;
}

/**
 * Reserves the call of a lead. The unique index of open attempts is the fence: of two people one gets it. Who has it already keeps the
 * token: a claim that was on its way while they took an outcome back must not invalidate the card in their hand.
 * @returns the id of the card; undefined where another person has it, or the lead no longer waits
 */
export async function claimCall({ db, organization }: Tx, leadId: number, userId: number): Promise<number | undefined> {
  const rows = await sql<{
    id: number;
  }>`insert into call_attempts as a (organization_id, campaign_id, campaign_lead_id, prospect_id, node_id,
      phone_number, user_id, claimed_until)
    select l.organization_id, l.campaign_id, l.id, l.prospect_id, l.next_node_id, p.phone_number, ${userId},
      app_now() + make_interval(secs => ${CALLS.claim_in_seconds})
    from campaign_leads l join campaigns c on c.id = l.campaign_id join prospects p on p.id = l.prospect_id
    where l.id = ${leadId} and l.organization_id = ${organization.id} and ${isWaiting}
    on conflict (campaign_lead_id) where settled_at is null do update set user_id = excluded.user_id,
      token = a.token + ((a.user_id, a.node_id) is distinct from (excluded.user_id, excluded.node_id))::int,
      claimed_until = excluded.claimed_until, node_id = excluded.node_id, phone_number = excluded.phone_number
      where a.outcome is null and (a.claimed_until <= app_now() or a.user_id is not distinct from excluded.user_id)
    returning id`.execute(db);
  return rows.rows[0]?.id;
}

/** The card that a person has reserved without an outcome and that still waits. */
export async function findReserved({ db, organization }: Reader, userId: number): Promise<number | undefined> {
  const rows = await sql<{
    id: number;
  }>`select a.id from call_attempts a join campaign_leads l on l.id = a.campaign_lead_id
      and l.next_node_id = a.node_id join campaigns c on c.id = l.campaign_id
    where a.organization_id = ${organization.id} and a.user_id = ${userId} and a.settled_at is null and a.outcome is null
      and a.claimed_until > app_now() and ${isWaiting} order by a.claimed_until limit 1`.execute(db);
  return rows.rows[0]?.id;
}

export interface CallRow {
  id: number;
  organization_id: number;
  campaign_id: number;
  lead_id: number;
  prospect_id: number;
  node_id: number;
  phone_number: string | null;
  token: number;
  user_id: number | null;
  user_name: string | null;
  claimed_until: Date | null;
  outcome: CallOutcome | null;
  call_outcome_id: number | null;
  outcome_name: string | null;
  note: string | null;
  call_again_at: Date | null;
  recorded_at: Date | null;
  takes_effect_at: Date | null;
  settled_at: Date | null;
  /** Whether the lead still waits for this call. */
  is_waiting: boolean;
  status: string;
  campaign_status: string;
  campaign_name: string;
  timezone: string;
  zone_facts: ZoneFacts;
  first_name: string;
  last_name: string;
  job_title: string | null;
  company_name: string | null;
  email: string | null;
  linkedin_profile_url: string | null;
  now: Date;
}

/** A card with its lead, locked unless it is only read. */
export async function findCall(
  { db, organization }: Reader,
  id: number,
  isLocked = false,
): Promise<CallRow | undefined> {
  const rows =
    await sql<CallRow>`select a.id, a.organization_id, a.campaign_id, a.campaign_lead_id as lead_id, a.prospect_id, a.node_id,
      a.phone_number, a.token, a.user_id, u.name as user_name, a.claimed_until, a.outcome, a.call_outcome_id, a.outcome_name, a.note,
      a.call_again_at, a.recorded_at, a.takes_effect_at, a.settled_at,
      (${isWaiting} and l.next_node_id is not distinct from a.node_id) as is_waiting, l.status, c.status as campaign_status,
      c.name as campaign_name, c.timezone, ${zoneFacts} as zone_facts, p.first_name, p.last_name, p.job_title, p.company_name,
      p.email::text as email, p.linkedin_profile_url, app_now() as now
    from call_attempts a join campaign_leads l on l.id = a.campaign_lead_id join campaigns c on c.id = a.campaign_id
    join prospects p on p.id = a.prospect_id left join users u on u.id = a.user_id
    where a.id = ${id} and a.organization_id = ${organization.id} ${isLocked ? sql`for no key update of a` : sql``}`.execute(
      db,
    );
  return rows.rows[0];
}

export interface RecordedOutcome {
  outcome: CallOutcome;
  call_outcome_id: number | null;
  outcome_name: string | null;
  note: string | null;
  call_again_at: Date | null;
}

export async function saveOutcome({ db }: Pick<Tx, 'db'>, id: number, given: RecordedOutcome): Promise<void> {
  await sql`update call_attempts set outcome = ${given.outcome}, call_outcome_id = ${given.call_outcome_id},
      outcome_name = ${given.outcome_name}, note = ${given.note}, call_again_at = ${given.call_again_at}, recorded_at = app_now(),
      takes_effect_at = app_now() + make_interval(secs => ${CALLS.undo_in_seconds})
    where id = ${id}`.execute(db);
}

/** Takes an outcome back; the card is reserved again. */
export async function clearOutcome({ db }: Pick<Tx, 'db'>, id: number): Promise<void> {
  await sql`update call_attempts set outcome = null, call_outcome_id = null, outcome_name = null, note = null, call_again_at = null,
      recorded_at = null, takes_effect_at = null, claimed_until = app_now() + make_interval(secs => ${CALLS.claim_in_seconds})
    where id = ${id}`.execute(db);
}

/** A reservation without an outcome is no try. */
export async function deleteReservation({ db }: Pick<Tx, 'db'>, id: number): Promise<void> {
  await sql`delete from call_attempts where id = ${id} and outcome is null`.execute(db);
}

export async function markSettled({ db }: Pick<Tx, 'db'>, id: number): Promise<void> {
  await sql`update call_attempts set settled_at = app_now() where id = ${id}`.execute(db);
}

/** Recorded outcomes that can no longer be undone. */
export async function listEffective(
  { db }: Pick<SystemTransactionContext, 'db'>,
  limit: number,
): Promise<{ id: number; organization_id: number }[]> {
  const rows = await sql<{ id: number; organization_id: number }>`select a.id, a.organization_id from call_attempts a
    where a.settled_at is null and a.outcome is not null and a.takes_effect_at <= app_now()
      and ${isNotParked(CALLS_LOOP, sql`a.organization_id`, sql`a.id::text`)}
    order by a.takes_effect_at limit ${limit}`.execute(db);
  return rows.rows;
}

const DELETED_AT_ONCE = 500;

/** Reservations that ended an hour ago without an outcome. */
export async function deleteLeftReservations({ db }: Pick<SystemTransactionContext, 'db'>): Promise<boolean> {
  const done = await sql`delete from call_attempts where id in (select id from call_attempts
    where settled_at is null and outcome is null and claimed_until < app_now() - interval '1 hour'
    order by claimed_until limit ${DELETED_AT_ONCE} for update skip locked)`.execute(db);
  return isFull(done, DELETED_AT_ONCE);
}

/** How often this lead was called at this step without being reached, this call included. */
export async function countTries({ db }: Pick<Tx, 'db'>, { lead_id, node_id }: CallRow): Promise<number> {
  const rows = await sql<{ count: number }>`select count(*)::int as count from call_attempts
    where campaign_lead_id = ${lead_id} and node_id = ${node_id} and outcome in ('no_answer', 'voicemail', 'busy')`.execute(
    db,
  );
  return rows.rows[0]?.count ?? 1;
}

/** Locks calls that were due before an instant and that no person has in hand. */
export async function listOverdue(
  { db, organization }: Tx,
  before: Date,
  limit: number,
): Promise<{ lead_id: number; node_id: number }[]> {
  const rows = await sql<{ lead_id: number; node_id: number }>`select l.id as lead_id, l.next_node_id as node_id
    from campaign_leads l join campaigns c on c.id = l.campaign_id
    where l.organization_id = ${organization.id} and ${isWaiting} and l.next_at < ${before} and l.next_node_id is not null
      and not exists (select from call_attempts a where a.campaign_lead_id = l.id and a.settled_at is null
        and (a.outcome is not null or a.claimed_until > app_now()))
    order by l.next_at, l.id limit ${limit}`.execute(db);
  return rows.rows;
}

/** The calls count as due now. */
export async function makeDueNow({ db, organization }: Tx, leadIds: readonly number[]): Promise<void> {
  await sql`update campaign_leads l set next_at = app_now() from (select id from campaign_leads
      where organization_id = ${organization.id} and id = any(${[...leadIds]}::bigint[]) and next_lane = 'person'
      order by id for no key update) n where l.id = n.id`.execute(db);
}
