import { sql } from 'kysely';
import type { SystemTransactionContext } from '../../../kernel/context.ts';
import { tryLock } from '../../../kernel/db/advisory-locks.ts';
import { toJson } from '../../../kernel/db/to-json.ts';
import { isNotParked } from '../../../kernel/rounds/rounds.ts';

type SystemTx = Pick<SystemTransactionContext, 'db'>;

/** A cell this process has leave to work on, under its fencing token. */
export interface ClaimedCell {
  id: number;
  organization_id: number;
  prompt_id: number;
  prospect_id: number;
  lease_token: number;
  attempts: number;
}

/** The loop that loads the input of claimed cells; organizations it parked are skipped below. */
export const CELLS_LOOP = 'research-claims';
export const CELLS_KEY = 'cells';

/** A worker that has not renewed its claim for this long is thought dead. Real time, as leases are. */
const lease = sql`statement_timestamp() + interval '30 seconds'`;

export interface ClaimLimits {
  /** Free places of this process. */
  free: number;
  /** Cells at work at the same time: in all, and of one organization. */
  total: number;
  per_organization: number;
}

/**
 * Claims cells, taking organizations in turn: those with the fewest running cells first. One process at a time, to keep global limits; a
 * second process claims nothing and retries. Locked rows are skipped.
 */
export async function claimCells({ db }: SystemTx, limits: ClaimLimits): Promise<ClaimedCell[]> {
  const lock = await sql<{ is_mine: boolean }>`select ${tryLock('claiming_cells')} as is_mine`.execute(db);
  if (!lock.rows[0]?.is_mine) return [];
  await requeueAbandoned({ db });
  const rows = await sql<ClaimedCell>`with recursive organizations as (
      (select organization_id as id from enrichment_cells where state = 'queued' order by organization_id limit 1)
      union all
      select (select c.organization_id from enrichment_cells c where c.state = 'queued' and c.organization_id > o.id
        order by c.organization_id limit 1) from organizations o where o.id is not null
    ), busy as (
      select organization_id as id, count(*)::int as cells from enrichment_cells where state = 'running' group by organization_id
    ), ready as (
      select c.id, row_number() over (partition by o.id order by c.not_before, c.id) + coalesce(b.cells, 0) as turn
      from organizations o left join busy b on b.id = o.id
      cross join lateral (select id, not_before from enrichment_cells
        where organization_id = o.id and state = 'queued' and not_before <= app_now() order by not_before, id
        limit greatest(0, least(${limits.free}::int, ${limits.per_organization}::int - coalesce(b.cells, 0)))) c
      where o.id is not null and ${isNotParked(CELLS_LOOP, sql.ref('o.id'), sql`${CELLS_KEY}`)}
    ), chosen as (
      select id from ready order by turn, id
      limit greatest(0, least(${limits.free}::int, ${limits.total}::int - (select coalesce(sum(cells), 0)::int from busy)))
    ), locked as (
      select c.id from enrichment_cells c where c.id in (select id from chosen) and c.state = 'queued' for update skip locked
    )
    update enrichment_cells c set state = 'running', lease_token = c.lease_token + 1, lease_until = ${lease}, attempts = c.attempts + 1
    from locked where c.id = locked.id
    returning c.id, c.organization_id, c.prompt_id, c.prospect_id, c.lease_token, c.attempts`.execute(db);
  return rows.rows.sort((one, other) => one.id - other.id);
}

/** Requeues cells whose worker died; its late outcome has an old token. */
async function requeueAbandoned({ db }: SystemTx): Promise<void> {
  await sql`with abandoned as (
      select id from enrichment_cells where state = 'running' and lease_until < statement_timestamp() for update skip locked)
    update enrichment_cells c set state = 'queued', lease_until = null, lease_token = c.lease_token + 1
    from abandoned where c.id = abandoned.id`.execute(db);
}

/** Renews claims; returns the cells still held. The others were stopped, deleted or taken over. */
export async function renewClaims(
  { db }: SystemTx,
  held: readonly { id: number; lease_token: number }[],
): Promise<number[]> {
  const given = toJson(held.map(({ id, lease_token }) => ({ id, lease_token })));
  const rows = await sql<{ id: number }>`with ours as (
      select c.id from enrichment_cells c
      join jsonb_to_recordset(${given}::jsonb) as h (id bigint, lease_token bigint) using (id, lease_token)
      where c.state = 'running'
    ), locked as (
      select id from enrichment_cells where id in (select id from ours) for update skip locked
    ), renewed as (
      update enrichment_cells c set lease_until = ${lease} from locked where c.id = locked.id and c.state = 'running'
    ) select id from ours`.execute(db);
  return rows.rows.map((row) => row.id);
}

/** Returns claims immediately without counting a try: the process ends, or can't load the input. */
export async function releaseClaims(
  { db }: SystemTx,
  held: readonly { id: number; lease_token: number }[],
): Promise<void> {
  const given = toJson(held.map(({ id, lease_token }) => ({ id, lease_token })));
  await sql`update enrichment_cells c set state = 'queued', lease_until = null, attempts = c.attempts - 1
    from jsonb_to_recordset(${given}::jsonb) as h (id bigint, lease_token bigint)
    where c.id = h.id and c.lease_token = h.lease_token and c.state = 'running'`.execute(db);
}
