import { DISCONNECTED_STATUSES } from '@overture/domain/accounts';
import type { Channel } from '@overture/domain/sending/sender-choice';
import { sql } from 'kysely';
import type { SystemTransactionContext } from '../../../../kernel/context.ts';
import { toJson } from '../../../../kernel/db/to-json.ts';
import { isNotParked } from '../../../../kernel/rounds/rounds.ts';
import { senderColumns } from '../senders.store.ts';

type Tx = Pick<SystemTransactionContext, 'db'>;

/** A sender that is down so long loses the leads it has not touched to the others. */
export const DOWN_IN_HOURS = 24;

/** Gone, or cut off for so many hours. */
const isDown = (
  hours: number,
) => sql`(a.deleted_at is not null or (a.status = any(${[...DISCONNECTED_STATUSES]}::text[])
  and a.status_changed_at < app_now() - make_interval(hours => ${hours})))`;

/** Those of the senders that have been down so long. */
export async function listDown(tx: Tx, accountIds: readonly number[], hours: number): Promise<Set<number>> {
  const rows = await sql<{ id: number }>`select a.id from accounts a where a.id = any(${[...accountIds]}::bigint[])
    and ${isDown(hours)}`.execute(tx.db);
  return new Set(rows.rows.map(({ id }) => id));
}

/** Senders of a campaign to match with its leads. */
interface AskedSenders {
  campaign_id: number;
  organization_id: number;
  account_ids: readonly number[];
}

/** Matches by campaign, then by key. */
type Found<Key> = Map<number, Map<Key, number>>;

/** The campaign sender that last contacted each person, in any campaign or conversation; by person. */
export async function findConversations(
  tx: Tx,
  asked: readonly (AskedSenders & { prospect_ids: readonly number[] })[],
): Promise<Found<number>> {
  if (asked.length === 0) return new Map();
  const rows = await sql<{ campaign_id: number; key: number; account_id: number }>`
    select distinct on (g.campaign_id, i.prospect_id) g.campaign_id, i.prospect_id as key, i.account_id
    from json_to_recordset(${toJson(asked)}::json) as g (campaign_id bigint, organization_id bigint, account_ids bigint[],
      prospect_ids bigint[]) cross join unnest(g.prospect_ids) as p (id)
    join outbound_intents i on i.organization_id = g.organization_id and i.prospect_id = p.id
      and i.account_id = any(g.account_ids)
    where i.dispatched_at is not null and i.state in ('dispatching', 'confirmed', 'unknown', 'parked')
    order by g.campaign_id, i.prospect_id, i.dispatched_at desc`.execute(tx.db);
  return byCampaign(rows.rows);
}

/** The campaign sender that writes to each company, identified by the domain of its people's addresses; by domain. */
export async function findCompanySenders(
  tx: Tx,
  asked: readonly (AskedSenders & { domains: readonly string[] })[],
  channel: Channel,
): Promise<Found<string>> {
  if (asked.every(({ domains }) => domains.length === 0)) return new Map();
  const { sender } = senderColumns[channel];
  const rows = await sql<{ campaign_id: number; key: string; account_id: number }>`
    select g.campaign_id, d.domain as key, k.account_id
    from json_to_recordset(${toJson(asked)}::json) as g (campaign_id bigint, organization_id bigint, account_ids bigint[],
      domains text[]) cross join unnest(g.domains) as d (domain) cross join lateral (
      select l.${sender} as account_id from prospects p join campaign_leads l on l.prospect_id = p.id
      where p.organization_id = g.organization_id and p.email_domain = d.domain and l.${sender} = any(g.account_ids)
      limit 1) k`.execute(tx.db);
  return byCampaign(rows.rows);
}

function byCampaign<Key>(rows: readonly { campaign_id: number; key: Key; account_id: number }[]): Found<Key> {
  const found: Found<Key> = new Map();
  for (const { campaign_id, key, account_id } of rows) {
    const of = found.get(campaign_id) ?? new Map<Key, number>();
    found.set(campaign_id, of.set(key, account_id));
  }
  return found;
}

export const KEPT_LOOP = 'kept-leads';

