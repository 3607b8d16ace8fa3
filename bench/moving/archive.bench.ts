import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import { to as copyTo } from 'pg-copy-streams';
import { fillInbox } from '../data/inbox-data.ts';
import type { BenchPerson, BenchServer } from '../support/bench-server.ts';
import { type Bench, rowsOfBench, time, waitUntilQuiet } from '../support/measure.ts';
import { measureServer } from '../support/measure-in.ts';

/** Of a million leads and two million messages; fewer have as much of it. */
const MINUTES_FOR_A_MILLION = 10;
/** Of 100,000 leads with twice as many messages. */
const MINUTES_TO_MOVE_IN = 60;
/** A million leads would move in for hours. */
const MOST_MOVED_IN = 100_000;
const POLLED_EVERY_MS = 200;

/**
 * A portable archive of an organization with as many leads as rows and twice as many messages, by a job of the program, against
 * COPY of leads and messages alone as JSON into one gzip file.
 */
export const bench: Bench = {
  kept_as: 'moving/archive',
  run: () => measureServer((server) => measure(server, rowsOfBench)),
};

async function measure(server: BenchServer, leads: number) {
  const person = await server.signUp();
  await fillInbox(server.owner, person.organization_id, 2 * leads);
  await server.owner.query(
    `insert into prospects (organization_id, first_name, last_name, email, company_name, job_title, custom)
     select $1::bigint, 'Lead' || n, 'Surname' || (n % 5000), 'lead' || n || '@company' || (n % 20000) || '.example',
       'Company ' || (n % 20000), 'Engineer', jsonb_build_object('fleet_size', n % 500) from generate_series(1, $2::int) n`,
    [person.organization_id, leads - leads / 5],
  );
  await server.owner.query('update sessions set confirmed_at = now() where organization_id = $1', [
    person.organization_id,
  ]);
  await server.owner.query('vacuum (analyze) prospects');
  await waitUntilQuiet('leads and messages');
  const [before, atStart] = [server.memory(), server.peakMemory()].map((bytes) => Math.round(bytes / 2 ** 20));
  server.resetPeakMemory();
  let archive: Made | undefined;
  const product = await time(async () => {
    archive = await makeArchive(person);
  });
  const memory = server.peakMemory() / 2 ** 20;
  const reference = await time(() => copyTables(server, person.organization_id));
  const limit = (MINUTES_FOR_A_MILLION * 60 * leads) / 1_000_000;
  return [
    {
      what: `archive of ${leads} leads and ${2 * leads} messages against COPY of these`,
      product: `${product.toFixed(1)} s, ${Math.round((archive?.rows ?? 0) / product)} rows/s, ${((archive?.bytes ?? 0) / 2 ** 20).toFixed(0)} MB`,
      reference: `${reference.toFixed(1)} s`,
      ratio: reference / product,
      goal: `<= ${limit.toFixed(0)} s`,
      is_met: product <= limit,
    },
    {
      what: 'server memory',
      product: `${memory.toFixed(0)} MB at most, ${before} MB before; ${atStart} MB while the program started`,
      goal: '<= 256 MB',
      is_met: memory <= 256,
    },
    ...(leads > MOST_MOVED_IN ? [] : [await measureMovingIn(server, person, leads, reference)]),
  ];
}

async function measureMovingIn(server: BenchServer, person: BenchPerson, leads: number, reference: number) {
  const { seconds, rows } = await moveIn(server, person);
  const limit = (MINUTES_TO_MOVE_IN * 60 * leads) / 100_000;
  return {
    what: `the same archive moved into another organization`,
    product: `${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} rows/s, server ${(server.peakMemory() / 2 ** 20).toFixed(0)} MB at most`,
    reference: `${reference.toFixed(1)} s`,
    ratio: reference / seconds,
    goal: `<= ${limit.toFixed(0)} s`,
    is_met: seconds <= limit,
  };
}

interface Made {
  rows: number;
  bytes: number;
}

async function makeArchive(person: BenchPerson): Promise<Made> {
  const asked = await person.call('POST', '/organization/archives/', {});
  if (!asked.ok) throw new Error(`no archive: ${await asked.text()}`);
  for (;;) {
    const { archives } = (await (await person.call('GET', '/organization/archives/')).json()) as {
      archives?: { state: string; rows_done: number; size_in_bytes: number; error: string | null }[];
    };
    // A busy server refuses a request now and then.
    const one = archives?.[0];
    if (one?.state === 'ready') return { rows: one.rows_done, bytes: one.size_in_bytes };
    if (one?.state === 'failed') throw new Error(one.error ?? 'failed');
    await sleep(POLLED_EVERY_MS);
  }
}

async function copyTables(server: BenchServer, organizationId: number): Promise<void> {
  for (const table of ['prospects', 'chat_messages'])
    await pipeline(
      server.owner.query(
        copyTo(`copy (select row_to_json(t) from ${table} t where organization_id = ${organizationId}) to stdout`),
      ),
      createGzip({ level: 3 }),
      createWriteStream(join(server.directory, `${table}.gz`)),
    );
}

/** Uploads the archive to another organization, and moves it in. Seconds without the upload. */
async function moveIn(server: BenchServer, person: BenchPerson): Promise<{ seconds: number; rows: number }> {
  const other = await server.signUp();
  await server.owner.query('update sessions set confirmed_at = now() where organization_id = $1', [
    other.organization_id,
  ]);
  const { archives } = (await (await person.call('GET', '/organization/archives/')).json()) as {
    archives: { id: number }[];
  };
  const file = await person.call('GET', `/organization/archives/${archives[0]?.id}/file/`);
  const form = new FormData();
  form.append('file_content', new Blob([await file.arrayBuffer()], { type: 'application/zip' }), 'archive.zip');
  const sent = await fetch(`${server.url}/api/v1/organization/archive-imports/`, {
    method: 'POST',
    headers: other.headers,
    body: form,
  });
  if (!sent.ok) throw new Error(`not taken: ${await sent.text()}`);
  const { import: one } = (await sent.json()) as { import: { id: number } };
  const checked = await waitForImport(other, 'checked');
  const seconds = await time(async () => {
    await other.call('POST', `/organization/archive-imports/${one.id}/start/`, {});
    await waitForImport(other, 'done');
  });
  return { seconds, rows: checked.rows_total ?? 0 };
}

async function waitForImport(person: BenchPerson, state: string): Promise<{ rows_total: number | null }> {
  for (;;) {
    const { imports } = (await (await person.call('GET', '/organization/archive-imports/')).json()) as {
      imports: { state: string; rows_total: number | null; error: string | null }[];
    };
    const [one] = imports;
    if (one?.state === state) return one;
    if (one && one.error !== null) throw new Error(one.error);
    await sleep(POLLED_EVERY_MS);
  }
}
