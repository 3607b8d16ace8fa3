import { addressWaitInDays } from '@overture/domain/flow/address-wait';
import type { RevisionNode } from '@overture/domain/flow/flow-changes';
import { sql } from 'kysely';
import type { SystemTransactionContext, TransactionContext } from '../../../kernel/context.ts';
import { toJson } from '../../../kernel/db/to-json.ts';
import { isNotParked } from '../../../kernel/rounds/rounds.ts';
import { rulesForTexts } from '../flow/flow.store.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** Texts of a test that differ: its counts begin again, and an earlier winner was one of other texts. */
const hasOtherTexts = sql<boolean>`((c.message, c.message_b, c.subject_line, c.subject_line_b, c.placeholder_message,
  c.placeholder_message_b, c.more_variants, c.formatted_texts) is distinct from (g.message, g.message_b, g.subject_line, g.subject_line_b,
  g.placeholder_message, g.placeholder_message_b, g.more_variants, g.formatted_texts))`;

/** With its winner the stops go that it set: no person stopped those texts. */
const rulesAfter = sql`(case when ${hasOtherTexts} and c.winner_outcome is not null
  then nullif(c.winner_outcome -> 'before', 'null') else c.variant_rules end)`;

/** None are stored as null. */
function toStoredTexts(node: RevisionNode) {
  const { more_variants, formatted_texts } = node.kind === 'step' ? node : {};
  return { more_variants: more_variants?.length ? more_variants : null, formatted_texts: formatted_texts ?? null };
}

/**
 * Writes a flow as the running one. Frees positions before using them, because a position holds one live node at any moment. A removed node
 * remembers the node its leads moved on to.
 */
export async function writeFlow(
  { db, organization }: Tx,
  campaignId: number,
  flow: readonly RevisionNode[],
  followers: ReadonlyMap<number, number | null>,
): Promise<void> {
  const rows = toJson(
    flow.map((node) => ({ ...node, ...toStoredTexts(node), address_wait_in_days: addressWaitInDays(node) })),
  );
  await sql`update campaign_nodes c set is_live = false
    where c.campaign_id = ${campaignId} and c.organization_id = ${organization.id} and c.is_live
      and not exists (select from json_to_recordset(${rows}::json) as g (id bigint, parent_id bigint, branch text)
        where g.id = c.id and g.parent_id is not distinct from c.parent_id and g.branch is not distinct from c.branch)`.execute(
    db,
  );
  await sql`update campaign_nodes c set is_live = true, gone_at = null, follower_id = null, kind = g.kind, type = g.type,
      parent_id = g.parent_id, branch = g.branch, delay_in_hours = g.delay_in_hours, message = g.message,
      message_b = g.message_b, subject_line = g.subject_line, subject_line_b = g.subject_line_b,
      placeholder_message = g.placeholder_message, placeholder_message_b = g.placeholder_message_b,
      more_variants = g.more_variants, formatted_texts = g.formatted_texts, address_wait_in_days = g.address_wait_in_days,
      link_url = g.link_url,
      variants_since = case when ${hasOtherTexts} then app_now() else c.variants_since end,
      variant_rules = ${rulesForTexts(rulesAfter, sql.ref('g.message_b'), sql.ref('g.more_variants'))},
      variant_version = c.variant_version + ${hasOtherTexts}::int,
      winner_outcome = case when ${hasOtherTexts} then null else c.winner_outcome end,
      winner_check_at = case when ${hasOtherTexts} and c.winner_rule is not null then app_now() else c.winner_check_at end
    from json_to_recordset(${rows}::json) as g (id bigint, kind text, type text, parent_id bigint, branch text,
      delay_in_hours int, message text, message_b text, subject_line text, subject_line_b text, placeholder_message text,
      placeholder_message_b text, more_variants jsonb, formatted_texts jsonb, address_wait_in_days int, link_url text)
    where c.id = g.id and c.campaign_id = ${campaignId} and c.organization_id = ${organization.id}`.execute(db);
  const deleted = [...followers].map(([id, follower_id]) => ({ id, follower_id }));
  if (deleted.length === 0) return;
  await sql`update campaign_nodes c set gone_at = app_now(), follower_id = g.follower_id
    from json_to_recordset(${toJson(deleted)}::json) as g (id bigint, follower_id bigint)
    where c.id = g.id and c.campaign_id = ${campaignId} and not c.is_live`.execute(db);
}