/** Leads kept for senders that have been down so long, and not touched by them. */
export async function listReserved(tx: Tx, hours: number): Promise<{ id: number; organization_id: number }[]> {
  const isKept = isNotParked(KEPT_LOOP, sql.ref('l.organization_id'), sql`l.id::text`);
  const rows = await sql<{ id: number; organization_id: number }>`
    with down as materialized (
      select a.id from accounts a where ${isDown(hours)}
        and exists (select from campaign_senders s where s.account_id = a.id))
    select l.id, l.organization_id from down d join campaign_leads l on l.email_account_id = d.id and l.email_touched_at is null
      where not l.is_in_flight and (select count(*) from campaign_senders s where s.campaign_id = l.campaign_id and s.channel = 'email'
        and not s.is_leaving) > 1 and ${isKept}
      union
      select l.id, l.organization_id from down d join campaign_leads l on l.linkedin_account_id = d.id and l.linkedin_touched_at is null
      where not l.is_in_flight and (select count(*) from campaign_senders s where s.campaign_id = l.campaign_id and s.channel = 'linkedin'
        and not s.is_leaving) > 1 and ${isKept}
      limit 5000`.execute(tx.db);
  return rows.rows;
}

/** Releases leads whose sender is still down and never touched them to the shared queue. Returns their campaigns. */
export async function releaseReserved(
  tx: Tx,
  hours: number,
  ids: readonly number[],
): Promise<{ campaign_id: number; organization_id: number }[]> {
  const rows = await sql<{ campaign_id: number; organization_id: number }>`
    with locked as materialized (select l.id,
        l.email_touched_at is null and exists (select from accounts a where a.id = l.email_account_id and ${isDown(hours)}) as frees_email,
        l.linkedin_touched_at is null and exists (select from accounts a where a.id = l.linkedin_account_id and ${isDown(hours)}) as frees_linkedin
      from campaign_leads l where l.id = any(${ids}::bigint[]) and not l.is_in_flight order by l.id for no key update of l skip locked)
    update campaign_leads l set
      email_account_id = case when l.email_touched_at is null then null else l.email_account_id end,
      linkedin_account_id = case when l.linkedin_touched_at is null then null else l.linkedin_account_id end
    from locked where l.id = locked.id and (locked.frees_email or locked.frees_linkedin)
    returning l.campaign_id, l.organization_id`.execute(tx.db);
  return rows.rows;
}

/**
 * The campaign sender that a column names for each person: by address, by name, or by its owner's address or name. With several matches the
 * campaign's first one wins; people without a match are left out.
 */
export async function findNamedSenders(
  tx: Tx,
  asked: readonly (AskedSenders & { prospect_ids: readonly number[]; sender_column: string | null })[],
): Promise<Found<number>> {
  const named = asked.filter(({ sender_column }) => sender_column !== null);
  if (named.length === 0) return new Map();
  // Names of senders are gathered first and met by equality: no lead is held against each of 50 senders.
  const rows = await sql<{ campaign_id: number; key: number; account_id: number }>`
    with given as materialized (select * from json_to_recordset(${toJson(named)}::json) as g (campaign_id bigint,
        organization_id bigint, account_ids bigint[], prospect_ids bigint[], sender_column text)),
    called as materialized (
      select distinct on (g.campaign_id, k.name) g.campaign_id, k.name, a.id as account_id
      from given g cross join unnest(g.account_ids) with ordinality as w (id, position) join accounts a on a.id = w.id
      left join users u on u.id = a.connected_by
      cross join (values (1), (2), (3), (4)) as t (source)
      cross join lateral (select case t.source when 1 then lower(a.email::text) when 2 then lower(a.name)
        when 3 then lower(u.email::text) else lower(u.name) end as name, least(t.source, 3) as place) k
      where k.name <> '' order by g.campaign_id, k.name, k.place, w.position),
    people as materialized (
      select g.campaign_id, p.id, lower(trim(left(p.custom ->> g.sender_column, 320))) as name
      from given g cross join unnest(g.prospect_ids) as w (id)
      join prospects p on p.id = w.id and p.organization_id = g.organization_id)
    select p.campaign_id, p.id as key, c.account_id from people p join called c using (campaign_id, name)`.execute(
    tx.db,
  );
  return byCampaign(rows.rows);
}

/** Mailboxes and their mail providers. */
export async function listMailboxes(
  tx: Tx,
  accountIds: readonly number[],
): Promise<
  { id: number; account_type: string; email: string | null; is_away: boolean; send_gap_in_seconds: number }[]
> {
  const rows = await sql<{
    id: number;
    account_type: string;
    email: string | null;
    is_away: boolean;
    send_gap_in_seconds: number;
  }>`select a.id, a.account_type, a.email::text as email, a.send_gap_in_seconds,
      a.deleted_at is not null or a.status = any(${[...DISCONNECTED_STATUSES]}::text[]) as is_away
    from accounts a where a.id = any(${[...accountIds]}::bigint[])`.execute(tx.db);
  return rows.rows;
}
