import type { Context } from '../../../server/src/kernel/context.ts';
import { wakeSender } from '../../../server/src/slices/campaign-lanes/campaign-lanes.store.ts';
import * as factory from '../../../server/src/slices/campaigns/run/run.factory.ts';
import { acquireCampaignMutex } from '../../../server/src/slices/campaigns/settings/campaigns.store.ts';
import { handOverTo } from '../../../server/src/slices/campaigns/settings/senders.service.ts';
import { SENDING_FAILPOINTS } from '../../../server/src/slices/failpoints/failpoints.service.ts';
import { recordProof } from '../../support/record.ts';
import { parseSize } from '../../support/size.ts';
import { killWorkers, settleWorld } from '../workers/kill-workers.ts';
import { consultLinkedinOracle, type LinkedinVerdict, makeSeat } from '../world/linkedin-proof.ts';
import { startCampaign } from '../world/proof-campaigns.ts';
import { isClean, type ProofWorld, runProof, show } from '../world/proof-world.ts';
import { settleDays } from './kill-matrix.ts';

/**
 * Leads restart at their invitation with another LinkedIn account, again and again, while workers are killed with
 * SIGKILL around their actions and people reply. By LinkedIn's own ledger no account invites a person twice, no lead is
 * lost, and no lead that has replied gets another message.
 */
interface RestartKillOptions {
  kills: number;
  campaigns: number;
  /** Of each campaign: so many attempts a lead may have. */
  seats: number;
  leads: number;
  workers: number;
}

interface RestartKillVerdict {
  kills: number;
  by_point: Record<string, number>;
  /** Leads given to another account, and how many of them began again at the invite. */
  given: number;
  restarts: number;
  /** Invites by LinkedIn's ledger, and how many people got one from more than one account. */
  invites: number;
  begun_again: number;
  /** An account and a person, with more than one invite between them. */
  invited_twice: string[];
  /** The same words by the same account. */
  said_twice: string[];
  replied: number;
  /** Written to after their answer had reached us. */
  after_reply: string[];
  /** Neither at the end, nor before a step that is not due yet, nor in doubt; and who has answered and was not stopped. */
  lost: string[];
  oracle: LinkedinVerdict;
}

const LIKELIHOOD = Object.fromEntries(SENDING_FAILPOINTS.map((point) => [point, /call/.test(point) ? 0.12 : 0.35]));
const NODES: factory.NodeSpec[] = [
  { type: 'LINKEDIN_INVITE', message: 'Hello {{first_name}}' },
  { type: 'ACCEPTED_INVITE', delay_in_hours: 24 },
  { type: 'LINKEDIN_MESSAGE', branch: 'yes', message: 'First words for {{first_name}}' },
  { type: 'LINKEDIN_MESSAGE', delay_in_hours: 6, message: 'Second words for {{first_name}}' },
];
/** Some accept, some never answer; of those who accept some write back; some calls are answered by a fault. */
const WORDS = [
  'accepts-silent',
  'ignores-silent',
  'accepts-replies',
  'accepts-silent-done500',
  'ignores-silent-donedrop',
];
const RESTART_EVERY_IN_MS = 400;
/** Workers that find nothing to do pass no place to die at: where so little was done in so many turns, new campaigns begin. */
const STANDSTILL_IN_TURNS = 15;
const LEAST_DONE = 5;

interface Pool {
  id: number;
  ctx: Context;
  account_ids: number[];
  prospect_ids: number[];
}

async function proveRestartKill(world: ProofWorld, options: RestartKillOptions): Promise<RestartKillVerdict> {
  const organization_id = await factory.makeOrganization(world.system);
  const pools: Pool[] = [];
  const fill = async () => {
    for (let n = 0; n < options.campaigns; n += 1)
      pools.push(await makePool(world, organization_id, pools.length, options));
  };
  await fill();
  await world.linkedin!.control('/people', { accept_delay_in_seconds: { min: 20, max: 600 } });
  const trouble = beginAgainAndAgain(world, pools, fill);
  const killed = await killWorkers(world, {
    kills: options.kills,
    workers: options.workers,
    likelihood: LIKELIHOOD,
    // An answer that is stored holds what is due for ten minutes by this clock: workers that die must not outlast that.
    tick_in_seconds: 20,
    life_in_ms: 20_000,
  });
  const { given, replies } = await trouble.stop();
  await settleWorld(world, () => settleDays(world));
  const kills = [...killed.values()].reduce((sum, one) => sum + one, 0);
  return { kills, by_point: Object.fromEntries(killed), given, ...(await consult(world, replies)) };
}

