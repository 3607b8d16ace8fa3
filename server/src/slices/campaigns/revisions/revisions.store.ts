import type { FlowChange, RevisionNode } from '@overture/domain/flow/flow-changes';
import { REVISION_LIMITS } from '@overture/domain/limits';
import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import { toJson } from '../../../kernel/db/to-json.ts';
import type { AttachmentRow } from '../flow/attachments.store.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export interface WorkingCopy {
  flow: RevisionNode[] | null;
  edit_version: number;
  edited_at: Date | null;
  edited_by: string | null;
  publish_at: Date | null;
  publish_choice: TimedChoice | null;
  publish_by: string | null;
  publish_refusal: string | null;
  /** The time that the refusal is about. */
  publish_missed_at: Date | null;
}

/** The scheduled time with the user's choices and the counts they saw. */
export interface TimedChoice {
  moves_waiting: boolean;
  reopens: boolean;
  lookup_credits?: number;
  seen: { kind: FlowChange['kind']; node_id: number; not_there_yet: number; waiting: number; past: number }[];
}

/** The working copy; without a row it was never edited. */
export async function findWorkingCopy({ db, organization }: Tx, campaignId: number): Promise<WorkingCopy> {
  const rows = await sql<WorkingCopy>`select w.flow, w.edit_version, w.edited_at, u.name as edited_by, w.publish_at,
      w.publish_choice, p.name as publish_by, w.publish_refusal, w.publish_missed_at
    from campaign_working_copies w left join users u on u.id = w.edited_by left join users p on p.id = w.publish_by
    where w.campaign_id = ${campaignId} and w.organization_id = ${organization.id}`.execute(db);
  const untimed = {
    publish_at: null,
    publish_choice: null,
    publish_by: null,
    publish_refusal: null,
    publish_missed_at: null,
  };
  return rows.rows[0] ?? { flow: null, edit_version: 0, edited_at: null, edited_by: null, ...untimed };
}

/** Creates the row whose version is compared, if missing. */
export async function openWorkingCopy({ db, organization }: Tx, campaignId: number): Promise<void> {
  await sql`insert into campaign_working_copies (campaign_id, organization_id) values (${campaignId}, ${organization.id})
    on conflict do nothing`.execute(db);
}

/**
 * Saves the working copy; null closes it. Unschedules the one before and returns its time. `untimed` is the reason shown to viewers;
 * without it earlier reasons are cleared too. Saving the same flow again changes nothing.
 */
export async function saveWorkingCopy(
  { db, organization }: Tx,
  campaignId: number,
  flow: readonly RevisionNode[] | null,
  untimed: string | null = null,
): Promise<MissedTime | undefined> {
  const given = flow === null ? null : toJson(flow);
  const rows = await sql<MissedTime>`with was as materialized (select campaign_id, publish_at, publish_by, edited_by
      from campaign_working_copies where campaign_id = ${campaignId} and organization_id = ${organization.id}
        and flow is distinct from ${given}::jsonb for no key update)
    update campaign_working_copies w set flow = ${given}::jsonb, publish_at = null, publish_choice = null, publish_version = null,
      publish_by = null, publish_next_at = null,
      publish_refusal = case when ${untimed}::text is null then null when w.publish_at is null then w.publish_refusal else ${untimed} end,
      publish_missed_at = case when ${untimed}::text is not null then coalesce(w.publish_at, w.publish_missed_at) end
    from was where w.campaign_id = was.campaign_id returning was.publish_at, was.publish_by, was.edited_by`.execute(db);
  const [was] = rows.rows;
  return was?.publish_at ? was : undefined;
}

/** A scheduled time that has passed, and who chose it. */
export interface MissedTime {
  publish_at: Date;
  publish_by: number | null;
  edited_by: number | null;
}

export interface KnownNode {
  id: number;
  kind: RevisionNode['kind'];
  type: RevisionNode['type'];
  is_live: boolean;
}

