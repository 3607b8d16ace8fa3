import type { Branch, ConditionNode, FlowNode, StepContent, StepNode } from '@overture/domain/flow/flow';
import type { RevisionNode } from '@overture/domain/flow/flow-changes';
import { CONDITION_COLUMNS, type NodeType } from '@overture/domain/flow/step-types';
import { ADDRESS_WAIT } from '@overture/domain/limits';
import { type RawBuilder, sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import { toJson } from '../../../kernel/db/to-json.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

const columns =
  sql.raw(`id, kind, type, parent_id, branch, delay_in_hours, message, message_b, subject_line, subject_line_b,
  placeholder_message, placeholder_message_b, more_variants, formatted_texts, variant_rules, address_wait_in_days, link_url, edit_version as version`);

/** Those columns of the person `p` that conditions read. */
export const conditionColumns = sql.join(CONDITION_COLUMNS.map((column) => sql`${sql.ref(`p.${column}`)}::text`));

/** What conditions know of the lead `l` besides their data: calls, clicks and opens of the campaign, the type of their last reply, meetings. */
export const conditionFacts = sql`(select a.outcome from call_attempts a where a.campaign_lead_id = l.id and a.settled_at is not null
    order by a.id desc limit 1) as call_outcome,
  (select json_agg(distinct k.url) from link_clicks c join tracked_links k on k.id = c.tracked_link_id
    where c.campaign_lead_id = l.id and c.class = 'person') as clicked_urls,
  exists (select from mail_opens o where o.campaign_lead_id = l.id and o.class = 'person') as has_opened,
  (select h.reply_class from chats h where h.prospect_id = l.prospect_id and h.is_class_sure) as reply_class,
  exists (select from meetings m where m.prospect_id = l.prospect_id and m.status = 'booked') as has_meeting`;

/** The nodes of a campaign in the order they were made; their parents make the tree (domain/flow). */
export async function listNodes({ db, organization }: Tx, campaignId: number): Promise<FlowNode[]> {
  const rows = await sql<FlowNode>`select ${columns} from campaign_nodes
    where campaign_id = ${campaignId} and organization_id = ${organization.id} and is_live order by id`.execute(db);
  return rows.rows;
}

/** The nodes of the working copy if it is wanted and there is one, else those that run. */
export async function listEditedNodes(tx: Tx, campaignId: number, isCopy: boolean): Promise<RevisionNode[]> {
  if (!isCopy) return listNodes(tx, campaignId);
  const rows = await sql<{ flow: RevisionNode[] | null }>`select flow from campaign_working_copies
    where campaign_id = ${campaignId} and organization_id = ${tx.organization.id}`.execute(tx.db);
  return rows.rows[0]?.flow ?? listNodes(tx, campaignId);
}

/** Nodes deleted by revisions. They are kept for the history of what was done there. */
export async function listDeletedNodes({ db, organization }: Tx, campaignId: number): Promise<FlowNode[]> {
  const rows = await sql<FlowNode>`select ${columns} from campaign_nodes where campaign_id = ${campaignId}
    and organization_id = ${organization.id} and not is_live and gone_at is not null order by id`.execute(db);
  return rows.rows;
}

/** A node that runs, or one that only the working copy has. */
export async function findEditedNode(
  { db, organization }: Tx,
  campaignId: number,
  id: number,
): Promise<FlowNode | undefined> {
  const rows =
    await sql<FlowNode>`select ${columns} from campaign_nodes where id = ${id} and campaign_id = ${campaignId}
    and organization_id = ${organization.id} and gone_at is null`.execute(db);
  return rows.rows[0];
}

/** One node, with the campaign it belongs to. */
export async function findNodeById(
  { db, organization }: Tx,
  id: number,
): Promise<(FlowNode & { campaign_id: number }) | undefined> {
  const rows = await sql<FlowNode & { campaign_id: number }>`select campaign_id, ${columns} from campaign_nodes
    where id = ${id} and organization_id = ${organization.id} and is_live`.execute(db);
  return rows.rows[0];
}

export interface NewNode {
  campaign_id: number;
  kind: FlowNode['kind'];
  type: NodeType;
  parent_id: number | null;
  branch: Branch | null;
  delay_in_hours: number;
}

export async function insertNode(
  { db, organization }: Tx,
  node: NewNode & Partial<StepContent> & Pick<StepNode, 'address_wait_in_days'> & Pick<ConditionNode, 'link_url'>,
): Promise<number> {
  const { address_wait_in_days = ADDRESS_WAIT.default_in_days } = node;
  const rows = await sql<{
    id: number;
  }>`insert into campaign_nodes (organization_id, campaign_id, kind, type, parent_id,
      branch, delay_in_hours, message, message_b, subject_line, subject_line_b, placeholder_message, placeholder_message_b,
      more_variants, formatted_texts, address_wait_in_days, link_url)
    values (${organization.id}, ${node.campaign_id}, ${node.kind}, ${node.type}, ${node.parent_id}, ${node.branch},
      ${node.delay_in_hours}, ${node.message ?? null}, ${node.message_b ?? null}, ${node.subject_line ?? null},
      ${node.subject_line_b ?? null}, ${node.placeholder_message ?? null}, ${node.placeholder_message_b ?? null},
      ${toMoreVariants(node)}::jsonb, ${toFormattedTexts(node)}::jsonb, ${address_wait_in_days},
      ${node.link_url ?? null})
    returning id`.execute(db);
  return rows.rows[0]!.id;
}

/**
 * The rules `rules` of a step for its texts from now on. A stopped variant whose text is removed is forgotten: its letter may come back
 * with another text, which no person stopped.
 */
export function rulesForTexts(rules: RawBuilder<unknown>, messageB: RawBuilder<unknown>, more: RawBuilder<unknown>) {
  return sql`case when ${rules} -> 'stopped' is null then ${rules} else jsonb_set(${rules}, '{stopped}', (
    select coalesce(jsonb_agg(stopped), '[]') from jsonb_array_elements(${rules} -> 'stopped') stopped
    where not is_blank(${messageB}) and (stopped <@ '["a", "b"]' or ${more} @> jsonb_build_array(jsonb_build_object('variant', stopped)))))
    end`;
}

/** Variants C to F as they are stored: null for none. */
function toMoreVariants({ more_variants }: Partial<StepContent>): string | null {
  return more_variants?.length ? toJson(more_variants) : null;
}

function toFormattedTexts({ formatted_texts }: Partial<StepContent>): string | null {
  return formatted_texts ? toJson(formatted_texts) : null;
}

/**
 * Detaches a node from its position to make room for another in the same transaction. Its temporary parent does not exist; the foreign key
 * is checked at commit.
 */
export async function liftNode({ db }: Tx, id: number): Promise<void> {
  await sql`update campaign_nodes set parent_id = -id, branch = null where id = ${id}`.execute(db);
}

export async function placeNode(
  { db }: Tx,
  id: number,
  position: { parent_id: number | null; branch: Branch | null },
): Promise<void> {
  await sql`update campaign_nodes set parent_id = ${position.parent_id}, branch = ${position.branch} where id = ${id}`.execute(
    db,
  );
}

export async function deleteNodes({ db, organization }: Tx, ids: readonly number[]): Promise<void> {
  await sql`delete from campaign_nodes where id = any(${[...ids]}::bigint[])
    and organization_id = ${organization.id}`.execute(db);
}

export async function updateNode(
  { db }: Tx,
  id: number,
  node: StepContent & { delay_in_hours: number; address_wait_in_days: number | null },
): Promise<void> {
  const more = sql`${toMoreVariants(node)}::jsonb`;
  await sql`update campaign_nodes set delay_in_hours = ${node.delay_in_hours}, message = ${node.message},
      message_b = ${node.message_b}, subject_line = ${node.subject_line}, subject_line_b = ${node.subject_line_b},
      placeholder_message = ${node.placeholder_message}, placeholder_message_b = ${node.placeholder_message_b},
      more_variants = ${more}, formatted_texts = ${toFormattedTexts(node)}::jsonb, address_wait_in_days = ${node.address_wait_in_days},
      variant_rules = ${rulesForTexts(sql.ref('variant_rules'), sql`${node.message_b}::text`, more)}
    where id = ${id}`.execute(db);
}

export async function updateDelay(
  { db }: Tx,
  id: number,
  given: { delay_in_hours: number; address_wait_in_days: number | null; link_url: string | null },
): Promise<void> {
  await sql`update campaign_nodes set delay_in_hours = ${given.delay_in_hours},
      address_wait_in_days = ${given.address_wait_in_days}, link_url = ${given.link_url}
    where id = ${id}`.execute(db);
}
