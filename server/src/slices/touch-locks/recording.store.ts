import { TOUCH_LOCK_BOUNDS } from '@overture/domain/campaign/touch-locks';
import { sql } from 'kysely';
import type { SystemTransactionContext } from '../../kernel/context.ts';
import { acquireLock } from '../../kernel/db/advisory-locks.ts';
import { isNotParked } from '../../kernel/rounds/rounds.ts';
import { personKeys, touchSecret } from './claim.store.ts';
import { insertMailRests } from './holds.store.ts';

type Tx = Pick<SystemTransactionContext, 'db'>;

export const RECORDING_LOOP = 'touch-lock-recording';

/**
 * Organizations whose earlier contacts are not recorded yet, for themselves or with whom they share locks now. One that turned its lock off
 * still has shared locks to remove.
 */
export async function listUnrecorded(tx: Tx, limit: number): Promise<number[]> {
  const rows = await sql<{ id: number }>`select r.organization_id as id from touch_lock_rules r
    left join touch_lock_groups m on m.organization_id = r.organization_id
    where (r.is_on and r.recorded_to is not null or m.group_id is distinct from r.recorded_group)
      and ${isNotParked(RECORDING_LOOP, sql.ref('r.organization_id'), sql`r.organization_id::text`)}
    order by r.organization_id limit ${limit}`.execute(tx.db);
  return rows.rows.map(({ id }) => id);
}

/** The locks of a restored backup do not know whom messages reached since it: those that were found again are recorded. */
export async function recordAgain({ db }: Tx): Promise<void> {
  await sql`update touch_lock_rules set recorded_to = 0, recorded_mails_to = 0 where is_on`.execute(db);
}

interface Recording {
  recorded_to: number;
  /** The last lead whose emails outside of campaigns are recorded; they follow when all campaigns are. */
  recorded_mails_to: number;
  group_id: number | null;
}

/**
 * Waits for dispatches that began before, locks the rules, and begins again where the organization shares with others now.
 * @returns null once nothing is left to record
 */
export async function beginBatch(tx: Tx, organizationId: number): Promise<Recording | null> {
  await sql`select ${acquireLock('touch_locks', organizationId)}`.execute(tx.db);
  const rows = await sql<{
    is_on: boolean;
    recorded_to: number | null;
    recorded_mails_to: number;
    group_id: number | null;
    is_same: boolean;
  }>`
    select r.is_on, r.recorded_to, r.recorded_mails_to, m.group_id, m.group_id is not distinct from r.recorded_group as is_same from touch_lock_rules r
    left join touch_lock_groups m on m.organization_id = r.organization_id
    where r.organization_id = ${organizationId} for no key update of r`.execute(tx.db);
  const found = rows.rows[0];
  if (!found || (found.is_same && (!found.is_on || found.recorded_to === null))) return null;
  const { group_id, recorded_mails_to } = found;
  if (found.is_same) return { recorded_to: found.recorded_to ?? 0, recorded_mails_to, group_id };
  await sql`delete from touch_locks where organization_id = ${organizationId} and is_shared
    and scope_id is distinct from ${group_id}::bigint`.execute(tx.db);
  const start = { recorded_to: 0, recorded_mails_to: 0, group_id };
  await saveRecorded(tx, organizationId, start);
  return found.is_on ? start : null;
}

export async function saveRecorded(
  tx: Tx,
  organizationId: number,
  given: Omit<Recording, 'recorded_to'> & { recorded_to: number | null },
): Promise<void> {
  await sql`update touch_lock_rules set recorded_to = ${given.recorded_to}, recorded_group = ${given.group_id},
      recorded_mails_to = ${given.recorded_mails_to}
    where organization_id = ${organizationId}`.execute(tx.db);
}

/**
 * Writes the locks of the next leads that were contacted: of running ones held, of others for the rest of their days, and where a campaign
 * asks for a longer rest the contacts of two years. A person who is locked stays as they are, and contacts from before a person was released
 * count no more. Returns the last lead that was read; null where none is left.
 */
