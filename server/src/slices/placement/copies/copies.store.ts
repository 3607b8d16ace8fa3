import { PLACEMENT_LIMITS, type Placement } from '@overture/domain/deliverability/placement';
import type { ProviderGroup } from '@overture/domain/sending/sender-choice';
import { cutText } from '@overture/domain/text/text-bounds';
import { type RawBuilder, sql } from 'kysely';
import type { SystemTransactionContext, TransactionContext } from '../../../kernel/context.ts';
import { toJson } from '../../../kernel/db/to-json.ts';
import { isFull } from '../../../kernel/rounds/batches.ts';
import { isNotParked } from '../../../kernel/rounds/rounds.ts';
import type { Attachment } from '../../action-kinds/index.ts';
import { byAnyEmail } from '../../lead-addresses/index.ts';
import { endedPlan } from '../../plans/index.ts';
import { campaignGuard } from '../../sending-guard/index.ts';
import { reachOfEmail, suppressedBecause } from '../../suppression-rules/index.ts';

/**
 * True of a mailbox `s` that copies must not go to: a sender would read them as replies, a lead would get the email of another lead, and
 * nothing goes to a suppressed address.
 */
const mustGetNone: RawBuilder<boolean> = sql`(exists (select from accounts a where a.organization_id = s.organization_id and a.email = s.email
    and a.deleted_at is null)
  or exists (select from ${byAnyEmail(sql`s.organization_id`, sql`array[lower(s.email::text)]`)} l)
  or ${suppressedBecause(reachOfEmail(sql`s.organization_id`, sql`s.email::text`))} is not null)`;

type Tx = Pick<TransactionContext, 'db' | 'organization'>;
type SystemTx = Pick<SystemTransactionContext, 'db'>;

/** The kind of copies in the outbox: `ref_id` is the copy. */
export const SEED_COPY = 'seed_copy';

export const SAMPLES_LOOP = 'placement-samples';

/** Organizations whose sent emails are looked through now, claimed by moving their next look ahead. */
export async function claimSamplings(
  { db }: SystemTx,
  limit: number,
  everySeconds: number,
): Promise<{ organization_id: number }[]> {
  const rows = await sql<{ organization_id: number }>`update placement_rules
    set sample_at = app_now() + make_interval(secs => ${everySeconds})
    where organization_id in (select organization_id from placement_rules where is_on and sample_at <= app_now()
        and ${isNotParked(SAMPLES_LOOP, sql.ref('organization_id'), sql`organization_id::text`)}
      order by sample_at limit ${limit} for update skip locked)
    returning organization_id`.execute(db);
  return rows.rows;
}

/** Senders whose emails are copied in one look. */
const MOST_SAMPLES = 500;

/** A campaign email that is to be copied. */
export interface SampledMail {
  intent_id: number;
  account_id: number;
  campaign_id: number;
  node_id: number;
  campaign_lead_id: number;
  variant: string;
  sent_at: Date;
}

/** Null without a restore. Copies of emails from before it may have left without a trace in the database. */
const restoredAt = sql`(select restored_at from installation)`;

/**
 * Of each sender with room today, the email that is the n-th since the last copied one. Emails of a day at most are counted, and only those of
 * running campaigns. The rule is locked: two workers copy nothing twice.
 */
export async function listDueSamples({ db, organization }: Tx): Promise<SampledMail[]> {
  const rows = await sql<SampledMail>`with rule as materialized (
      select every_nth, most_a_day, greatest(on_since, (select app_now()) - interval '1 day') as since from placement_rules
      where organization_id = ${organization.id} and is_on for update
    ), copied as materialized (
      select account_id, max(source_sent_at) as last_at,
        (array_agg(source_intent_id order by source_sent_at desc, source_intent_id desc))[1] as last_id,
        count(*) filter (where created_at > (select app_now()) - interval '1 day') as today from placement_copies
      where organization_id = ${organization.id} and created_at > (select app_now()) - interval '2 days' group by account_id
    ), counted as (
      select i.id, i.account_id, i.campaign_id, i.ref_part, i.ref_id, coalesce(i.variant, 'a') as variant, i.settled_at, p.today,
        row_number() over (partition by i.account_id order by i.settled_at, i.id) as place
      from rule, campaigns c join outbound_intents i on i.campaign_id = c.id left join copied p on p.account_id = i.account_id
      where c.organization_id = ${organization.id} and c.status in ('ACTIVE', 'COMPLETED') and i.settled_at > rule.since
        and i.kind = 'campaign_step' and i.channel = 'email' and i.state = 'confirmed' and i.prospect_id is not null
        and (i.dispatched_at > ${restoredAt}) is not false
        and (p.last_at is null or (i.settled_at, i.id) > (p.last_at, p.last_id))
    )
    select c.id as intent_id, c.account_id, c.campaign_id, c.ref_part as node_id, c.ref_id as campaign_lead_id, c.variant,
      c.settled_at as sent_at
    from counted c, rule where c.place = rule.every_nth and coalesce(c.today, 0) < rule.most_a_day
    order by c.settled_at limit ${MOST_SAMPLES}`.execute(db);
  return rows.rows;
}