async function makePool(
  world: ProofWorld,
  organization_id: number,
  place: number,
  { seats, leads }: RestartKillOptions,
): Promise<Pool> {
  const account_ids: number[] = [];
  for (let n = 0; n < seats; n += 1) account_ids.push(await makeSeat(world, organization_id, { weekly_invites: 200 }));
  const people = Array.from({ length: leads }, (_, n) => {
    const who = `again${n}of${place}`;
    return { email: null, first_name: who, linkedin: `${who}-${WORDS[n % WORDS.length]}` };
  });
  const [linkedin_account_id, ...more_linkedin_accounts] = account_ids;
  const { campaign_id, prospect_ids } = await startCampaign(
    world,
    {
      organization_id,
      linkedin_account_id: linkedin_account_id!,
      more_linkedin_accounts,
      linkedin_max_messages: 100,
      nodes: NODES,
    },
    people,
  );
  return { id: campaign_id, ctx: world.system.forOrganization(organization_id), account_ids, prospect_ids };
}

/**
 * A campaign loses an account, two users assign its leads to another one at the same time and restart them, and it
 * comes back; people reply by the webhook in between. Returns when each reply had reached us.
 */
function beginAgainAndAgain(world: ProofWorld, pools: readonly Pool[], fill: () => Promise<void>) {
  let isOver = false;
  let given = 0;
  let done = 0;
  const replies = new Map<number, Date>();
  const loop = (async () => {
    for (let turn = 0; !isOver; turn += 1) {
      await new Promise((resolve) => setTimeout(resolve, RESTART_EVERY_IN_MS));
      const pool = pools[turn % pools.length]!;
      const lost = pool.account_ids[turn % pool.account_ids.length]!;
      const others = pool.account_ids.filter((id) => id !== lost);
      await setStatus(world, pool, lost, 'CREDENTIALS');
      const people = pool.prospect_ids.filter(() => Math.random() < 0.5);
      const amounts = await Promise.all([0, 1].map((n) => assignTo(pool, others[(turn + n) % others.length]!, people)));
      given += amounts.reduce((sum, amount) => sum + amount, 0);
      if (turn % 3 === 0) await answer(world, pool, replies);
      await setStatus(world, pool, lost, 'OK');
      if (turn % STANDSTILL_IN_TURNS !== 0) continue;
      const now = await countDone(world);
      if (now - done < LEAST_DONE) await fill();
      done = now;
    }
  })();
  return {
    async stop() {
      isOver = true;
      await loop;
      return { given, replies };
    },
  };
}

async function assignTo({ ctx, id }: Pool, accountId: number, people: readonly number[]): Promise<number> {
  const { amount } = await ctx.transaction(async (tx) => {
    await acquireCampaignMutex(tx, id);
    return handOverTo(tx, id, accountId, people, true);
  });
  return amount;
}

async function setStatus(world: ProofWorld, { ctx }: Pool, accountId: number, status: string): Promise<void> {
  await world.owner.query('update accounts set status = $2, status_changed_at = app_now() where id = $1', [
    accountId,
    status,
  ]);
  await ctx.transaction((tx) => wakeSender(tx, accountId));
}

async function countDone(world: ProofWorld): Promise<number> {
  return (await world.linkedin!.listLedger()).length;
}

/**
 * An invited person writes to the account that invited them, even if another one owns the lead by now; it returns after
 * the provider's webhook is answered.
 */
async function answer(world: ProofWorld, pool: Pool, replies: Map<number, Date>): Promise<void> {
  const { rows } = await world.owner.query<{ person: number; name: string; seat_id: string }>(
    `select i.prospect_id::int as person, substr(p.linkedin_key::text, 4) as name, a.provider_account_id as seat_id
    from outbound_intents i join prospects p on p.id = i.prospect_id join accounts a on a.id = i.account_id
    where i.campaign_id = $1 and i.action = 'invite' and i.state = 'confirmed' and i.prospect_id <> all($2::bigint[])
    order by random() limit 1`,
    [pool.id, [...replies.keys()]],
  );
  const [one] = rows;
  if (one === undefined) return;
  await world.linkedin!.control('/message', {
    account_id: one.seat_id,
    public_identifier: one.name,
    text: 'Send me more',
  });
  const now = await world.owner.query<{ now: Date }>('select app_now() as now');
  replies.set(one.person, now.rows[0]!.now);
}

