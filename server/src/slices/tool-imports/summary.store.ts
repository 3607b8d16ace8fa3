import type { ToolImportDetails, ToolImportSummary } from '@overture/contract/tool-imports';
import { CUSTOM_COLUMNS, TOOL_IMPORT_LIMITS } from '@overture/domain/limits';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { sql } from 'kysely';
import type { ReadContext } from '../../kernel/context.ts';
import type { Changes } from './rows.store.ts';

type Reader = Pick<ReadContext, 'db'>;

const count = (condition: string) => sql`(count(*) filter (where ${sql.raw(condition)}))::int`;
const isLead = `kind = 'lead' and state <> 'left_out'`;

/** Counts everything that was read; of leads each person once. */
export async function countRows(
  { db }: Reader,
  importId: number,
): Promise<Omit<ToolImportSummary, 'columns'> & { total: number }> {
  const { rows } = await sql<Omit<ToolImportSummary, 'columns' | 'people' | 'known_people'> & { total: number }>`select
      ${count(`kind = 'suppression' and state <> 'left_out'`)} as suppressions, ${count(`kind = 'sender'`)} as senders,
      ${count(`kind = 'list'`)} as lists, ${count(`kind = 'campaign'`)} as campaigns, ${count(isLead)} as leads,
      ${count(`${isLead} and (data ->> 'last_contacted_at' is not null or data ->> 'state' not in ('new', 'stopped'))`)} as contacted,
      ${count(`${isLead} and data ->> 'state' = 'bounced'`)} as bounced,
      ${count(`${isLead} and data ->> 'state' = 'unsubscribed'`)} as unsubscribed,
      ${count(`state = 'left_out'`)} as left_out, ${count(`state <> 'left_out' and kind <> 'list'`)} as total
    from tool_import_rows where import_id = ${importId}`.execute(db);
  const people = await sql<{ people: number; known_people: number }>`with people as materialized (
      select distinct coalesce(email, data ->> 'linkedin_key') as key, email, data ->> 'linkedin_key' as linkedin_key
      from tool_import_rows where import_id = ${importId} and kind = 'lead' and state <> 'left_out')
    select count(distinct key)::int as people, count(distinct key) filter (where exists (select from prospects p where p.email = people.email)
      or exists (select from prospects p where p.linkedin_key = people.linkedin_key))::int as known_people from people`.execute(
    db,
  );
  return { ...rows[0]!, ...people.rows[0]! };
}

/** Variables of leads, the most used first. */
export async function listVariables({ db }: Reader, importId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select v.name from tool_import_rows r
      cross join lateral jsonb_object_keys(r.data -> 'variables') as v (name)
    where r.import_id = ${importId} and r.kind = 'lead' and r.state <> 'left_out' group by v.name
    order by count(*) desc, v.name limit ${2 * CUSTOM_COLUMNS.max_columns}`.execute(db);
  return rows.map(({ name }) => name);
}

export interface CampaignRow {
  id: number;
  external_id: string;
  name: string;
  steps: number;
  losses: string[];
  changes: Changes | null;
  object_id: number | null;
  leads: number;
  not_contacted: number;
  in_sequence: number;
}

/** Campaigns of the tool with their leads by what becomes of them. */
export async function listCampaigns({ db }: Reader, importId: number): Promise<CampaignRow[]> {
  const { rows } = await sql<CampaignRow>`with leads as materialized (
      select parent_id, data ->> 'state' as state, (data ->> 'steps_done')::int as steps_done, count(*)::int as n
      from tool_import_rows where import_id = ${importId} and kind = 'lead' and state <> 'left_out' group by 1, 2, 3),
    campaigns as (select id, external_id, data ->> 'name' as name, jsonb_array_length(data -> 'steps') as steps,
        data -> 'losses' as losses, changes, object_id
      from tool_import_rows where import_id = ${importId} and kind = 'campaign' order by id limit ${LIST_LIMITS.moved_campaigns})
    select c.*, coalesce(sum(l.n), 0)::int as leads, coalesce(sum(l.n) filter (where l.state = 'new'), 0)::int as not_contacted,
      coalesce(sum(l.n) filter (where l.state = 'contacted' and l.steps_done < c.steps), 0)::int as in_sequence
    from campaigns c left join leads l on l.parent_id = c.external_id
    group by c.id, c.external_id, c.name, c.steps, c.losses, c.changes, c.object_id order by c.id`.execute(db);
  return rows;
}

export async function listSenders({ db }: Reader, importId: number): Promise<{ name: string; email: string }[]> {
  const { rows } = await sql<{ name: string; email: string }>`select data ->> 'name' as name, data ->> 'email' as email
    from tool_import_rows where import_id = ${importId} and kind = 'sender' order by id limit ${LIST_LIMITS.moved_senders}`.execute(
    db,
  );
  return rows;
}

/** Leads from everywhere in the import, not only of its first campaign. */
export async function listSamples({ db }: Reader, importId: number): Promise<ToolImportDetails['samples']> {
  const { rows } = await sql<ToolImportDetails['samples'][number]>`with numbered as materialized (
      select id, row_number() over (order by id) as n, count(*) over () as total from tool_import_rows
      where import_id = ${importId} and kind = 'lead' and state <> 'left_out')
    select trim(concat(r.data ->> 'first_name', ' ', r.data ->> 'last_name')) as name, r.email, r.data ->> 'company_name' as company_name,
      (select p.data ->> 'name' from tool_import_rows p where p.import_id = r.import_id and p.kind in ('campaign', 'list')
        and p.external_id = r.parent_id limit 1) as campaign,
      r.data ->> 'state' as state, r.data ->> 'last_contacted_at' as last_contacted_at, (r.data ->> 'steps_done')::int as steps_done,
      exists (select from prospects p where p.email = r.email) as is_known
    from numbered join tool_import_rows r using (id)
    where n * ${TOOL_IMPORT_LIMITS.samples} / total > (n - 1) * ${TOOL_IMPORT_LIMITS.samples} / total order by id`.execute(
    db,
  );
  return rows;
}

export async function listLosses({ db }: Reader, importId: number): Promise<{ name: string; reason: string }[]> {
  const { rows } = await sql<{
    name: string;
    reason: string;
  }>`select coalesce(data ->> 'name', email, external_id) as name,
      coalesce(reason, '') as reason from tool_import_rows where import_id = ${importId} and state = 'left_out'
    order by kind, id limit ${TOOL_IMPORT_LIMITS.shown_losses}`.execute(db);
  return rows;
}
