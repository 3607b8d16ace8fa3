import type { CrmType } from '@overture/domain/crm';
import { PRIVACY_LIMITS, type PrivacyRequestKind } from '@overture/domain/privacy/privacy-notice';
import { sql } from 'kysely';
import type { ReadContext, TransactionContext } from '../../kernel/context.ts';
import { joinEmails } from '../lead-addresses/index.ts';

type Reader = Pick<ReadContext, 'db' | 'organization'>;
type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export interface RequestRow {
  id: number;
  kind: PrivacyRequestKind;
  state: 'unconfirmed' | 'open' | 'done' | 'declined';
  prospect_id: number | null;
  name: string;
  email: string | null;
  note: string;
  is_verified: boolean;
  asked_from: string | null;
  created_at: Date;
  due_at: Date;
  closed_at: Date | null;
  closing_note: string;
  /** The erasure that carries it out. */
  erasure: { is_finished: boolean; crm: { crm: CrmType; waiting: number; failed: number }[] } | null;
}

const columns = sql`r.id, r.kind, r.state, r.prospect_id, coalesce(trim(p.first_name || ' ' || p.last_name), '') as name, p.email::text,
  r.note, r.is_verified, r.asked_from, r.created_at, r.due_at, r.closed_at, r.closing_note,
  (select json_build_object('is_finished', j.finished_at is not null, 'crm', coalesce((select json_agg(c order by c.crm) from (
      select i.integration_type as crm, count(*) filter (where e.state = 'waiting')::int as waiting,
        count(*) filter (where e.state = 'failed')::int as failed
      from crm_erasures e join integrations i on i.id = e.integration_id
      where e.job_id = j.id and e.state <> 'deleted' group by 1) c), '[]'))
    from erasure_jobs j where j.id = r.erasure_job_id) as erasure`;
const table = sql`privacy_requests r left join prospects p on p.id = r.prospect_id`;
const inView = (isClosed: boolean) => (isClosed ? sql`r.state in ('done', 'declined')` : sql`r.state = 'open'`);

export async function listRequests(
  { db, organization }: Reader,
  { is_closed, limit, offset }: { is_closed: boolean; limit: number; offset: number },
): Promise<RequestRow[]> {
  const order = is_closed ? sql`r.id desc` : sql`r.due_at, r.id`;
  const rows = await sql<RequestRow>`select ${columns} from ${table}
    where r.organization_id = ${organization.id} and ${inView(is_closed)} order by ${order} limit ${limit} offset ${offset}`.execute(
    db,
  );
  return rows.rows;
}

export async function countRequests({ db, organization }: Reader, isClosed: boolean): Promise<number> {
  const rows = await sql<{ count: number }>`select count(*)::int as count from (select from privacy_requests r
    where r.organization_id = ${organization.id} and ${inView(isClosed)} limit ${PRIVACY_LIMITS.counted}) r`.execute(
    db,
  );
  return rows.rows[0]!.count;
}

/** The request of this kind that is not closed, or a new one. Words are added to those that it has: a forwarded link replaces none. */
export async function openRequest(
  { db, organization }: Tx,
  given: {
    prospect_id: number;
    kind: PrivacyRequestKind;
    state: 'unconfirmed' | 'open' | 'done';
    note?: string;
    is_verified?: boolean;
  },
): Promise<{ id: number; state: RequestRow['state']; is_new: boolean; has_note: boolean }> {
  const { prospect_id, kind, state, note = '', is_verified = false } = given;
  const isKept = sql`position(excluded.note in r.note) > 0 or length(r.note) + 2 + length(excluded.note) > ${PRIVACY_LIMITS.note_max}`;
  const rows = await sql<{
    id: number;
    state: RequestRow['state'];
    is_new: boolean;
    has_note: boolean;
  }>`insert into privacy_requests as r (organization_id, prospect_id, kind, state, note, is_verified,
      due_at, closed_at)
    values (${organization.id}, ${prospect_id}, ${kind}, ${state}, ${note}, ${is_verified},
      app_now() + make_interval(months => ${PRIVACY_LIMITS.due_in_months}), case when ${state} = 'done' then app_now() end)
    on conflict (prospect_id, kind) where state in ('unconfirmed', 'open') do update set
      note = case when ${isKept} then r.note else concat_ws(E'\n\n', nullif(r.note, ''), excluded.note) end
    returning id, state, (xmax = 0) as is_new, position(${note} in note) > 0 as has_note`.execute(db);
  return rows.rows[0]!;
}

export async function hasObjected({ db }: Pick<Tx, 'db'>, prospectId: number): Promise<boolean> {
  const rows =
    await sql`select from privacy_requests where prospect_id = ${prospectId} and kind = 'object' limit 1`.execute(db);
  return rows.rows.length > 0;
}

