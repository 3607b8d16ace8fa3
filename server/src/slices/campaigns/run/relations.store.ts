import { sql } from 'kysely';
import type { SystemTransactionContext, TransactionContext } from '../../../kernel/context.ts';

/** A new connection of a seat, as its provider names the person. */
export interface SeenRelation {
  provider_id: string;
  public_identifier: string | null;
}

/** People in campaigns of this LinkedIn sender among its connections, remembered as such. Answers their ids. */
export async function insertSeenRelations(
  { db, organization }: Pick<TransactionContext, 'db' | 'organization'>,
  accountId: number,
  seen: readonly SeenRelation[],
): Promise<number[]> {
  const given = JSON.stringify(
    seen.map(({ provider_id, public_identifier }) => ({
      provider_id,
      linkedin_key: public_identifier === null ? null : `in/${public_identifier.toLowerCase()}`,
    })),
  );
  const rows = await sql<{ prospect_id: number }>`
    with given as (select * from json_to_recordset(${given}::json) as g (provider_id text, linkedin_key text)),
    people as (
      select m.prospect_id from given g join linkedin_members m on m.account_id = ${accountId}
        and m.provider_id = g.provider_id
      union
      select p.id from given g join prospects p on p.organization_id = ${organization.id} and p.linkedin_key = g.linkedin_key
    ), ours as materialized (
      select prospect_id from people where exists (select from campaign_leads l join campaigns c on c.id = l.campaign_id
        where l.prospect_id = people.prospect_id and c.linkedin_account_id = ${accountId})
    ), remembered as (
      insert into linkedin_relations (account_id, prospect_id, organization_id)
      select ${accountId}, prospect_id, ${organization.id} from ours order by prospect_id on conflict do nothing
    )
    select prospect_id from ours`.execute(db);
  return rows.rows.map((row) => row.prospect_id);
}

export interface KnownRelation {
  organization_id: number;
  account_id: number;
  prospect_id: number;
}

export async function insertRelations(
  { db }: Pick<SystemTransactionContext, 'db'>,
  given: readonly KnownRelation[],
): Promise<void> {
  if (given.length === 0) return;
  await sql`insert into linkedin_relations (account_id, prospect_id, organization_id)
    select account_id, prospect_id, organization_id
    from json_to_recordset(${JSON.stringify(given)}::json) as g (account_id bigint, prospect_id bigint, organization_id bigint)
    order by account_id, prospect_id on conflict do nothing`.execute(db);
}

/** Leads of these people that wait for their invitation to be accepted are due now. Answers their campaigns. */
export async function wakeAccepted(
  { db, organization }: Pick<TransactionContext, 'db' | 'organization'>,
  accountId: number,
  prospectIds: readonly number[],
): Promise<number[]> {
  if (prospectIds.length === 0) return [];
  const rows = await sql<{ campaign_id: number }>`
    with mine as materialized (
      select l.id from campaign_leads l join campaigns c on c.id = l.campaign_id and c.linkedin_account_id = ${accountId}
      join campaign_nodes n on n.id = l.next_node_id and n.type = 'ACCEPTED_INVITE'
      where l.prospect_id = any(${[...prospectIds]}::bigint[]) and l.organization_id = ${organization.id}
        and l.next_lane = 'local' and l.next_at > app_now() order by l.id for no key update of l)
    update campaign_leads l set next_at = app_now(), waiting_rule = null, waiting_until = null
    from mine where l.id = mine.id returning l.campaign_id`.execute(db);
  return [...new Set(rows.rows.map((row) => row.campaign_id))].sort((a, b) => a - b);
}
