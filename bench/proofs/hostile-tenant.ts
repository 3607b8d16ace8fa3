import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as factory from '../../server/src/slices/campaigns/run/run.factory.ts';
import { recordProof } from '../support/record.ts';
import { parseSize } from '../support/size.ts';
import { startProgram } from './world/program.ts';
import { type ProofWorld, startProofWorld } from './world/proof-world.ts';
import { makeTenant, type Tenant } from './world/tenants.ts';

/**
 * One hostile tenant: 10 slow downloads, 20 uploads of 500 MB, 2,000 requests a second and 1,000 live connections in
 * parallel, while another tenant reads and sends. The program runs as with `npm start`, on its own port of the loopback
 * address; the hostile tenant is a third process on the same machine, and its use of the processors counts against the
 * program.
 */
const port = Number(process.env.PROOF_PORT ?? 3150);
const quietSeconds = parseSize('QUIET_SECONDS', 20);
const hostileSeconds = parseSize('HOSTILE_SECONDS', 40);
const listedLeads = parseSize('LEADS', 300_000);
/** Where a scheduler of a busy machine alone is late. */
const lateAfterMs = 5000;

/** `HOSTILE_ONLY=uploads,sockets` looks at a part of it alone. */
const parts = process.env.HOSTILE_ONLY?.split(',');
const does = (part: string): boolean => parts === undefined || parts.includes(part);

const paths = ['/user/', '/campaigns/', '/searches/', '/signatures/', '/labels/'];

async function fillList({ owner }: ProofWorld, { organization_id, user_id }: Tenant): Promise<number> {
  const { rows } = await owner.query(
    `insert into searches (organization_id, name, created_by, total_prospects) values ($1, 'Everybody', $2, $3) returning id`,
    [organization_id, user_id, listedLeads],
  );
  const id = Number(rows[0].id);
  await owner.query(
    `with people as (insert into prospects (organization_id, first_name, last_name, email, company_name)
       select $1, 'Kim', 'Reader ' || n, 'reader' || n || '@list.example', repeat('Northwind ', 10)
       from generate_series(1, $3::int) n returning id)
     insert into search_prospects (organization_id, search_id, prospect_id) select $1, $2, id from people`,
    [organization_id, id, listedLeads],
  );
  return id;
}

const mailsEach = 40;

/** Mails of the other tenant, from several of its senders, due evenly over the whole time. */
async function planMails(world: ProofWorld, organizationId: number, seconds: number): Promise<number> {
  const senders = Math.ceil((seconds * 4) / mailsEach);
  for (let sender = 0; sender < senders; sender += 1) {
    const account_id = await factory.makeMailSender(world.system, organizationId, {
      email: `victim${sender}@acme.example`,
      smtp_port: world.mail.smtp_port,
      cap: mailsEach,
    });
    const spec = { organization_id: organizationId, account_id, cap: mailsEach, nodes: [{ type: 'EMAIL' as const }] };
    const campaign = await factory.makeCampaign(world.system, spec);
    const people = await factory.makePeople(
      world.system,
      organizationId,
      Array.from({ length: mailsEach }, (_, n) => ({ email: `p${n}.${sender}@northwind.example` })),
    );
    await factory.startPeople(world.system, campaign, organizationId, people);
  }
  const mails = senders * mailsEach;
  await world.owner.query(
    `update campaign_leads l set next_at = app_now() + make_interval(secs => 5 + p.place * $1::float8)
     from (select id, row_number() over (order by (id * 7919) % 1009) as place from campaign_leads) p where p.id = l.id`,
    [seconds / mails],
  );
  return mails;
}

