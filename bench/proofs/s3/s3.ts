import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FilesPlace } from '../../../adapters/src/files/files.port.ts';
import { createLocalFiles } from '../../../adapters/src/files/local/local.adapter.ts';
import { createS3Files } from '../../../adapters/src/files/s3/s3.adapter.ts';
import { S3Client, type S3Settings } from '../../../adapters/src/files/s3/s3-client.api.ts';
import { createFilesInTwoPlaces } from '../../../adapters/src/files/two-places.ts';
import { freePort } from '../../support/bench-server.ts';
import { recordProof } from '../../support/record.ts';
import { parseSize } from '../../support/size.ts';
import { startInstallation, stopInstallation } from '../world/own-installation.ts';

/**
 * Files in a bucket, on the stand-in of the sandbox and on a real store, OpenStack Swift of Debian. One large file is streamed up and down; then the command of operators moves many small files there and back while the
 * program runs, killed in the middle, and each file is read all the time.
 */
const LARGE_MB = parseSize('LARGE_MB', 1024);
const FILES = parseSize('FILES', 10_000);
const KILLS = parseSize('KILLS', 3);
const root = join(import.meta.dirname, '../../..');

interface Store {
  name: string;
  settings: S3Settings;
  stop(): void;
}

async function startStandIn(folder: string): Promise<Store> {
  const child = spawn(process.execPath, [join(root, 'bench/proofs/workers/s3-worker.ts'), join(folder, 'stand-in')], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [{ url, bucket, key }] = await once(child, 'message');
  const settings = {
    ...{ endpoint: url, bucket, region: key.region, path_style: true },
    ...{ access_key_id: key.id, secret_access_key: key.secret },
  };
  return { name: 'stand-in', settings, stop: () => child.kill('SIGKILL') };
}

/** Null where it is not installed. */
async function startSwift(folder: string): Promise<Store | null> {
  try {
    execFileSync('/usr/bin/python3', ['-c', 'import swift.common.middleware.s3api'], { stdio: 'ignore' });
    execFileSync('memcached', ['--version'], { stdio: 'ignore' });
  } catch {
    return null;
  }
  const port = await freePort();
  const home = await mkdtemp(join(folder, 'swift-'));
  const child = spawn('/usr/bin/python3', ['-B', join(root, 'bench/proofs/s3/store.py'), home, String(port)], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const settings = {
    ...{ endpoint: `http://127.0.0.1:${port}`, bucket: 'overture', region: 'us-east-1', path_style: true },
    ...{ access_key_id: 'test:tester', secret_access_key: 'testing' },
  };
  await makeBucket(settings);
  return { name: 'OpenStack Swift', settings, stop: () => child.stdin!.end() };
}

async function makeBucket(settings: S3Settings): Promise<void> {
  const client = new S3Client(settings);
  for (let tries = 1; ; tries += 1) {
    const made = await client.sendForText({ method: 'PUT', key: '' }).catch((error: Error) => error);
    if (!(made instanceof Error)) break;
    if (tries === 30) throw made;
    await sleep(500);
  }
  await client.close();
}

/** Bytes that differ in every megabyte, and their digest. */
function makeBytes(megabytes: number): { stream: Readable; digest(): string } {
  const hash = createHash('sha256');
  function* produce() {
    for (let n = 0; n < megabytes; n += 1) {
      const chunk = Buffer.alloc(1_048_576, `${n} of a large file `);
      hash.update(chunk);
      yield chunk;
    }
  }
  return { stream: Readable.from(produce(), { objectMode: false }), digest: () => hash.digest('hex') };
}

async function measureMemory<Result>(work: () => Promise<Result>) {
  const before = process.memoryUsage.rss();
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  const started = performance.now();
  const result = await work();
  clearInterval(timer);
  return {
    result,
    mb: Math.round((peak - before) / 1e6),
    seconds: Number(((performance.now() - started) / 1000).toFixed(1)),
  };
}

async function streamLarge(bucket: FilesPlace) {
  const { stream, digest } = makeBytes(LARGE_MB);
  const up = await measureMemory(() => bucket.saveFile('large', stream, LARGE_MB * 1_048_576));
  const down = await measureMemory(async () => {
    const hash = createHash('sha256');
    for await (const chunk of (await bucket.openFile(up.result.key))!.stream) hash.update(chunk as Buffer);
    return hash.digest('hex');
  });
  const wanted = digest();
  const isWhole = wanted === up.result.sha256 && wanted === down.result;
  await bucket.deleteFile(up.result.key);
  const figures = { up_mb: up.mb, up_seconds: up.seconds, down_mb: down.mb, down_seconds: down.seconds };
  return { is_whole: isWhole, ...figures };
}

const environmentOf = (directory: string, { settings }: Store, saves_in: 's3' | 'folder') => ({
  DATA_DIR: directory,
  LEAD_DATABASE: 'off',
  FILES_STORE: saves_in,
  FILES_S3_BUCKET: settings.bucket,
  FILES_S3_ENDPOINT: settings.endpoint!,
  FILES_S3_REGION: settings.region,
  FILES_S3_ACCESS_KEY_ID: settings.access_key_id,
  FILES_S3_SECRET_ACCESS_KEY: settings.secret_access_key,
});

function startMove(environment: Record<string, string>, to: string): { child: ChildProcess; output(): string } {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'server/src/overture.ts', 'files', 'move', '--to', to],
    { cwd: root, env: { ...inherited, ...environment }, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
  );
  let output = '';
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (output += chunk));
  return { child, output: () => output };
}