export async function recordContacts(
  tx: Tx,
  organizationId: number,
  after: number,
  limit: number,
): Promise<number | null> {
  const rows = await sql<{ last: number | null }>`
    with batch as materialized (
      select l.id, l.status, l.archived_at is not null or c.status = 'ARCHIVED' as is_archived, l.prospect_id,
        coalesce(l.replied_at, l.completed_at, l.archived_at, c.archived_at, l.contacted_at) as ended_at,
        coalesce(l.contacted_at, least(l.email_touched_at, l.linkedin_touched_at)) as contacted_at,
        (c.touch_rules->>'rest_days')::int as rest_days
      from campaign_leads l join campaigns c on c.id = l.campaign_id where l.organization_id = ${organizationId} and l.id > ${after}
        and (l.contacted_at is not null or l.email_touched_at is not null or l.linkedin_touched_at is not null)
      order by l.id limit ${limit}),
    standing as materialized (
      select b.id, b.prospect_id, b.is_archived or b.status in ('COMPLETED', 'FAILED', 'REPLIED') as is_over,
        case when b.status = 'REPLIED' then 'replied' else 'finished' end as reason,
        b.contacted_at, b.ended_at, b.ended_at + make_interval(days => greatest(r.finished_days, b.rest_days)) as until,
        r.has_campaign_rules and b.ended_at > app_now() - make_interval(days => ${TOUCH_LOCK_BOUNDS.finished_days.max}) as is_recent
      from batch b join touch_lock_rules r on r.organization_id = ${organizationId}),
    keys as materialized (
      select distinct on (k.key) s.*, k.key from standing s join prospects p on p.id = s.prospect_id
      cross join lateral ${personKeys(touchSecret)} as k (key)
      where k.key is not null and (not s.is_over or s.until > app_now() or s.is_recent)
        and not exists (select from touch_locks t where t.scope_id = ${organizationId} and not t.is_shared and t.kind = 'person'
          and t.key_hash = k.key and t.state = 'cooling' and t.rests_from = '-infinity' and t.until >= s.contacted_at)
      order by k.key, s.is_over, s.ended_at desc, s.id desc),
    written as (
      insert into touch_locks as t (organization_id, scope_id, kind, key_hash, campaign_lead_id, state, reason, until, rests_from)
      select ${organizationId}::bigint, ${organizationId}::bigint, 'person', k.key, k.id, case when k.is_over then 'cooling' else 'held' end,
        case when k.is_over then k.reason else 'in_contact' end, case when k.is_over then k.until end, case when k.is_over then k.ended_at end
      from keys k order by k.key
      on conflict (scope_id, is_shared, kind, key_hash) do update set campaign_lead_id = excluded.campaign_lead_id, state = excluded.state,
        reason = excluded.reason, until = excluded.until, rests_from = excluded.rests_from, taken_at = app_now()
        where t.state = 'cooling' and t.until <= app_now()
          and (excluded.state = 'held' or t.rests_from is null or excluded.rests_from > t.rests_from))
    select max(id) as last from batch`.execute(tx.db);
  return rows.rows[0]?.last ?? null;
}

/** The group knows these leads' locks too; a person whom another one of the group holds stays with it. */
export async function shareContacts(
  tx: Tx,
  organizationId: number,
  groupId: number,
  { after, last }: { after: number; last: number },
): Promise<void> {
  await sql`insert into touch_locks as t (organization_id, scope_id, is_shared, kind, key_hash, campaign_lead_id, state, reason, until, rests_from)
    select o.organization_id, ${groupId}, true, 'person', o.key_hash, o.campaign_lead_id, o.state, o.reason, o.until, o.rests_from from touch_locks o
    where o.organization_id = ${organizationId} and not o.is_shared and o.kind = 'person' and o.campaign_lead_id > ${after}
      and o.campaign_lead_id <= ${last} and (o.state = 'held' or o.until > app_now())
    order by o.key_hash
    on conflict (scope_id, is_shared, kind, key_hash) do update set organization_id = excluded.organization_id,
      campaign_lead_id = excluded.campaign_lead_id, state = excluded.state, reason = excluded.reason, until = excluded.until,
      rests_from = excluded.rests_from
      where t.state = 'cooling' and t.until <= app_now()`.execute(tx.db);
}

/**
 * The next leads with emails outside of campaigns rest as well. Received emails count only with a proven domain: anyone can write in the name of
 * a lead. Returns the last lead that was read; null where none is left.
 */
export async function recordMails(
  tx: Tx,
  organizationId: number,
  after: number,
  limit: number,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`select distinct prospect_id as id from past_mails
    where organization_id = ${organizationId} and prospect_id > ${after} order by prospect_id limit ${limit}`.execute(
    tx.db,
  );
  const ids = rows.map(({ id }) => id);
  await insertMailRests(
    tx,
    organizationId,
    sql`select prospect_id, max(sent_at) as at from past_mails where organization_id = ${organizationId}
      and prospect_id = any(${ids}::bigint[]) and (not is_received or is_proven) group by prospect_id`,
  );
  return ids.at(-1) ?? null;
}
