import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { addressPurpose } from '../../../server/src/slices/automations/slack/slack.service.ts';
import { enqueueEvents } from '../../../server/src/slices/webhooks/webhooks.store.ts';
import { recordProof } from '../../support/record.ts';
import { parseSize } from '../../support/size.ts';
import { type ProofWorld, runProof } from '../world/proof-world.ts';

/**
 * Workers run an automation of three actions (push to a CRM, message to Slack, label) and are ended with SIGKILL anywhere. Events are
 * committed, and some are rolled back. Afterwards each committed event was carried out once per action, Slack got no message twice, and
 * the log says which messages are unconfirmed.
 */
export interface AutomationKillVerdict {
  kills: number;
  events: number;
  posted: number;
  /** Effects that the log calls unconfirmed: a worker died between the call and its answer. */
  unconfirmed: number;
  /** Runs that neither ended nor say why. */
  stuck: number;
  /** Leads without their effect, or with more than one of it. */
  lost: number[];
  repeated: number[];
  /** Effects for events that were rolled back. */
  strangers: number[];
  /** What the log says of a message is not what Slack got. */
  untrue: number[];
}

/** From the moment at which a worker has its modules. */
const LIFE_IN_MS = { min: 50, spread: 900 };
/** Workers that live at the same time: leases of the one that lives expire with those of the dead one. */
const WORKERS = 2;
const ROLLED_BACK_EVERY = 7;
const FACT_EVERY_IN_MS = 60;
const SETTLED_WITHIN_IN_MS = 120_000;
const LEADS = 6000;

interface Stage {
  organization_id: number;
  leads: readonly number[];
}

export async function proveAutomationKill(world: ProofWorld, wanted: number): Promise<AutomationKillVerdict> {
  const slack = await startSlack();
  try {
    const stage = await arrange(world, slack.url);
    let isOver = false;
    const committed = new Set<number>();
    const feeding = feed(world, stage, committed, () => isOver);
    const kills = await killAway(world, slack.url, wanted);
    isOver = true;
    await feeding;
    const stuck = await settle(world, slack.url);
    return { kills, events: committed.size, stuck, ...(await compare(world, committed, slack.posts)) };
  } finally {
    await slack.close();
  }
}

async function arrange({ owner, system }: ProofWorld, url: string): Promise<Stage> {
  const one = async (text: string, values: unknown[] = []): Promise<number> =>
    Number((await owner.query(text, values)).rows[0].id);
  const organization_id = await one(
    `insert into organizations (name) values ('Rules') returning organization_id as id`,
  );
  const label_id = await one(
    `insert into chat_labels (organization_id, name, color) values ($1, 'Hot', '#ff0000') returning id`,
    [organization_id],
  );
  await owner.query(
    `insert into integrations (organization_id, integration_type, account_id, account_name, sealed_tokens) values ($1, 'HUBSPOT', 'portal', 'Portal', '\\x00')`,
    [organization_id],
  );
  await owner.query('insert into slack_connections (organization_id, sealed_url) values ($1, $2)', [
    organization_id,
    system.vault.seal(addressPurpose, `${url}T1/B1/secret`),
  ]);
  const actions = [
    { type: 'push_to_crm', integration: 'HUBSPOT' },
    { type: 'send_slack', text: '{{prospect.id}}' },
    { type: 'add_label', label_id },
  ];
  await owner.query(
    `insert into automations (organization_id, name, trigger_type, actions, is_active) values ($1, 'All', 'prospect.unsubscribed', $2, true)`,
    [organization_id, JSON.stringify(actions)],
  );
  const leads = await owner.query(
    `insert into prospects (organization_id, email) select $1, 'lead' || n || '@buyer.example' from generate_series(1, $2::int) n returning id`,
    [organization_id, LEADS],
  );
  return { organization_id, leads: leads.rows.map(({ id }) => Number(id)) };
}

/** An event for each lead; every seventh transaction fails after it has written its event. */
async function feed(
  world: ProofWorld,
  { organization_id, leads }: Stage,
  committed: Set<number>,
  isOver: () => boolean,
): Promise<void> {
  const ctx = world.system.forOrganization(organization_id);
  for (const [index, prospect_id] of leads.entries()) {
    if (isOver()) return;
    const isRolledBack = index % ROLLED_BACK_EVERY === 0;
    await ctx
      .transaction(async (tx) => {
        await enqueueEvents(tx, [{ type: 'prospect.unsubscribed', prospect_id }]);
        if (isRolledBack) throw new Error('rolled back on purpose');
      })
      .then(
        () => committed.add(prospect_id),
        (error) => {
          if (!isRolledBack) throw error;
        },
      );
    await sleep(FACT_EVERY_IN_MS);
  }
}

