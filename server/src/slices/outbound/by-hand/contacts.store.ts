import type { LinkedinAction } from '@overture/domain/linkedin/linkedin-actions';
import { sql } from 'kysely';
import type { ReadContext } from '../../../kernel/context.ts';

type Reader = Pick<ReadContext, 'db' | 'organization'>;

export interface ContactRow {
  id: number;
  prospect_id: number;
  name: string | null;
  company_name: string | null;
  linkedin_key: string | null;
  account_id: number;
  account_name: string;
  campaign_name: string | null;
  action: LinkedinAction;
  acted_at: Date;
  is_connected: boolean;
}

/** Actions of a sender that are looked through for one page, the newest first. */
const MOST_ACTIONS = 2000;
const CONTACTS = sql`'invite', 'message', 'inmail'`;

const isConnected = sql`exists (select from linkedin_relations r where r.account_id = i.account_id and r.prospect_id = i.prospect_id)`;

/** People whom assisted senders contacted in the last half year and who have not written since, the last contacted first. */
export async function listContacts(
  { db, organization }: Reader,
  given: { search: string; is_awaiting_acceptance: boolean; limit: number },
): Promise<ContactRow[]> {
  const words = `%${given.search.replace(/[\\%_]/g, '\\$&')}%`;
  const rows = await sql<ContactRow>`with recent as materialized (
      select n.* from accounts a cross join lateral (
        select i.id, i.account_id, i.prospect_id, i.campaign_id, i.action, i.claimed_at, a.name as account_name from outbound_intents i
        where i.account_id = a.id and i.claimed_at > app_now() - interval '180 days' and i.state = 'confirmed'
          and i.action in (${CONTACTS}) and i.code is null and i.prospect_id is not null
        order by i.claimed_at desc limit ${MOST_ACTIONS}) n
      where a.organization_id = ${organization.id} and a.is_assisted and a.deleted_at is null
    ), latest as materialized (
      select distinct on (i.account_id, i.prospect_id) i.* from recent i order by i.account_id, i.prospect_id, i.claimed_at desc
    )
    select i.id, p.id as prospect_id, nullif(trim(concat(p.first_name, ' ', p.last_name)), '') as name, p.company_name, p.linkedin_key,
      i.account_id, i.account_name, c.name as campaign_name, i.action, i.claimed_at as acted_at, ${isConnected} as is_connected
    from latest i join prospects p on p.id = i.prospect_id left join campaigns c on c.id = i.campaign_id
    where not exists (select from chat_messages m where m.prospect_id = i.prospect_id and m.sent_by_prospect and m.created_at > i.claimed_at)
      and (not ${given.is_awaiting_acceptance} or (i.action = 'invite' and not ${isConnected}))
      and (${given.search} = '' or concat(p.first_name, ' ', p.last_name, ' ', p.company_name) ilike ${words})
    order by i.claimed_at desc, i.id limit ${given.limit}`.execute(db);
  return rows.rows;
}

/** The lead, when an assisted sender of the organization has acted towards it. */
export async function findContact(
  { db, organization }: Reader,
  given: { prospect_id: number; account_id: number },
): Promise<{ linkedin_key: string | null } | undefined> {
  const rows = await sql<{ linkedin_key: string | null }>`select p.linkedin_key from prospects p
    join accounts a on a.id = ${given.account_id} and a.organization_id = ${organization.id} and a.is_assisted and a.deleted_at is null
    where p.id = ${given.prospect_id} and p.organization_id = ${organization.id} and exists (select from outbound_intents i
      where i.organization_id = p.organization_id and i.prospect_id = p.id and i.account_id = a.id and i.claimed_at is not null
        and i.state in ('confirmed', 'dispatching'))`.execute(db);
  return rows.rows[0];
}

export async function isAssisted({ db, organization }: Reader, accountId: number): Promise<boolean> {
  const rows = await sql`select 1 from accounts where id = ${accountId} and organization_id = ${organization.id}
    and is_assisted and deleted_at is null`.execute(db);
  return rows.rows.length > 0;
}

/** Invited people among these profiles who are not known as connections of the sender yet. */
export async function findInvited(
  { db, organization }: Reader,
  accountId: number,
  keys: readonly string[],
): Promise<{ prospect_id: number; linkedin_key: string }[]> {
  const rows = await sql<{
    prospect_id: number;
    linkedin_key: string;
  }>`select distinct p.id as prospect_id, p.linkedin_key
    from prospects p join outbound_intents i on i.organization_id = p.organization_id and i.prospect_id = p.id
      and i.account_id = ${accountId} and i.action = 'invite' and i.state = 'confirmed'
    where p.organization_id = ${organization.id} and p.linkedin_key = any(${[...keys]}::text[]) and not ${isConnected}
    order by 1`.execute(db);
  return rows.rows;
}
