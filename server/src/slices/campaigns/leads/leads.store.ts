import type { ActingKey } from '@overture/contract/acting-key';
import type { LeadStatus } from '@overture/domain/campaign/transitions';
import type { NodeType } from '@overture/domain/flow/step-types';
import type { PlainFilter, Sort, TableFilter } from '@overture/domain/leads/filters';
import { listColumnFilters, listSortKeys, parseTruth, splitValues } from '@overture/domain/leads/filters';
import type { ColumnSet } from '@overture/domain/leads/lead-columns';
import { type RawBuilder, sql } from 'kysely';
import { selectActingKey } from '../../../kernel/api-keys/acting-key.ts';
import type { TransactionContext } from '../../../kernel/context.ts';
import {
  isLeadColumn,
  leadOrder,
  type ResultColumns,
  sortByResults,
  tableConditions,
} from '../../lead-filters/index.ts';
import { type ProspectRow, prospectColumns } from '../../prospects/index.ts';
import type { StandIns } from '../messages/stand-ins.store.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** Rows of the leads table of a campaign: those that pass the filters, in the order of the sort. Archived leads are out. */
export interface LeadView {
  campaign_id: number;
  filters: readonly TableFilter[];
  /** The table's columns, at least those that the filters name. */
  columns: ColumnSet;
  sort: Sort;
  /** The research columns among those of filters and sort. */
  answer_columns?: ResultColumns;
}

/** Named leads, or the first `amount` of a view. */
export type LeadSelection =
  | { campaign_id: number; prospect_ids: readonly number[] }
  | { view: LeadView; amount: number };

/** The table's own columns. Ids grow with time, which gives the order of adding. */
const ownColumns = {
  id: sql`cl.id`,
  campaign_status: sql`cl.status`,
  scheduled_for: sql`cl.next_at`,
  next_action: sql`n.type`,
  created_at: sql`cl.id`,
};

/** Whether the conversation with lead `cl` is flagged. The table belongs to chats and is only read here. */
const isFlagged = sql<boolean>`exists (select from chats c where c.prospect_id = cl.prospect_id
  and c.organization_id = cl.organization_id and c.is_flagged)`;

/** Whether a CRM has a record of the lead `cl`. */
const isAddedToCrm = sql<boolean>`exists (select from prospects k where k.id = cl.prospect_id
  and k.organization_id = cl.organization_id and k.added_to_crm)`;

/** Labels are named by their ids: a name may hold a comma. */
function hasLabel(values: readonly string[]): RawBuilder<boolean> {
  return sql`exists (select from prospect_labels pl where pl.prospect_id = cl.prospect_id
    and pl.organization_id = cl.organization_id and pl.label_id::text = any(${[...values]}::text[]))`;
}

/** Senders are compared by id, on either channel. */
function hasSender(values: readonly string[]): RawBuilder<boolean> {
  const ids = sql`${[...values]}::text[]`;
  return sql`(coalesce(cl.email_account_id::text = any(${ids}), false)
    or coalesce(cl.linkedin_account_id::text = any(${ids}), false))`;
}

function ownCondition(filter: PlainFilter): RawBuilder<boolean> {
  if (filter.column === 'labels') return negated(filter, hasLabel(splitValues(filter.value)));
  if (filter.column === 'sender') return negated(filter, hasSender(splitValues(filter.value)));
  if (filter.column === 'is_flagged') return flagCondition(filter, isFlagged);
  if (filter.column === 'added_to_crm') return flagCondition(filter, isAddedToCrm);
  return wordCondition(filter);
}

const negated = ({ operation }: PlainFilter, holds: RawBuilder<boolean>): RawBuilder<boolean> =>
  operation === 'not_contains' ? sql`not ${holds}` : holds;

/** A lead is marked or it is not: the cell is never empty. */
function flagCondition(filter: PlainFilter, mark: RawBuilder<boolean>): RawBuilder<boolean> {
  if (filter.operation === 'is_empty') return sql`false`;
  if (filter.operation === 'is_not_empty') return sql`true`;
  return negated(filter, parseTruth(filter.value) ? mark : sql`not ${mark}`);
}

