import type { ClientReport } from '@overture/contract/agency-reports';
import { dayStarts, type ReportFigures } from '@overture/domain/campaign/month-report';
import { type DateRange, shiftDay } from '@overture/domain/time/date-presets';
import { sql } from 'kysely';
import type { ReplicaReadContext } from '../../../kernel/context.ts';
import { zoneOf } from '../../organization/index.ts';

type Tx = Pick<ReplicaReadContext, 'db'>;

export interface ReportedClient {
  id: number;
  name: string;
  time_zone: string;
  created_at: Date;
  cancelled_at: Date | null;
}

/** A client of the transaction's agency; undefined for those of others. */
export async function findReportedClient({ db }: Tx, id: number): Promise<ReportedClient | undefined> {
  const rows = await sql<ReportedClient>`select c.client_id as id, n.name, c.created_at, c.cancelled_at,
      ${zoneOf(sql`c.client_id`)} as time_zone
    from agency_clients c join agency_client_names() n using (client_id) where c.client_id = ${id}`.execute(db);
  return rows.rows[0];
}

export type DayFigures = ReportFigures & { date: string };

/** Days with any figures, in order. */
export async function listReportDays({ db }: Tx, id: number, range: DateRange, zone: string): Promise<DayFigures[]> {
  const rows = await sql<ReportFigures & { place: number }>`select * from agency_client_days(${id}::bigint,
    ${dayStarts(range, zone)}::timestamptz[]) order by place`.execute(db);
  return rows.rows.map(({ place, ...figures }) => ({ ...figures, date: shiftDay(range.start_date, place - 1) }));
}

/** From the first moment, and before the second. */
export interface Span {
  since: Date;
  until: Date;
}

/** Those that reached most people first, and how many there are. */
export async function listReportCampaigns(
  { db }: Tx,
  id: number,
  { since, until }: Span,
  limit: number,
): Promise<{ campaigns: ClientReport['campaigns']; total: number }> {
  const rows = await sql<
    ClientReport['campaigns'][number] & { total: number }
  >`select c.*, count(*) over ()::int as total
    from agency_client_campaigns(${id}::bigint, ${since}, ${until}) c
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
  { since, until }: Span,
  minimum: number,
): Promise<MessageRow[]> {
  const rows = await sql<MessageRow>`select campaign_id, name, step_type, step, variant, sent, replies, interested
    from agency_client_messages(${id}::bigint, ${since}, ${until}, ${minimum})
    order by replies desc, node_id, variant limit ${MESSAGES_READ}`.execute(db);
  return rows.rows;
}
