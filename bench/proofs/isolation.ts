import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import * as factory from '../../server/src/slices/campaigns/run/run.factory.ts';
import { insertPush } from '../../server/src/slices/integrations/push/pushes.store.ts';
import { recordProof } from '../support/record.ts';
import { parseSize } from '../support/size.ts';
import { connectCrm } from './kills/crm-kill.ts';
import { type CrmStandIns, startCrmStandIns } from './world/crm-stand-ins.ts';
import { openHostileServers } from './world/hostile-servers.ts';
import { type HostileStage, type HostileThing, judge, type Look, type Outcome } from './world/hostile-stage.ts';
import { HOSTILE_PHASES, HOSTILE_THINGS } from './world/hostile-things.ts';
import { startProgram } from './world/program.ts';
import { jump, type ProofWorld, startProofWorld, until } from './world/proof-world.ts';
import { makeTenant, startReading, type Tenant } from './world/tenants.ts';

/**
 * Eight tenants on one program: one of them does some fifty hostile things, in phases, while the other seven send, get replies and push to
 * a CRM. Of the seven nothing is lost or sent twice, and the p95 of a mail after it is due stays within twice its quiet value. Each hostile
 * thing succeeds, fails, or is parked or held with a readable reason. At the end the installation's clock goes back by an hour and forward
 * again, which affects all of them alike.
 */
const port = Number(process.env.PROOF_PORT ?? 3151);
const quietSeconds = parseSize('QUIET_SECONDS', 40);
const phaseSeconds = parseSize('PHASE_SECONDS', 12);
const tenants = parseSize('TENANTS', 7);
/** Mails of one tenant. */
const mailsPerSecond = 0.5;
const warmUpSeconds = 10;
/** The slowest of the hostile servers answers after 100 s, and the longest wait for an answer is 120 s. */
const longestOutcomeSeconds = 180;
const mailsEach = 40;
/** The clock is away for so long each time. */
const jumpSeconds = 3;
const clockSeconds = 24;
const hourInSeconds = 3600;

const hostileSeconds = HOSTILE_PHASES.length * phaseSeconds;
const seconds = warmUpSeconds + quietSeconds + hostileSeconds;

interface Due {
  lead_id: number;
  due_at: number;
}

/** Mails of one tenant, of several senders, due evenly over this time. */
async function planMails(
  world: ProofWorld,
  { organization_id }: Tenant,
  { lasts, name }: { lasts: number; name: string },
): Promise<number[]> {
  const { system, mail } = world;
  const amount = Math.ceil(lasts * mailsPerSecond);
  const leads: number[] = [];
  for (let first = 0; first < amount; first += mailsEach) {
    const email = `${name}${first}@tenant${organization_id}.example`;
    const { smtp_port, imap_port } = mail;
    const account_id = await factory.makeMailSender(system, organization_id, { email, smtp_port, imap_port });
    await startReading(world, account_id);
    const nodes = [{ type: 'EMAIL' as const }];
    const campaign = await factory.makeCampaign(system, { organization_id, account_id, nodes });
    const size = Math.min(mailsEach, amount - first);
    const people = Array.from({ length: size }, (_, n) => ({
      email: `${name}${first + n}.${organization_id}@northwind.example`,
    }));
    const ids = await factory.makePeople(system, organization_id, people);
    leads.push(...(await factory.startPeople(system, campaign, organization_id, ids)));
  }
  return leads;
}

/** From now on. */
async function spread(world: ProofWorld, leads: readonly number[], lasts: number): Promise<Due[]> {
  const { rows } = await world.owner.query<Due>(
    `update campaign_leads l set next_at = app_now() + make_interval(secs => $2::float8 * p.place)
     from (select id, row_number() over (order by (id * 7919) % 1009, id) as place from unnest($1::bigint[]) as g (id)) p where p.id = l.id
     returning l.id::int as lead_id, (extract(epoch from l.next_at) * 1000)::float8 as due_at`,
    [leads, lasts / leads.length],
  );
  await world.owner.query('update campaign_lanes set look_at = app_now()');
  return rows;
}