/** Values of the wire are folded to lower case; both columns hold upper-case words, compared as they are, by the index. */
function wordCondition({ column, operation, value }: PlainFilter): RawBuilder<boolean> {
  const words = sql.join(splitValues(value).map((word) => word.toUpperCase()));
  const cell = column === 'campaign_status' ? sql`cl.status` : sql`coalesce(n.type, '')`;
  return operation === 'contains' ? sql`${cell} in (${words})` : sql`${cell} not in (${words})`;
}

const prospectId = sql`cl.prospect_id`;

/** Joins and expressions of the research columns used for sorting. */
function tableSort(tx: Pick<Tx, 'organization'>, { sort, answer_columns }: LeadView) {
  return sortByResults(tx, sort, answer_columns, prospectId);
}

function orderBy(tx: Pick<Tx, 'organization'>, view: LeadView): RawBuilder<unknown> {
  const { sort_field, sort_direction, further } = view.sort;
  if (sort_field === 'created_at' && further === undefined)
    return sort_direction === 'desc' ? sql`cl.id desc` : sql`cl.id`;
  return leadOrder(view.sort, { ...ownColumns, ...tableSort(tx, view).values });
}

/** `campaign_leads cl` with only those joins that the filters and the sort use. */
function joined(tx: Pick<Tx, 'organization'>, view: LeadView, isSorted: boolean): RawBuilder<unknown> {
  const names = [
    ...listColumnFilters(view.filters).map(({ column }) => column),
    ...(isSorted ? listSortKeys(view.sort).map(({ sort_field }) => sort_field) : []),
  ];
  const people = names.some(isLeadColumn)
    ? sql`join prospects p on p.id = cl.prospect_id and p.organization_id = ${tx.organization.id}`
    : sql``;
  const nodes = names.includes('next_action') ? sql`left join campaign_nodes n on n.id = cl.next_node_id` : sql``;
  const answered = isSorted ? tableSort(tx, view).joins : sql``;
  const conditions = tableConditions(tx, view, {
    lead_id: prospectId,
    created_at: sql`cl.created_at`,
    campaign_id: view.campaign_id,
    own: ownCondition,
  });
  return sql`campaign_leads cl ${people} ${nodes} ${answered} where ${sql.join(
    [
      sql`cl.campaign_id = ${view.campaign_id}`,
      sql`cl.organization_id = ${tx.organization.id}`,
      sql`cl.archived_at is null`,
      ...conditions,
    ],
    sql` and `,
  )}`;
}

/** Ids of the campaign leads of one page, in order. */
export async function listPageIds(tx: Tx, view: LeadView, limit: number, offset: number): Promise<number[]> {
  const rows = await sql<{ id: number }>`select cl.id from ${joined(tx, view, true)}
    order by ${orderBy(tx, view)} limit ${limit} offset ${offset}`.execute(tx.db);
  return rows.rows.map((row) => row.id);
}

/** The view's ids behind one, by id: a place that no added or removed lead shifts. */
export async function listIdsAfter(tx: Tx, view: LeadView, after: number, size: number): Promise<number[]> {
  const rows = await sql<{ id: number }>`select cl.id from ${joined(tx, view, false)} and cl.id > ${after}
    order by cl.id limit ${size}`.execute(tx.db);
  return rows.rows.map((row) => row.id);
}

/** Number of leads that match the filters; without filters the stored count. */
export async function countLeads(tx: Tx, view: LeadView): Promise<number> {
  const count =
    view.filters.length === 0
      ? sql<{
          total: number;
        }>`select coalesce(sum(total), 0)::int as total from campaign_counts where campaign_id = ${view.campaign_id}`
      : sql<{ total: number }>`select count(*) as total from ${joined(tx, view, false)}`;
  return (await count.execute(tx.db)).rows[0]!.total;
}

/** The people of the selected leads, in order. */
export async function listSelected(tx: Tx, selection: LeadSelection): Promise<number[]> {
  const rows = await sql<{
    prospect_id: number;
  }>`select prospect_id from (${selectedLeads(tx, selection)}) as chosen order by position`.execute(tx.db);
  return rows.rows.map((row) => row.prospect_id);
}