async function killAway(world: ProofWorld, url: string, wanted: number): Promise<number> {
  let kills = 0;
  const startAndKill = async (): Promise<void> => {
    while (kills < wanted) {
      const life = LIFE_IN_MS.min + Math.random() * LIFE_IN_MS.spread;
      const environment = { DIES_AFTER_IN_MS: String(Math.round(life)), SLACK_URL: url };
      const child = await world.startWorker(environment, 'automation-worker');
      await new Promise((resolve) => child.once('exit', resolve));
      if (child.signalCode === 'SIGKILL') kills += 1;
      await expireLeases(world);
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, startAndKill));
  return kills;
}

/** The lease of a dead worker would expire after 90 s; pauses of Slack last up to an hour. */
const expireLeases = (world: ProofWorld) =>
  world.owner.query(`update automation_runs set not_before = '-infinity' where state = 'pending'`);

/** One that nothing kills carries out the rest. Returns how much is left. */
async function settle(world: ProofWorld, url: string): Promise<number> {
  const child = await world.startWorker({ SLACK_URL: url }, 'automation-worker');
  const endsAt = Date.now() + SETTLED_WITHIN_IN_MS;
  const left = async (): Promise<number> =>
    (await world.owner.query(`select count(*)::int as n from automation_runs where state = 'pending'`)).rows[0].n;
  while ((await left()) > 0 && Date.now() < endsAt) {
    await sleep(200);
    // Pauses of Slack.
    await world.owner.query(
      `update automation_runs r set not_before = '-infinity' where r.state = 'pending'
        and exists (select from automation_effects e where e.run_id = r.id and e.state = 'waiting')`,
    );
  }
  child.kill('SIGKILL');
  return left();
}

async function compare({ owner }: ProofWorld, committed: ReadonlySet<number>, posts: ReadonlyMap<number, number>) {
  const count = async (text: string): Promise<Map<number, number>> =>
    new Map((await owner.query(text)).rows.map(({ lead, n }) => [Number(lead), Number(n)]));
  const pushes = await count('select prospect_id as lead, count(*) as n from crm_push_leads group by 1');
  const labels = await count('select prospect_id as lead, count(*) as n from prospect_labels group by 1');
  const said = await owner.query<{ lead: string; state: string }>(
    `select m.prospect_id as lead, e.state from automation_effects e join automation_runs r on r.id = e.run_id
      join webhook_messages m on m.id = r.message_id where e.position = 1`,
  );
  const states = new Map(said.rows.map(({ lead, state }) => [Number(lead), state]));
  const leads = [...committed];
  const seen = [...pushes.keys(), ...labels.keys(), ...posts.keys(), ...states.keys()];
  /** Done: one message. Unconfirmed: one or none. Failed: none. */
  const isTrue = (lead: number): boolean => {
    const n = posts.get(lead) ?? 0;
    const state = states.get(lead);
    return state === 'done' ? n === 1 : state === 'unknown' ? n <= 1 : state === 'failed' && n === 0;
  };
  return {
    posted: posts.size,
    unconfirmed: said.rows.filter(({ state }) => state === 'unknown').length,
    lost: leads.filter((lead) => !pushes.has(lead) || !labels.has(lead)),
    repeated: leads.filter((lead) => (pushes.get(lead) ?? 0) > 1 || (posts.get(lead) ?? 0) > 1),
    strangers: [...new Set(seen)].filter((lead) => !committed.has(lead)),
    untrue: leads.filter((lead) => !isTrue(lead)),
  };
}

/** Answers some milliseconds after it has kept the message. Every 29th time it refuses, busy, and keeps nothing. */
async function startSlack() {
  const posts = new Map<number, number>();
  let asked = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      asked += 1;
      if (asked % 29 === 0) {
        response.writeHead(429, { 'retry-after': '1' }).end();
        return;
      }
      const lead = Number(JSON.parse(body).text);
      posts.set(lead, (posts.get(lead) ?? 0) + 1);
      setTimeout(() => response.end('ok'), asked % 20);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    posts,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/services/`,
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const isAutomationKillClean = (verdict: AutomationKillVerdict): boolean =>
  [verdict.lost, verdict.repeated, verdict.strangers, verdict.untrue].every(({ length }) => length === 0) &&
  verdict.stuck === 0 &&
  verdict.events > 0 &&
  verdict.posted > 0;

if (import.meta.main) {
  const kills = parseSize('KILLS', 50);
  await runProof({ settings: { fsync: 'off' } }, async (world) => {
    const verdict = await proveAutomationKill(world, kills);
    const { lost, repeated, strangers, untrue } = verdict;
    const wrong = { lost: lost.length, repeated: repeated.length, strangers: strangers.length, untrue: untrue.length };
    const shown = { ...verdict, ...wrong };
    process.stdout.write(`automation-kill: ${JSON.stringify(shown)}\n`);
    const isProven = isAutomationKillClean(verdict) && verdict.kills >= kills;
    recordProof('kills/automation-kill', isProven, shown);
    return isProven;
  });
}