/** People who answer, one a second, and leads that are pushed. */
function beBusy(world: ProofWorld, crms: CrmStandIns, others: readonly Tenant[]) {
  const answered = new Map<string, number>();
  const pushes: number[] = [];
  let isOver = false;
  const answering = (async () => {
    const seen = new Set<string>();
    while (!isOver) {
      await sleep(1000);
      const mail = [...world.mail.store.mails()].find(
        (one) => one.recipients[0]?.endsWith('@northwind.example') && !seen.has(one.recipients[0]),
      );
      if (!mail) continue;
      const recipient = mail.recipients[0]!;
      seen.add(recipient);
      answered.set(`answer ${answered.size} end`, Date.now());
      await world.mail.prospects.replyNow(mail, recipient, [...answered.keys()].at(-1)!);
    }
  })();
  const pushing = (async () => {
    const crm = crms.open('HUBSPOT');
    const integrations = new Map<number, number>();
    for (const { organization_id } of others)
      integrations.set(organization_id, await connectCrm(world, crm, { organization_id, type: 'HUBSPOT' }));
    for (let turn = 0; !isOver; turn += 1) {
      const { organization_id } = others[turn % others.length]!;
      const { rows } = await world.owner.query<{ id: number }>(
        `select id::int from prospects where organization_id = $1 order by id offset $2 limit 1`,
        [organization_id, Math.floor(turn / others.length)],
      );
      await world.system.forOrganization(organization_id).transaction(async (tx) => {
        const integration_id = integrations.get(organization_id)!;
        pushes.push(await insertPush(tx, { integration_id, board_id: '', prospect_ids: rows.map(({ id }) => id) }));
      });
      await sleep(1500);
    }
  })();
  return {
    answered,
    pushes,
    async stop() {
      isOver = true;
      await Promise.all([answering, pushing]);
    },
  };
}

const p95 = (times: number[]): number => {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? 0);
};

interface Span {
  from: number;
  to: number;
}

/** How late mails that were due within a time left, and answers that were delivered within it were stored. */
async function measure(
  world: ProofWorld,
  due: readonly Due[],
  answered: ReadonlyMap<string, number>,
  { from, to }: Span,
) {
  const { rows } = await world.owner.query<{ lead_id: number; at: number }>(
    `select ref_id::int as lead_id, (extract(epoch from dispatched_at) * 1000)::float8 as at from outbound_intents
     where kind = 'campaign_step' and ref_id = any($1) and dispatched_at is not null`,
    [due.map(({ lead_id }) => lead_id)],
  );
  const left = new Map(rows.map(({ lead_id, at }) => [lead_id, at]));
  const mails = due.filter(({ due_at }) => due_at >= from && due_at < to);
  const late = mails.flatMap(({ lead_id, due_at }) => (left.has(lead_id) ? [left.get(lead_id)! - due_at] : []));
  const stored = await storedAt(world);
  const answers = [...answered].filter(([, at]) => at >= from && at < to);
  const waits = answers.flatMap(([text, at]) => (stored.has(text) ? [stored.get(text)! - at] : []));
  return {
    mails: mails.length,
    p95_ms: p95(late),
    max_ms: Math.round(Math.max(0, ...late)),
    answers: answers.length,
    answers_p95_ms: p95(waits),
    answers_max_ms: Math.round(Math.max(0, ...waits)),
  };
}

async function storedAt({ owner }: ProofWorld): Promise<Map<string, number>> {
  const { rows } = await owner.query<{ text: string; at: number }>(
    `select substring(message from 'answer [0-9]+ end') as text, (extract(epoch from min(created_at)) * 1000)::float8 as at
     from chat_messages where sent_by_prospect and message ~ 'answer [0-9]+ end' group by 1`,
  );
  return new Map(rows.map(({ text, at }) => [text, at]));
}