export interface UsableSeed {
  id: number;
  email: string;
  provider_group: ProviderGroup;
  is_proven: boolean;
  /** Copies of the last day. */
  today: number;
  /** Copies of the last weeks, by sender. */
  by_sender: Record<string, number>;
}

/**
 * Mailboxes that may get a copy. One that is not proven yet gets a single one: a sign-in does not show who reads its address. Addresses that
 * became senders or leads, or were suppressed, are left out.
 */
export async function listUsableSeeds({ db, organization }: Tx): Promise<UsableSeed[]> {
  const rows = await sql<UsableSeed>`with lately as materialized (
      select seed_id, account_id, count(*)::int as copies,
        (count(*) filter (where created_at > (select app_now()) - interval '1 day'))::int as today from placement_copies
      where organization_id = ${organization.id} and created_at > (select app_now()) - interval '14 days' and seed_id is not null
      group by seed_id, account_id)
    select s.id, s.email::text as email, s.provider_group, s.status = 'ok' as is_proven, coalesce(sum(l.today), 0)::int as today,
      coalesce(json_object_agg(l.account_id, l.copies) filter (where l.account_id is not null), '{}') as by_sender
    from seed_mailboxes s left join lately l on l.seed_id = s.id
    where s.organization_id = ${organization.id} and s.status in ('new', 'ok')
      and (s.status = 'ok' or not exists (select from placement_copies p where p.organization_id = s.organization_id and p.seed_id = s.id
        and p.state in ('planned', 'sent')))
      and not ${mustGetNone}
    group by s.id order by s.id`.execute(db);
  return rows.rows.filter(({ today }) => today < PLACEMENT_LIMITS.copies_a_day_of_seed);
}

/** Null for an email that is copied already. */
export async function insertCopy(
  { db, organization }: Tx,
  mail: SampledMail,
  seed: Pick<UsableSeed, 'id' | 'provider_group'>,
): Promise<number | null> {
  const rows = await sql<{
    id: number;
  }>`insert into placement_copies (organization_id, seed_id, provider_group, account_id, campaign_id,
      node_id, variant, campaign_lead_id, source_intent_id, source_sent_at)
    values (${organization.id}, ${seed.id}, ${seed.provider_group}, ${mail.account_id}, ${mail.campaign_id}, ${mail.node_id},
      ${mail.variant}, ${mail.campaign_lead_id}, ${mail.intent_id}, ${mail.sent_at})
    on conflict (source_intent_id) do nothing returning id`.execute(db);
  return rows.rows[0]?.id ?? null;
}

/** A copy that is due, with the email as it left. */
export interface DueCopy {
  id: number;
  organization_id: number;
  campaign_lead_id: number | null;
  prospect_id: number | null;
  to_email: string | null;
  seed_status: string | null;
  /** Its mailbox became a sender's or a lead's, or was suppressed, while the copy waited. */
  must_stay: boolean;
  is_on: boolean;
  is_late: boolean;
  /** It was planned before the database was restored. */
  may_have_left: boolean;
  has_plan: boolean;
  campaign_status: string;
  guard_reason: string | null;
  zone: string;
  sending_window: unknown;
  windows: unknown;
  subject: string | null;
  body_text: string | null;
  body_html: string | null;
  in_reply_to: string | null;
  reference_chain: string[] | null;
  unsubscribe_url: string | null;
  attachments: Attachment[] | null;
}

