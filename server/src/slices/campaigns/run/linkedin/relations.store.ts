import { sql } from 'kysely';
import type { TransactionContext } from '../../../../kernel/context.ts';
import { toJson } from '../../../../kernel/db/to-json.ts';

/** A new connection of an account, with the provider's id of the person. */
export interface SeenRelation {
  provider_id: string;
  public_identifier: string | null;
  /** ISO instant; null when unknown. */
  connected_at: string | null;
  /** Of a lead whom a person named. */
  prospect_id?: number;
}

/** People in campaigns of this LinkedIn sender among its connections, and since when they are. */
export async function findSeenPeople(
  { db, organization }: Pick<TransactionContext, 'db' | 'organization'>,
  accountId: number,
  seen: readonly SeenRelation[],
): Promise<{ prospect_id: number; connected_at: Date | null }[]> {
  const given = toJson(
    seen.map(({ provider_id, public_identifier, connected_at, prospect_id }) => ({
      provider_id,
      prospect_id,
      connected_at,
      linkedin_key: public_identifier === null ? null : `in/${public_identifier.toLowerCase()}`,
    })),
  );
  const rows = await sql<{ prospect_id: number; connected_at: Date | null }>`
    with given as (select * from json_to_recordset(${given}::json)
      as g (provider_id text, linkedin_key text, connected_at timestamptz, prospect_id bigint)),
    people as (
      select m.prospect_id, g.connected_at from given g join linkedin_members m on m.account_id = ${accountId}
        and m.provider_id = g.provider_id
      union
      select p.id, g.connected_at from given g join prospects p on p.organization_id = ${organization.id} and p.linkedin_key = g.linkedin_key
      union
      select p.id, g.connected_at from given g join prospects p on p.organization_id = ${organization.id} and p.id = g.prospect_id
    )
    select prospect_id, max(connected_at) as connected_at from people
    where exists (select from campaign_leads l join campaigns c on c.id = l.campaign_id
      where l.prospect_id = people.prospect_id and coalesce(l.linkedin_account_id, c.linkedin_account_id) = ${accountId})
    group by prospect_id order by prospect_id`.execute(db);
  return rows.rows;
}

export interface KnownRelation {
  organization_id: number;
  account_id: number;
  prospect_id: number;
}

/** Connections of senders; known ones stay as they are. */
export async function insertRelations(
  { db }: Pick<TransactionContext, 'db'>,
  given: readonly KnownRelation[],
): Promise<void> {
  if (given.length === 0) return;
  await sql`insert into linkedin_relations (account_id, prospect_id, organization_id)
    select account_id, prospect_id, organization_id
    from json_to_recordset(${toJson(given)}::json) as g (account_id bigint, prospect_id bigint, organization_id bigint)
    order by account_id, prospect_id on conflict do nothing`.execute(db);
}

/** Makes these people's leads that wait for an accepted invite due now. Returns their campaigns. */
export async function wakeAccepted(
  { db, organization }: Pick<TransactionContext, 'db' | 'organization'>,
  accountId: number,
  prospectIds: readonly number[],
): Promise<number[]> {
  if (prospectIds.length === 0) return [];
  const rows = await sql<{ campaign_id: number }>`
    with mine as materialized (
      select l.id from campaign_leads l
      join campaigns c on c.id = l.campaign_id and coalesce(l.linkedin_account_id, c.linkedin_account_id) = ${accountId}
      join campaign_nodes n on n.id = l.next_node_id and n.type = 'ACCEPTED_INVITE'
      where l.prospect_id = any(${[...prospectIds]}::bigint[]) and l.organization_id = ${organization.id}
        and l.next_lane = 'local' and l.next_at > app_now() order by l.id for no key update of l)
    update campaign_leads l set next_at = app_now(), waiting_rule = null, waiting_until = null
    from mine where l.id = mine.id returning l.campaign_id`.execute(db);
  return [...new Set(rows.rows.map((row) => row.campaign_id))].sort((a, b) => a - b);
}
