import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as factory from '../../server/src/slices/campaigns/run/run.factory.ts';
import { importFile, writeLeadFile } from '../data/lead-file.ts';
import { type Part, prepareParts } from '../proofs/machines/parts.ts';
import { measureUsage, parentOf } from '../proofs/machines/usage.ts';
import { type ProofWorld, until } from '../proofs/world/proof-world.ts';
import { makeTenant, type Tenant } from '../proofs/world/tenants.ts';
import type { BenchPerson } from '../support/bench-server.ts';
import type { Bench, Measurement } from '../support/measure.ts';
import { measureWorld } from '../support/measure-in.ts';
import { parseSize } from '../support/size.ts';
import { compareSizes, listSizes, type Sizes } from './table-sizes.ts';

/** Organizations that do nothing: their bytes alone. */
const IDLE_TENANTS = parseSize('TENANTS', 1000);
const SENDING_TENANTS = parseSize('SENDING', 20);
const SENDERS = parseSize('SENDERS', 50);
const LEADS = parseSize('LEADS', 250);
const REPLIES = parseSize('REPLIES', 1000);
const CALLS = parseSize('CALLS', 4000);
const SETTLE_SECONDS = 45;
const REST_SECONDS = 30;
/** What people open the most. */
const PATHS = ['/campaigns/', '/chats/', '/accounts/', '/dashboard/organization-campaign-analytics/'];

/** Some 900 characters, as people write them. */
const MESSAGE = `Hi {{first_name}},

I noticed that {{company_name}} is hiring several people in customer support this quarter. Teams of your size usually say that half of
the tickets are the same twenty questions, and that the knowledge base is out of date a week after its last cleaning up.

We built a small tool that reads solved tickets every night and proposes the articles that are missing. One of our customers, a logistics
company in Rotterdam with about two hundred employees, answers a third of its tickets without a person since May. Their team did not shrink:
they now call the customers who were about to leave.

Would it make sense to show you what it proposes for your own public help pages? It takes fifteen minutes, and you keep the list of missing
articles whether or not we work together. Tuesday or Thursday afternoon would both suit me.

Kind regards,
Ada Jansen
Head of Partnerships, Northwind`;
const FOLLOW_UP = MESSAGE.slice(0, 420);

/**
 * What one organization, mailbox, lead, email and reply leave in PostgreSQL, with all indexes, and the processor time they take: people get
 * a first email and a follow-up by the real worker, and some of them reply. Sizes are taken after VACUUM, as autovacuum leaves them.
 */
export const bench: Bench = { kept_as: 'scale/costs', run: () => measureWorld(measure) };

interface Stage {
  world: ProofWorld;
  parts: Part[];
  database: number;
  tenants: Tenant[];
}

async function measure(world: ProofWorld): Promise<Measurement[]> {
  const { rows } = await world.owner.query<{ pid: number }>('select pg_backend_pid() as pid');
  const database = parentOf(rows[0]!.pid);
  const figures: Measurement[] = [];
  let before = await listSizes(world.owner);
  const bytes = async (what: string, count: number): Promise<void> => {
    const after = await listSizes(world.owner);
    figures.push(toFigure(what, before, after, count));
    before = after;
  };
  const tenants = await makeTenants(world);
  await bytes('bytes an organization', tenants.length);
  const active = tenants.slice(0, SENDING_TENANTS);
  const senders = await Promise.all(active.map((tenant, n) => makeMailboxes(world, tenant, n)));
  await bytes('bytes a mailbox', active.length * SENDERS);
  const log_file = join(world.directory, 'programs.log');
  const parts = await prepareParts({ world, logFile: log_file, environment: { REQUESTS_PER_SECOND: '100000' } }, [
    ['web', 'web,live'],
  ]);
  try {
    const people = await importLeads(world, parts[0]!.port, active);
    await bytes('bytes a lead, imported with 13 fields', people);
    await startCampaigns(world, active, senders);
    await bytes('bytes a lead in a campaign', people);
    parts.push(...(await prepareParts({ world, logFile: log_file, environment: {} }, [['worker', 'worker']])));
    const stage = { world, parts, database, tenants: active };
    await untilRead(world);
    const rest = await measureRest(stage);
    figures.push(...toRest(rest, active.length * SENDERS));
    figures.push(...(await measureMails(stage, 'first email', people, rest)));
    await bytes('bytes a first email', people);
    figures.push(...(await measureMails(stage, 'follow-up', people, rest)));
    await bytes('bytes a follow-up', people);
    figures.push(...(await measureReplies(stage, rest)));
    await bytes('bytes a reply', REPLIES);
    figures.push(...(await measureCalls(stage, rest)));
    return figures;
  } finally {
    for (const part of parts) part.child.kill('SIGKILL');
  }
}

