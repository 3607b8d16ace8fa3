import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MailSandbox } from '../../../sandbox/src/mail/mail-sandbox.ts';
import { S3_KEY, type S3Server, startS3Server } from '../../../sandbox/src/s3/s3-server.ts';
import { gitIn } from '../../../tools/release/git.ts';
import { pack } from '../../../tools/release/pack.ts';
import { recordProof } from '../../support/record.ts';
import { parseSize } from '../../support/size.ts';
import { withDatabase } from '../upgrade/content.ts';
import { type Caller, fillFormer, makePerson } from '../upgrade/former-data.ts';
import { consultOracle, isClean, show, startProofMail, type Verdict } from '../world/proof-world.ts';
import { type DebianMachine, findObstacle, startDebian } from './debian-machine.ts';
import {
  addPooler,
  addProxy,
  configure,
  installHeadless,
  installProgram,
  PASSWORD,
  poolDatabase,
  prepareMachine,
  runAsProgram,
  runDoctor,
  setSettings,
  URL_HERE,
  untilReady,
} from './operator.ts';
import { fillIn, getBlock } from './pages.ts';

/**
 * The pages of docs/operate, executed from their code blocks on a fresh Debian with systemd: 1.0.0-rc.1 is installed and sends, is upgraded to this version, is
 * split into processes behind PgBouncer with its files in a bucket, is backed up, and is restored into an empty folder and an empty database. No email
 * leaves twice, none is lost, and nothing is sent while the restored installation is held.
 */
const SENDERS = parseSize('SENDERS', 2);
const LEADS = parseSize('LEADS', 40);
const OTHER_LEADS = 200;
const FILES = 3;
/** Seconds between two emails of a mailbox until the last step: they are sent before and after each. */
const GAP = parseSize('GAP', 20);
const FORMER = { commit: '28913d02', version: '1.0.0-rc.1' };
/** As the next release is called. */
const VERSION = '1.0.0';
const PORTS = [80, 443, 3000, 3001, 5432, 6432];
const HELD_IN_MS = 15_000;
const root = join(import.meta.dirname, '../../..');

const isTaken = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.unref();
  });

/** The archives of both versions, in the home of the machine's root. */
async function packBoth(folder: string, machine: DebianMachine): Promise<void> {
  const git = gitIn(root);
  const prefix = `--prefix=overture-${FORMER.version}/`;
  const former = join(folder, `overture-${FORMER.version}.tar.gz`);
  git('archive', '--format=tar.gz', prefix, `--output=${former}`, FORMER.commit);
  // The tag is made when the release is.
  const untagged: typeof git = (...words) => git(...words.map((word) => (word === `v${VERSION}` ? 'HEAD' : word)));
  execFileSync(process.execPath, [join(root, 'tools/run.mjs'), 'web'], { stdio: ['ignore', 'ignore', 'inherit'] });
  const { archive } = await pack(root, untagged, VERSION, join(folder, 'release'));
  for (const file of [former, archive]) copyFileSync(file, machine.path(`/root/${basename(file)}`));
}

interface Counts {
  leads: number;
  campaigns: number;
  held: string | null;
}

const addressOf = (database: string): string => `postgres://proof:${PASSWORD}@127.0.0.1:5432/${database}`;

const count = (database: string): Promise<Counts> =>
  withDatabase(addressOf(database), async (client) => {
    const { rows } = await client.query<Counts>(
      `select (select count(*)::int from prospects) as leads, (select count(*)::int from campaigns) as campaigns,
         (select sending_held_reason from installation where sending_held_since is not null) as held`,
    );
    return rows[0]!;
  });

async function untilSent({ ledger }: MailSandbox, amount: number): Promise<void> {
  for (const deadline = performance.now() + 180_000; ledger.total() < amount; await sleep(200))
    if (performance.now() > deadline) throw new Error(`${ledger.total()} of ${amount} emails left.`);
}

/**
 * The last email is with the mail server a moment before its outcome is stored. The worker waits two minutes for the word of a silent server, and an email of a
 * worker that ended is looked for after its lease of 45 seconds.
 */
const SETTLED_WITHIN_IN_MS = 240_000;

async function untilSettled(mail: MailSandbox): Promise<Verdict> {
  const startedAt = performance.now();
  const deadline = startedAt + SETTLED_WITHIN_IN_MS;
  for (;;) {
    const verdict = await consultOracle({ connectionString: addressOf('overture'), mail });
    if (verdict.confirmed === SENDERS * LEADS || performance.now() > deadline) {
      say(`settled after ${Math.round(performance.now() - startedAt)} ms`);
      return verdict;
    }
    await sleep(500);
  }
}

