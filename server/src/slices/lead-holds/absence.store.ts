import { UNFINISHED_LEAD_STATUSES } from '@overture/domain/campaign/transitions';
import { sql } from 'kysely';
import type { ReadContext, TransactionContext } from '../../kernel/context.ts';

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
  message_hold_until: Date | null;
}

const isToCome = sql`l.status = any(${UNFINISHED_LEAD_STATUSES}::text[])`;

/** The person's unfinished leads in all campaigns, locked by id like everywhere else. */
export async function lockLeads({ db, organization }: Tx, prospectId: number): Promise<HeldLead[]> {
  const rows =
    await sql<HeldLead>`select l.id, l.campaign_id, c.timezone, c.sending_window, c.windows, c.skips_holidays,
      c.holiday_calendar, c.counts_working_days, l.away_until, l.message_hold_until
    from campaign_leads l join campaigns c on c.id = l.campaign_id
    where l.prospect_id = ${prospectId} and l.organization_id = ${organization.id} and ${isToCome} and l.archived_at is null
    order by l.id for no key update of l`.execute(db);
  return rows.rows;
}

interface HeldUntil {
  /** The lead is out of office until then. */
  away: Date | null;
  /** A team member has written, and campaigns wait until then. */
  own_message: Date | null;
}

/** When campaigns continue with a person; null where none waits for that. */
export async function findHeldUntil(
  { db, organization }: Pick<ReadContext, 'db' | 'organization'>,
  prospectId: number,
): Promise<HeldUntil> {
  const rows = await sql<HeldUntil>`select min(l.away_until) filter (where l.away_until > app_now()) as away,
      min(l.message_hold_until) filter (where l.message_hold_until > app_now()) as own_message
    from campaign_leads l
    where l.prospect_id = ${prospectId} and l.organization_id = ${organization.id} and ${isToCome} and l.archived_at is null`.execute(
    db,
  );
  return rows.rows[0]!;
}
