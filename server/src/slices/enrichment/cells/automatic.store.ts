import type { AutomaticResearch } from '@overture/contract/enrichment';
import { countToday } from '@overture/domain/leads/automatic-research';
import type { TableFilter } from '@overture/domain/leads/filters';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { sql } from 'kysely';
import type { ReadContext, SystemTransactionContext, TransactionContext } from '../../../kernel/context.ts';
import { toJson } from '../../../kernel/db/to-json.ts';
import { isNotParked } from '../../../kernel/rounds/rounds.ts';
import { zoneOf } from '../../organization/index.ts';
import { endedPlan } from '../../plans/index.ts';

type Reader = Pick<ReadContext, 'db' | 'organization' | 'clock'>;
type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export const LOOP = 'automatic-research';
/** In a round: another organization must not wait for hundreds of one. */
export const DUE_OF_ORGANIZATION = 5;
const DUE_AT_ONCE = 100;

/** A column of a list. */
export interface ColumnKey {
  search_id: number;
  prompt_id: number;
}

export interface AutomaticRow extends ColumnKey {
  filters: TableFilter[];
  leads_per_day: number;
  day: string | null;
  day_leads: number;
  problem: string | null;
  time_zone: string;
  /** True unless the person who turned it on was deactivated. */
  is_owner_active: boolean;
}

const columns = sql`a.search_id, a.prompt_id, a.filters, a.leads_per_day, a.day::text as day, a.day_leads, a.problem,
  ${zoneOf(sql.ref('a.organization_id'))} as time_zone,
  not exists (select from users u where u.id = a.user_id and not u.active and not u.is_workspace_user) as is_owner_active`;

/** What is automatic in a list, by task. */
export async function listAutomatic(
  { db, organization, clock }: Reader,
  searchId: number,
): Promise<Map<number, AutomaticResearch>> {
  const rows = await sql<AutomaticRow>`select ${columns} from automatic_research a
    where a.organization_id = ${organization.id} and a.search_id = ${searchId} limit ${LIST_LIMITS.research_tasks}`.execute(
    db,
  );
  return new Map(rows.rows.map((row) => [row.prompt_id, presentAutomatic(row, clock.now())]));
}

export function presentAutomatic(row: AutomaticRow, now: Date): AutomaticResearch {
  const { filters, leads_per_day, problem } = row;
  return { filters, leads_per_day, leads_today: countToday(now, row, row.time_zone).leads, problem };
}

/**
 * Turns a column on, or changes it. One that was on keeps what it counted today, and the leads that wait.
 * @returns undefined where the list has no such column
 */
export async function upsertAutomatic(
  { db, organization }: Tx,
  { search_id, prompt_id }: ColumnKey,
  given: { filters: readonly TableFilter[]; leads_per_day: number; user_id: number | null },
): Promise<AutomaticRow | undefined> {
  const rows = await sql<AutomaticRow>`with a as (
      insert into automatic_research as x (organization_id, search_id, prompt_id, filters, leads_per_day, user_id)
      select organization_id, search_id, prompt_id, ${toJson(given.filters)}::jsonb, ${given.leads_per_day}, ${given.user_id}::bigint
      from search_prompts where organization_id = ${organization.id} and search_id = ${search_id} and prompt_id = ${prompt_id}
      on conflict (organization_id, search_id, prompt_id) do update set filters = excluded.filters, leads_per_day = excluded.leads_per_day,
        user_id = excluded.user_id, next_at = app_now(), checked_state = '', problem = null
      returning x.*)
    select ${columns} from a`.execute(db);
  return rows.rows[0];
}

export async function deleteAutomatic({ db, organization }: Tx, { search_id, prompt_id }: ColumnKey): Promise<void> {
  await sql`delete from automatic_research
    where organization_id = ${organization.id} and search_id = ${search_id} and prompt_id = ${prompt_id}`.execute(db);
}

/** Leaves out the leads that are in the list now: a stop means them too. */
export async function skipPresentLeads({ db, organization }: Tx, searchId: number): Promise<void> {
  await sql`update automatic_research set added_since = app_now(), problem = null
    where organization_id = ${organization.id} and search_id = ${searchId}`.execute(db);
}

