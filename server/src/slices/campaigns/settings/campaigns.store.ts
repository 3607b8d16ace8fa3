import type { CampaignMails } from '@overture/contract/campaign-mails';
import { MOST_WAITING_COUNTED } from '@overture/contract/campaigns';
import { EMAIL_ACCOUNT_TYPES, HEALTHY_STATUSES } from '@overture/domain/accounts';
import type { CampaignTouchRules } from '@overture/domain/campaign/touch-locks';
import type { CampaignStatus } from '@overture/domain/campaign/transitions';
import { REQUEST_LIMITS } from '@overture/domain/limits';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import type { ProviderMatching } from '@overture/domain/sending/sender-choice';
import { DEFAULT_SENDING_WINDOW, type SendingWindow, type WeekWindows } from '@overture/domain/sending/sending-window';
import { DEFAULT_TIME_ZONE, isTimeZone } from '@overture/domain/time/timezones';
import { type RawBuilder, sql } from 'kysely';
import type { PageRange } from '../../../kernel/api-keys/cursor.ts';
import type { TransactionContext } from '../../../kernel/context.ts';
import { acquireLock } from '../../../kernel/db/advisory-locks.ts';
import { toJson } from '../../../kernel/db/to-json.ts';
import { requireRoom } from '../../../kernel/limits/room.ts';
import { senderPool } from '../run/index.ts';
import { countsOfPeriod, hasPeriod, wasUsedIn } from './figures.store.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** A campaign with the counts of its leads that are not archived. */
export interface CampaignRow extends CampaignMails {
  id: number;
  name: string;
  status: CampaignStatus;
  timezone: string;
  language: string;
  sending_window: SendingWindow;
  email_account_id: number | null;
  linkedin_account_id: number | null;
  /** All that take new leads, the first first. */
  email_account_ids: number[];
  linkedin_account_ids: number[];
  email_max_messages: number;
  linkedin_max_messages: number;
  linkedin_max_connections: number;
  windows: WeekWindows | null;
  counts_working_days: boolean;
  skips_holidays: boolean;
  holiday_calendar: string | null;
  uses_lead_zone: boolean;
  sender_column_id: number | null;
  provider_matching: ProviderMatching;
  max_emails_per_day_total: number | null;
  max_new_leads_per_day: number | null;
  touch_rules: CampaignTouchRules | null;
  /** Null without a bound. */
  lookup_credits: number | null;
  activated_at: Date | null;
  completed_at: Date | null;
  created_at: Date;
  /** Of the tour: it refuses to start. */
  is_demo: boolean;
  edit_version: number;
  total: number;
  completed: number;
  contacted: number;
  replied: number;
  /** Leads that wait for data, counted up to a bound. */
  waiting_for_data: number;
}

/** Read from an index that holds such leads only; the campaign is running or paused. */
const waitingForData = sql`case when c.status in ('ACTIVE', 'PAUSED') then (select count(*)::int from (
    select from campaign_leads w where w.organization_id = c.organization_id and w.campaign_id = c.id
      and w.waiting_rule = 'missing_data' and w.archived_at is null limit ${sql.lit(MOST_WAITING_COUNTED)}) few) else 0 end`;

const columns = sql`${waitingForData} as waiting_for_data, ${senderPool('email')} as email_account_ids, ${senderPool('linkedin')} as linkedin_account_ids,
  c.id, c.name, c.status, c.timezone, c.language, c.sending_window, c.email_account_id,
  c.linkedin_account_id, c.email_max_messages, c.linkedin_max_messages, c.linkedin_max_connections,
  c.windows, c.counts_working_days, c.skips_holidays, c.holiday_calendar, c.uses_lead_zone, c.sender_column_id, c.provider_matching, c.max_emails_per_day_total,
  c.max_new_leads_per_day, c.plain_text_only, c.plain_first_email, c.signature_choice, c.signature_id, c.signs_follow_ups, c.tracks_clicks, c.tracks_opens, c.touch_rules, c.lookup_credits, c.activated_at,
  c.completed_at, c.created_at, c.is_demo, c.edit_version, n.total, n.completed, n.contacted, n.replied`;

