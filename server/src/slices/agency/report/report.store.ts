import type { ClientReport } from '@overture/contract/agency-reports';
import type { ReportFigures } from '@overture/domain/campaign/month-report';
import { monthBounds } from '@overture/domain/money/agency-bills';
import { type DateRange, shiftDay } from '@overture/domain/time/date-presets';
import { sql } from 'kysely';
import type { ReadContext } from '../../../kernel/context.ts';

type Tx = Pick<ReadContext, 'db'>;

export interface ReportedClient {
  id: number;
  name: string;
  /** It was a client at some time of the month. */
  was_there: boolean;
}

/** A client of the transaction's agency; undefined for those of others. */
export async function findReportedClient({ db }: Tx, id: number, month: string): Promise<ReportedClient | undefined> {
  const { first, next } = monthBounds(month);
  const rows = await sql<ReportedClient>`select c.client_id as id, n.name,
      c.created_at < ${next}::date at time zone 'UTC' and coalesce(c.cancelled_at >= ${first}::date at time zone 'UTC', true) as was_there
    from agency_clients c join agency_client_names() n using (client_id) where c.client_id = ${id}`.execute(db);
  return rows.rows[0];
}

export type DayFigures = ReportFigures & { date: string };

/** Days with any figures, in order. */
export async function listReportDays({ db }: Tx, id: number, range: DateRange): Promise<DayFigures[]> {
  const rows = await sql<DayFigures>`select * from agency_client_days(${id}::bigint, ${range.start_date}::date,
    ${shiftDay(range.end_date, 1)}::date) order by date`.execute(db);
  return rows.rows;
}

/** Those that reached most people first, and how many there are. */
export async function listReportCampaigns(
  { db }: Tx,
  id: number,
  range: DateRange,
  limit: number,
): Promise<{ campaigns: ClientReport['campaigns']; total: number }> {
  const rows = await sql<
    ClientReport['campaigns'][number] & { total: number }
  >`select c.*, count(*) over ()::int as total
    from agency_client_campaigns(${id}::bigint, ${range.start_date}::date, ${shiftDay(range.end_date, 1)}::date) c
    order by contacted desc, replies desc, campaign_id desc limit ${limit}`.execute(db);
  return { campaigns: rows.rows.map(({ total: _, ...row }) => row), total: rows.rows[0]?.total ?? 0 };
}

export interface MessageRow {
  campaign_id: number;
  name: string | null;
  step_type: string;
  step: number | null;
  variant: string;
  sent: number;
  replies: number;
  interested: number;
}

/** More than any client sends in a month; of yet more those with most replies count. */
const MESSAGES_READ = 1000;

export async function listReportMessages(
  { db }: Tx,
  id: number,
  month: string,
  minimum: number,
): Promise<MessageRow[]> {
  const rows = await sql<MessageRow>`select campaign_id, name, step_type, step, variant, sent, replies, interested
    from agency_client_messages(${id}::bigint, ${monthBounds(month).first}::date, ${minimum})
    order by replies desc, node_id, variant limit ${MESSAGES_READ}`.execute(db);
  return rows.rows;
}
