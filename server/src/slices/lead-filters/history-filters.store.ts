import { UNFINISHED_LEAD_STATUSES } from '@overture/domain/campaign/transitions';
import { type ColumnFilter, isTyped, type PlainFilter, splitValues } from '@overture/domain/leads/filters';
import { isHistoryColumn, TOUCH_LOCK_COLUMN } from '@overture/domain/leads/lead-columns';
import {
  DUPLICATE_COLUMN,
  DUPLICATE_FILTERS,
  IN_CAMPAIGN_COLUMN,
  LAST_TOUCHED_COLUMN,
  SUPPRESSED_COLUMN,
} from '@overture/domain/leads/lead-history';
import { positiveOf, type TypedFilter } from '@overture/domain/leads/typed-filters';
import { SUPPRESSED_REASONS } from '@overture/domain/suppressions/suppressions';
import { type RawBuilder, sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';
import { excludedLeads } from '../excluded-domains/index.ts';
import { instantCondition } from './lead-filters.store.ts';
import { touchLockCondition } from './lead-relations.store.ts';
import { suppressedLeads } from './suppression-filters.store.ts';

/**
 * Filters by what happened to a lead. Each is a query for the ids of leads that begins with the fewer rows: entries, domains, touches, groups
 * of duplicates (decision 0569).
 */

type Tx = Pick<TransactionContext, 'organization'>;

interface Row {
  lead_id: RawBuilder<unknown>;
  /** The campaign whose table it is: `in_campaign` means another one. */
  campaign_id?: number | undefined;
}

type Condition = (tx: Tx, filter: ColumnFilter, row: Row) => RawBuilder<boolean>;

/** True where one of the chosen values applies; `not_contains` is the opposite. */
function ofValues(condition: (tx: Tx, values: string[], row: Row) => RawBuilder<boolean>): Condition {
  return (tx, filter, row) => {
    if (isTyped(filter)) throw new Error(`${filter.column} has no comparisons`);
    const holds = condition(tx, splitValues(filter.value), row);
    return filter.operation === 'not_contains' ? sql`not ${holds}` : holds;
  };
}

const CONDITIONS: Readonly<Record<string, Condition>> = {
  [TOUCH_LOCK_COLUMN]: (tx, filter, { lead_id }) => touchLockCondition(tx, filter as PlainFilter, lead_id),
  [SUPPRESSED_COLUMN]: ofValues(isBlocked),
  [IN_CAMPAIGN_COLUMN]: ofValues(isInCampaign),
  [LAST_TOUCHED_COLUMN]: (tx, filter, { lead_id }) => touchedCondition(tx, filter, lead_id),
  [DUPLICATE_COLUMN]: ofValues(isDuplicate),
};

/** A filter by what happened to the lead. Never null; undefined for other columns. */
export function historyCondition(tx: Tx, filter: ColumnFilter, row: Row): RawBuilder<boolean> | undefined {
  return isHistoryColumn(filter.column) ? CONDITIONS[filter.column]?.(tx, filter, row) : undefined;
}

/** The leads of `found`, a query with the one column `id`. An anti join needs no memory where `not in` has a limit. */
const isAmong = (leadId: RawBuilder<unknown>, found: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from (${found}) found where found.id = ${leadId})`;

function isBlocked({ organization }: Tx, values: readonly string[], { lead_id }: Row): RawBuilder<boolean> {
  const isWanted = (value: string) => values.includes('any') || values.includes(value);
  const reasons = SUPPRESSED_REASONS.filter(isWanted);
  const found = [
    ...(reasons.length > 0 ? suppressedLeads(organization.id, reasons) : []),
    ...(isWanted('excluded_domain') ? [excludedLeads(organization.id)] : []),
  ];
  return found.length === 0 ? sql`false` : isAmong(lead_id, sql.join(found, sql` union all `));
}

function isInCampaign(
  { organization }: Tx,
  values: readonly string[],
  { lead_id, campaign_id }: Row,
): RawBuilder<boolean> {
  const ids = values.filter((value) => /^[1-9]\d{0,15}$/.test(value)).map(Number);
  // Arrays: the index of a campaign's leads is asked for each campaign, without a row of `campaign_leads` or of `campaigns` for each lead.
  const campaigns = (condition: RawBuilder<unknown>) =>
    sql`array(select c.id from campaigns c where c.organization_id = ${organization.id} and ${condition})`;
  const parts: RawBuilder<unknown>[] = [];
  if (values.includes('ever')) parts.push(sql`true`);
  if (values.includes('active'))
    parts.push(sql`l.campaign_id = any(${campaigns(sql`c.status = 'ACTIVE'`)}) and l.archived_at is null
      and l.status = any(${UNFINISHED_LEAD_STATUSES}::text[])`);
  if (ids.length > 0) parts.push(sql`l.archived_at is null and l.campaign_id = any(${ids}::bigint[])`);
  if (parts.length === 0) return sql`false`;
  const other = campaign_id === undefined ? sql`` : sql`and l.campaign_id <> ${campaign_id}`;
  return sql`exists (select from campaign_leads l
    where l.organization_id = ${organization.id} ${other} and (${sql.join(parts, sql` or `)}) and l.prospect_id = ${lead_id})`;
}

/**
 * Everything that reached a lead, or may have: messages and invitations, those of the team's own mailboxes, calls, and what other tools
 * or mailboxes did before.
 */
const touches = ({ organization }: Tx): RawBuilder<unknown> => sql`(
    select prospect_id, dispatched_at as at from outbound_intents
      where organization_id = ${organization.id} and state in ('dispatching', 'confirmed', 'unknown', 'parked')
        and action in ('email', 'invite', 'message', 'inmail') and kind <> 'chat_forward' and dispatched_at is not null
    union all select prospect_id, sent_at from chat_messages where organization_id = ${organization.id} and kind = 'OWN_CLIENT'
    union all select prospect_id, recorded_at from call_attempts where organization_id = ${organization.id} and recorded_at is not null
    union all select prospect_id, last_contacted_at from past_contacts
      where organization_id = ${organization.id} and last_contacted_at is not null
    union all select prospect_id, sent_at from past_mails where organization_id = ${organization.id} and not is_received)`;

function touchedCondition(tx: Tx, filter: ColumnFilter, leadId: RawBuilder<unknown>): RawBuilder<boolean> {
  const last = sql`max(t.at)`;
  const isTouched = (having: RawBuilder<unknown>) =>
    isAmong(
      leadId,
      sql`select t.prospect_id as id from ${touches(tx)} t where t.prospect_id is not null group by t.prospect_id having ${having}`,
    );
  if (isTyped(filter)) {
    const { comparison, isNegated } = positiveOf(filter.comparison);
    const holds = isTouched(comparedInstant(last, { ...filter, comparison }));
    return isNegated ? sql`not ${holds}` : holds;
  }
  const everTouched = sql<boolean>`exists (select from ${touches(tx)} t where t.prospect_id = ${leadId})`;
  if (filter.operation === 'is_empty') return sql`not ${everTouched}`;
  if (filter.operation === 'is_not_empty') return everTouched;
  const holds = isTouched(instantCondition(last, { ...filter, operation: 'contains' }));
  return filter.operation === 'not_contains' ? sql`not ${holds}` : holds;
}

/** An instant compared with days in UTC. */
function comparedInstant(at: RawBuilder<unknown>, { comparison, values }: TypedFilter): RawBuilder<unknown> {
  const [from = '', to = from] = values;
  const start = (day: string | number) => sql`(${day}::date::timestamp at time zone 'UTC')`;
  const end = (day: string | number) => sql`((${day}::date + 1)::timestamp at time zone 'UTC')`;
  switch (comparison) {
    case 'after':
      return sql`${at} >= ${end(from)}`;
    case 'before':
      return sql`${at} < ${start(from)}`;
    case 'in_last_days':
      return sql`${at} >= ((app_now() at time zone 'UTC')::date - ${from}::int + 1)::timestamp at time zone 'UTC'`;
    default:
      return sql`${at} >= ${start(from)} and ${at} < ${end(to)}`;
  }
}

function isDuplicate({ organization }: Tx, values: readonly string[], { lead_id }: Row): RawBuilder<boolean> {
  const same = DUPLICATE_FILTERS.filter((one) => values.includes(one));
  return same.length === 0
    ? sql`false`
    : isAmong(lead_id, sql`select id from duplicate_leads(${organization.id}, ${same}::text[])`);
}
