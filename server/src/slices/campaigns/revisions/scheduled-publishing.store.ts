import { TIMED_TRIES, type TimedCopy, timedPauseInSeconds } from '@overture/domain/flow/timed-publishing';
import { sql } from 'kysely';
import type { Actor, SystemContext, SystemTransactionContext, TransactionContext } from '../../../kernel/context.ts';
import { toJson } from '../../../kernel/db/to-json.ts';
import { isNotParked } from '../../../kernel/rounds/rounds.ts';
import type { MissedTime, TimedChoice } from './revisions.store.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization' | 'user'>;

/** Schedules the current working copy. Users of another organization are stored as null. */
export async function saveTime(
  { db, organization, user }: Tx,
  campaignId: number,
  given: { at: Date; choice: TimedChoice },
): Promise<void> {
  await sql`update campaign_working_copies set publish_at = ${given.at}, publish_choice = ${toJson(given.choice)}::jsonb,
      publish_next_at = ${given.at}, publish_tries = 0, publish_version = edit_version, publish_refusal = null,
      publish_missed_at = null,
      publish_by = (select id from users where id = ${user?.id ?? null} and organization_id = ${organization.id})
    where campaign_id = ${campaignId} and organization_id = ${organization.id}`.execute(db);
}

/** Takes the time back; with words, they say why nothing was published. Undefined where there was none, which changes nothing. */
export async function clearTime(
  { db, organization }: Pick<Tx, 'db' | 'organization'>,
  campaignId: number,
  refusal: string | null,
): Promise<MissedTime | undefined> {
  const rows = await sql<MissedTime>`with was as materialized (select campaign_id, publish_at, publish_by, edited_by
      from campaign_working_copies
      where campaign_id = ${campaignId} and organization_id = ${organization.id} and publish_at is not null for no key update)
    update campaign_working_copies w set publish_at = null, publish_choice = null, publish_version = null, publish_next_at = null,
      publish_by = case when ${refusal}::text is null then null else w.publish_by end, publish_refusal = ${refusal},
      publish_missed_at = case when ${refusal}::text is null then null else w.publish_at end
    from was where w.campaign_id = was.campaign_id returning was.publish_at, was.publish_by, was.edited_by`.execute(db);
  return rows.rows[0];
}

export interface DueCopy {
  campaign_id: number;
  organization_id: number;
}

export const PUBLISHING_LOOP = 'timed-revisions';

/** Working copies to check, longest waiting first. */
export async function listDueCopies({ db }: Parameters<Parameters<SystemContext['systemRead']>[0]>[0], limit: number) {
  const rows = await sql<DueCopy>`select campaign_id, organization_id from campaign_working_copies
    where publish_next_at <= app_now()
      and ${isNotParked(PUBLISHING_LOOP, sql.ref('organization_id'), sql`campaign_id::text`)}
    order by publish_next_at limit ${limit}`.execute(db);
  return rows.rows;
}

export interface ClaimedCopy {
  tries: number;
  /** The user who chose the time; null when they acted from another organization. */
  actor: Actor | null;
  /** Their name if they are no longer active: nothing is published on behalf of a user who left. */
  left_by: string | null;
}

/**
 * Begins a try; undefined when another worker has it or nothing is due. The next try is scheduled first, so a copy that kills its worker
 * waits its turn like any other.
 */
export async function claimDueCopy(
  { db }: Pick<SystemTransactionContext, 'db'>,
  { campaign_id, organization_id }: DueCopy,
): Promise<ClaimedCopy | undefined> {
  const rows =
    await sql<ClaimedCopy>`with taken as (update campaign_working_copies set publish_tries = least(publish_tries + 1, 1000),
        publish_next_at = app_now() + make_interval(secs => (${PAUSES}::int[])[least(publish_tries + 1, ${PAUSES.length}::int)])
      where campaign_id = ${campaign_id} and organization_id = ${organization_id} and publish_next_at <= app_now()
      returning publish_tries, publish_by)
    select t.publish_tries as tries,
      case when u.active or u.is_workspace_user then json_build_object('id', u.id, 'actor_id', u.id, 'role', u.role) end as actor,
      case when not (u.active or u.is_workspace_user) then u.name end as left_by
    from taken t left join users u on u.id = t.publish_by`.execute(db);
  return rows.rows[0];
}

const PAUSES = Array.from({ length: TIMED_TRIES }, (_, tries) => timedPauseInSeconds(tries + 1));

/** Limits the wait for locks on the campaign or its leads: this try ends, and the other copies get their turn. */
const LONGEST_WAIT = '10s';

/** For this transaction. */
export async function setLockTimeout({ db }: Pick<Tx, 'db'>): Promise<void> {
  await sql`select set_config('lock_timeout', ${LONGEST_WAIT}, true)`.execute(db);
}

/** The copy if it is due and was neither published nor changed. Called with the campaign's mutex. */
export async function findDueCopy(
  { db, organization }: Pick<Tx, 'db' | 'organization'>,
  campaignId: number,
): Promise<(TimedCopy & { publish_choice: TimedChoice }) | undefined> {
  const rows = await sql<
    TimedCopy & { publish_choice: TimedChoice }
  >`select publish_at, publish_version, edit_version, publish_choice, publish_tries
    from campaign_working_copies where campaign_id = ${campaignId} and organization_id = ${organization.id}
      and publish_at <= app_now() for no key update`.execute(db);
  return rows.rows[0];
}