/** One row a campaign from its few count slots; never from all its leads. */
const counts =
  sql.raw(`lateral (select coalesce(sum(total), 0)::int as total, coalesce(sum(completed), 0)::int as completed,
    coalesce(sum(contacted), 0)::int as contacted, coalesce(sum(replied), 0)::int as replied
  from campaign_counts where campaign_id = c.id) n`);

/** The bound keeps a runaway script harmless. */
/** Archived ones are the first that a list beyond its limit leaves out. */
export async function listCampaigns({ db, organization }: Tx): Promise<CampaignRow[]> {
  const rows = await sql<CampaignRow>`select ${columns} from campaigns c cross join ${counts}
    where c.organization_id = ${organization.id} and c.id in (select n.id from campaigns n where n.organization_id = ${organization.id}
      order by n.status = 'ARCHIVED', n.created_at desc, n.id desc limit ${LIST_LIMITS.campaigns})
    order by c.created_at desc, c.id desc`.execute(db);
  return rows.rows;
}

/** @throws bad_request where no more campaigns are made */
export const requireRoomForCampaign = (tx: Tx): Promise<void> =>
  requireRoom(tx, sql`select from campaigns where organization_id = ${tx.organization.id} and status <> 'ARCHIVED'`, {
    limit: LIST_LIMITS.campaigns,
    things: 'campaigns that are not archived',
    remedy: 'archive',
  });

export async function findCampaign({ db, organization }: Tx, id: number): Promise<CampaignRow | undefined> {
  const rows = await sql<CampaignRow>`select ${columns} from campaigns c cross join ${counts}
    where c.id = ${id} and c.organization_id = ${organization.id}`.execute(db);
  return rows.rows[0];
}

/**
 * Changes that people make to one campaign and its leads happen one after the other; the engine is not held up. Taken
 * before any row is locked, it keeps two of them from waiting for each other. A million leads may take its time.
 */
export async function acquireCampaignMutex({ db }: Tx, id: number): Promise<void> {
  await sql`select ${acquireLock('campaign', id)},
    set_config('statement_timeout', '10min', true)`.execute(db);
}

/** The status as it stays until the end of the transaction: everything that changes a campaign starts here. */
export async function lockCampaignRow({ db, organization }: Tx, id: number): Promise<CampaignStatus | undefined> {
  const rows = await sql<{ status: CampaignStatus }>`select status from campaigns
    where id = ${id} and organization_id = ${organization.id} for no key update`.execute(db);
  return rows.rows[0]?.status;
}

/** As `lockCampaignRow`, for readers of the flow: settings and status can't change, other readers aren't blocked. */
export async function lockCampaignRowShared({ db, organization }: Tx, id: number): Promise<CampaignStatus | undefined> {
  const rows = await sql<{ status: CampaignStatus }>`select status from campaigns
    where id = ${id} and organization_id = ${organization.id} for share`.execute(db);
  return rows.rows[0]?.status;
}

export interface CampaignQuery {
  search: string | null;
  /** Days whose contacts and replies count (YYYY-MM-DD, inclusive); null without a bound. */
  start_date: string | null;
  end_date: string | null;
  /** Whose days they are; null for UTC. */
  time_zone: string | null;
  statuses: readonly CampaignStatus[];
  campaign_ids: readonly number[] | null;
  account_ids: readonly number[] | null;
  label_ids: readonly number[] | null;
  sort_field: string;
  sort_direction: 'asc' | 'desc';
}

/** Sort columns by wire name, and the order of cursors. Rates of campaigns without contacts sort below a rate of zero. */
const SORTS: Record<string, string> = {
  id: 'c.id',
  name: 'lower(c.name)',
  status: 'c.status',
  created_at: 'c.created_at',
  total_prospects: 'n.total',
  total_contacted: 'n.contacted',
  total_replies: 'n.replied',
  reply_rate: 'case when n.contacted = 0 then -1 else n.replied::numeric / n.contacted end',
};

