import { type PlainFilter, splitValues } from '@overture/domain/leads/filters';
import { type RawBuilder, sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';

/** Filters by what belongs to a lead; a lead passes with one of each list. */
interface RelationFilters {
  campaigns?: readonly number[] | null | undefined;
  senders?: readonly number[] | null | undefined;
  labels?: readonly number[] | null | undefined;
}

/** Conditions on a row by its lead: in one of the campaigns, in conversation with one of the senders, with one of the labels. */
export function relationConditions(prospectId: RawBuilder<unknown>, filters: RelationFilters): RawBuilder<unknown>[] {
  const { campaigns, senders, labels } = filters;
  const conditions: RawBuilder<unknown>[] = [];
  if (senders?.length)
    conditions.push(sql`exists (select from chat_accounts a
      where a.prospect_id = ${prospectId} and a.account_id = any(${[...senders]}::bigint[]))`);
  if (labels?.length)
    conditions.push(sql`exists (select from prospect_labels l
      where l.prospect_id = ${prospectId} and l.label_id = any(${[...labels]}::bigint[]))`);
  if (campaigns?.length)
    conditions.push(sql`exists (select from campaign_leads l
      where l.prospect_id = ${prospectId} and l.campaign_id = any(${[...campaigns]}::bigint[]))`);
  return conditions;
}

/** Whether a campaign is in contact with the lead, it rests, or it was interested. The tables belong to others and are only read here. */
export function touchLockCondition(
  { organization }: Pick<TransactionContext, 'organization'>,
  { operation, value }: PlainFilter,
  prospectId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const locked = sql`(select o.prospect_id from touch_locks t
    join campaign_leads o on o.organization_id = t.organization_id and o.id = t.campaign_lead_id
    where t.organization_id = ${organization.id} and not t.is_shared and t.kind = 'person' and (t.state = 'held' or t.until > app_now())
      and case when t.reason = 'interested' then 'interested' when t.state = 'held' then 'in_contact' else 'resting' end
        = any(${splitValues(value)}::text[]))`;
  return operation === 'not_contains' ? sql`${prospectId} not in ${locked}` : sql`${prospectId} in ${locked}`;
}