/**
 * Applies the nodes' new limits to leads waiting for an address, counted from the same start. If the limit has passed or was removed, they
 * are due now. In id order.
 */
export async function moveAddressWaits(
  { db }: Tx,
  campaignId: number,
  waits: readonly { node_id: number; days: number | null }[],
): Promise<void> {
  if (waits.length === 0) return;
  await sql`with now as materialized (select app_now() as at),
    locked as materialized (select l.id, case when l.next_lane = 'local' and l.missing_node_id = l.next_node_id
        then l.missing_since + make_interval(hours => g.days * 24) end as until
      from json_to_recordset(${toJson(waits)}::json) as g (node_id bigint, days int) join campaign_leads l on l.next_node_id = g.node_id
      where l.campaign_id = ${campaignId} and l.waiting_rule = 'missing_data' and l.archived_at is null and not l.is_in_flight
      order by l.id for no key update of l)
    update campaign_leads l set next_at = coalesce(greatest(k.until, now.at), now.at), waiting_until = k.until
    from locked k, now where l.id = k.id`.execute(db);
}

/** Mails carry the files of a flow from now on, and no others. */
export async function writeFiles({ db, organization }: Tx, campaignId: number, flow: readonly RevisionNode[]) {
  const ids = flow.flatMap(({ attachment_ids = [] }) => attachment_ids);
  await sql`update campaign_attachments set is_live = not is_live
    where campaign_id = ${campaignId} and organization_id = ${organization.id}
      and is_live <> (id = any(${ids}::bigint[]))`.execute(db);
}

export interface UnsweptRevision {
  campaign_id: number;
  organization_id: number;
  number: number;
}

export const SWEEPING_LOOP = 'published-revisions';

/** Revisions published long enough ago that no transaction still uses the old flow. */
export async function listUnswept(
  { db }: Pick<SystemTransactionContext, 'db'>,
  seconds: number,
  limit: number,
): Promise<UnsweptRevision[]> {
  const rows = await sql<UnsweptRevision>`select campaign_id, organization_id, number from campaign_revisions
    where not is_swept and published_at < app_now() - make_interval(secs => ${seconds})
      and ${isNotParked(SWEEPING_LOOP, sql.ref('organization_id'), sql`campaign_id || ' ' || number`)}
    order by published_at limit ${limit}`.execute(db);
  return rows.rows;
}

export interface SweptRevision {
  published_at: Date;
  moves_waiting: boolean;
  before: RevisionNode[];
  after: RevisionNode[];
}

/** Claims one of them; undefined when another worker has it. */
export async function claimUnswept(
  { db, organization }: Tx,
  { campaign_id, number }: UnsweptRevision,
): Promise<SweptRevision | undefined> {
  const rows = await sql<SweptRevision>`update campaign_revisions r set is_swept = true
    where r.campaign_id = ${campaign_id} and r.number = ${number} and r.organization_id = ${organization.id} and not r.is_swept
    returning r.published_at, r.moves_waiting, r.flow as after, coalesce((select b.flow from campaign_revisions b
      where b.campaign_id = r.campaign_id and b.number = r.number - 1), r.flow) as before`.execute(db);
  return rows.rows[0];
}

/** Leads at a deleted step. Leads with an action in the outbox move when it is settled. */
export async function listStranded({ db }: Pick<Tx, 'db'>, campaignId: number, limit: number): Promise<number[]> {
  const rows = await sql<{ id: number }>`select l.id from campaign_nodes n join campaign_leads l
      on l.campaign_id = n.campaign_id and l.next_node_id = n.id
    where n.campaign_id = ${campaignId} and not n.is_live and n.gone_at is not null and l.archived_at is null
      and not l.is_in_flight and l.status in ('SCHEDULED', 'SCHEDULING', 'ACTIVE', 'PAUSED') limit ${limit}`.execute(
    db,
  );
  return rows.rows.map(({ id }) => id);
}
