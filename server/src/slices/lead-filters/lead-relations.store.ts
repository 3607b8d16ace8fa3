import { type RawBuilder, sql } from 'kysely';

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
