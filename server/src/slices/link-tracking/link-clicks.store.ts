import type { LeadClick, LinkFigures } from '@overture/contract/link-tracking';
import type { ClickFacts } from '@overture/domain/tracking/click-class';
import type { ClickClass } from '@overture/domain/tracking/link-tracking';
import { TRACKING_LIMITS } from '@overture/domain/tracking/link-tracking';
import { sql } from 'kysely';
import type { ReadContext, SystemTransactionContext, TransactionContext } from '../../kernel/context.ts';
import { toJson } from '../../kernel/db/to-json.ts';
import { isFull } from '../../kernel/rounds/batches.ts';
import { isNotParked } from '../../kernel/rounds/rounds.ts';
import { CAMPAIGN_STEP } from '../lead-endings/index.ts';
import type { ClickToken } from './click-token.service.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;
type Reader = Pick<ReadContext, 'db' | 'organization'>;
type SystemTx = Pick<SystemTransactionContext, 'db'>;

export const CLICKS_LOOP = 'link-clicks';

export interface WantedLink {
  organization_id: number;
  campaign_id: number;
  url: string;
}

/**
 * Ids of the links, those made now included; in one order, because dispatchers of several processes write the same ones. A campaign that
 * has too many gets no further ones.
 */
export async function upsertLinks(
  { db }: SystemTx,
  wanted: readonly WantedLink[],
): Promise<(WantedLink & { id: number })[]> {
  if (wanted.length === 0) return [];
  const given = sql`select distinct * from json_to_recordset(${toJson(wanted)}::json)
    as g (organization_id bigint, campaign_id bigint, url text)`;
  const known = async () =>
    (
      await sql<WantedLink & { id: number }>`select k.id, k.organization_id, k.campaign_id, k.url from (${given}) g
      join tracked_links k on k.campaign_id = g.campaign_id and k.url = g.url`.execute(db)
    ).rows;
  const found = await known();
  if (found.length === new Set(wanted.map(({ campaign_id, url }) => `${campaign_id} ${url}`)).size) return found;
  await sql`insert into tracked_links (organization_id, campaign_id, url)
    select organization_id, campaign_id, url from (${given}) g
    where (select count(*) from tracked_links k where k.campaign_id = g.campaign_id) < ${TRACKING_LIMITS.links_of_campaign}
      and not exists (select from tracked_links k where k.campaign_id = g.campaign_id and k.url = g.url)
    order by campaign_id, url on conflict do nothing`.execute(db);
  return known();
}

/** Null at a host that never was of the link's organization: a link must not borrow the good name of others. */
export async function findLinkUrl(
  { db }: Pick<ReadContext, 'db'>,
  { id, host }: { id: number; host: string },
): Promise<string | null> {
  const rows = await sql<{ url: string }>`select k.url from tracked_links k where k.id = ${id}
    and exists (select from tracking_domains d where d.host = ${host} and d.proven_at is not null
      and d.organization_id = k.organization_id)`.execute(db);
  return rows.rows[0]?.url ?? null;
}

