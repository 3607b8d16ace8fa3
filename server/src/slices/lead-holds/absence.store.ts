import { sql } from 'kysely';
import type { ReadContext, TransactionContext } from '../../kernel/context.ts';
import { toJson } from '../../kernel/db/to-json.ts';

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

/** The person's unfinished leads in all campaigns, locked by id like everywhere else. */
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
 * Stores until when each lead is away. Messages are due again from then on. Conditions are still evaluated, and the stop check holds
 * actions already in the outbox.
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

/** The person is back: queued steps are due now. */
export async function clearAway({ db }: Tx, ids: readonly number[]): Promise<void> {
  await sql`update campaign_leads l set away_until = null,
      next_at = case when l.waiting_rule = 'away' then app_now() else l.next_at end,
      waiting_rule = nullif(l.waiting_rule, 'away')
    where l.id = any(${[...ids]}::bigint[])`.execute(db);
}

/** When campaigns resume for a person who is away; null when none waits. */
export async function findAwayUntil(
  { db, organization }: Pick<ReadContext, 'db' | 'organization'>,
  prospectId: number,
): Promise<Date | null> {
  const rows = await sql<{ until: Date | null }>`select min(l.away_until) as until from campaign_leads l
    where l.prospect_id = ${prospectId} and l.organization_id = ${organization.id} and ${isToCome} and l.archived_at is null
      and l.away_until > app_now()`.execute(db);
  return rows.rows[0]?.until ?? null;
}