/** The tables that grew the most are named, as the conditions of the figure. */
function toFigure(what: string, before: Sizes, after: Sizes, count: number): Measurement {
  const { bytes, largest } = compareSizes(before, after);
  process.stdout.write(`  ${what}: ${Math.round(bytes / count)} of ${count}\n`);
  for (const [table, grown] of largest) process.stdout.write(`    ${table} ${Math.round(grown / count)}\n`);
  const tables = largest.map(([table, grown]) => `${table} ${Math.round(grown / count)}`).join(', ');
  return { what, product: `${Math.round(bytes / count)} bytes: ${tables}` };
}

async function makeTenants(world: ProofWorld): Promise<Tenant[]> {
  const all: Tenant[] = [];
  for (let n = 0; n < IDLE_TENANTS; n += 1) all.push(await makeTenant(world, `tenant${n}`));
  return all;
}

async function makeMailboxes(world: ProofWorld, { organization_id }: Tenant, tenant: number): Promise<number[]> {
  const { smtp_port, imap_port } = world.mail;
  const ids: number[] = [];
  for (let place = 0; place < SENDERS; place += 1) {
    const email = `sender${place}@tenant${tenant}.example`;
    ids.push(await factory.makeMailSender(world.system, organization_id, { email, smtp_port, imap_port }));
  }
  await world.owner.query(
    'insert into mailbox_syncs (account_id, organization_id) select id, organization_id from accounts where id = any($1)',
    [ids],
  );
  return ids;
}