/** A new code replaces the one before. `asked_from`: where it is mailed; null if it is not mailed. */
export async function setCode(
  { db, organization }: Tx,
  id: number,
  { code_hash, asked_from }: { code_hash: string; asked_from: string | null },
): Promise<void> {
  await sql`update privacy_requests set code_hash = ${code_hash}, asked_from = ${asked_from}, code_tries = 0,
      code_until = app_now() + make_interval(mins => ${PRIVACY_LIMITS.code_in_minutes})
    where organization_id = ${organization.id} and id = ${id} and state = 'unconfirmed'`.execute(db);
}

/**
 * The request that waits for a code; each look counts as a try of it. Undefined once the code is used up, its time is over, or the address
 * it was mailed to is no longer the lead's.
 */
export async function tryCode(
  { db, organization }: Tx,
  prospectId: number,
  kind: PrivacyRequestKind,
): Promise<{ id: number; code_hash: string } | undefined> {
  const rows = await sql<{ id: number; code_hash: string }>`update privacy_requests set code_tries = code_tries + 1
    where organization_id = ${organization.id} and prospect_id = ${prospectId} and kind = ${kind} and state = 'unconfirmed'
      and code_until > app_now() and code_tries < ${PRIVACY_LIMITS.code_tries}
      and (asked_from is null or asked_from = any (select unnest(${joinEmails('p')}) from prospects p where p.id = ${prospectId}))
    returning id, code_hash`.execute(db);
  return rows.rows[0];
}

/** The month counts from here. False if it was not waiting for a code. */
export async function confirmRequest(
  { db, organization }: Tx,
  id: number,
  { is_verified }: { is_verified: boolean },
): Promise<boolean> {
  const rows = await sql`update privacy_requests set state = 'open', is_verified = ${is_verified}, code_hash = null,
      due_at = app_now() + make_interval(months => ${PRIVACY_LIMITS.due_in_months})
    where organization_id = ${organization.id} and id = ${id} and state = 'unconfirmed'`.execute(db);
  return rows.numAffectedRows === 1n;
}

/** False if it is closed already, or none. */
export async function closeRequest(
  { db, organization, user }: Tx & Pick<TransactionContext, 'user'>,
  id: number,
  given: { state: 'done' | 'declined'; note: string },
): Promise<boolean> {
  const rows =
    await sql`update privacy_requests set state = ${given.state}, closing_note = ${given.note}, closed_at = app_now(),
      closed_by = ${user?.id ?? null}, code_hash = null
    where organization_id = ${organization.id} and id = ${id} and state in ('unconfirmed', 'open')`.execute(db);
  return rows.numAffectedRows === 1n;
}

export async function hasRequest({ db, organization }: Reader, id: number): Promise<boolean> {
  const rows =
    await sql`select from privacy_requests where organization_id = ${organization.id} and id = ${id}`.execute(db);
  return rows.rows.length > 0;
}

/** Whether one of these leads asked to be erased. */
export async function hasEraseRequest({ db, organization }: Reader, prospectIds: readonly number[]): Promise<boolean> {
  const rows =
    await sql`select from privacy_requests where organization_id = ${organization.id} and kind = 'erase' and state = 'open'
    and prospect_id = any(${[...prospectIds]}::bigint[]) limit 1`.execute(db);
  return rows.rows.length > 0;
}

/** An erasure carries out what its leads asked for: erasure, and correction, after which nothing is left to correct. */
export async function linkErasure(
  { db, organization }: Tx,
  leads: readonly { job_id: number; prospect_id: number }[],
): Promise<void> {
  await sql`update privacy_requests r set erasure_job_id = g.job_id
    from unnest(${leads.map(({ job_id }) => job_id)}::bigint[], ${leads.map(({ prospect_id }) => prospect_id)}::bigint[]) as g (job_id, prospect_id)
    where r.organization_id = ${organization.id} and r.prospect_id = g.prospect_id and r.kind in ('erase', 'correct') and r.state = 'open'
      and r.erasure_job_id is distinct from g.job_id`.execute(db);
}

/**
 * Closes the requests of erasures that are done, copies in CRMs included. The last of several workers closes them: each locks the job
 * before it counts what is left. A record that a CRM refused to delete leaves the request open, for a person.
 */
export async function closeErased({ db, organization }: Tx, jobIds: readonly number[]): Promise<void> {
  const jobs = sql`any(${[...jobIds]}::bigint[])`;
  await sql`select from erasure_jobs where organization_id = ${organization.id} and id = ${jobs} order by id for update`.execute(
    db,
  );
  await sql`update privacy_requests r set state = 'done', closed_at = app_now(), closed_by = j.created_by
    from erasure_jobs j where r.organization_id = ${organization.id} and r.erasure_job_id = ${jobs} and r.state = 'open'
      and j.id = r.erasure_job_id and j.finished_at is not null
      and not exists (select from crm_erasures e where e.job_id = j.id and e.state <> 'deleted')`.execute(db);
}
