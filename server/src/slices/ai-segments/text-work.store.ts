import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/db/__generated__/database.ts';
import { toJson } from '../../kernel/db/to-json.ts';
import { isNotParked } from '../../kernel/rounds/rounds.ts';
import { endedPlan } from '../plans/index.ts';

export const LEFTOVERS_LOOP = 'snippet-leftovers';

interface SystemTx {
  db: Kysely<DB>;
}
interface Tx extends SystemTx {
  organization: { id: number };
}

/** Texts of one organization per reservation. */
const WANTED_AT_ONCE = 200;
/** After this time a worker counts as dead; it exceeds the time of writing a text. Real time, like leases. */
const lease = sql`statement_timestamp() + interval '150 seconds'`;

const isReady = sql`(not_before <= app_now() or waited_since is not null)`;

const isLate = (patienceInSeconds: number) => sql`state in ('wanted', 'queued', 'running')
  and waited_since < statement_timestamp() - make_interval(secs => ${patienceInSeconds})`;

/** Organizations with requested texts without reserved credits. */
export async function listWanting({ db }: SystemTx): Promise<number[]> {
  const rows = await sql<{ id: number }>`select distinct organization_id as id from ai_segment_texts
    where state = 'wanted' and ${isReady}
      and exists (select from organizations o where o.organization_id = ai_segment_texts.organization_id and ${endedPlan('o')} is null)`.execute(
    db,
  );
  return rows.rows.map(({ id }) => id);
}

/** Organizations whose messages have waited too long for a text. */
export async function listLate({ db }: SystemTx, patienceInSeconds: number): Promise<number[]> {
  const rows = await sql<{
    id: number;
  }>`select distinct organization_id as id from ai_segment_texts where ${isLate(patienceInSeconds)}`.execute(db);
  return rows.rows.map(({ id }) => id);
}

export interface WantingText {
  id: number;
  campaign_lead_id: number;
  campaign_id: number;
  segment_id: number;
  language: string;
  is_urgent: boolean;
}

/** An organization's requested texts, awaited ones first; locked. */
export async function claimWanted({ db, organization }: Tx): Promise<WantingText[]> {
  const rows = await sql<WantingText>`select id, campaign_lead_id, segment_id, language,
      (select l.campaign_id from campaign_leads l where l.id = campaign_lead_id) as campaign_id,
      waited_since is not null as is_urgent
    from ai_segment_texts where organization_id = ${organization.id} and state = 'wanted' and ${isReady}
    order by waited_since nulls last, id limit ${WANTED_AT_ONCE} for no key update skip locked`.execute(db);
  return rows.rows;
}

/** Research tasks that leads have paid for already, or are about to: `lead:task`. */
export async function listPaid({ db, organization }: Tx, leadIds: readonly number[]): Promise<Set<string>> {
  const rows = await sql<{ key: string }>`select distinct t.campaign_lead_id || ':' || p.id as key
    from ai_segment_texts t cross join unnest(t.paid_prompt_ids) as p (id)
    where t.organization_id = ${organization.id} and t.campaign_lead_id = any(${leadIds}::bigint[])
      and t.state in ('queued', 'running', 'written')`.execute(db);
  return new Set(rows.rows.map(({ key }) => key));
}

export interface QueuedText {
  id: number;
  credits: number;
  paid_prompt_ids: number[];
  fingerprint: string;
}

export async function queueTexts(
  { db }: SystemTx,
  queued: readonly QueuedText[],
  reservationId: number | null,
): Promise<void> {
  if (queued.length === 0) return;
  await sql`update ai_segment_texts t set state = 'queued', credits = g.credits, fingerprint = g.fingerprint,
      paid_prompt_ids = array(select jsonb_array_elements_text(g.paid_prompt_ids)::bigint),
      reservation_id = case when g.credits > 0 then ${reservationId}::bigint end, not_before = app_now()
    from jsonb_to_recordset(${toJson(queued)}::jsonb) as g (id bigint, credits int, fingerprint text,
      paid_prompt_ids jsonb)
    where t.id = g.id and t.state = 'wanted'`.execute(db);
}

/** Requested texts without credits are rechecked in a minute, or when a message or user waits for them. */
export async function deferTexts({ db }: SystemTx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`update ai_segment_texts set not_before = app_now() + interval '1 minute'
    where id = any(${ids}::bigint[]) and state = 'wanted'`.execute(db);
}

/** Ends wanted texts that will not be written. */
export async function refuseTexts(
  { db }: SystemTx,
  refused: readonly { id: number; state: 'failed' | 'no_credits'; reason: string }[],
): Promise<void> {
  if (refused.length === 0) return;
  await sql`update ai_segment_texts t set state = g.state, reason = g.reason, ended_at = app_now()
    from jsonb_to_recordset(${toJson(refused)}::jsonb) as g (id bigint, state text, reason text)
    where t.id = g.id and t.state = 'wanted'`.execute(db);
}