/** Killed at moments that depend on how many files are there already. @returns what it said at its end */
async function moveThroughKills(
  environment: Record<string, string>,
  to: 's3' | 'folder',
  countMoved: () => Promise<number>,
) {
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const { child, output } = startMove(environment, to);
    const ended = once(child, 'exit');
    while (child.exitCode === null && (await countMoved()) < (FILES * kill) / (KILLS + 1)) await sleep(100);
    if (child.exitCode !== null) throw new Error(`The move ended before it was killed: ${output()}`);
    child.kill('SIGKILL');
    await ended;
    // The lease of the one that was killed.
    await sleep(31_000);
  }
  const { child, output } = startMove(environment, to);
  if (child.exitCode === null) await once(child, 'exit');
  if (child.exitCode !== 0) throw new Error(output());
  return output().trim();
}

/** Reads files of a fixed list one after the other, in random order, until it is stopped. @returns how many were read, and those not found */
function watchThroughout(store: Store, directory: string, files: Map<string, string>) {
  const places = createFilesInTwoPlaces({
    ...{ folder: createLocalFiles(join(directory, 'files')), bucket: createS3Files(store.settings) },
    saves_in: 's3',
  });
  const keys = [...files.keys()];
  const wrong: string[] = [];
  let read = 0;
  let isEnding = false;
  const work = async (): Promise<void> => {
    while (!isEnding) {
      const key = keys[Math.floor(Math.random() * keys.length)]!;
      const content = await places.readFile(key, 10_000);
      read += 1;
      if (content?.toString() !== files.get(key)) wrong.push(key);
      await sleep(5);
    }
  };
  const working = work();
  return {
    async stop() {
      isEnding = true;
      await working;
      return { read, wrong };
    },
  };
}

async function countFiles(place: FilesPlace): Promise<number> {
  return (await place.listFiles(null, 1_000_000)).length;
}

async function moveMany(folder: string, store: Store) {
  const directory = await mkdtemp(join(folder, 'installation-'));
  const here = createLocalFiles(join(directory, 'files'));
  const bucket = createS3Files(store.settings);
  const files = new Map<string, string>();
  const installation = await startInstallation(directory, environmentOf(directory, store, 's3'));
  const first = await countFiles(here);
  for (let n = 0; n < FILES; n += 1) {
    const text = `file ${n} `.repeat(1 + (n % 200));
    files.set((await here.saveFile('mail', Buffer.from(text), 10_000)).key, text);
  }
  const reading = watchThroughout(store, directory, files);
  try {
    const before = await countFiles(bucket);
    const there = environmentOf(directory, store, 's3');
    const said = await moveThroughKills(there, 's3', async () => (await countFiles(bucket)) - before);
    const moved = { folder: await countFiles(here), bucket: (await countFiles(bucket)) - before };
    const started = performance.now();
    const back = startMove(environmentOf(directory, store, 'folder'), 'folder');
    if (back.child.exitCode === null) await once(back.child, 'exit');
    const seconds = Number(((performance.now() - started) / 1000).toFixed(1));
    const { read, wrong } = await reading.stop();
    let lost = 0;
    for (const [key, text] of files) if ((await here.readFile(key, 10_000))?.toString() !== text) lost += 1;
    const left = await countFiles(bucket);
    process.stdout.write(`  ${said.split('\n').join('; ')}\n  ${back.output().trim().split('\n').join('; ')}\n`);
    const isProven =
      wrong.length + lost + left + moved.folder === 0 && moved.bucket >= FILES + first && back.child.exitCode === 0;
    return {
      is_proven: isProven,
      files: FILES,
      kills: KILLS,
      read,
      wrong: wrong.length,
      lost,
      left,
      back_seconds: seconds,
    };
  } finally {
    await reading.stop();
    await stopInstallation(installation);
    await bucket.close();
  }
}

async function prove(folder: string, store: Store): Promise<boolean> {
  const bucket = createS3Files(store.settings);
  process.stdout.write(`${store.name}: ${await bucket.check()}\n`);
  const large = await streamLarge(bucket);
  process.stdout.write(`  ${LARGE_MB} MB: ${JSON.stringify(large)}\n`);
  await bucket.close();
  const many = await moveMany(folder, store);
  process.stdout.write(`  ${FILES} files: ${JSON.stringify(many)}\n`);
  const isProven = large.is_whole && many.is_proven;
  recordProof('machines/s3', isProven, { store: store.name, large_mb: LARGE_MB, large, many });
  return isProven;
}

const folder = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'overture-s3-'));
const stores = [await startStandIn(folder), await startSwift(folder)];
let isProven = true;
for (const store of stores)
  if (store === null)
    process.stdout.write(
      'SKIPPED: OpenStack Swift is not installed (`apt-get install --no-install-recommends python3-swift memcached`).\n',
    );
  else {
    isProven = (await prove(folder, store)) && isProven;
    store.stop();
  }
await rm(folder, { recursive: true, force: true });
process.stdout.write(isProven ? 'PROVEN\n' : 'NOT PROVEN\n');
process.exitCode = isProven ? 0 : 1;