/** Through the API, each organization its own file. @returns how many were added */
async function importLeads(world: ProofWorld, port: number, tenants: readonly Tenant[]): Promise<number> {
  const file = join(world.directory, 'leads.csv');
  await writeLeadFile(file, LEADS);
  const url = `http://127.0.0.1:${port}`;
  let added = 0;
  for (const { organization_id, token } of tenants) {
    const headers = { jwt: token };
    const person: BenchPerson = {
      organization_id,
      headers,
      call: (method, path, body) =>
        fetch(`${url}/api/v1${path}`, {
          method,
          headers: { ...headers, 'content-type': 'application/json' },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
    };
    added += (await importFile({ url }, person, file)).counts.added_prospects;
  }
  return added;
}

/** Each organization's mailboxes share one campaign of two emails, whose leads are due in a week. */
async function startCampaigns(world: ProofWorld, tenants: readonly Tenant[], senders: number[][]): Promise<void> {
  for (const [n, { organization_id }] of tenants.entries()) {
    const [account_id = null, ...more_email_accounts] = senders[n]!;
    const campaign = await factory.makeCampaign(world.system, {
      ...{ organization_id, account_id, more_email_accounts },
      nodes: [
        { type: 'EMAIL', message: MESSAGE },
        { type: 'EMAIL', message: FOLLOW_UP, subject: null, delay_in_hours: 72 },
      ],
    });
    const { rows } = await world.owner.query<{ id: number }>(
      'select id::int from prospects where organization_id = $1 order by id',
      [organization_id],
    );
    await factory.startPeople(
      world.system,
      campaign,
      organization_id,
      rows.map(({ id }) => id),
    );
  }
  await world.owner.query("update campaign_leads set next_at = app_now() + interval '7 days'");
  await world.owner.query("update campaign_lanes set look_at = app_now() + interval '1 day'");
}

async function untilRead({ owner }: ProofWorld): Promise<void> {
  const isRead = async () =>
    (await owner.query('select from mailbox_syncs where leased_until < statement_timestamp() limit 1')).rowCount === 0;
  await until(isRead, 300_000, 'reading the mailboxes');
}

/** Seconds of a processor, by part; of the write-ahead log, bytes. */
interface Used {
  at: number;
  web: number;
  worker: number;
  postgres: number;
  wal: number;
}

async function listUsed({ world, parts, database }: Stage): Promise<Used> {
  const { rows } = await world.owner.query<{ wal: number }>("select (pg_current_wal_lsn() - '0/0')::float8 as wal");
  const [web, worker] = parts.map(({ child }) => measureUsage(child.pid!).cpu_seconds) as [number, number];
  return {
    at: performance.now() / 1000,
    web,
    worker,
    postgres: measureUsage(database).cpu_seconds,
    ...rows[0]!,
  };
}

const subtract = (after: Used, before: Used): Used => ({
  at: after.at - before.at,
  web: after.web - before.web,
  worker: after.worker - before.worker,
  postgres: after.postgres - before.postgres,
  wal: after.wal - before.wal,
});

/** What the worker and the database use when nothing is due. */
async function measureRest(stage: Stage): Promise<Used> {
  // Connections were just opened: what that leaves to do is no rest.
  await sleep(SETTLE_SECONDS * 1000);
  const before = await listUsed(stage);
  await sleep(REST_SECONDS * 1000);
  return subtract(await listUsed(stage), before);
}

function toRest({ at, worker, postgres }: Used, mailboxes: number): Measurement[] {
  const figure = (what: string, seconds: number): Measurement => {
    process.stdout.write(`  at rest, ${what}: ${(seconds / at).toFixed(3)} of a core\n`);
    return { what: `at rest with ${mailboxes} mailboxes, ${what}`, product: `${(seconds / at).toFixed(3)} of a core` };
  };
  return [figure('worker', worker), figure('PostgreSQL', postgres)];
}

/** Of each, beyond the rest: a busy second costs what a quiet one does, and the work. */
function costOf(used: Used, rest: Used, count: number): Omit<Used, 'at'> {
  const beyond = (kind: keyof Used): number => (used[kind] - (rest[kind] / rest.at) * used.at) / count;
  return { web: beyond('web'), worker: beyond('worker'), postgres: beyond('postgres'), wal: beyond('wal') };
}

/** Calls of signed-in people, four at a time. */
async function measureCalls(stage: Stage, rest: Used): Promise<Measurement[]> {
  const address = `http://127.0.0.1:${stage.parts[0]!.port}/api/v1`;
  const call = async (n: number): Promise<void> => {
    const { token } = stage.tenants[n % stage.tenants.length]!;
    const answer = await fetch(address + PATHS[n % PATHS.length]!, { headers: { jwt: token } });
    if (!answer.ok) throw new Error(`${PATHS[n % PATHS.length]} answered ${answer.status}`);
    await answer.arrayBuffer();
  };
  const callAll = (from: number, to: number) =>
    Promise.all(
      Array.from({ length: 4 }, async (_, reader) => {
        for (let n = from + reader; n < to; n += 4) await call(n);
      }),
    );
  // The first ones load code.
  await callAll(0, 400);
  const before = await listUsed(stage);
  await callAll(400, 400 + CALLS);
  const { web, postgres } = costOf(subtract(await listUsed(stage), before), rest, CALLS);
  const figures = [
    { what: 'processor time a call, web', product: `${(web * 1000).toFixed(2)} ms` },
    { what: 'processor time a call, PostgreSQL', product: `${(postgres * 1000).toFixed(2)} ms` },
  ];
  for (const { what, product } of figures) process.stdout.write(`  ${what}: ${product}\n`);
  return figures;
}

function toCosts(what: string, used: Used, rest: Used, count: number): Measurement[] {
  const { worker, postgres, wal } = costOf(used, rest, count);
  const figures = [
    { what: `processor time a ${what}, worker`, product: `${(worker * 1000).toFixed(2)} ms` },
    { what: `processor time a ${what}, PostgreSQL`, product: `${(postgres * 1000).toFixed(2)} ms` },
    { what: `write-ahead log a ${what}`, product: `${Math.round(wal)} bytes` },
  ];
  for (const { what: of, product } of figures) process.stdout.write(`  ${of}: ${product}\n`);
  return figures;
}

async function measureMails(stage: Stage, what: string, count: number, rest: Used): Promise<Measurement[]> {
  const { owner } = stage.world;
  const countSent = async (): Promise<number> => {
    const { rows } = await owner.query<{ count: number }>(
      "select count(*)::int from outbound_intents where state = 'confirmed'",
    );
    return rows[0]!.count;
  };
  const sentBefore = await countSent();
  const before = await listUsed(stage);
  await owner.query('update campaign_leads set next_at = app_now()');
  await owner.query('update campaign_lanes set look_at = app_now()');
  await until(async () => (await countSent()) >= sentBefore + count, 900_000, `the ${what}s`);
  const used = subtract(await listUsed(stage), before);
  return [
    ...toCosts(what, used, rest, count),
    { what: `${what}s a second, one worker`, product: (count / used.at).toFixed(1) },
  ];
}

async function measureReplies(stage: Stage, rest: Used): Promise<Measurement[]> {
  const { mail, owner } = stage.world;
  const before = await listUsed(stage);
  const replied = new Set<string>();
  for (const sent of mail.store.mails()) {
    const recipient = sent.recipients[0]!;
    if (replied.size >= REPLIES || replied.has(recipient)) continue;
    replied.add(recipient);
    await mail.prospects.replyNow(sent, recipient, `Thanks, Tuesday suits me. Please send an invitation. ${recipient}`);
  }
  const isStored = async () => {
    const { rows } = await owner.query<{ count: number }>(
      'select count(*)::int from chat_messages where sent_by_prospect',
    );
    return rows[0]!.count >= replied.size;
  };
  await until(isStored, 300_000, 'the replies');
  return toCosts('reply', subtract(await listUsed(stage), before), rest, replied.size);
}
