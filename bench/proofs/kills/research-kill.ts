import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { grantCredits } from '../../../server/src/slices/billing/index.ts';
import { stopResearch } from '../../../server/src/slices/enrichment/runs/stop.service.ts';
import { startResearch } from '../../../server/src/slices/enrichment/start.service.ts';
import { parseSize } from '../../support/size.ts';
import { type ProofWorld, startProofWorld } from '../world/proof-world.ts';

/**
 * Kills research workers in the middle of runs while a list is stopped: afterwards every cell was answered, failed or stopped exactly
 * once, every reserved credit was spent or given back, and the ledger is the balance.
 */
export interface ResearchKillOptions {
  cells: number;
  kills: number;
  workers: number;
}

export async function proveResearchKill(world: ProofWorld, options: ResearchKillOptions) {
  const organizations = [await makeRun(world, options.cells, 'Big'), await makeRun(world, 200, 'Stopped')];
  const started = Date.now();
  let kills = 0;
  const workers: ChildProcess[] = [];
  const replace = async (place: number): Promise<void> => {
    workers[place] = await world.startWorker({}, 'research-worker');
  };
  for (let place = 0; place < options.workers; place += 1) await replace(place);
  while (kills < options.kills && (await countOpen(world)) > 0) {
    await sleep(1000 + Math.random() * 1500);
    const place = kills % options.workers;
    workers[place]!.kill('SIGKILL');
    kills += 1;
    await replace(place);
    if (kills === 2) await stopOne(world, organizations[1]!);
  }
  // The dead workers' leases expire after 30 seconds; no more kills follow.
  for (let left = 1; left > 0 && Date.now() - started < 3_600_000; left = await countOpen(world)) await sleep(500);
  return { kills, seconds: Math.round((Date.now() - started) / 1000), ...(await verify(world)) };
}

interface Owner {
  organization_id: number;
  search_id: number;
}

async function makeRun(world: ProofWorld, cells: number, name: string): Promise<Owner> {
  const organization_id = await world.system.systemTransaction(async ({ db }) => {
    const rows = await sql<{
      organization_id: number;
    }>`insert into organizations (name) values (${name}) returning organization_id`.execute(db);
    return rows.rows[0]!.organization_id;
  });
  const ctx = world.system.forOrganization(organization_id);
  const search_id = await ctx.transaction(async (tx) => {
    await grantCredits(tx, { amount: cells * 2, purpose: 'Proof', key: 'proof' });
    const rows = await sql<{ id: number }>`insert into searches (organization_id, name, total_prospects)
      values (${organization_id}, ${name}, ${cells}) returning id`.execute(tx.db);
    const { id } = rows.rows[0]!;
    await sql`with people as (insert into prospects (organization_id, first_name) select ${organization_id}, 'P' || n
        from generate_series(1, ${cells}) n returning id)
      insert into search_prospects (organization_id, search_id, prospect_id) select ${organization_id}, ${id}, id from people`.execute(
      tx.db,
    );
    return id;
  });
  const task = { name: 'Proof', prompt: 'Anything?', required_sources: ['COMPANY_WEBSITE'] as const };
  const { started_cells } = await startResearch(ctx, search_id, { ...task, prospect_limit: cells });
  if (started_cells !== cells) throw new Error(`${started_cells} of ${cells} cells were started`);
  return { organization_id, search_id };
}

async function stopOne(world: ProofWorld, { organization_id, search_id }: Owner): Promise<void> {
  await stopResearch(world.system.forOrganization(organization_id), search_id);
}

async function countOpen(world: ProofWorld): Promise<number> {
  const rows = await world.system.systemTransaction(({ db }) =>
    sql<{ n: number }>`select count(*)::int as n from enrichment_cells`.execute(db),
  );
  return rows.rows[0]!.n;
}

async function verify(world: ProofWorld) {
  const rows = await world.system.systemTransaction(({ db }) =>
    sql<
      Record<
        'cells' | 'ended' | 'answers' | 'without_answer' | 'charged' | 'found' | 'twice' | 'reserved' | 'off_balance',
        number
      >
    >`select
      (select sum(cells)::int from enrichment_runs) as cells,
      (select sum(found + not_found + failed + cancelled)::int from enrichment_runs) as ended,
      (select sum(found)::int from enrichment_runs) as found,
      (select count(*)::int from enrichment_answers) as answers,
      (select count(*)::int from enrichment_answers where state = 'loading') as without_answer,
      (select coalesce(sum(credits), 0)::int from credit_entries where kind = 'spend') as charged,
      (select count(*)::int from enrichment_answers where credits > 1) as twice,
      (select coalesce(sum(amount - spent - released), 0)::int from credit_reservations) as reserved,
      (select count(*)::int from organizations o where email_credits <> (select coalesce(sum(change), 0) from credit_entries e
        where e.organization_id = o.organization_id)) as off_balance`.execute(db),
  );
  return rows.rows[0]!;
}

export function isProven(result: Awaited<ReturnType<typeof verify>>): boolean {
  const isWhole = result.cells === result.ended && result.cells === result.answers && result.without_answer === 0;
  return isWhole && result.charged === result.found && result.twice + result.reserved + result.off_balance === 0;
}

if (import.meta.main) {
  const world = await startProofWorld();
  try {
    const result = await proveResearchKill(world, {
      cells: parseSize('CELLS', 10_000),
      kills: parseSize('KILLS', 20),
      workers: 2,
    });
    process.stdout.write(`research-kill: ${JSON.stringify(result)}\n`);
    process.stdout.write(isProven(result) ? 'PROVEN\n' : 'NOT PROVEN\n');
    process.exitCode = isProven(result) ? 0 : 1;
  } finally {
    await world.close();
  }
}