export async function pageCampaigns(
  { db, organization }: Tx,
  query: CampaignQuery,
  { limit, offset, after }: PageRange,
): Promise<CampaignRow[]> {
  const isAfter = after === null ? sql`true` : sql`c.id < ${after[0]}::bigint`;
  const order = sql.raw(`${SORTS[query.sort_field] ?? 'c.created_at'} ${query.sort_direction}`);
  const figures = hasPeriod(query) ? countsOfPeriod(query) : counts;
  const rows = await sql<CampaignRow>`select ${columns} from campaigns c cross join ${figures} 
    where ${campaignFilter(organization.id, query)} and ${isAfter}
    order by ${order}, c.id desc limit ${limit} offset ${offset}`.execute(db);
  return rows.rows;
}

export async function countListed({ db, organization }: Tx, query: CampaignQuery): Promise<number> {
  const rows = await sql<{ total: number }>`select count(*)::int as total from campaigns c
    where ${campaignFilter(organization.id, query)}`.execute(db);
  return rows.rows[0]?.total ?? 0;
}

function campaignFilter(organizationId: number, query: CampaignQuery): RawBuilder<unknown> {
  const parts = [sql`c.organization_id = ${organizationId}`, sql`c.status = any(${[...query.statuses]}::text[])`];
  if (query.search) parts.push(sql`strpos(lower(c.name), lower(${query.search})) > 0`);
  if (query.campaign_ids) parts.push(sql`c.id = any(${[...query.campaign_ids]}::bigint[])`);
  if (query.label_ids) {
    parts.push(sql`c.id in (select campaign_id from campaign_labels where organization_id = ${organizationId}
      and label_id = any(${[...query.label_ids]}::bigint[]))`);
  }
  if (query.account_ids) {
    const ids = [...query.account_ids];
    // A sender that was replaced since still counts in its period.
    const wasUsed = hasPeriod(query) ? wasUsedIn(query) : sql`false`;
    parts.push(sql`(exists (select from campaign_senders s where s.campaign_id = c.id and s.account_id = any(${ids}::bigint[]))
      or ${wasUsed})`);
  }
  return sql.join(parts, sql` and `);
}

/** Names of campaigns that begin with a text, for giving a new one a free name. */
export async function listNamesStartingWith({ db, organization }: Tx, start: string): Promise<string[]> {
  const rows = await sql<{ name: string }>`select name from campaigns
    where organization_id = ${organization.id} and starts_with(name, ${start}) limit ${LIST_LIMITS.campaigns}`.execute(
    db,
  );
  return rows.rows.map((row) => row.name);
}

/** Makes it an example, which refuses to start. */
export async function markDemo({ db, organization }: Tx, id: number): Promise<void> {
  await sql`update campaigns set is_demo = true where organization_id = ${organization.id} and id = ${id}`.execute(db);
}

/**
 * A blank draft with the standard sending window. It takes zone, language and holidays of the newest campaign, which users rarely change. The
 * first campaign uses the browser's zone. The only mailbox that can send becomes its sender.
 */
export async function insertDraft(
  { db, organization, user }: Tx & Pick<TransactionContext, 'user'>,
  name: string,
  browserZone: string | null,
) {
  const zone = browserZone !== null && isTimeZone(browserZone) ? browserZone : DEFAULT_TIME_ZONE;
  const rows = await sql<{ id: number }>`
    with newest as (select timezone, language, skips_holidays, holiday_calendar from campaigns
      where organization_id = ${organization.id} order by created_at desc, id desc limit 1),
    mailboxes as (select id, status from accounts where organization_id = ${organization.id} and deleted_at is null
      and account_type = any(${[...EMAIL_ACCOUNT_TYPES]}::text[]) limit 2)
    insert into campaigns (organization_id, name, created_by, counts_working_days, skips_holidays, holiday_calendar, timezone,
      language, sending_window, plain_first_email, email_account_id)
    select ${organization.id}, ${name}, ${user?.id ?? null}, true, coalesce(newest.skips_holidays, false), newest.holiday_calendar,
      coalesce(newest.timezone, ${zone}), coalesce(newest.language, 'en'), ${toJson(DEFAULT_SENDING_WINDOW)}::jsonb, true,
      (select min(id) from mailboxes having count(*) = 1 and bool_and(status = any(${[...HEALTHY_STATUSES]}::text[])))
    from (select 1) as always left join newest on true
    returning id`.execute(db);
  return rows.rows[0]!.id;
}