/** What is open after all, with the words of the worker. */
async function showOpen(machine: DebianMachine): Promise<void> {
  const rows = await withDatabase(addressOf('overture'), async (client) => {
    const found = await client.query(
      `select id, state, account_id, attempts, reason, code, due_at, dispatched_at, leased_until, unknown_since, look_at, app_now() as now
       from outbound_intents where state <> 'confirmed' limit 10`,
    );
    return found.rows;
  });
  say(`not confirmed: ${JSON.stringify(rows)}`);
  say(await machine.run('journalctl -u overture-worker -n 40 --no-pager || true'));
}

function useBucket(machine: DebianMachine, endpoint: string): Promise<void> {
  return setSettings(machine, {
    FILES_STORE: 'folder',
    FILES_S3_BUCKET: 'overture',
    FILES_S3_ENDPOINT: endpoint,
    FILES_S3_REGION: S3_KEY.region,
    FILES_S3_ACCESS_KEY_ID: S3_KEY.id,
    FILES_S3_SECRET_ACCESS_KEY: S3_KEY.secret,
  });
}

/** In the folder of the installation, before there is a bucket. */
async function addFiles(caller: Caller): Promise<void> {
  const body = { name: 'Prices', message: 'Our prices are attached.', is_own: false };
  const { saved_reply } = await caller.call<{ saved_reply: { id: number } }>('POST', '/saved-replies/', body);
  for (let n = 0; n < FILES; n += 1) {
    const form = new FormData();
    form.set('file', new Blob([`prices of year ${n}`], { type: 'text/plain' }), `prices-${n}.txt`);
    await caller.call('POST', `/saved-replies/${saved_reply.id}/files/`, form);
  }
}

const say = (text: string): void => void process.stdout.write(`  ${text}\n`);
const BOTH = 'overture-web overture-worker';

async function restart(machine: DebianMachine, units: string): Promise<void> {
  await machine.run(`systemctl restart ${units}`);
  await untilReady(machine);
}

/** Into an empty folder and an empty database, behind the same pooler. */
async function restore(machine: DebianMachine): Promise<void> {
  const folder = '/var/lib/overture/restored';
  await machine.run(`systemctl stop ${BOTH}
runuser -u postgres -- createdb overture_restored --owner overture`);
  await poolDatabase(machine, 'overture_restored');
  await setSettings(machine, { DATA_DIR: folder });
  const block = fillIn(getBlock('backup', '## Restore'), { '/new/folder': folder, FILE: '/srv/backups/now.tar' });
  say(`restore: ${(await runAsProgram(machine, block)).trim()}`);
  await machine.run(`systemctl start ${BOTH}`);
  await untilReady(machine);
  say(`files check: ${(await runAsProgram(machine, 'npm run overture -- files check', folder)).trim()}`);
}

/** @returns the name of the organization that its key belongs to */
async function useHeadless(machine: DebianMachine): Promise<string> {
  await machine.run(`systemctl disable --now ${BOTH}`);
  const key = await installHeadless(machine);
  const answer = await fetch(`${URL_HERE}/api/v1/campaigns/`, { headers: { authorization: `Bearer ${key}` } });
  const { rows } = await withDatabase(addressOf('headless'), (client) =>
    client.query<{ name: string }>('select name from organizations'),
  );
  return answer.ok ? rows[0]!.name : `${answer.status} ${await answer.text()}`;
}

/** 1.0.0-rc.1 by the page of Debian, with leads, campaigns and mailboxes that send. */
async function installFormer(machine: DebianMachine, mail: MailSandbox): Promise<Caller> {
  await prepareMachine(machine);
  await installProgram(machine, FORMER.version, true);
  const unit = '/root/overture.service';
  copyFileSync(join(root, 'deploy/systemd/overture.service'), machine.path(unit));
  await configure(machine, mail.smtp_port, unit);
  await untilReady(machine);
  await addProxy(machine);
  say(`installed: ${FORMER.version}`);
  await machine.run(`runuser -u postgres -- psql -c "create role proof superuser login password '${PASSWORD}'"`);
  const caller = await withDatabase(addressOf('overture'), (client) => makePerson(client, URL_HERE));
  const size = { senders: SENDERS, leads_per_sender: LEADS, gap_in_seconds: GAP, other_leads: OTHER_LEADS };
  await fillFormer(caller, mail, size);
  return caller;
}

