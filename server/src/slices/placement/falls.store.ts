import type { BlocklistResult } from '@overture/domain/deliverability/blocklists';
import type { DeliverabilityCheck } from '@overture/domain/deliverability/deliverability';
import type { InboxShare } from '@overture/domain/deliverability/placement';
import type { ProviderGroup } from '@overture/domain/sending/sender-choice';
import { sql } from 'kysely';
import type { ReadContext, SystemTransactionContext, TransactionContext } from '../../kernel/context.ts';
import { isNotParked } from '../../kernel/rounds/rounds.ts';

type Reader = Pick<ReadContext, 'db' | 'organization'>;
type Tx = Pick<TransactionContext, 'db' | 'organization'>;
type SystemTx = Pick<SystemTransactionContext, 'db'>;

export const FALLS_LOOP = 'placement-falls';

export async function claimJudgings(
  { db }: SystemTx,
  limit: number,
  everyMinutes: number,
): Promise<{ organization_id: number }[]> {
  const rows = await sql<{ organization_id: number }>`update placement_rules
    set judge_at = app_now() + make_interval(mins => ${everyMinutes})
    where organization_id in (select organization_id from placement_rules where is_on and judge_at <= app_now()
        and ${isNotParked(FALLS_LOOP, sql.ref('organization_id'), sql`organization_id::text`)}
      order by judge_at limit ${limit} for update skip locked)
    returning organization_id`.execute(db);
  return rows.rows;
}

export interface CountedGroup {
  account_id: number;
  campaign_id: number;
  node_id: number;
  variant: string;
  provider_group: ProviderGroup;
  before_inbox: number;
  before_counted: number;
  inbox: number;
  counted: number;
}

const BEFORE_IN_DAYS = 14;

/** Copies of the last day, and those of the two weeks before it, by sender, text and provider. */
export async function listGroups({ db, organization }: Reader): Promise<CountedGroup[]> {
  const rows = await sql<CountedGroup>`select account_id, campaign_id, node_id, variant, provider_group,
      count(*) filter (where not is_new and placement = 'inbox')::int as before_inbox, count(*) filter (where not is_new)::int as before_counted,
      count(*) filter (where is_new and placement = 'inbox')::int as inbox, count(*) filter (where is_new)::int as counted
    from (select *, sent_at > (select app_now()) - interval '1 day' as is_new from placement_copies
      where organization_id = ${organization.id} and created_at > (select app_now()) - make_interval(days => ${BEFORE_IN_DAYS + 2})
        and sent_at > (select app_now()) - make_interval(days => ${BEFORE_IN_DAYS + 1}) and state = 'placed' and placement <> 'elsewhere') p
    group by account_id, campaign_id, node_id, variant, provider_group`.execute(db);
  return rows.rows;
}

export interface FallRow {
  id: number;
  cause: 'sender' | 'text' | 'provider' | 'all';
  words: string;
  account_id: number | null;
  campaign_id: number | null;
  before_inbox: number;
  before_counted: number;
  began_at: Date;
}

export async function findOpenFall({ db, organization }: Reader): Promise<FallRow | undefined> {
  const rows =
    await sql<FallRow>`select id, cause, words, account_id, campaign_id, before_inbox, before_counted, began_at
    from placement_falls where organization_id = ${organization.id} and ended_at is null`.execute(db);
  return rows.rows[0];
}

export interface NewFall {
  cause: FallRow['cause'];
  account_id: number | null;
  campaign_id: number | null;
  node_id: number | null;
  variant: string | null;
  provider_group: ProviderGroup | null;
  words: string;
  before: InboxShare;
  now: InboxShare;
}

/** Null when another one is open already. */
export async function insertFall({ db, organization }: Tx, fall: NewFall): Promise<number | null> {
  const { before, now } = fall;
  const rows = await sql<{
    id: number;
  }>`insert into placement_falls (organization_id, cause, account_id, campaign_id, node_id, variant,
      provider_group, words, before_inbox, before_counted, inbox, counted)
    values (${organization.id}, ${fall.cause}, ${fall.account_id}, ${fall.campaign_id}, ${fall.node_id}, ${fall.variant},
      ${fall.provider_group}, ${fall.words}, ${before.inbox}, ${before.counted}, ${now.inbox}, ${now.counted})
    on conflict (organization_id) where ended_at is null do nothing returning id`.execute(db);
  return rows.rows[0]?.id ?? null;
}

export async function endFall({ db, organization }: Tx, id: number): Promise<void> {
  await sql`update placement_falls set ended_at = app_now() where organization_id = ${organization.id} and id = ${id}
    and ended_at is null`.execute(db);
}

/** What is known of a sender besides its copies. */
export async function findSenderFacts({ db, organization }: Reader, accountId: number) {
  const rows = await sql<{
    email: string;
    checks: DeliverabilityCheck[] | null;
    blocklists: BlocklistResult[] | null;
  }>`select coalesce(a.email::text, a.name) as email, d.checks, d.blocklists
    from accounts a left join account_deliverability d on d.account_id = a.id
    where a.organization_id = ${organization.id} and a.id = ${accountId}`.execute(db);
  return rows.rows[0];
}

export async function findTextNames({ db, organization }: Reader, campaignId: number, nodeId: number) {
  const rows = await sql<{
    campaign: string;
    subject: string | null;
  }>`select c.name as campaign, n.subject_line as subject
    from campaigns c left join campaign_nodes n on n.id = ${nodeId} and n.campaign_id = c.id
    where c.organization_id = ${organization.id} and c.id = ${campaignId}`.execute(db);
  return rows.rows[0];
}