/** Nodes of the campaign among the named, deleted and new ones too. */
export async function listKnownNodes(
  { db, organization }: Tx,
  campaignId: number,
  ids: readonly number[],
): Promise<KnownNode[]> {
  const rows = await sql<KnownNode>`select id, kind, type, is_live from campaign_nodes
    where campaign_id = ${campaignId} and organization_id = ${organization.id} and id = any(${[...ids]}::bigint[])`.execute(
    db,
  );
  return rows.rows;
}

/** A node that only a working copy knows: it has its id from now on, and runs nowhere until it is published. */
export async function insertPendingNode(
  { db, organization }: Tx,
  campaignId: number,
  node: Pick<RevisionNode, 'kind' | 'type'>,
): Promise<number> {
  const rows = await sql<{ id: number }>`insert into campaign_nodes (organization_id, campaign_id, kind, type, is_live)
    values (${organization.id}, ${campaignId}, ${node.kind}, ${node.type}, false) returning id`.execute(db);
  return rows.rows[0]!.id;
}

/** All files of a campaign, those that no mail carries now too. */
export async function listAllFiles({ db, organization }: Tx, campaignId: number): Promise<AttachmentRow[]> {
  const rows = await sql<AttachmentRow>`select id, node_id, name, type, size, file_key from campaign_attachments
    where campaign_id = ${campaignId} and organization_id = ${organization.id} order by id`.execute(db);
  return rows.rows;
}

/** Keeps a file that no mail carries yet. */
export async function insertKeptFile(
  { db, organization }: Tx,
  given: Omit<AttachmentRow, 'id'> & { campaign_id: number },
): Promise<number> {
  const rows = await sql<{
    id: number;
  }>`insert into campaign_attachments (organization_id, campaign_id, node_id, name, type,
      size, file_key, is_live)
    values (${organization.id}, ${given.campaign_id}, ${given.node_id}, ${given.name}, ${given.type}, ${given.size},
      ${given.file_key}, false) returning id`.execute(db);
  return rows.rows[0]!.id;
}

/** Deletes new nodes and files that are in no revision nor in the working copy; returns the files' keys. */
export async function forgetPending(
  { db, organization }: Tx,
  campaignId: number,
  kept: { node_ids: readonly number[]; file_ids: readonly number[] },
): Promise<string[]> {
  const inRevisions = sql`campaign_revisions r cross join lateral jsonb_array_elements(r.flow) as n (node)
    where r.campaign_id = ${campaignId}`;
  const files = await sql<{ file_key: string }>`delete from campaign_attachments a
    where a.campaign_id = ${campaignId} and a.organization_id = ${organization.id} and not a.is_live
      and a.id <> all(${[...kept.file_ids]}::bigint[])
      and not exists (select from ${inRevisions} and node->'attachment_ids' @> to_jsonb(a.id)) returning file_key`.execute(
    db,
  );
  await sql`delete from campaign_nodes c where c.campaign_id = ${campaignId} and c.organization_id = ${organization.id}
    and not c.is_live and c.gone_at is null and c.id <> all(${[...kept.node_ids]}::bigint[])`.execute(db);
  return files.rows.map(({ file_key }) => file_key);
}

export interface RevisionRow {
  number: number;
  flow: RevisionNode[];
  changes: (FlowChange & { type: RevisionNode['type'] })[];
  restored_number: number | null;
  published_at: Date;
  published_by: string | null;
  sent: number;
  bounced: number;
  replied: number;
}