/** Two units behind PgBouncer; then the files move from the folder to the bucket. */
async function splitUp(machine: DebianMachine, bucket_url: string): Promise<void> {
  await addPooler(machine);
  await useBucket(machine, bucket_url);
  await machine.run(getBlock('debian', '## Several processes'));
  await untilReady(machine);
  await setSettings(machine, { FILES_STORE: 's3' });
  await restart(machine, BOTH);
  say(`files: ${(await runAsProgram(machine, getBlock('files', '## Move existing files'))).trim()}`);
  await machine.run(`systemctl is-active ${BOTH}`);
  say(`doctor:\n${await runDoctor(machine)}`);
}

async function walk(machine: DebianMachine, mail: MailSandbox, bucket: S3Server, folder: string) {
  await packBoth(folder, machine);
  const caller = await installFormer(machine, mail);
  await untilSent(mail, 2);
  const before = await count('overture');

  await installProgram(machine, VERSION);
  await restart(machine, 'overture');
  const sent = { by_former: mail.ledger.total(), upgraded: 0, split: 0, while_held: 0 };
  await untilSent(mail, sent.by_former + 2);
  sent.upgraded = mail.ledger.total();
  const upgraded = await count('overture');
  say(`upgraded: ${JSON.stringify({ before, upgraded })}`);

  await addFiles(caller);
  await splitUp(machine, bucket.url);
  sent.split = mail.ledger.total();
  await untilSent(mail, sent.split + 2);

  await machine.run('install -d -o overture /srv/backups');
  const backup = fillIn(getBlock('backup', '## Back up'), { FILE: '/srv/backups/now.tar' });
  say(`backup: ${(await runAsProgram(machine, backup)).trim()}`);
  const split = await count('overture');
  await withDatabase(addressOf('overture'), (client) => client.query('update accounts set send_gap_in_seconds = 1'));
  await untilSent(mail, SENDERS * LEADS);
  const verdict = await untilSettled(mail);
  if (!isClean(verdict)) await showOpen(machine);
  await restore(machine);
  const total = mail.ledger.total();
  await sleep(HELD_IN_MS);
  sent.while_held = mail.ledger.total() - total;
  const restored = await count('overture_restored');
  const headless = await useHeadless(machine);
  return { sent, before, upgraded, split, restored, objects: bucket.store.objects.size, headless, verdict };
}

type Walk = Awaited<ReturnType<typeof walk>>;

function isProven({ sent, before, upgraded, split, restored, objects, headless, verdict }: Walk): boolean {
  const isWhole = ({ leads, campaigns }: Counts) => leads === SENDERS * LEADS + OTHER_LEADS && campaigns === SENDERS;
  return (
    [before, upgraded, split, restored].every(isWhole) &&
    upgraded.held === null &&
    restored.held !== null &&
    sent.while_held === 0 &&
    objects >= FILES &&
    headless === 'Northlight' &&
    isClean(verdict) &&
    verdict.confirmed === SENDERS * LEADS
  );
}

async function prove(folder: string): Promise<boolean> {
  const taken = [];
  for (const port of PORTS) if (await isTaken(port)) taken.push(port);
  if (taken.length > 0) throw new Error(`The pages need the ports ${taken.join(', ')}, which are taken.`);
  mkdirSync(join(folder, 'bucket'));
  const mail = await startProofMail(folder, { keeps_sent_copies: true });
  const bucket = await startS3Server({ folder: join(folder, 'bucket') });
  const machine = await startDebian(folder);
  try {
    const result = await walk(machine, mail, bucket, folder);
    process.stdout.write(`guides: ${JSON.stringify({ ...result, verdict: undefined })}\n  ${show(result.verdict)}\n`);
    const proven = isProven(result);
    recordProof('guides', proven, result);
    return proven;
  } finally {
    await machine.stop();
    await bucket.close();
    await mail.close();
  }
}

const obstacle = findObstacle();
if (obstacle !== null) process.stdout.write(`SKIPPED: ${obstacle}.\n`);
else {
  const folder = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'overture-guides-'));
  try {
    const proven = await prove(folder);
    process.stdout.write(proven ? 'PROVEN\n' : 'NOT PROVEN\n');
    process.exitCode = proven ? 0 : 1;
  } finally {
    if (process.env.GUIDES_LOG) copyFileSync(join(folder, 'machine.log'), process.env.GUIDES_LOG);
    await rm(folder, { recursive: true, force: true });
  }
}
