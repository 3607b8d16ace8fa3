import type { LeadOpen, OpenFigures } from '@overture/contract/link-tracking';
import type { OpenClass } from '@overture/domain/tracking/link-tracking';
import { TRACKING_LIMITS } from '@overture/domain/tracking/link-tracking';
import { sql } from 'kysely';
import type { ReadContext, SystemTransactionContext, TransactionContext } from '../../kernel/context.ts';
import { toJson } from '../../kernel/db/to-json.ts';
import { isFull } from '../../kernel/rounds/batches.ts';
import type { OpenToken } from './click-token.service.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;
type Reader = Pick<ReadContext, 'db' | 'organization'>;
type SystemTx = Pick<SystemTransactionContext, 'db'>;

export interface OpenRequest extends OpenToken {
  is_head: boolean;
  ip: string;
  agent: string | null;
}

/** A request for the image of a mail to a lead that is still there. No more than some are kept for one mail. */
export async function insertOpen({ db }: SystemTx, open: OpenRequest): Promise<void> {
  const { lead_id, node_id } = open;
  await sql`insert into mail_opens (organization_id, campaign_id, campaign_lead_id, prospect_id, node_id, is_head, ip, agent)
    select l.organization_id, l.campaign_id, l.id, l.prospect_id, n.id, ${open.is_head}, ${open.ip}, ${open.agent}
    from campaign_leads l join campaign_nodes n on n.id = ${node_id} and n.organization_id = l.organization_id
    where l.id = ${lead_id}
      and (select count(*) from (select from mail_opens o where o.campaign_lead_id = l.id and o.node_id = n.id
        limit ${TRACKING_LIMITS.opens_of_mail}) few) < ${TRACKING_LIMITS.opens_of_mail}`.execute(db);
}

export interface JudgedOpen {
  campaign_lead_id: number;
  campaign_id: number;
  prospect_id: number;
  node_id: number;
  account_id: number | null;
  class: OpenClass;
  /** No person opened this mail before. */
  is_first: boolean;
}

/** Stores who opened mails, and deletes the network addresses. Those that another worker has judged are left out. */
export async function saveOpenClasses(
  { db, organization }: Tx,
  classes: ReadonlyMap<number, OpenClass>,
): Promise<JudgedOpen[]> {
  if (classes.size === 0) return [];
  const given = toJson([...classes].map(([id, name]) => ({ id, name })));
  const rows = await sql<JudgedOpen>`with mine as materialized (
      select o.id, g.name from json_to_recordset(${given}::json) as g (id bigint, name text)
      join mail_opens o on o.id = g.id and o.organization_id = ${organization.id} and o.class is null
      order by o.id for no key update of o),
    judged as (update mail_opens o set class = mine.name, ip = null, agent = null from mine where o.id = mine.id
      returning o.id, o.campaign_lead_id, o.campaign_id, o.prospect_id, o.node_id, o.class)
    select j.campaign_lead_id, j.campaign_id, j.prospect_id, j.node_id, j.class, l.email_account_id as account_id,
      j.class = 'person'
        and not exists (select from mail_opens b where b.campaign_lead_id = j.campaign_lead_id and b.node_id = j.node_id
          and b.class = 'person')
        and not exists (select from judged b where b.campaign_lead_id = j.campaign_lead_id and b.node_id = j.node_id
          and b.class = 'person' and b.id < j.id) as is_first
    from judged j join campaign_leads l on l.id = j.campaign_lead_id order by j.id`.execute(db);
  return rows.rows;
}

/** Network addresses from which people of the organization use the application. */
export async function listTeamAddresses({ db }: Pick<ReadContext, 'db'>, organizationId: number): Promise<string[]> {
  const rows = await sql<{ ip: string }>`select distinct s.ip from users u join sessions s on s.user_id = u.id
    where u.organization_id = ${organizationId} and s.ip <> '' limit 1000`.execute(db);
  return rows.rows.map(({ ip }) => ip);
}

const DELETED_AT_ONCE = 5000;

export async function deleteOldOpens({ db }: SystemTx): Promise<boolean> {
  const done = await sql`delete from mail_opens where id in (select id from mail_opens
    where opened_at < app_now() - make_interval(months => ${TRACKING_LIMITS.kept_in_months})
    order by opened_at limit ${DELETED_AT_ONCE})`.execute(db);
  return isFull(done, DELETED_AT_ONCE);
}

/** Opens of a lead in any campaign, the newest first; requests that are not judged yet are left out. */
export async function listOpensOfLead({ db, organization }: Reader, prospectId: number): Promise<LeadOpen[]> {
  const rows = await sql<Omit<LeadOpen, 'opened_at'> & { opened_at: Date }>`select o.id, o.class, o.opened_at,
      o.node_id as step_id, n.subject_line as subject, o.campaign_id,
      (select p.name from campaigns p where p.id = o.campaign_id) as campaign_name
    from mail_opens o join campaign_nodes n on n.id = o.node_id
    where o.organization_id = ${organization.id} and o.prospect_id = ${prospectId} and o.class is not null
    order by o.id desc limit ${TRACKING_LIMITS.shown_of_lead}`.execute(db);
  return rows.rows.map((row) => ({ ...row, opened_at: row.opened_at.toISOString() }));
}

/** Each email step of a campaign that was opened, with how many leads did, and how often programs and the team loaded it. */
export async function listOpensOfCampaign({ db, organization }: Reader, campaignId: number): Promise<OpenFigures[]> {
  const rows = await sql<OpenFigures>`with counts as materialized (
      select node_id, class, count(*)::int as opens, count(distinct campaign_lead_id)::int as leads
      from mail_opens where organization_id = ${organization.id} and campaign_id = ${campaignId} and class is not null
      group by node_id, class)
    select c.node_id as step_id, n.subject_line as subject,
      coalesce(max(c.leads) filter (where c.class = 'person'), 0) as leads,
      coalesce(max(c.opens) filter (where c.class = 'person'), 0) as opens,
      coalesce(max(c.opens) filter (where c.class = 'proxy'), 0) as by_proxies,
      coalesce(max(c.opens) filter (where c.class = 'scanner'), 0) as by_scanners,
      coalesce(max(c.opens) filter (where c.class = 'team'), 0) as by_team
    from counts c join campaign_nodes n on n.id = c.node_id and n.organization_id = ${organization.id}
    group by c.node_id, n.subject_line order by c.node_id limit ${TRACKING_LIMITS.steps_of_campaign}`.execute(db);
  return rows.rows;
}