/** Locks copies and reads what decides whether they may leave. */
export async function lockDueCopies({ db }: SystemTx, ids: readonly number[]): Promise<DueCopy[]> {
  await sql`select 1 from placement_copies where id = any(${[...ids]}::bigint[]) order by id for no key update`.execute(
    db,
  );
  const rows =
    await sql<DueCopy>`select p.id, p.organization_id, p.campaign_lead_id, i.prospect_id, s.email::text as to_email, s.status as seed_status,
      s.id is not null and ${mustGetNone} as must_stay,
      coalesce(r.is_on, false) as is_on, p.state <> 'planned' or p.created_at < app_now() - make_interval(hours => ${PLACEMENT_LIMITS.late_after_in_hours}) as is_late,
      coalesce(p.created_at <= ${restoredAt}, false) as may_have_left, ${endedPlan('o')} is null as has_plan, c.status as campaign_status, ${campaignGuard(sql`c.id`)} as guard_reason, c.timezone as zone,
      c.sending_window, c.windows, i.subject, i.body_text, i.body_html, i.in_reply_to,
      i.reference_chain, i.unsubscribe_url, i.attachments
    from placement_copies p join organizations o on o.organization_id = p.organization_id
    join campaigns c on c.id = p.campaign_id
    left join placement_rules r on r.organization_id = p.organization_id
    left join seed_mailboxes s on s.id = p.seed_id
    left join outbound_intents i on i.id = p.source_intent_id and i.organization_id = p.organization_id and i.state = 'confirmed'
    where p.id = any(${[...ids]}::bigint[])`.execute(db);
  return rows.rows;
}

/** It left: its mailbox is searched a little later. A copy that was given up counts again when it is proved that it left. */
export async function markSent(
  { db }: SystemTx,
  given: readonly { id: number; at: Date }[],
  minutes: number,
): Promise<void> {
  if (given.length === 0) return;
  await sql`with left_now as (
      update placement_copies p set state = 'sent', sent_at = g.at, reason = null, settled_at = null,
        look_at = app_now() + make_interval(mins => ${minutes})
      from json_to_recordset(${toJson(given)}::json) as g (id bigint, at timestamptz)
      where p.id = g.id and p.state in ('planned', 'not_sent') returning p.seed_id, p.look_at)
    update seed_mailboxes s set look_at = least(s.look_at, l.look_at) from left_now l where s.id = l.seed_id`.execute(
    db,
  );
}

const REASON_KEPT = 500;

export async function markNotSent({ db }: SystemTx, given: readonly { id: number; reason: string }[]): Promise<void> {
  if (given.length === 0) return;
  const kept = given.map(({ id, reason }) => ({ id, reason: cutText(reason, REASON_KEPT) }));
  await sql`update placement_copies p set state = 'not_sent', reason = g.reason, settled_at = app_now()
    from json_to_recordset(${toJson(kept)}::json) as g (id bigint, reason text)
    where p.id = g.id and p.state = 'planned'`.execute(db);
}

/**
 * Servers refused these copies. A full mailbox gets none until it has room again; an address that is refused, or was never proven, gets no
 * further copy: each would harm the sender.
 */
export async function markRefused(
  { db }: SystemTx,
  given: readonly { id: number; reason: string; is_full: boolean; is_unknown: boolean }[],
): Promise<void> {
  if (given.length === 0) return;
  const kept = given.map((one) => ({ ...one, reason: cutText(one.reason, REASON_KEPT) }));
  await sql`update seed_mailboxes s set status = case when g.is_full then 'full' else 'unproven' end, reason = g.reason
    from json_to_recordset(${toJson(kept)}::json) as g (id bigint, reason text, is_full boolean, is_unknown boolean)
    join placement_copies p on p.id = g.id
    where s.id = p.seed_id and (g.is_full or g.is_unknown or s.proven_at is null)`.execute(db);
}

export const LOOKS_LOOP = 'placement-looks';

export interface ClaimedSeed {
  id: number;
  organization_id: number;
  sealed_login: Buffer;
}

/**
 * A mailbox that is searched now. A worker that dies while it searches is followed by another after `leaseMinutes`.
 * @param full organizations that are not to be claimed for
 */
export async function claimSeed(
  { db }: SystemTx,
  full: readonly number[],
  leaseMinutes: number,
): Promise<ClaimedSeed | null> {
  const rows =
    await sql<ClaimedSeed>`update seed_mailboxes s set look_at = app_now() + make_interval(mins => ${leaseMinutes})
    where id = (select m.id from seed_mailboxes m where m.look_at <= app_now() and m.organization_id <> all(${full}::bigint[])
        and ${isNotParked(LOOKS_LOOP, sql.ref('m.organization_id'), sql`m.id::text`)}
      order by m.look_at limit 1 for update skip locked)
    returning id, organization_id, sealed_login`.execute(db);
  return rows.rows[0] ?? null;
}

export interface SearchedCopy {
  id: number;
  looks: number;
  message_ids: string[];
  /** So old that a mailbox which can't be read is waited for no longer. */
  is_old: boolean;
}

const MOST_SEARCHED = 50;