/** A draft with the settings of another campaign. */
export async function insertCopy(
  { db, organization, user }: Tx & Pick<TransactionContext, 'user'>,
  id: number,
  name: string,
): Promise<number> {
  const settings =
    sql.raw(`timezone, language, sending_window, email_account_id, linkedin_account_id, email_max_messages,
    linkedin_max_messages, linkedin_max_connections, counts_working_days, skips_holidays, holiday_calendar, uses_lead_zone, windows,
    sender_column_id, provider_matching, max_emails_per_day_total, max_new_leads_per_day, plain_text_only, plain_first_email,
    signature_choice, signature_id, signs_follow_ups, tracks_clicks, tracks_opens, touch_rules`);
  const rows = await sql<{ id: number }>`insert into campaigns (organization_id, name, created_by, ${settings})
    select organization_id, ${name}, ${user?.id ?? null}, ${settings} from campaigns where id = ${id} and organization_id = ${organization.id} returning id`.execute(
    db,
  );
  const copyId = rows.rows[0]!.id;
  await sql`insert into campaign_senders (organization_id, campaign_id, channel, account_id, position)
    select organization_id, ${copyId}, channel, account_id, position from campaign_senders
    where campaign_id = ${id} and organization_id = ${organization.id} and not is_leaving on conflict do nothing`.execute(
    db,
  );
  return copyId;
}

type ChangedMails = { [Field in keyof CampaignMails]?: CampaignMails[Field] | null };

export interface CampaignChange extends ChangedMails {
  name?: string | null;
  timezone?: string | null;
  language?: string | null;
  sending_window?: SendingWindow | null;
  email_account_id?: number | null;
  linkedin_account_id?: number | null;
  email_max_messages?: number | null;
  linkedin_max_messages?: number | null;
  linkedin_max_connections?: number | null;
  /** Null takes them away; left out, they stay. */
  windows?: WeekWindows | null;
  counts_working_days?: boolean | null;
  skips_holidays?: boolean | null;
  /** An empty text takes the choice away. */
  holiday_calendar?: string | null;
  uses_lead_zone?: boolean | null;
  /** Of these 0 takes it away. */
  sender_column_id?: number | null;
  max_emails_per_day_total?: number | null;
  max_new_leads_per_day?: number | null;
  provider_matching?: ProviderMatching | null;
  /** Empty for those of the organization. */
  touch_rules?: CampaignTouchRules | null;
}

/** Updates settings; null and missing fields are kept. Increments the version, which makes the plans of workers stale. */
export async function updateSettings({ db, organization }: Tx, id: number, change: CampaignChange): Promise<void> {
  await sql`update campaigns set version = version + 1, name = coalesce(${change.name ?? null}, name),
      language = coalesce(${change.language ?? null}, language),
      email_account_id = coalesce(${change.email_account_id ?? null}, email_account_id),
      linkedin_account_id = coalesce(${change.linkedin_account_id ?? null}, linkedin_account_id),
      provider_matching = coalesce(${change.provider_matching ?? null}, provider_matching),
      plain_text_only = coalesce(${change.plain_text_only ?? null}, plain_text_only),
      plain_first_email = coalesce(${change.plain_first_email ?? null}, plain_first_email),
      ${signatureChange(change)},
      tracks_clicks = coalesce(${change.tracks_clicks ?? null}, tracks_clicks),
      tracks_opens = coalesce(${change.tracks_opens ?? null}, tracks_opens),
      sender_column_id = nullif(coalesce(${change.sender_column_id ?? null}, sender_column_id), 0),
      touch_rules = nullif(coalesce(${change.touch_rules ? toJson(change.touch_rules) : null}::jsonb, touch_rules), '{}'),
      ${hoursChange(change)},
      ${limitChange(change)}
    where id = ${id} and organization_id = ${organization.id}`.execute(db);
}

/** A signature of its own is kept only while it is the choice. */
function signatureChange(change: CampaignChange) {
  const choice = sql`coalesce(${change.signature_choice ?? null}, signature_choice)`;
  return sql`signature_choice = ${choice},
      signature_id = case when ${choice} = 'fixed' then coalesce(${change.signature_id ?? null}::bigint, signature_id) end,
      signs_follow_ups = coalesce(${change.signs_follow_ups ?? null}, signs_follow_ups)`;
}