/** The selected leads as a query with the columns `id` (campaign lead), `prospect_id` and `place`. */
export function selectedLeads(tx: Pick<Tx, 'organization'>, selection: LeadSelection): RawBuilder<unknown> {
  if ('view' in selection) {
    return sql`select cl.id, cl.prospect_id, row_number() over (order by ${orderBy(tx, selection.view)}) as position
      from ${joined(tx, selection.view, true)} order by position limit ${selection.amount}`;
  }
  return sql`select cl.id, cl.prospect_id, min(given.position) as position
    from unnest(${[...selection.prospect_ids]}::bigint[]) with ordinality as given (prospect_id, position)
    join campaign_leads cl on cl.campaign_id = ${selection.campaign_id} and cl.prospect_id = given.prospect_id
      and cl.organization_id = ${tx.organization.id} and cl.archived_at is null
    group by cl.id, cl.prospect_id`;
}

/** A lead of a campaign with its person and the node that comes next. */
export interface LeadRow extends ProspectRow {
  lead_id: number;
  campaign_id: number;
  status: LeadStatus;
  next_node_id: number | null;
  next_type: NodeType | null;
  next_at: Date | null;
  is_in_flight: boolean;
  is_flagged: boolean;
  error: string | null;
  started_at: Date | null;
  contacted_at: Date | null;
  replied_at: Date | null;
  completed_at: Date | null;
  added_at: Date;
  email_account_id: number | null;
  linkedin_account_id: number | null;
  email_touched_at: Date | null;
  linkedin_touched_at: Date | null;
  stand_ins: StandIns | null;
  skipped_nodes: number[] | null;
  added_by_key: ActingKey | null;
  status_by_key: ActingKey | null;
}

const leadColumns = sql`${prospectColumns}, cl.id as lead_id, cl.campaign_id, cl.status, cl.next_node_id,
  n.type as next_type, cl.next_at, cl.is_in_flight, ${isFlagged} as is_flagged, cl.error, cl.started_at,
  cl.contacted_at, cl.replied_at, cl.completed_at, cl.created_at as added_at,
  cl.email_account_id, cl.linkedin_account_id, cl.email_touched_at, cl.linkedin_touched_at,
  cl.stand_ins, to_json(cl.skipped_nodes) as skipped_nodes, ${selectActingKey('cl')} as added_by_key,
  ${selectActingKey('cl', 'status_key_id')} as status_by_key`;

/** Leads by their campaign-lead ids, in the order given. */
export async function findLeads({ db, organization }: Tx, leadIds: readonly number[]): Promise<LeadRow[]> {
  if (leadIds.length === 0) return [];
  const rows =
    await sql<LeadRow>`select ${leadColumns} from unnest(${[...leadIds]}::bigint[]) with ordinality as given (id, position)
    join campaign_leads cl on cl.id = given.id and cl.organization_id = ${organization.id}
    join prospects p on p.id = cl.prospect_id
    left join campaign_nodes n on n.id = cl.next_node_id order by given.position`.execute(db);
  return rows.rows;
}

/** The campaign lead of a person in a campaign; without a campaign in the one they were added to last. */
export async function findLeadId(
  { db, organization }: Tx,
  campaignId: number | null,
  prospectId: number,
): Promise<number | undefined> {
  const inCampaign = campaignId === null ? sql`` : sql`and campaign_id = ${campaignId}`;
  const rows = await sql<{ id: number }>`select id from campaign_leads where prospect_id = ${prospectId}
    and organization_id = ${organization.id} and archived_at is null ${inCampaign} order by id desc limit 1`.execute(
    db,
  );
  return rows.rows[0]?.id;
}

/** The people of a selection, in its order. */
export async function listSelectedPeople(tx: Tx, selection: LeadSelection): Promise<number[]> {
  const rows = await sql<{ ids: string | null }>`select string_agg(prospect_id::text, ',' order by position) as ids
    from (${selectedLeads(tx, selection)}) as chosen`.execute(tx.db);
  return rows.rows[0]?.ids?.split(',').map(Number) ?? [];
}