export async function listSearched({ db, organization }: Tx, seedId: number): Promise<SearchedCopy[]> {
  const rows =
    await sql<SearchedCopy>`select p.id, p.looks, array_remove(array[i.message_id, i.sent_message_id], null) as message_ids,
      p.sent_at < app_now() - interval '1 day' as is_old
    from placement_copies p join outbound_intents i on i.kind = ${SEED_COPY} and i.ref_id = p.id and i.ref_part = 0
    where p.organization_id = ${organization.id} and p.seed_id = ${seedId} and p.state = 'sent' and p.look_at <= app_now()
      and i.message_id is not null
    order by p.look_at limit ${MOST_SEARCHED}`.execute(db);
  return rows.rows;
}

/** Null when the mailbox was removed, or got another sign-in, while it was searched. */
export async function lockSeed({ db, organization }: Tx, id: number, sealedLogin: Buffer) {
  const rows = await sql<{
    status: string;
    is_proven: boolean;
    has_missed: boolean;
  }>`select status, proven_at is not null as is_proven,
      exists (select from placement_copies p where p.organization_id = ${organization.id} and p.seed_id = ${id}
        and p.state in ('unread', 'not_sent') and p.created_at >= tried_at) as has_missed
    from seed_mailboxes where organization_id = ${organization.id} and id = ${id} and sealed_login = ${sealedLogin} for update`.execute(
    db,
  );
  return rows.rows[0];
}

export interface CopyResult {
  id: number;
  state: 'sent' | 'placed' | 'unread';
  placement: Placement | null;
  reason: string | null;
  /** Minutes until the next look; null where none follows. */
  next_in: number | null;
}

export async function saveResults({ db, organization }: Tx, results: readonly CopyResult[]): Promise<void> {
  if (results.length === 0) return;
  await sql`update placement_copies p set state = g.state, placement = g.placement, reason = g.reason, looks = p.looks + 1,
      look_at = app_now() + make_interval(mins => g.next_in), settled_at = case when g.state <> 'sent' then app_now() end
    from json_to_recordset(${toJson(results)}::json) as g (id bigint, state text, placement text, reason text, next_in int)
    where p.organization_id = ${organization.id} and p.id = g.id and p.state = 'sent'`.execute(db);
}

/** What a look found out about the mailbox itself, and when it is searched next: at the latest after `most`. */
export async function saveLook(
  { db, organization }: Tx,
  seedId: number,
  given: { status: string; reason: string | null; proves: boolean; was_read: boolean; least: number; most: number },
): Promise<void> {
  const reason = given.reason === null ? null : cutText(given.reason, REASON_KEPT);
  await sql`update seed_mailboxes s set status = ${given.status}, reason = ${reason},
      proven_at = case when ${given.proves} then coalesce(s.proven_at, app_now()) else s.proven_at end,
      read_at = case when ${given.was_read} then app_now() else s.read_at end,
      look_at = greatest(app_now() + make_interval(mins => ${given.least}), least(app_now() + make_interval(mins => ${given.most}),
        (select min(p.look_at) from placement_copies p where p.seed_id = s.id and p.state = 'sent')))
    where s.organization_id = ${organization.id} and s.id = ${seedId}`.execute(db);
}

const AT_ONCE = 1000;

/** Copies that never left are given up, and those of removed mailboxes; old ones are deleted. True if there may be more. */
export async function closeCopies({ db }: SystemTx): Promise<boolean> {
  const given_up =
    await sql`update placement_copies set state = 'not_sent', settled_at = app_now(), reason = 'It could not leave in time.'
    where id in (select id from placement_copies where state = 'planned'
      and created_at < app_now() - make_interval(hours => ${2 * PLACEMENT_LIMITS.late_after_in_hours}) limit ${AT_ONCE})`.execute(
      db,
    );
  const unread =
    await sql`update placement_copies set state = 'unread', settled_at = app_now(), reason = 'The mailbox was removed.'
    where id in (select id from placement_copies where state = 'sent' and seed_id is null limit ${AT_ONCE})`.execute(
      db,
    );
  const deleted = await sql`delete from placement_copies where id in (select id from placement_copies
    where created_at < app_now() - make_interval(days => ${PLACEMENT_LIMITS.kept_in_days}) limit ${AT_ONCE})`.execute(
    db,
  );
  const falls = await sql`delete from placement_falls where id in (select id from placement_falls
    where ended_at < app_now() - make_interval(days => ${PLACEMENT_LIMITS.kept_in_days}) limit ${AT_ONCE})`.execute(db);
  return [given_up, unread, deleted, falls].some((result) => isFull(result, AT_ONCE));
}
