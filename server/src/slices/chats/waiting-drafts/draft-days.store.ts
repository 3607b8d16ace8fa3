import type { DraftWork } from '@overture/contract/waiting-drafts';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** Days are those of the organization's time zone. */
const today = sql`(select (app_now() at time zone coalesce(o.time_zone, 'UTC'))::date from organizations o
  where o.organization_id = draft_days_of.id)`;

const DAYS_KEPT = 90;

/** Takes one of today's drafts; false when the daily limit is used up. Waits for others that take one. */
export async function spendDailyDraft({ db, organization }: Tx): Promise<boolean> {
  const rows = await sql`with draft_days_of as (select ${organization.id}::bigint as id)
    insert into draft_days as d (organization_id, day, started)
    select draft_days_of.id, ${today}, 1 from draft_days_of
    on conflict (organization_id, day) do update set started = d.started + 1
    where d.started < (select drafts_per_day from organizations where organization_id = d.organization_id)`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}

type Outcome = 'written' | 'sent_unchanged' | 'sent_changed' | 'discarded';

/** Counts what became of a draft. The row of the day also removes the old ones. */
export async function countOutcome({ db, organization }: Tx, outcome: Outcome, credits = 0): Promise<void> {
  await sql`with draft_days_of as (select ${organization.id}::bigint as id)
    insert into draft_days as d (organization_id, day, ${sql.ref(outcome)}, credits)
    select draft_days_of.id, ${today}, 1, ${credits}::int from draft_days_of
    on conflict (organization_id, day) do update
      set ${sql.ref(outcome)} = d.${sql.ref(outcome)} + 1, credits = d.credits + ${credits}::int`.execute(db);
  await sql`delete from draft_days where organization_id = ${organization.id}
    and day < (app_now() - make_interval(days => ${DAYS_KEPT}))::date`.execute(db);
}

/** Drafts that wait, and what they took today. */
export async function findDraftWork({ db, organization }: Tx): Promise<Omit<DraftWork, 'campaigns'>> {
  const rows = await sql<Omit<DraftWork, 'campaigns' | 'not_written'>>`
    with draft_days_of as (select ${organization.id}::bigint as id)
    select (select count(*)::int from (select from chats c where c.organization_id = draft_days_of.id and c.archived_at is null
        and c.has_draft limit 1000) w) as waiting,
      o.drafts_per_day as per_day, coalesce(d.started, 0) as started, coalesce(d.written, 0) as written,
      coalesce(d.credits, 0) as credits, coalesce(d.sent_unchanged, 0) as sent_unchanged,
      coalesce(d.sent_changed, 0) as sent_changed, coalesce(d.discarded, 0) as discarded
    from draft_days_of join organizations o on o.organization_id = draft_days_of.id
      left join draft_days d on d.organization_id = draft_days_of.id and d.day = ${today}`.execute(db);
  const missing = await sql<{ reason: DraftWork['not_written'][number]['reason']; count: number }>`
    select reason, count(*)::int as count from (select reason from waiting_drafts
      where organization_id = ${organization.id} and state = 'not_written' limit 1000) w
    group by reason order by count(*) desc, reason`.execute(db);
  return { ...rows.rows[0]!, not_written: missing.rows };
}

export async function setDraftsPerDay({ db, organization }: Tx, perDay: number): Promise<void> {
  await sql`update organizations set drafts_per_day = ${perDay} where organization_id = ${organization.id}`.execute(db);
}

/** Campaigns that differ from the organization, by name. */
export async function listDraftCampaigns({ db, organization }: Tx): Promise<DraftWork['campaigns']> {
  const rows = await sql<DraftWork['campaigns'][number]>`select id, name, drafts_replies from campaigns
    where organization_id = ${organization.id} and drafts_replies is not null order by name, id limit ${LIST_LIMITS.draft_campaigns}`.execute(
    db,
  );
  return rows.rows;
}

/** False for a campaign that is not the organization's. */
export async function setCampaignDrafts({ db }: Tx, campaignId: number, value: boolean | null): Promise<boolean> {
  const rows = await sql`update campaigns set drafts_replies = ${value} where id = ${campaignId}`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}
