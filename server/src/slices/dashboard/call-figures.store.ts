import type { CallFigures } from '@overture/contract/analytics';
import { CALL_OUTCOMES, type CallOutcome, isConnected } from '@overture/domain/calls/call-outcomes';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import type { ZoneSpan } from '@overture/domain/time/zone-span';
import { sql } from 'kysely';
import type { ReplicaReadContext } from '../../kernel/context.ts';
import type { Scope } from './analytics.store.ts';
import { isLeadIn } from './lead-scope.store.ts';

type Tx = Pick<ReplicaReadContext, 'db' | 'organization'>;

const CONNECTED = CALL_OUTCOMES.filter(isConnected);

interface CallRow {
  hour: number;
  user_id: number | null;
  name: string | null;
  outcome: CallOutcome;
  calls: number;
}

/** Calls that were recorded within a span, by the hour of the zone and by person. */
export async function countCalls(
  { db, organization }: Tx,
  { since, until, zone }: Pick<ZoneSpan, 'since' | 'until'> & { zone: string },
  scope: Scope,
): Promise<Omit<CallFigures, 'time_zone'>> {
  const { rows } = await sql<CallRow>`select c.*, u.name from (
      select extract(hour from a.recorded_at at time zone ${zone})::int as hour, a.user_id, a.outcome, count(*)::int as calls
      from call_attempts a join campaign_leads l on l.organization_id = a.organization_id and l.id = a.campaign_lead_id
      where a.organization_id = ${organization.id} and a.recorded_at >= ${since}::timestamptz
        and a.recorded_at < ${until}::timestamptz and a.outcome is not null and ${isLeadIn(scope)}
      group by 1, 2, 3) c
    left join users u on u.organization_id = ${organization.id} and u.id = c.user_id`.execute(db);
  return { ...sumCalls(rows), hours: listHours(rows), people: listPeople(rows) };
}

function sumCalls(rows: readonly CallRow[]): { calls: number; connected: number } {
  const total = (some: readonly CallRow[]) => some.reduce((sum, { calls }) => sum + calls, 0);
  return { calls: total(rows), connected: total(rows.filter(({ outcome }) => CONNECTED.includes(outcome))) };
}

const listHours = (rows: readonly CallRow[]): CallFigures['hours'] =>
  [...Map.groupBy(rows, ({ hour }) => hour)]
    .map(([hour, some]) => ({ hour, ...sumCalls(some) }))
    .sort((a, b) => a.hour - b.hour);

/** Most calls first. Those of people who left the organization count together. */
function listPeople(rows: readonly CallRow[]): CallFigures['people'] {
  return [...Map.groupBy(rows, ({ name, user_id }) => (name === null ? null : user_id))]
    .map(([id, some]) => ({
      id,
      name: some[0]?.name ?? null,
      ...sumCalls(some),
      outcomes: [...Map.groupBy(some, ({ outcome }) => outcome)]
        .map(([outcome, same]) => ({ outcome, calls: sumCalls(same).calls }))
        .sort((a, b) => CALL_OUTCOMES.indexOf(a.outcome) - CALL_OUTCOMES.indexOf(b.outcome)),
    }))
    .sort((a, b) => b.calls - a.calls || (a.name ?? '').localeCompare(b.name ?? ''))
    .slice(0, LIST_LIMITS.members);
}