export async function listUrls(
  { db, organization }: Reader,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; url: string }>`select id, url from tracked_links
    where organization_id = ${organization.id} and id = any(${[...ids]}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, url }) => [id, url]));
}

export interface ClickRequest extends ClickToken {
  is_head: boolean;
  ip: string;
  agent: string | null;
}

/** A request for a link of a lead that is still there. No more than some are kept for one mail. */
export async function insertClick({ db }: SystemTx, click: ClickRequest): Promise<void> {
  const { lead_id, node_id, link_id } = click;
  await sql`insert into link_clicks (organization_id, campaign_id, campaign_lead_id, prospect_id, node_id, tracked_link_id, is_head,
      ip, agent)
    select l.organization_id, l.campaign_id, l.id, l.prospect_id, n.id, k.id, ${click.is_head}, ${click.ip}, ${click.agent}
    from campaign_leads l join campaign_nodes n on n.id = ${node_id} and n.organization_id = l.organization_id
    left join tracked_links k on k.id = ${link_id} and k.organization_id = l.organization_id
    where l.id = ${lead_id} and (k.id is not null or ${link_id} = 0)
      and (select count(*) from (select from link_clicks c where c.campaign_lead_id = l.id and c.node_id = n.id
        limit ${TRACKING_LIMITS.clicks_of_mail}) few) < ${TRACKING_LIMITS.clicks_of_mail}`.execute(db);
}

/** Old enough to be judged. */
const isDue = (at: string) =>
  sql`class is null and ${sql.ref(at)} < app_now() - make_interval(secs => ${TRACKING_LIMITS.judged_after_seconds})`;

/** Organizations with requests that can be judged, the longest waiting first. */
export async function listWaiting(
  { db }: Pick<ReadContext, 'db'>,
  limit: number,
): Promise<{ organization_id: number }[]> {
  const rows = await sql<{ organization_id: number }>`select organization_id from (
      select organization_id, clicked_at as at from link_clicks where ${isDue('clicked_at')}
      union all select organization_id, opened_at from mail_opens where ${isDue('opened_at')}) due
    where ${isNotParked(CLICKS_LOOP, sql.ref('organization_id'), sql`'judge'`)}
    group by organization_id order by min(at) limit ${limit}`.execute(db);
  return rows.rows;
}

/** The requests for links and the image of one mail, and when its recipient's server took it. */
export interface MailClicks {
  sent_at: Date | null;
  clicks: Omit<ClickFacts, 'names'>[];
}

/** Judged requests, and those that are old enough. */
const isKnown = (table: string, at: string) =>
  sql`(${sql.ref(`${table}.class`)} is not null
    or ${sql.ref(`${table}.${at}`)} < app_now() - make_interval(secs => ${TRACKING_LIMITS.judged_after_seconds}))`;

/** All requests of those mails of the organization that have some to judge. */
export async function listToJudge({ db, organization }: Tx, limit: number): Promise<MailClicks[]> {
  const rows = await sql<
    Omit<MailClicks, 'clicks'> & { clicks: (Omit<ClickFacts, 'names' | 'at'> & { at: string })[] }
  >`
    with due as materialized (
      (select campaign_lead_id, node_id from link_clicks where organization_id = ${organization.id} and ${isDue('clicked_at')}
        order by clicked_at limit ${limit})
      union all (select campaign_lead_id, node_id from mail_opens where organization_id = ${organization.id} and ${isDue('opened_at')}
        order by opened_at limit ${limit})),
    mails as (select distinct campaign_lead_id, node_id from due)
    select (select max(coalesce(i.settled_at, i.dispatched_at)) from outbound_intents i where i.kind = ${CAMPAIGN_STEP}
        and i.ref_id = m.campaign_lead_id and i.ref_part = m.node_id) as sent_at,
      (select json_agg(json_build_object('id', r.id, 'kind', r.kind, 'link_id', r.link_id, 'at', r.at, 'is_head', r.is_head, 'ip', r.ip,
          'agent', r.agent, 'class', r.class)) from (
        select c.id, 'link' as kind, c.tracked_link_id as link_id, c.clicked_at as at, c.is_head, c.ip, c.agent, c.class from link_clicks c
          where c.campaign_lead_id = m.campaign_lead_id and c.node_id = m.node_id and ${isKnown('c', 'clicked_at')}
        union all
        select o.id, 'image', null, o.opened_at, o.is_head, o.ip, o.agent, o.class from mail_opens o
          where o.campaign_lead_id = m.campaign_lead_id and o.node_id = m.node_id and ${isKnown('o', 'opened_at')}) r) as clicks
    from mails m`.execute(db);
  return rows.rows.map(({ sent_at, clicks }) => ({
    sent_at,
    clicks: clicks.map(({ at, ...click }) => ({ ...click, at: new Date(at) })),
  }));
}

/**
 * Locks the leads that requests came from: whether one is the first of its kind is decided by one worker at a time. Those of steps that end
 * at this moment are waited for.
 */
export async function lockTrackedLeads(
  { db, organization }: Tx,
  { clicks, opens }: { clicks: readonly number[]; opens: readonly number[] },
): Promise<void> {
  await sql`select from campaign_leads where organization_id = ${organization.id} and id in (
      select campaign_lead_id from link_clicks where organization_id = ${organization.id} and id = any(${[...clicks]}::bigint[])
      union select campaign_lead_id from mail_opens where organization_id = ${organization.id} and id = any(${[...opens]}::bigint[]))
    order by id for no key update`.execute(db);
}

export interface JudgedClick {
  campaign_lead_id: number;
  campaign_id: number;
  prospect_id: number;
  node_id: number;
  class: ClickClass;
  /** Null for the link that people can't see. */
  link_id: number | null;
  url: string | null;
  account_id: number | null;
  /** No person followed this link for the lead before. */
  is_first: boolean;
}

/** Stores who made them, and deletes the network addresses. Those that another worker has judged are left out. */
export async function saveClasses(
  { db, organization }: Tx,
  classes: ReadonlyMap<number, ClickClass>,
): Promise<JudgedClick[]> {
  if (classes.size === 0) return [];
  const given = toJson([...classes].map(([id, name]) => ({ id, name })));
  const rows = await sql<JudgedClick>`with mine as materialized (
      select c.id, g.name from json_to_recordset(${given}::json) as g (id bigint, name text)
      join link_clicks c on c.id = g.id and c.organization_id = ${organization.id} and c.class is null
      order by c.id for no key update of c),
    judged as (update link_clicks c set class = mine.name, ip = null, agent = null from mine where c.id = mine.id
      returning c.id, c.campaign_lead_id, c.campaign_id, c.prospect_id, c.node_id, c.class, c.tracked_link_id as link_id)
    select j.campaign_lead_id, j.campaign_id, j.prospect_id, j.node_id, j.class, j.link_id, k.url, l.email_account_id as account_id,
      j.class = 'person'
        and not exists (select from link_clicks b where b.campaign_lead_id = j.campaign_lead_id
          and b.tracked_link_id = j.link_id and b.class = 'person')
        and not exists (select from judged b where b.campaign_lead_id = j.campaign_lead_id and b.link_id = j.link_id
          and b.class = 'person' and b.id < j.id) as is_first
    from judged j join campaign_leads l on l.id = j.campaign_lead_id left join tracked_links k on k.id = j.link_id
    order by j.id`.execute(db);
  return rows.rows;
}

const DELETED_AT_ONCE = 5000;

export async function deleteOldClicks({ db }: SystemTx): Promise<boolean> {
  const done = await sql`delete from link_clicks where id in (select id from link_clicks
    where clicked_at < app_now() - make_interval(months => ${TRACKING_LIMITS.kept_in_months})
    order by clicked_at limit ${DELETED_AT_ONCE})`.execute(db);
  return isFull(done, DELETED_AT_ONCE);
}

/** Clicks of a lead in any campaign, the newest first; requests that are not judged yet are left out. */
export async function listOfLead({ db, organization }: Reader, prospectId: number): Promise<LeadClick[]> {
  const rows = await sql<
    Omit<LeadClick, 'clicked_at'> & { clicked_at: Date }
  >`select c.id, k.url, c.class, c.clicked_at, c.campaign_id,
      (select p.name from campaigns p where p.id = c.campaign_id) as campaign_name
    from link_clicks c join tracked_links k on k.id = c.tracked_link_id
    where c.organization_id = ${organization.id} and c.prospect_id = ${prospectId} and c.class is not null
    order by c.id desc limit ${TRACKING_LIMITS.shown_of_lead}`.execute(db);
  return rows.rows.map((row) => ({ ...row, clicked_at: row.clicked_at.toISOString() }));
}

export async function hasCampaign({ db, organization }: Reader, id: number): Promise<boolean> {
  const { rows } = await sql`select from campaigns where organization_id = ${organization.id} and id = ${id}`.execute(
    db,
  );
  return rows.length > 0;
}

/** Each link of a campaign with how many leads opened it, and how often programs did. */
export async function listOfCampaign({ db, organization }: Reader, campaignId: number): Promise<LinkFigures[]> {
  const countOf = (column: 'leads' | 'clicks', name: ClickClass) =>
    sql`coalesce(max(c.${sql.ref(column)}) filter (where c.class = ${name}), 0)`;
  const rows = await sql<LinkFigures>`with counts as materialized (
      select tracked_link_id, class, count(*)::int as clicks, count(distinct campaign_lead_id)::int as leads
      from link_clicks where organization_id = ${organization.id} and campaign_id = ${campaignId} and tracked_link_id is not null
      group by tracked_link_id, class)
    select k.id, k.url, ${countOf('leads', 'person')} as leads, ${countOf('clicks', 'person')} as clicks,
      ${countOf('clicks', 'proxy')} as by_proxies, ${countOf('clicks', 'scanner')} as by_scanners
    from tracked_links k left join counts c on c.tracked_link_id = k.id
    where k.organization_id = ${organization.id} and k.campaign_id = ${campaignId}
    group by k.id order by leads desc, k.id limit ${TRACKING_LIMITS.links_of_campaign}`.execute(db);
  return rows.rows;
}