/** The mail server's own count beside what was planned and what is kept. */
async function count(world: ProofWorld, due: readonly Due[], answered: ReadonlyMap<string, number>, pushes: number[]) {
  const { rows } = await world.owner.query<{ message_id: string | null; state: string | null }>(
    `select i.message_id, i.state from campaign_leads l left join outbound_intents i on i.kind = 'campaign_step' and i.ref_id = l.id
     where l.id = any($1)`,
    [due.map(({ lead_id }) => lead_id)],
  );
  const ledger = new Map(world.mail.ledger.counts().map((row) => [row.message_id?.replace(/[<>]/g, ''), row.count]));
  const copies = rows.map(({ message_id }) => ledger.get(message_id ?? '') ?? 0);
  const stored = await storedAt(world);
  const done = await world.owner.query<{ n: number }>(
    `select count(*)::int as n from crm_pushes where id = any($1) and state = 'done' and pushed = total`,
    [pushes],
  );
  return {
    mails: rows.length,
    lost: copies.filter((one) => one === 0).length + rows.filter(({ state }) => state !== 'confirmed').length,
    twice: copies.filter((one) => one > 1).length,
    answers_lost: [...answered.keys()].filter((text) => !stored.has(text)).length,
    pushes: pushes.length,
    pushes_lost: pushes.length - done.rows[0]!.n,
  };
}

type Prepared = { thing: HostileThing; look: Look };

async function beHostile(stage: HostileStage): Promise<Prepared[]> {
  const prepared: Prepared[] = [];
  for (const phase of HOSTILE_PHASES) {
    const ends = sleep(phaseSeconds * 1000);
    for (const thing of phase) prepared.push({ thing, look: await thing.prepare(stage) });
    await ends;
  }
  return prepared;
}

/** What is tried again is at times on its way, and nothing then: what last became of it counts. */
async function awaitFates(prepared: readonly Prepared[]): Promise<Outcome[]> {
  const deadline = performance.now() + longestOutcomeSeconds * 1000;
  const last = new Map<string, Outcome>();
  for (;;) {
    for (const outcome of await judge(prepared))
      if (outcome.end_state !== undefined || !last.has(outcome.name)) last.set(outcome.name, outcome);
    const outcomes = [...last.values()];
    if (outcomes.every((one) => one.is_as_expected) || performance.now() > deadline) return outcomes;
    await sleep(1000);
  }
}

async function listParked({ owner }: ProofWorld): Promise<{ loop: string; units: number; error: string }[]> {
  const { rows } = await owner.query(
    `select loop, count(*)::int as units, min(left(error, 160)) as error from parked_units group by loop order by loop`,
  );
  return rows;
}

function accessOf(vendor: string, { http }: CrmStandIns): Record<string, string> {
  const [name, base] = [vendor.toUpperCase(), `http://${http}/${vendor}`];
  return {
    [`${name}_CLIENT_ID`]: 'sandbox',
    [`${name}_CLIENT_SECRET`]: 'sandbox',
    [`${name}_API_URL`]: base,
    [`${name}_AUTH_URL`]: `${base}/oauth`,
  };
}

/**
 * The installation's clock goes back by an hour, comes back, and goes forward by one. Nothing is due while it is back; what is due after it
 * came back leaves as punctually as ever; what was to come leaves once when it is forward.
 */
async function sufferClock(world: ProofWorld, leads: readonly number[]) {
  const due = await spread(world, leads, clockSeconds);
  const took = () => world.mail.ledger.total();
  await sleep(2 * jumpSeconds * 1000);
  await jump(world, -hourInSeconds);
  await sleep(1000);
  const before = took();
  await sleep((jumpSeconds - 1) * 1000);
  const left_while_back = took() - before;
  await jump(world, hourInSeconds);
  await sleep(1000);
  const from = Date.now();
  await sleep(clockSeconds * 500 - 3000);
  const to = Date.now();
  await sleep(2000);
  await jump(world, hourInSeconds);
  const isDone = async () => {
    const { rows } = await world.owner.query(
      `select from campaign_leads where id = any($1) and (next_at is not null or is_in_flight) limit 1`,
      [leads],
    );
    return rows.length === 0;
  };
  await until(isDone, 60_000, 'the last mails');
  await jump(world, -hourInSeconds);
  const { mails, p95_ms, max_ms } = await measure(world, due, new Map(), { from, to });
  return { due, clock: { left_while_back, mails, p95_ms, max_ms } };
}