/** Done towards a person, by the one door. */
interface DoneRow {
  person: number;
  action: string;
  dispatched_at: Date;
}

interface LeadRow {
  id: number;
  status: string;
  person: number;
  /** For the delay of its next step. */
  waits: boolean | null;
}

async function consult(
  world: ProofWorld,
  replies: ReadonlyMap<number, Date>,
): Promise<Omit<RestartKillVerdict, 'kills' | 'by_point' | 'given'>> {
  const lines = await world.linkedin!.listLedger();
  const invites = lines.filter(({ action }) => action === 'invite');
  const twice = (of: typeof lines, key: (line: (typeof lines)[number]) => string) =>
    [...Map.groupBy(of, key)].filter(([, all]) => all.length > 1).map(([name]) => name);
  const accounts = [...Map.groupBy(invites, (line) => line.public_identifier).values()];
  const done = await world.owner.query<DoneRow>(
    `select prospect_id::int as person, action, dispatched_at from outbound_intents
    where dispatched_at is not null and action <> 'look' and prospect_id = any($1::bigint[])`,
    [[...replies.keys()]],
  );
  const leads = await world.owner.query<LeadRow>(
    `select id::int, status, prospect_id::int as person, next_at > app_now() and not is_in_flight as waits from campaign_leads`,
  );
  const parked = await world.owner.query<{ id: number }>(
    `select distinct ref_id::int as id from outbound_intents where state in ('parked', 'unknown')`,
  );
  const restarts = await world.owner.query<{ count: number }>(
    'select count(*)::int from campaign_hand_overs where is_restart',
  );
  const doubted = new Set(parked.rows.map(({ id }) => id));
  const isLost = ({ id, status, waits }: LeadRow) =>
    !['COMPLETED', 'REPLIED', 'FAILED'].includes(status) && waits !== true && !doubted.has(id);
  const isUnstopped = ({ person, status }: LeadRow) => replies.has(person) && status !== 'REPLIED';
  return {
    restarts: restarts.rows[0]!.count,
    invites: invites.length,
    begun_again: accounts.filter((all) => new Set(all.map(({ account_id }) => account_id)).size > 1).length,
    invited_twice: twice(invites, (line) => `${line.account_id} ${line.public_identifier}`),
    said_twice: twice(
      lines.filter(({ action }) => action === 'message'),
      (line) => `${line.account_id} ${line.public_identifier} ${line.text}`,
    ),
    replied: replies.size,
    after_reply: done.rows
      .filter(({ person, dispatched_at }) => dispatched_at > replies.get(person)!)
      .map(({ person, action }) => `${action} ${person}`),
    lost: leads.rows.filter((row) => isLost(row) || isUnstopped(row)).map(({ id, status }) => `${id} ${status}`),
    oracle: await consultLinkedinOracle(world),
  };
}

const isRestartKillClean = (verdict: RestartKillVerdict): boolean =>
  [verdict.invited_twice, verdict.said_twice, verdict.after_reply, verdict.lost].every((list) => list.length === 0) &&
  isClean(verdict.oracle);

if (import.meta.main) {
  const kills = parseSize('KILLS', 60);
  await runProof({ has_linkedin: true, settings: { fsync: 'off' } }, async (world) => {
    const verdict = await proveRestartKill(world, { kills, campaigns: 3, seats: 3, leads: 10, workers: 2 });
    const { oracle, ...rest } = verdict;
    process.stdout.write(
      `restart-kill: ${JSON.stringify(rest)}\n  ${show(oracle)} ${JSON.stringify(oracle.by_action)}\n`,
    );
    const isProven =
      isRestartKillClean(verdict) && verdict.kills >= kills && verdict.begun_again > 0 && verdict.replied > 0;
    if (!isProven) process.stdout.write(`  ${JSON.stringify(oracle).slice(0, 2000)}\n`);
    recordProof('kills/restart-kill', isProven, verdict);
    return isProven;
  });
}
