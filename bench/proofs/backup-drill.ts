import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { recordProof } from '../support/record.ts';
import { parseSize } from '../support/size.ts';
import { type OwnInstallation, overture, startInstallation, stopInstallation } from './world/own-installation.ts';

/**
 * Backup drill on the whole: the program as `npm start` runs it, with the embedded database and the sandbox, is written to and sends while it
 * is backed up; it is restored into an empty folder and started.
 */
const sample = { email: 'ada@acme.example', password: 'overture-sample' };

async function call(installation: OwnInstallation, path: string, token: string | null, body?: object) {
  const answer = await fetch(`${installation.url}/api/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...(token ? { jwt: token } : {}), ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return (await answer.json()) as Record<string, never>;
}

async function signIn(installation: OwnInstallation): Promise<string> {
  const password = /ada@\S+ {2}(\S+)/.exec(installation.output())?.[1] ?? sample.password;
  const email = /(ada@\S+)/.exec(installation.output())?.[1] ?? sample.email;
  const { data } = (await call(installation, '/auth/login/', null, { email, password })) as {
    data?: { token: string };
  };
  if (!data) throw new Error('The sign-in fails.');
  return data.token;
}

/** What the mail servers of the sandbox took, each with the address it went to. */
function listSent({ directory }: Pick<OwnInstallation, 'directory'>): string[] {
  return readFileSync(join(directory, 'sandbox-ledger.jsonl'), 'utf8').trim().split('\n').filter(Boolean);
}

async function writeUntil(installation: OwnInstallation, token: string, isDone: () => boolean): Promise<number> {
  let written = 0;
  while (!isDone()) {
    await call(installation, '/searches/', token, { name: `Drill ${written}` });
    written += 1;
  }
  return written;
}

async function countLists(installation: OwnInstallation, token: string): Promise<number> {
  const { searches } = (await call(installation, '/searches/', token)) as { searches?: unknown[] };
  return searches?.length ?? 0;
}

async function drill(minutes: number, folder: string) {
  const first = await startInstallation(join(folder, 'first'));
  const token = await signIn(first);
  await sleep(minutes * 30_000);
  let isDone = false;
  const writing = Promise.all([1, 2, 3].map(() => writeUntil(first, token, () => isDone)));
  const archive = join(folder, 'drill.tar');
  const startedAt = performance.now();
  await overture(first.directory, 'backup', archive);
  const backup_in_ms = Math.round(performance.now() - startedAt);
  isDone = true;
  const written = (await writing).reduce((sum, count) => sum + count, 0);
  await sleep(minutes * 30_000);
  const lists = await countLists(first, token);
  await stopInstallation(first);
  const restoredAt = performance.now();
  const said = await overture(join(folder, 'second'), 'restore', archive);
  const restore_in_ms = Math.round(performance.now() - restoredAt);
  const sent = listSent({ directory: join(folder, 'second') }).length;
  const second = await startInstallation(join(folder, 'second'));
  const again = await signIn(second);
  await sleep(20_000);
  const { hold } = (await call(second, '/app/sending-hold/', again)) as { hold?: { reason: string } };
  const after = listSent(second).length;
  const restored = await countLists(second, again);
  await stopInstallation(second);
  return {
    said: said.trim().split('\n')[0],
    written,
    lists,
    restored,
    backup_in_ms,
    restore_in_ms,
    is_held: Boolean(hold),
    sent_while_held: after - sent,
  };
}

const folder = await mkdtemp(join(tmpdir(), 'overture-drill-'));
try {
  const result = await drill(parseSize('MINUTES', 1), folder);
  process.stdout.write(`backup-drill: ${JSON.stringify(result)}\n`);
  const { written, restored, lists, is_held, sent_while_held } = result;
  // The backup holds the data of its instant, some of the writes during it, and nothing later.
  const isProven = is_held && sent_while_held === 0 && written > 0 && restored > 0 && restored <= lists;
  recordProof('backup-drill', isProven, result);
  process.stdout.write(isProven ? 'PROVEN\n' : 'NOT PROVEN\n');
  process.exitCode = isProven ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