async function prove(world: ProofWorld, crms: CrmStandIns, stage: HostileStage, others: readonly Tenant[]) {
  const leads: number[] = [];
  const late: number[] = [];
  for (const tenant of others) {
    leads.push(...(await planMails(world, tenant, { lasts: seconds, name: 'p' })));
    late.push(...(await planMails(world, tenant, { lasts: clockSeconds, name: 'late' })));
  }
  await world.owner.query("update campaign_leads set next_at = app_now() + interval '1 day'");
  await world.owner.query('analyze');
  const stop = await startProgram(world, port, {
    DNS_SERVERS: `127.0.0.1:${await stage.servers.dns()}`,
    ...accessOf('hubspot', crms),
    ...accessOf('pipedrive', crms),
  });
  try {
    const due = await spread(world, leads, seconds);
    const busy = beBusy(world, crms, others);
    await sleep(warmUpSeconds * 1000);
    const quietFrom = Date.now();
    await sleep(quietSeconds * 1000);
    const hostileFrom = Date.now();
    const load = loadavg()[0];
    const prepared = await beHostile(stage);
    const hostileTo = Date.now();
    await busy.stop();
    const outcomes = await awaitFates(prepared);
    const span = { quiet: { from: quietFrom, to: hostileFrom }, under: { from: hostileFrom, to: hostileTo } };
    const quiet = await measure(world, due, busy.answered, span.quiet);
    const under = await measure(world, due, busy.answered, span.under);
    const parked = await listParked(world);
    const { clock, due: lateDue } = await sufferClock(world, late);
    const counted = await count(world, [...due, ...lateDue], busy.answered, busy.pushes);
    return { quiet, under, clock, counted, outcomes, parked, load };
  } finally {
    await stop();
  }
}

if (import.meta.main) {
  const world = await startProofWorld();
  const servers = openHostileServers();
  const crms = await startCrmStandIns();
  try {
    const others: Tenant[] = [];
    for (let n = 0; n < tenants; n += 1) others.push(await makeTenant(world, `tenant${n}`));
    const hostile = await makeTenant(world, 'hostile');
    const stage = { ...world, ...hostile, servers };
    const { outcomes, parked, ...measured } = await prove(world, crms, stage, others);
    for (const { name, end_state, reason, is_as_expected } of outcomes)
      process.stdout.write(`${is_as_expected ? 'as expected' : 'NOT AS EXPECTED'}: ${name}: ${end_state}: ${reason}\n`);
    for (const { loop, units, error } of parked) process.stdout.write(`parked: ${loop}, ${units} units: ${error}\n`);
    const times = Math.round((measured.under.p95_ms / measured.quiet.p95_ms) * 100) / 100;
    const unexpected = outcomes.filter((one) => !one.is_as_expected).map(({ name }) => name);
    const result = { things: HOSTILE_THINGS.length, unexpected, times, ...measured };
    process.stdout.write(`isolation: ${JSON.stringify(result)}\n`);
    const { lost, twice, answers_lost, pushes_lost } = measured.counted;
    const isPunctual = times <= 2 && measured.clock.p95_ms <= 2 * measured.quiet.p95_ms;
    const isProven =
      isPunctual &&
      lost + twice + answers_lost + pushes_lost + unexpected.length + measured.clock.left_while_back === 0;
    recordProof('isolation', isProven, result);
    process.stdout.write(isProven ? 'PROVEN\n' : 'NOT PROVEN\n');
    process.exitCode = isProven ? 0 : 1;
  } finally {
    await crms.close();
    await servers.close();
    await world.close();
  }
}
