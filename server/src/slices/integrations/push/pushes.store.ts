import { CRM_LIMITS, type CrmType } from '@overture/domain/crm';
import { type RawBuilder, sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import { toJson } from '../../../kernel/db/to-json.ts';

/** Each may have 100,000 leads, which are deleted with it; more than one, so a former backlog shrinks. */
const FORGOTTEN_AT_ONCE = 2;

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export interface PushRow {
  id: number;
  integration_id: number;
  integration_type: CrmType;
  board_id: string;
  state: 'running' | 'done' | 'stopped' | 'failed';
  total: number;
  pushed: number;
  failed: number;
  created: number;
  error: string | null;
  created_at: Date;
  /** Of the integration. */
  is_expired: boolean;
  is_connected: boolean;
  pause_reason: string | null;
  paused_until: Date | null;
}

const pushes: RawBuilder<unknown> = sql`select p.id, p.integration_id, i.integration_type, p.board_id, p.state, p.total, p.pushed,
    p.failed, p.created, p.error, p.created_at, i.is_expired, i.sealed_tokens is not null as is_connected, i.pause_reason,
    case when i.paused_until > statement_timestamp() then i.paused_until end as paused_until
  from crm_pushes p join integrations i on i.id = p.integration_id and i.organization_id = p.organization_id`;

/**
 * Deletes a few of the oldest finished ones whenever one is added: every reply adds a row if an integration pushes
 * automatically.
 */
export async function insertPush(
  { db, organization, user }: Tx & Pick<TransactionContext, 'user'>,
  given: { integration_id: number; board_id: string; prospect_ids: readonly number[] },
): Promise<number> {
  const rows = await sql<{
    id: number;
  }>`insert into crm_pushes (organization_id, integration_id, board_id, total, created_by)
    values (${organization.id}, ${given.integration_id}, ${given.board_id}, ${given.prospect_ids.length}, ${user?.id ?? null})
    returning id`.execute(db);
  const id = rows.rows[0]!.id;
  await sql`delete from crm_pushes where id in (select p.id from crm_pushes p where p.organization_id = ${organization.id}
    and p.state <> 'running' and (p.finished_at < app_now() - make_interval(days => ${CRM_LIMITS.pushes_kept_in_days})
      or p.id <= (select id from crm_pushes where organization_id = ${organization.id}
        order by id desc offset ${CRM_LIMITS.pushes_kept} limit 1))
    order by p.id limit ${FORGOTTEN_AT_ONCE})`.execute(db);
  await sql`insert into crm_push_leads (push_id, organization_id, prospect_id, position)
    select ${id}, ${organization.id}, g.prospect_id, g.position
    from unnest(${[...given.prospect_ids]}::bigint[]) with ordinality as g (prospect_id, position)`.execute(db);
  return id;
}

export async function findPush({ db, organization }: Tx, id: number): Promise<PushRow | undefined> {
  const rows = await sql<PushRow>`${pushes} where p.organization_id = ${organization.id} and p.id = ${id}`.execute(db);
  return rows.rows[0];
}

/** Those that run first, then the last that ended. */
export async function listPushes({ db, organization }: Tx, limit: number): Promise<PushRow[]> {
  const rows = await sql<PushRow>`${pushes} where p.organization_id = ${organization.id}
    order by p.state = 'running' desc, p.id desc limit ${limit}`.execute(db);
  return rows.rows;
}

/** The oldest running push with a lead to write now, or with none left: its worker may have died before it was marked done. */
export async function findDuePush({ db, organization }: Tx, integrationId: number): Promise<PushRow | undefined> {
  const rows =
    await sql<PushRow>`${pushes} where p.organization_id = ${organization.id} and p.integration_id = ${integrationId}
    and p.state = 'running' and (exists (select from crm_push_leads l where l.push_id = p.id and l.state = 'waiting'
        and l.not_before <= statement_timestamp())
      or not exists (select from crm_push_leads l where l.push_id = p.id and l.state = 'waiting'))
    order by p.id limit 1`.execute(db);
  return rows.rows[0];
}

export interface WaitingLead {
  prospect_id: number;
  attempts: number;
  record_id: string | null;
  record_url: string | null;
  writing_since: Date | null;
  pushed_values: Record<string, string>;
  /** The record of another of our leads with the same address. */
  same_record_id: string | null;
}

export async function listWaiting(
  { db, organization }: Tx,
  push: PushRow,
  account_id: string,
  limit: number,
): Promise<WaitingLead[]> {
  const rows = await sql<WaitingLead>`select l.prospect_id, l.attempts, k.record_id, k.record_url, k.writing_since,
      coalesce(k.pushed_values, '{}') as pushed_values,
      case when k.record_id is null then (select t.record_id from prospects own join prospects other
          on other.organization_id = own.organization_id and other.email = own.email and other.id <> own.id
        join crm_links t on t.prospect_id = other.id and t.integration_id = ${push.integration_id}
          and t.account_id = ${account_id} and t.board_id = ${push.board_id} and t.record_id is not null
        where own.id = l.prospect_id and own.email is not null limit 1) end as same_record_id
    from crm_push_leads l
    left join crm_links k on k.integration_id = ${push.integration_id} and k.prospect_id = l.prospect_id
      and k.board_id = ${push.board_id} and k.account_id = ${account_id}
    where l.push_id = ${push.id} and l.organization_id = ${organization.id} and l.state = 'waiting'
      and l.not_before <= statement_timestamp()
    order by l.position limit ${limit}`.execute(db);
  return rows.rows;
}

export interface SettledLead {
  prospect_id: number;
  state: 'pushed' | 'failed';
  words: string | null;
  is_new: boolean;
}

/** Ends leads of a push and counts them; of those that another worker ended already nothing changes. */
export async function settleLeads({ db }: Tx, pushId: number, given: readonly SettledLead[]): Promise<void> {
  if (given.length === 0) return;
  await sql`with settled as (
      update crm_push_leads l set state = g.state, words = left(g.words, 500)
      from json_to_recordset(${toJson(given)}::json) as g (prospect_id bigint, state text, words text, is_new boolean)
      where l.push_id = ${pushId} and l.prospect_id = g.prospect_id and l.state = 'waiting'
      returning l.state, g.is_new)
    update crm_pushes p set pushed = p.pushed + s.pushed, failed = p.failed + s.failed, created = p.created + s.created
    from (select count(*) filter (where state = 'pushed') as pushed, count(*) filter (where state = 'failed') as failed,
      count(*) filter (where is_new) as created from settled) as s where p.id = ${pushId}`.execute(db);
}

/** They are tried again, later each time. */
export async function postponeLeads(
  { db }: Tx,
  pushId: number,
  prospectIds: readonly number[],
  seconds: number,
): Promise<void> {
  await sql`update crm_push_leads set attempts = attempts + 1,
      not_before = statement_timestamp() + make_interval(secs => ${seconds})
    where push_id = ${pushId} and prospect_id = any(${[...prospectIds]}::bigint[]) and state = 'waiting'`.execute(db);
}

/** Done when no lead waits. */
export async function finishPush({ db }: Tx, pushId: number): Promise<boolean> {
  const rows = await sql`update crm_pushes p set state = 'done', finished_at = app_now()
    where p.id = ${pushId} and p.state = 'running'
      and not exists (select from crm_push_leads l where l.push_id = p.id and l.state = 'waiting')`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}

export async function endPush(
  { db, organization }: Tx,
  pushId: number,
  state: 'stopped' | 'failed',
  error: string | null,
): Promise<void> {
  await sql`update crm_pushes set state = ${state}, error = left(${error}, 500), finished_at = app_now()
    where organization_id = ${organization.id} and id = ${pushId} and state = 'running'`.execute(db);
}

/** Those that were not pushed wait again. */
export async function reopenPush({ db, organization }: Tx, pushId: number): Promise<void> {
  await sql`update crm_push_leads set state = 'waiting', words = null, attempts = 0, not_before = '-infinity'
    where push_id = ${pushId} and organization_id = ${organization.id} and state = 'failed'`.execute(db);
  await sql`update crm_pushes p set failed = 0, error = null, finished_at = null, state = case when exists
      (select from crm_push_leads l where l.push_id = p.id and l.state = 'waiting') then 'running' else 'done' end
    where p.organization_id = ${organization.id} and p.id = ${pushId}`.execute(db);
}

export interface FailedLead {
  prospect_id: number;
  name: string;
  error: string;
}

export async function listFailed({ db, organization }: Tx, pushId: number, limit: number): Promise<FailedLead[]> {
  const rows = await sql<FailedLead>`select l.prospect_id, coalesce(l.words, '') as error,
      coalesce(nullif(trim(p.first_name || ' ' || p.last_name), ''), p.email, p.company_name, '') as name
    from crm_push_leads l join prospects p on p.id = l.prospect_id
    where l.push_id = ${pushId} and l.organization_id = ${organization.id} and l.state = 'failed'
    order by l.position limit ${limit}`.execute(db);
  return rows.rows;
}

/** Those of the ids that are people of the organization, in the order given. */
export async function filterOwnProspects({ db, organization }: Tx, ids: readonly number[]): Promise<number[]> {
  const rows = await sql<{
    id: number;
  }>`select p.id from unnest(${[...new Set(ids)]}::bigint[]) with ordinality as g (id, position)
    join prospects p on p.id = g.id and p.organization_id = ${organization.id} order by g.position`.execute(db);
  return rows.rows.map((row) => row.id);
}
