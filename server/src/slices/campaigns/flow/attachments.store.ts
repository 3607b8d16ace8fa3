import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export interface AttachmentRow {
  id: number;
  node_id: number;
  name: string;
  type: string;
  size: number;
  file_key: string;
}

/** Attachments of all steps of a campaign, in the order they were added. */
export async function listAttachments({ db, organization }: Tx, campaignId: number): Promise<AttachmentRow[]> {
  const rows = await sql<AttachmentRow>`select a.id, a.node_id, a.name, a.type, a.size, a.file_key
    from campaign_nodes n join campaign_attachments a on a.node_id = n.id and a.is_live
    where n.is_live and n.campaign_id = ${campaignId} and n.organization_id = ${organization.id} order by a.id`.execute(
    db,
  );
  return rows.rows;
}

/** Attachments of one step. `isLocked` locks the step: without it two uploads could both take the remaining bytes. */
export async function listAttachmentsOfStep(
  { db, organization }: Tx,
  nodeId: number,
  isLocked = false,
): Promise<AttachmentRow[]> {
  if (isLocked) await sql`select from campaign_nodes where id = ${nodeId} for update`.execute(db);
  const rows = await sql<AttachmentRow>`select id, node_id, name, type, size, file_key from campaign_attachments
    where node_id = ${nodeId} and organization_id = ${organization.id} and is_live order by id`.execute(db);
  return rows.rows;
}

/** The files of a campaign with these ids, whether a message carries them now or not. */
export async function findAttachments(
  { db, organization }: Tx,
  campaignId: number,
  ids: readonly number[],
): Promise<AttachmentRow[]> {
  const rows = await sql<AttachmentRow>`select id, node_id, name, type, size, file_key from campaign_attachments
    where campaign_id = ${campaignId} and organization_id = ${organization.id} and id = any(${[...ids]}::bigint[]) order by id`.execute(
    db,
  );
  return rows.rows;
}

export async function insertAttachment(
  { db, organization }: Tx,
  given: Omit<AttachmentRow, 'id'> & { campaign_id: number },
): Promise<void> {
  const rows = await sql<{
    id: number;
  }>`insert into campaign_attachments (organization_id, campaign_id, node_id, name, type, size, file_key)
    values (${organization.id}, ${given.campaign_id}, ${given.node_id}, ${given.name}, ${given.type}, ${given.size},
      ${given.file_key}) returning id`.execute(db);
  await changeInCopy({ db, organization }, given.campaign_id, given.node_id, { added: rows.rows[0]!.id });
}

/** Also updates the open working copy. Otherwise publishing it would restore the old file. */
async function changeInCopy(
  { db, organization }: Tx,
  campaignId: number,
  nodeId: number,
  { added = 0, removed = 0 }: { added?: number; removed?: number },
): Promise<void> {
  await sql`update campaign_working_copies w set flow = (select jsonb_agg(case when (n.node->>'id')::bigint = ${nodeId}
        then jsonb_set(n.node, '{attachment_ids}', (select coalesce(jsonb_agg(f.id order by f.id), '[]') from (
          select value::bigint as id from jsonb_array_elements(coalesce(n.node->'attachment_ids', '[]'))
          union select ${added}::bigint) f where f.id not in (0, ${removed})))
        else n.node end order by n.place) from jsonb_array_elements(w.flow) with ordinality as n (node, place))
    where w.campaign_id = ${campaignId} and w.organization_id = ${organization.id} and jsonb_array_length(w.flow) > 0`.execute(
    db,
  );
}

/** The key of the file of a removed attachment; undefined when there was none. */
export async function deleteAttachment(
  { db, organization }: Tx,
  position: { campaign_id: number; node_id: number; id: number },
): Promise<string | undefined> {
  const rows = await sql<{ file_key: string }>`delete from campaign_attachments
    where id = ${position.id} and node_id = ${position.node_id} and campaign_id = ${position.campaign_id}
      and organization_id = ${organization.id} returning file_key`.execute(db);
  await changeInCopy({ db, organization }, position.campaign_id, position.node_id, { removed: position.id });
  return rows.rows[0]?.file_key;
}
