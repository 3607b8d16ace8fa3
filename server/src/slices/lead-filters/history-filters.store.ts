import { UNFINISHED_LEAD_STATUSES } from '@overture/domain/campaign/transitions';
import { type ColumnFilter, isTyped, type PlainFilter, splitValues } from '@overture/domain/leads/filters';
import { isHistoryColumn, TOUCH_LOCK_COLUMN } from '@overture/domain/leads/lead-columns';
import {
  DUPLICATE_COLUMN,
  DUPLICATE_FILTERS,
  type DuplicateFilter,
  IN_CAMPAIGN_COLUMN,
  LAST_TOUCHED_COLUMN,
  SUPPRESSED_COLUMN,
  SUPPRESSED_FILTERS,
} from '@overture/domain/leads/lead-history';
import { positiveOf, type TypedFilter } from '@overture/domain/leads/typed-filters';
import { type RawBuilder, sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';
import { isExcludedPerson } from '../excluded-domains/index.ts';
import { instantCondition } from './lead-filters.store.ts';
import { touchLockCondition } from './lead-relations.store.ts';
import { hasSuppression } from './suppression-filters.store.ts';

/**
 * Filters by what happened to a lead. Each part is an `exists` with one comparison to the lead: the planner asks an index for the few leads
 * of a page, and makes a hash for a million.
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

/** Columns of these that compare fields of `prospects p`. */
export const comparesPerson = (name: string): boolean => name === SUPPRESSED_COLUMN || name === DUPLICATE_COLUMN;

/** A filter by what happened to the lead. Never null; undefined for other columns. */
export function historyCondition(tx: Tx, filter: ColumnFilter, row: Row): RawBuilder<boolean> | undefined {
  return isHistoryColumn(filter.column) ? CONDITIONS[filter.column]?.(tx, filter, row) : undefined;
}

function isBlocked({ organization }: Tx, values: readonly string[]): RawBuilder<boolean> {
  const wanted = values.includes('any') ? SUPPRESSED_FILTERS : SUPPRESSED_FILTERS.filter((one) => values.includes(one));
  const reasons = wanted.filter((one) => one !== 'any' && one !== 'excluded_domain');
  const listed = reasons.length === 0 ? sql`false` : hasSuppression(organization.id, reasons);
  if (!wanted.includes('excluded_domain')) return sql`(${listed})`;
  const isExcluded = isExcludedPerson({
    organization_id: sql`p.organization_id`,
    website: sql`p.company_website_url`,
    email: sql`p.email`,
  });
  // Reading the domain of a lead takes longer than everything else here: not where none is excluded.
  const hasDomains = sql`exists (select from excluded_domains e where e.organization_id = ${organization.id})`;
  return sql`(${listed} or (${hasDomains} and ${isExcluded}))`;
}

/** Leads that a campaign is still to contact or contacts. */
const isUnderWay = sql`c.status = 'ACTIVE' and l.archived_at is null and l.status = any(${UNFINISHED_LEAD_STATUSES}::text[])`;

function isInCampaign(
  { organization }: Tx,
  values: readonly string[],
  { lead_id, campaign_id }: Row,
): RawBuilder<boolean> {
  const ids = values.filter((value) => /^[1-9]\d{0,15}$/.test(value)).map(Number);
  const parts: RawBuilder<unknown>[] = [];
  if (values.includes('ever')) parts.push(sql`true`);
  if (values.includes('active')) parts.push(isUnderWay);
  if (ids.length > 0) parts.push(sql`l.archived_at is null and l.campaign_id = any(${ids}::bigint[])`);
  if (parts.length === 0) return sql`false`;
  const other = campaign_id === undefined ? sql`` : sql`and l.campaign_id <> ${campaign_id}`;
  return sql`exists (select from campaign_leads l join campaigns c on c.id = l.campaign_id
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
  const isTouched = (at: RawBuilder<unknown>) =>
    sql`exists (select from ${touches(tx)} t where t.prospect_id = ${leadId} and ${at})`;
  if (isTyped(filter)) {
    const { comparison, isNegated } = positiveOf(filter.comparison);
    const holds = comparedTouch({ ...filter, comparison }, isTouched);
    return isNegated ? sql`not ${holds}` : sql`${holds}`;
  }
  if (filter.operation === 'is_empty') return sql`not ${isTouched(sql`true`)}`;
  if (filter.operation === 'is_not_empty') return sql`${isTouched(sql`true`)}`;
  const last = sql`(select max(t.at) from ${touches(tx)} t where t.prospect_id = ${leadId})`;
  return instantCondition(last, filter);
}

/** The last touch compared with days, as touches that there are and later ones that there aren't. */
function comparedTouch(
  { comparison, values }: TypedFilter,
  isTouched: (at: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const [from = '', to = from] = values;
  const start = (day: string) => sql`(${day}::date::timestamp at time zone 'UTC')`;
  const end = (day: string) => sql`((${day}::date + 1)::timestamp at time zone 'UTC')`;
  switch (comparison) {
    case 'after':
      return isTouched(sql`t.at >= ${end(from)}`);
    case 'before':
      return sql`(${isTouched(sql`t.at < ${start(from)}`)} and not ${isTouched(sql`t.at >= ${start(from)}`)})`;
    case 'in_last_days':
      return isTouched(
        sql`t.at >= ((app_now() at time zone 'UTC')::date - ${from}::int + 1)::timestamp at time zone 'UTC'`,
      );
    default:
      return sql`(${isTouched(sql`t.at >= ${start(from)} and t.at < ${end(to)}`)} and not ${isTouched(sql`t.at >= ${end(to)}`)})`;
  }
}

const SAME: Record<DuplicateFilter, RawBuilder<unknown>> = {
  email: sql`d.email = p.email`,
  name_company: sql`d.name_key = p.name_key and d.company_key = p.company_key and btrim(d.name_key) <> ''`,
  name_phone: sql`d.phone_key = p.phone_key and d.last_name_key = p.last_name_key`,
};

function isDuplicate({ organization }: Tx, values: readonly string[]): RawBuilder<boolean> {
  const same = DUPLICATE_FILTERS.filter((one) => values.includes(one)).map((one) => SAME[one]);
  if (same.length === 0) return sql`false`;
  const parts = same.map(
    (is) =>
      sql`exists (select from prospects d where d.organization_id = ${organization.id} and ${is} and d.id <> p.id)`,
  );
  return sql`(${sql.join(parts, sql` or `)})`;
}