export interface DueColumn extends ColumnKey {
  organization_id: number;
  user_id: number | null;
}

/** Columns to check, of lists that are not archived and organizations that may work: the first ones of each organization, in turns. */
export async function listDue({ db }: Pick<SystemTransactionContext, 'db'>): Promise<DueColumn[]> {
  const rows = await sql<DueColumn>`select organization_id, search_id, prompt_id, user_id from (
      select a.organization_id, a.search_id, a.prompt_id, a.user_id, a.next_at,
        row_number() over (partition by a.organization_id order by a.next_at, a.search_id, a.prompt_id) as turn
      from automatic_research a join organizations o on o.organization_id = a.organization_id
      join searches s on s.organization_id = a.organization_id and s.id = a.search_id and s.status = 'active'
      where a.next_at <= app_now() and ${endedPlan('o')} is null
        and ${isNotParked(LOOP, sql.ref('a.organization_id'), sql`a.search_id || ':' || a.prompt_id`)}) due
    where turn <= ${DUE_OF_ORGANIZATION} order by turn, next_at limit ${DUE_AT_ONCE}`.execute(db);
  return rows.rows;
}

/**
 * One that is due, locked; undefined if another worker was faster or it was turned off. Leads from before a restore are left out: what was
 * found about them since the backup is lost, and was paid. Rounded up to milliseconds, as `Date` has no microseconds.
 */
export async function lockDue(
  { db, organization }: Tx,
  { search_id, prompt_id }: ColumnKey,
): Promise<(AutomaticRow & { added_since: Date; checked_state: string }) | undefined> {
  const rows = await sql<AutomaticRow & { added_since: Date; checked_state: string }>`
    select ${columns}, greatest(a.added_since, (select date_trunc('milliseconds', restored_at) + interval '1 millisecond' from installation))
      as added_since, a.checked_state from automatic_research a
    where a.organization_id = ${organization.id} and a.search_id = ${search_id} and a.prompt_id = ${prompt_id}
      and a.next_at <= app_now() for update of a`.execute(db);
  return rows.rows[0];
}

/** A column that runs for new leads, locked; undefined where it is off. */
export async function lockAutomatic(
  { db, organization }: Tx,
  { search_id, prompt_id }: ColumnKey,
): Promise<AutomaticRow | undefined> {
  const rows = await sql<AutomaticRow>`select ${columns} from automatic_research a
    where a.organization_id = ${organization.id} and a.search_id = ${search_id} and a.prompt_id = ${prompt_id} for update of a`.execute(
    db,
  );
  return rows.rows[0];
}

/** Counts leads that were started on a day. */
export async function countStarted(
  { db, organization }: Tx,
  { search_id, prompt_id }: ColumnKey,
  { day, day_leads }: Pick<Checked, 'day' | 'day_leads'>,
): Promise<void> {
  await sql`update automatic_research set day = ${day}, day_leads = ${day_leads}
    where organization_id = ${organization.id} and search_id = ${search_id} and prompt_id = ${prompt_id}`.execute(db);
}

export interface Checked {
  day: string;
  day_leads: number;
  next_at: Date;
  checked_state: string;
  problem: string | null;
}

export async function saveCheck(
  { db, organization }: Tx,
  { search_id, prompt_id }: ColumnKey,
  { day, day_leads, next_at, checked_state, problem }: Checked,
): Promise<void> {
  await sql`update automatic_research set day = ${day}, day_leads = ${day_leads}, next_at = ${next_at},
      checked_state = ${checked_state}, problem = ${problem}
    where organization_id = ${organization.id} and search_id = ${search_id} and prompt_id = ${prompt_id}`.execute(db);
}

/** Checks a column again later, and says why its leads wait. */
export async function postpone(
  { db, organization }: Tx,
  { search_id, prompt_id }: ColumnKey,
  { next_at, problem }: Pick<Checked, 'next_at' | 'problem'>,
): Promise<void> {
  await sql`update automatic_research set next_at = ${next_at}, checked_state = '', problem = ${problem}
    where organization_id = ${organization.id} and search_id = ${search_id} and prompt_id = ${prompt_id}`.execute(db);
}
