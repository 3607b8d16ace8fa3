import { sql } from 'kysely';
import type { ReadContext, TransactionContext } from '../../../kernel/context.ts';
import { toJson } from '../../../kernel/db/to-json.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export interface HeldLead {
  id: number;
  campaign_id: number;
  timezone: string;
  sending_window: unknown;
  windows: unknown;
  skips_holidays: boolean;
  holiday_calendar: string | null;
  counts_working_days: boolean;
  away_until: Date | null;
}

const isToCome = sql`l.status in ('NOT_STARTED', 'SCHEDULED', 'SCHEDULING', 'ACTIVE', 'PAUSED')`;

/** What a person still has to come, in all campaigns, locked in the order of all others who do so. */
export async function lockLeads({ db, organization }: Tx, prospectId: number): Promise<HeldLead[]> {
  const rows =
    await sql<HeldLead>`select l.id, l.campaign_id, c.timezone, c.sending_window, c.windows, c.skips_holidays,
      c.holiday_calendar, c.counts_working_days, l.away_until
    from campaign_leads l join campaigns c on c.id = l.campaign_id
    where l.prospect_id = ${prospectId} and l.organization_id = ${organization.id} and ${isToCome} and l.archived_at is null
    order by l.id for no key update of l`.execute(db);
  return rows.rows;
}

/**
 * Until when each lead is away. What reaches out stands in its queue from then on; conditions go on meanwhile, and what is under way is
 * held by the stop check.
 */
export async function setAwayUntil({ db }: Tx, leads: readonly { id: number; until: Date }[]): Promise<void> {
  const given = toJson(leads.map(({ id, until }) => ({ id, until: until.toISOString() })));
  await sql`update campaign_leads l set away_until = g.until,
      next_at = case when ${isOutward} and (l.waiting_rule = 'away' or l.next_at < g.until) then g.until else l.next_at end,
      waiting_rule = case when ${isOutward} and (l.waiting_rule = 'away' or l.next_at < g.until) then 'away' else l.waiting_rule end
    from json_to_recordset(${given}::json) as g (id bigint, until timestamptz) where l.id = g.id`.execute(db);
}

const isOutward = sql`(l.status in ('SCHEDULED', 'ACTIVE') and not l.is_in_flight and l.next_at is not null
  and l.next_lane not in ('local', 'person') and (l.waiting_rule is null or l.waiting_rule in ('away', 'retry')))`;

/** They are there again: what stood in its queue meanwhile is due. */
export async function clearAway({ db }: Tx, ids: readonly number[]): Promise<void> {
  await sql`update campaign_leads l set away_until = null,
      next_at = case when l.waiting_rule = 'away' then app_now() else l.next_at end,
      waiting_rule = nullif(l.waiting_rule, 'away')
    where l.id = any(${[...ids]}::bigint[])`.execute(db);
}

/** When campaigns go on with a person who is away; null where nobody waits. */
export async function findAwayUntil(
  { db, organization }: Pick<ReadContext, 'db' | 'organization'>,
  prospectId: number,
): Promise<Date | null> {
  const rows = await sql<{ until: Date | null }>`select min(l.away_until) as until from campaign_leads l
    where l.prospect_id = ${prospectId} and l.organization_id = ${organization.id} and ${isToCome} and l.archived_at is null
      and l.away_until > app_now()`.execute(db);
  return rows.rows[0]?.until ?? null;
}