/** Newest first, without their flows, each with its results. A reply counts for the last message before it. */
export async function listRevisions(
  { db, organization }: Tx,
  campaignId: number,
): Promise<Omit<RevisionRow, 'flow'>[]> {
  const rows = await sql<Omit<RevisionRow, 'flow'>>`select r.number, r.changes, r.restored_number, r.published_at,
      u.name as published_by, coalesce(s.sent, 0)::int as sent, coalesce(s.bounced, 0)::int as bounced,
      coalesce(a.replied, 0)::int as replied
    from campaign_revisions r left join users u on u.id = r.published_by
    left join (select revision, count(*) as sent, count(*) filter (where bounced_at is not null) as bounced
      from campaign_step_runs where campaign_id = ${campaignId} and outcome = 'done' and revision is not null
      group by revision) s on s.revision = r.number
    left join (select t.revision, count(*) as replied from (
        select distinct on (d.campaign_lead_id) d.revision from campaign_leads l
        join campaign_step_runs d on d.campaign_lead_id = l.id and d.outcome = 'done' and d.revision is not null
          and d.finished_at <= l.replied_at
        where l.campaign_id = ${campaignId} and l.replied_at is not null
        order by d.campaign_lead_id, d.finished_at desc, d.id desc) t
      group by t.revision) a on a.revision = r.number
    where r.campaign_id = ${campaignId} and r.organization_id = ${organization.id}
    order by r.number desc limit ${REVISION_LIMITS.listed}`.execute(db);
  return rows.rows;
}

export async function findRevision(
  { db, organization }: Tx,
  campaignId: number,
  number: number,
): Promise<RevisionNode[] | undefined> {
  const rows = await sql<{ flow: RevisionNode[] }>`select flow from campaign_revisions
    where campaign_id = ${campaignId} and number = ${number} and organization_id = ${organization.id}`.execute(db);
  return rows.rows[0]?.flow;
}

export interface NewRevision {
  number: number;
  flow: readonly RevisionNode[];
  changes: readonly (FlowChange & { type: RevisionNode['type'] })[];
  restored_number: number | null;
  moves_waiting: boolean;
}

/** Records the running flow as the first revision; it has run since the campaign was started. */
export async function insertFirstRevision(
  { db, organization }: Tx,
  campaignId: number,
  flow: readonly RevisionNode[],
): Promise<void> {
  await sql`insert into campaign_revisions (organization_id, campaign_id, number, flow, published_at, is_swept)
    select ${organization.id}, id, revision, ${toJson(flow)}::jsonb, coalesce(activated_at, created_at), true
    from campaigns where id = ${campaignId} on conflict do nothing`.execute(db);
}

/** Users of another organization are stored as null. */
export async function insertRevision(
  { db, organization, user }: Tx & Pick<TransactionContext, 'user'>,
  campaignId: number,
  given: NewRevision,
): Promise<void> {
  await sql`insert into campaign_revisions (organization_id, campaign_id, number, flow, changes, restored_number, published_at,
      published_by, moves_waiting)
    values (${organization.id}, ${campaignId}, ${given.number}, ${toJson(given.flow)}::jsonb,
      ${toJson(given.changes)}::jsonb, ${given.restored_number}, app_now(),
      (select id from users where id = ${user?.id ?? null} and organization_id = ${organization.id}), ${given.moves_waiting})`.execute(
    db,
  );
}

/** Of the flow that runs. */
export async function findRunningNumber({ db, organization }: Tx, campaignId: number): Promise<number | undefined> {
  const rows = await sql<{ revision: number }>`select revision from campaigns
    where id = ${campaignId} and organization_id = ${organization.id}`.execute(db);
  return rows.rows[0]?.revision;
}

export async function setRunningNumber({ db }: Tx, campaignId: number, number: number): Promise<void> {
  await sql`update campaigns set revision = ${number} where id = ${campaignId}`.execute(db);
}

/** Whether leads at any of these nodes have an action in the outbox. */
export async function isAnyInFlight(
  { db, organization }: Tx,
  campaignId: number,
  nodeIds: readonly number[],
): Promise<boolean> {
  const rows = await sql<{ is_any: boolean }>`select exists (select from campaign_leads
    where campaign_id = ${campaignId} and organization_id = ${organization.id} and is_in_flight
      and next_node_id = any(${[...nodeIds]}::bigint[])) as is_any`.execute(db);
  return rows.rows[0]!.is_any;
}