/** When it sends: windows, time zone and days off. */
function hoursChange(change: CampaignChange) {
  const window = change.sending_window ? toJson(change.sending_window) : null;
  const windows = change.windows ? toJson(change.windows) : null;
  return sql`timezone = coalesce(${change.timezone ?? null}, timezone),
      sending_window = coalesce(${window}::jsonb, sending_window),
      windows = case when ${change.windows === undefined} then windows else ${windows}::jsonb end,
      counts_working_days = coalesce(${change.counts_working_days ?? null}, counts_working_days),
      skips_holidays = coalesce(${change.skips_holidays ?? null}, skips_holidays),
      holiday_calendar = nullif(coalesce(${change.holiday_calendar ?? null}, holiday_calendar), ''),
      uses_lead_zone = coalesce(${change.uses_lead_zone ?? null}, uses_lead_zone)`;
}

/** How much it sends a day. */
function limitChange(change: CampaignChange) {
  return sql`email_max_messages = coalesce(${change.email_max_messages ?? null}, email_max_messages),
      linkedin_max_messages = coalesce(${change.linkedin_max_messages ?? null}, linkedin_max_messages),
      linkedin_max_connections = coalesce(${change.linkedin_max_connections ?? null}, linkedin_max_connections),
      max_emails_per_day_total = nullif(coalesce(${change.max_emails_per_day_total ?? null}, max_emails_per_day_total), 0),
      max_new_leads_per_day = nullif(coalesce(${change.max_new_leads_per_day ?? null}, max_new_leads_per_day), 0)`;
}

/** Credits that look-ups may cost from now on; left out, what is left stays, and no bound becomes none at all. */
export async function agreeToLookups(
  { db, organization }: Tx,
  id: number,
  credits: number | null | undefined,
): Promise<void> {
  await sql`update campaigns set lookup_credits = coalesce(${credits ?? null}::int, lookup_credits, 0)
    where id = ${id} and organization_id = ${organization.id}`.execute(db);
}

/** Adds to the credits that look-ups may cost. A campaign without a bound stays without. */
export async function addLookupCredits({ db, organization }: Tx, id: number, credits: number): Promise<void> {
  await sql`update campaigns set lookup_credits = least(lookup_credits::bigint + ${credits}::int, ${REQUEST_LIMITS.max_agreed_credits}::int)
    where id = ${id} and organization_id = ${organization.id}`.execute(db);
}

export async function listRunning({ db, organization }: Tx): Promise<number[]> {
  const rows = await sql<{ id: number }>`select id from campaigns
    where organization_id = ${organization.id} and status = 'ACTIVE' order by id`.execute(db);
  return rows.rows.map(({ id }) => id);
}

/** A new status, its moment, and a higher version. */
export async function updateStatus({ db, organization }: Tx, id: number, status: CampaignStatus): Promise<void> {
  await sql`update campaigns set status = ${status}, version = version + 1,
      archived_at = case when ${status} = 'ARCHIVED' then app_now() end,
      archived_from = case when ${status} = 'ARCHIVED' then status end,
      activated_at = case when ${status} = 'ACTIVE' then coalesce(activated_at, app_now()) else activated_at end,
      completed_at = case ${status} when 'COMPLETED' then app_now() when 'ACTIVE' then null else completed_at end
    where id = ${id} and organization_id = ${organization.id}`.execute(db);
}

/** A campaign's status before it was archived within the last minutes; null when that was earlier. */
export async function findStatusBeforeArchiving(
  { db, organization }: Tx,
  id: number,
  within_in_minutes: number,
): Promise<CampaignStatus | null> {
  const rows = await sql<{ archived_from: CampaignStatus | null }>`select archived_from from campaigns
    where id = ${id} and organization_id = ${organization.id} and status = 'ARCHIVED'
      and archived_at > app_now() - make_interval(mins => ${within_in_minutes})`.execute(db);
  return rows.rows[0]?.archived_from ?? null;
}

export async function countCampaigns({ db, organization }: Tx, ids: readonly number[]): Promise<number> {
  const rows = await sql<{ total: number }>`select count(*) as total from campaigns
    where id = any(${[...ids]}::bigint[]) and organization_id = ${organization.id}`.execute(db);
  return rows.rows[0]?.total ?? 0;
}