/** Two readers that ask, look a moment and ask again. */
async function measureReading({ token }: Tenant, seconds: number) {
  const until = performance.now() + seconds * 1000;
  const times: number[] = [];
  const windows = new Map<number, number[]>();
  const began = performance.now();
  let failed = 0;
  const reader = async (first: number): Promise<void> => {
    for (let n = first; performance.now() < until; n += 1) {
      const started = performance.now();
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1${paths[n % paths.length]}`, {
        headers: { jwt: token },
        signal: AbortSignal.timeout(15_000),
      }).catch(() => null);
      await answer?.arrayBuffer().catch(() => undefined);
      if (answer?.status === 200) {
        const took = performance.now() - started;
        times.push(took);
        const window = Math.floor((started - began) / 5000);
        windows.set(window, [...(windows.get(window) ?? []), took]);
      } else failed += 1;
      await sleep(50);
    }
  };
  await Promise.all([reader(0), reader(2)]);
  times.sort((a, b) => a - b);
  const at = (share: number): number => Math.round((times[Math.floor(times.length * share)] ?? 0) * 10) / 10;
  const p95s = [...windows.values()].map((own) =>
    Math.round(own.sort((a, b) => a - b)[Math.floor(own.length * 0.95)] ?? 0),
  );
  return {
    p95_by_5_s: p95s,
    requests: times.length,
    failed,
    p50_ms: at(0.5),
    p95_ms: at(0.95),
    max_ms: Math.round(times.at(-1) ?? 0),
  };
}

async function measureSending({ owner }: ProofWorld) {
  const { rows } = await owner.query(
    `select count(*)::int as planned, count(*) filter (where state = 'confirmed')::int as sent,
       count(*) filter (where dispatched_at - due_at > make_interval(secs => $1))::int as late,
       coalesce(round(1000 * extract(epoch from percentile_cont(0.95) within group (order by dispatched_at - due_at)))::int, 0) as p95_ms,
       coalesce(round(1000 * extract(epoch from max(dispatched_at - due_at)))::int, 0) as max_ms from outbound_intents`,
    [lateAfterMs / 1000],
  );
  return rows[0] as { planned: number; sent: number; late: number; p95_ms: number; max_ms: number };
}

async function beHostile(hostile: Tenant, searchId: number): Promise<unknown> {
  const orders = {
    port,
    token: hostile.token,
    user_id: hostile.user_id,
    search_id: searchId,
    seconds: hostileSeconds,
    downloads: does('downloads') ? 10 : 0,
    uploads: does('uploads') ? 20 : 0,
    upload_bytes: 500 * 1024 * 1024,
    requests_per_second: does('requests') ? 2000 : 0,
    sockets: does('sockets') ? 1000 : 0,
  };
  const script = join(import.meta.dirname, 'workers/hostile-client.ts');
  const child = spawn(process.execPath, [script, JSON.stringify(orders)], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const limit = setTimeout(() => child.kill('SIGKILL'), (hostileSeconds + 60) * 1000);
  const text = (await child.stdout!.toArray()).join('');
  clearTimeout(limit);
  return JSON.parse(text || 'null');
}

if (import.meta.main) {
  const world = await startProofWorld();
  let stop: () => Promise<void> = async () => undefined;
  try {
    const [hostile, victim] = [await makeTenant(world, 'hostile'), await makeTenant(world, 'victim')];
    const searchId = await fillList(world, hostile);
    await world.owner.query('analyze');
    stop = await startProgram(world, port);
    await measureReading(victim, 5);
    const mails = await planMails(world, victim.organization_id, quietSeconds + hostileSeconds);
    const quiet = await measureReading(victim, quietSeconds);
    const attack = beHostile(hostile, searchId);
    await sleep(1000);
    const under = await measureReading(victim, hostileSeconds - 2);
    const answered = await attack;
    await sleep(15_000);
    const sending = await measureSending(world);
    const times = Math.round((under.p95_ms / quiet.p95_ms) * 100) / 100;
    process.stdout.write(`hostile-tenant: ${JSON.stringify({ quiet, under, times, answered, mails, sending })}\n`);
    const isProven =
      times <= 2 && under.failed === 0 && sending.sent === mails && sending.late === 0 && sending.planned === mails;
    recordProof('hostile-tenant', isProven, { quiet, under, times, mails, sending });
    process.stdout.write(isProven ? 'PROVEN\n' : 'NOT PROVEN\n');
    process.exitCode = isProven ? 0 : 1;
  } finally {
    await stop();
    await world.close();
  }
}