export interface ClaimedText {
  id: number;
  organization_id: number;
  prospect_id: number;
  segment_id: number;
  language: string;
  lease_token: number;
  attempts: number;
}

export const WRITER_LOOP = 'snippet-writer';

/**
 * Claims one text under a new token: organizations with the fewest texts in progress first, then the longest awaited.
 * @param full organizations at this process's limit
 */
export async function claimText({ db }: SystemTx, full: readonly number[]): Promise<ClaimedText | null> {
  const rows = await sql<ClaimedText>`with at_work as (
      select organization_id, count(*) as texts from ai_segment_texts where state = 'running' group by organization_id
    ), next as (
      select t.id from ai_segment_texts t left join at_work w using (organization_id)
      where ((t.state = 'queued' and t.not_before <= app_now())
        or (t.state = 'running' and t.lease_until < statement_timestamp()))
        and t.organization_id <> all(${full}::bigint[])
        and ${isNotParked(WRITER_LOOP, sql.ref('t.organization_id'), sql`t.id::text`)}
      order by coalesce(w.texts, 0), t.waited_since nulls last, t.not_before, t.id limit 1 for no key update of t skip locked
    )
    update ai_segment_texts t set state = 'running', lease_token = lease_token + 1, lease_until = ${lease},
      attempts = attempts + 1
    from next where t.id = next.id
    returning t.id, t.organization_id, t.prospect_id, t.segment_id, t.language, t.lease_token, t.attempts`.execute(db);
  return rows.rows[0] ?? null;
}

export interface TextEnd {
  state: 'written' | 'nothing' | 'failed';
  text: string | null;
  reason: string | null;
  sources: readonly { source: string; title: string }[];
}

/** A text that has ended, with the credits that were set aside for it. */
export interface EndedText {
  id: number;
  campaign_id: number;
  prospect_id: number;
  credits: number;
  reservation_id: number | null;
}

/** Writes a text's result; null when the claim was lost. */
export async function endText(
  { db }: SystemTx,
  claimed: Pick<ClaimedText, 'id' | 'lease_token'>,
  end: TextEnd,
): Promise<EndedText | null> {
  const rows =
    await sql<EndedText>`update ai_segment_texts t set state = ${end.state}, text = ${end.text}, reason = ${end.reason},
      sources = ${toJson(end.sources)}::jsonb, lease_until = null, ended_at = app_now()
    from campaign_leads l
    where t.id = ${claimed.id} and t.lease_token = ${claimed.lease_token} and t.state = 'running' and l.id = t.campaign_lead_id
    returning t.id, l.campaign_id, t.prospect_id, t.credits, t.reservation_id`.execute(db);
  return rows.rows[0] ?? null;
}

/** Takes the credits off texts that cost nothing after all. */
export async function clearCredits({ db }: SystemTx, ids: readonly number[]): Promise<void> {
  await sql`update ai_segment_texts set credits = 0, paid_prompt_ids = '{}' where id = any(${ids}::bigint[])`.execute(
    db,
  );
}

export async function postponeText(
  { db }: SystemTx,
  { id, lease_token }: Pick<ClaimedText, 'id' | 'lease_token'>,
  until: Date,
): Promise<void> {
  await sql`update ai_segment_texts set state = 'queued', lease_until = null, not_before = ${until}
    where id = ${id} and lease_token = ${lease_token} and state = 'running'`.execute(db);
}

/** Ends texts that messages have waited for too long; their late authors write nothing. */
export async function endPatience(
  { db, organization }: Tx,
  patienceInSeconds: number,
  reason: string,
): Promise<EndedText[]> {
  const rows = await sql<EndedText>`with late as (
      select id from ai_segment_texts where organization_id = ${organization.id} and ${isLate(patienceInSeconds)}
      order by id limit 500 for no key update skip locked
    )
    update ai_segment_texts t set state = 'failed', reason = ${reason}, lease_token = lease_token + 1, lease_until = null,
      ended_at = app_now()
    from late, campaign_leads l where t.id = late.id and l.id = t.campaign_lead_id
    returning t.id, l.campaign_id, t.prospect_id, t.credits, t.reservation_id`.execute(db);
  return rows.rows;
}

/** Remaining reservations of texts deleted with their lead or step. */
export async function listForgotten({
  db,
}: SystemTx): Promise<{ organization_id: number; reservation_id: number; credits: number }[]> {
  const rows = await sql<{ organization_id: number; reservation_id: number; credits: number }>`
    select r.organization_id, r.id as reservation_id, r.amount - r.spent - r.released as credits from credit_reservations r
    where r.key like 'snippets:%' and r.amount > r.spent + r.released and r.created_at < app_now() - interval '1 hour'
      and not exists (select from ai_segment_texts t where t.reservation_id = r.id and t.state in ('queued', 'running'))
      and ${isNotParked(LEFTOVERS_LOOP, sql.ref('r.organization_id'), sql`r.id::text`)}
    order by r.id limit 500`.execute(db);
  return rows.rows;
}
