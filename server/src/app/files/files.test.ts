import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FilesPlace, FilesUnavailableError } from '@overture/adapters/files/files.port';
import { pino } from 'pino';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { S3_KEY, startS3Server } from '../../../../sandbox/src/s3/s3-server.ts';
import { loadConfig } from '../../kernel/config.ts';
import { attachment, makeConversation, receiveReply } from '../../slices/chats/chats.factory.ts';
import { runImport } from '../../slices/searches/import/run-import.job.ts';
import { createList, csvHeader, csvRows, importCsv } from '../../slices/searches/lists.factory.ts';
import { useTestServer } from '../../testing/harness.ts';
import { checkMachine } from '../doctor/machine-checks.ts';
import { checkFiles } from './check-files.service.ts';
import { createFileDeletions } from './deletions.service.ts';
import { openFilePlaces } from './file-places.ts';
import { MoveError, moveFiles } from './move-files.service.ts';
import { beginMove, findMove } from './moves.store.ts';

const folder = await mkdtemp(join(tmpdir(), 'overture-bucket-'));
const bucket = await startS3Server({ folder });
const environment = {
  FILES_STORE: 's3',
  FILES_S3_BUCKET: 'overture',
  FILES_S3_ENDPOINT: bucket.url,
  FILES_S3_ACCESS_KEY_ID: S3_KEY.id,
  FILES_S3_SECRET_ACCESS_KEY: S3_KEY.secret,
};
const server = useTestServer({ environment, is_alone: true });
afterAll(async () => {
  await bucket.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  bucket.faults.denied.clear();
  bucket.faults.answers.length = 0;
  await server.owner.query('truncate file_moves, file_deletions; update installation set sending_held_since = null');
});

const system = () => server.program.system;
const places = () => {
  const { folder: here, bucket: there } = openFilePlaces(server.config);
  return { folder: here, bucket: there as FilesPlace };
};
const fill = (place: FilesPlace, amount: number, name = 'mail') =>
  Promise.all(Array.from({ length: amount }, (_, n) => place.saveFile(name, Buffer.from(`file ${n}`), 100)));
const clear = async (place: FilesPlace) => {
  for (const { key } of await place.listFiles(null, 10_000)) await place.deleteFile(key);
};
const keysIn = async (place: FilesPlace) => (await place.listFiles(null, 10_000)).map(({ key }) => key);
const signal = new AbortController().signal;

test('settings of half a bucket are refused in words', () => {
  const { FILES_S3_SECRET_ACCESS_KEY: _, ...half } = environment;
  const load = (given: Record<string, string>) => () =>
    loadConfig({ NODE_ENV: 'test', DATA_DIR: server.config.DATA_DIR, ...given });
  expect(load(half)).toThrow('A bucket for files also needs FILES_S3_SECRET_ACCESS_KEY.');
  expect(load({ FILES_STORE: 's3' })).toThrow(/also needs FILES_S3_BUCKET and FILES_S3_ACCESS_KEY_ID and/);
  expect(load({ ...environment, FILES_S3_BUCKET: 'Not A Bucket' })).toThrow(/3 to 63 of a-z/);
  expect(load({ ...environment, FILES_S3_ENDPOINT: 'ftp://files.example' })).toThrow(/https:\/\/s3.example.com/);
});

test('an upload lands in the bucket under a key without names; where the bucket refuses it, the answer says to try again', async () => {
  const person = await server.signUp();
  const list = await createList(person, 'Files');
  const before = bucket.store.objects.size;
  const csv = `${csvHeader}\n${csvRows(6000)}`;
  bucket.faults.denied.add('put');
  const refused = await importCsv(person, list, csv);
  expect([refused.status, refused.error.code, refused.headers['retry-after']]).toEqual([503, 'unavailable', '5']);
  bucket.faults.denied.clear();
  expect((await importCsv(person, list, csv)).status).toBe(202);
  expect(bucket.store.objects.size).toBe(before + 1);
  expect([...bucket.store.objects.keys()].at(-1)).toMatch(/^imports\/[0-9a-f]{2}\/[0-9a-f]{32}$/);
  expect(await checkFiles(system(), places())).toMatchObject({
    named: 1,
    in_folder: 0,
    in_bucket: 1,
    missing_total: 0,
  });
  await clear(places().bucket);
  expect(await checkFiles(system(), places())).toMatchObject({
    named: 1,
    missing: [{ table_name: 'imports' }],
    missing_total: 1,
  });
});

test('a reply whose files the bucket refuses is stored with its words, stops the sequence, and says so', async () => {
  const person = await server.signUp();
  const conversation = await makeConversation(server, person.organization_id);
  bucket.faults.denied.add('put');
  const files = [attachment(), attachment({ filename: 'second.pdf' })];
  await receiveReply(server, conversation, { text: 'Yes, call me on Monday.', attachments: files });
  const { rows } = await server.owner.query(
    `select m.message, m.is_unreadable, l.status from chat_messages m join campaign_leads l using (prospect_id)
      where prospect_id = $1 and sent_by_prospect`,
    [conversation.prospect_id],
  );
  expect(rows).toMatchObject([{ is_unreadable: false, status: 'REPLIED' }]);
  expect(rows[0].message).toBe(
    "Yes, call me on Monday.\n\n[2 files that came with this message couldn't be saved here. Open the message in your mailbox to get them.]",
  );
});

test('with a wrong bucket the program starts, and doctor says what is wrong', async () => {
  const config = { ...server.config, FILES_S3_BUCKET: 'elsewhere' };
  const { files } = openFilePlaces(config);
  const found = await checkMachine({ config, ports: { ...system().ports, files } });
  expect(found.find(({ title }) => title === 'Files')).toMatchObject({
    text: expect.stringMatching(/no bucket elsewhere at 127\.0\.0\.1:\d+ \(FILES_S3_BUCKET\)/),
  });
  bucket.faults.has_bucket = false;
  expect((await server.program.app.inject('/readyz')).statusCode).toBe(200);
  bucket.faults.has_bucket = true;
});

test('an import waits for a bucket that refuses to read, however often it is tried, and then ends', async () => {
  const person = await server.signUp();
  const list = await createList(person, 'Waiting');
  bucket.faults.denied.add('get');
  expect((await importCsv(person, list, `${csvHeader}\n${csvRows(6000)}`)).status).toBe(202);
  const { rows } = await server.owner.query('select id, organization_id from imports order by id desc limit 1');
  const payload = { import_id: rows[0].id, organization_id: rows[0].organization_id };
  const state = async () =>
    (await server.owner.query('select status, attempts from imports where id = $1', [payload.import_id])).rows[0];
  const run = () => runImport(system(), payload, signal);
  for (let n = 0; n < 7; n += 1) await expect(run()).rejects.toThrow(FilesUnavailableError);
  expect(await state()).toEqual({ status: 'queued', attempts: 0 });
  bucket.faults.denied.clear();
  await run();
  expect(await state()).toMatchObject({ status: 'finished' });
});

const deleteDue = () =>
  createFileDeletions(openFilePlaces(server.config).files, {
    ...{ db: server.program.databases.system, log: pino({ level: 'silent' }) },
    is_shared: true,
  }).deleteDue();

describe('deleting', () => {
  const waiting = async () => (await server.owner.query('select key, attempts, error from file_deletions')).rows;

  test('what the bucket refuses to delete is deleted later, and until then tried ever less often', async () => {
    const [file] = await fill(places().bucket, 1);
    bucket.faults.denied.add('delete');
    await system().ports.files.deleteFile(file!.key);
    expect(await waiting()).toMatchObject([{ key: file!.key, attempts: 0, error: expect.stringMatching(/no right/) }]);
    await deleteDue();
    expect(await waiting()).toMatchObject([{ attempts: 1 }]);
    bucket.faults.denied.clear();
    await deleteDue();
    expect(await waiting()).toHaveLength(1);
    await server.owner.query('update file_deletions set next_at = now()');
    await deleteDue();
    expect(await waiting()).toEqual([]);
    expect(await places().bucket.hasFile(file!.key)).toBe(false);
  });

  test('many that are refused cost few requests', async () => {
    const keys = Array.from({ length: 150 }, (_, n) => `mail/00/${String(n).padStart(32, '0')}`);
    await server.owner.query('insert into file_deletions (key) select unnest($1::text[])', [keys]);
    bucket.faults.denied.add('delete');
    bucket.calls.length = 0;
    await deleteDue();
    expect(bucket.calls.length).toBeLessThan(20);
    expect((await waiting()).filter(({ attempts }) => attempts === 1)).toHaveLength(150);
  });

  test('while sending is held nothing is deleted: the bucket may be that of the installation that was copied', async () => {
    const [file] = await fill(places().bucket, 1);
    await server.owner.query('update installation set sending_held_since = now()');
    await system().ports.files.deleteFile(file!.key);
    await deleteDue();
    expect(await places().bucket.hasFile(file!.key)).toBe(true);
    await server.owner.query('update installation set sending_held_since = null');
    await deleteDue();
    expect(await places().bucket.hasFile(file!.key)).toBe(false);
  });
});

describe('moving', () => {
  beforeEach(async () => {
    await clear(places().folder);
    await clear(places().bucket);
  });
  const move = (to: 's3' | 'folder', more: Partial<Parameters<typeof moveFiles>[1]> = {}) => {
    const { folder: here, bucket: there } = places();
    const [target, source] = to === 's3' ? [there, here] : [here, there];
    return moveFiles(system(), { ...{ source, target, name: to, signal, batch: 20 }, ...more });
  };
  const loadAll = async (files: { key: string }[]) =>
    Promise.all(files.map(async ({ key }) => (await system().ports.files.readFile(key, 100))?.toString()));

  test('there and back: every file is read at every moment, and is in one place at the end', async () => {
    const files = await fill(places().folder, 45);
    const wanted = files.map((_, n) => `file ${n}`);
    let isMoving = true;
    const reading = (async () => {
      while (isMoving) expect(await loadAll(files)).toEqual(wanted);
    })();
    expect(await move('s3')).toEqual({ files: 45, bytes: expect.any(Number), outcome: 'done' });
    expect([(await keysIn(places().folder)).length, (await keysIn(places().bucket)).length]).toEqual([0, 45]);
    expect(await move('folder')).toMatchObject({ files: 45, outcome: 'done' });
    isMoving = false;
    await reading;
    expect([(await keysIn(places().folder)).length, (await keysIn(places().bucket)).length]).toEqual([45, 0]);
    expect(await findMove(system())).toMatchObject({ target: 'folder', moved: 45, is_running: false });
  });

  test.each(['put', 'get', 'delete'] as const)(
    'a bucket whose right to %s ends in the middle: nothing is lost, and the next run continues',
    async (right) => {
      const direction = right === 'delete' ? 'folder' : 's3';
      const files = await fill(direction === 's3' ? places().folder : places().bucket, 100);
      const onProgress = () => void bucket.faults.denied.add(right);
      const error = await move(direction, { onProgress }).catch((reason) => reason);
      expect(error.message).toMatch(/no right to this in the bucket/);
      expect((await keysIn(places().folder)).length).toBeGreaterThan(0);
      bucket.faults.denied.clear();
      expect(await loadAll(files)).toEqual(files.map((_, n) => `file ${n}`));
      expect(await findMove(system())).toMatchObject({ is_running: false, finished_at: null, moved: 20 });
      expect((await move(direction)).outcome).toBe('done');
      expect(await loadAll(files)).toEqual(files.map((_, n) => `file ${n}`));
      expect(await findMove(system())).toMatchObject({ moved: 100, finished_at: expect.any(Date) });
    },
  );

  test('an abort stops it between two files', async () => {
    await fill(places().folder, 100);
    const stopping = new AbortController();
    const result = await move('s3', { signal: stopping.signal, onProgress: () => stopping.abort() });
    expect(result).toMatchObject({ outcome: 'stopped', files: 20 });
    expect((await keysIn(places().folder)).length).toBe(80);
  });

  test('a copy that differs is not kept, and its original stays', async () => {
    const [file] = await fill(places().folder, 1);
    const there = places().bucket;
    const target: FilesPlace = {
      ...there,
      openFile: async (key) => {
        const opened = await there.openFile(key);
        return opened && { ...opened, stream: (await places().folder.openFile(key, 1))!.stream };
      },
    };
    await expect(move('s3', { target })).rejects.toThrow(MoveError);
    expect([await keysIn(places().folder), await keysIn(there)]).toEqual([[file!.key], []]);
  });

  test('a file that is erased while it is copied is in neither place', async () => {
    const [file, other] = await fill(places().folder, 2);
    const there = places().bucket;
    const target: FilesPlace = {
      ...there,
      putFile: async (key, content, max) => {
        const written = await there.putFile(key, content, max);
        if (key === file!.key) await system().ports.files.deleteFile(key);
        // The copy was made a moment after the deletion.
        if (key === file!.key) await there.putFile(key, Buffer.from('file 0'), 100);
        return written;
      },
    };
    await server.owner.query(
      `insert into file_moves (target, leased_until) values ('s3', now() - interval '1 second')`,
    );
    expect(await move('s3', { target })).toMatchObject({ files: 1 });
    // Not before its minute, and not while files are moved.
    await deleteDue();
    expect((await keysIn(there)).sort()).toEqual([file!.key, other!.key].sort());
    await server.owner.query(
      `update file_deletions set next_at = now(); update file_moves set leased_until = now() + interval '1 minute'`,
    );
    await deleteDue();
    expect(await keysIn(there)).toHaveLength(2);
    await server.owner.query('update file_moves set leased_until = null');
    await deleteDue();
    expect([await keysIn(places().folder), await keysIn(there)]).toEqual([[], [other!.key]]);
  });

  test('a file that the loop deletes during a move is deleted again after it', async () => {
    const [file] = await fill(places().folder, 1);
    const { key } = file!;
    await server.owner.query('insert into file_deletions (key) values ($1)', [key]);
    await server.owner.query(
      `insert into file_moves (target, leased_until) values ('s3', now() + interval '1 minute')`,
    );
    await deleteDue();
    // The mover had read it already.
    await places().bucket.putFile(key, Buffer.from('file 0'), 100);
    await server.owner.query('update file_moves set leased_until = null; update file_deletions set next_at = now()');
    await deleteDue();
    expect([await keysIn(places().folder), await keysIn(places().bucket)]).toEqual([[], []]);
    const { rows } = await server.owner.query('select key from file_deletions');
    expect(rows).toEqual([]);
  });

  test('a restored installation does not empty the bucket of the one it came from', async () => {
    await fill(places().bucket, 3);
    await server.owner.query('update installation set sending_held_since = now()');
    await expect(move('folder')).rejects.toThrow(/^Sending is held: the bucket may be that of the installation/);
    expect([await keysIn(places().folder), (await keysIn(places().bucket)).length]).toEqual([[], 3]);
  });

  test('one process moves files at a time, and another one continues after it was killed', async () => {
    await fill(places().folder, 30);
    await beginMove(system(), '00000000-0000-0000-0000-000000000001', 's3');
    await expect(move('s3')).rejects.toThrow(/^Another process moves files right now/);
    await server.owner.query(`update file_moves set leased_until = now() - interval '1 second'`);
    expect(await move('s3', { onProgress: () => undefined })).toMatchObject({ files: 30 });
  });

  test('two parallel movers keep every file', async () => {
    const files = await fill(places().folder, 60);
    const first = move('s3').catch((error: Error) => error.message);
    await expect.poll(async () => (await findMove(system()))?.is_running).toBe(true);
    await server.owner.query('update file_moves set leased_until = null');
    const second = move('s3').catch((error: Error) => error.message);
    await Promise.all([first, second]);
    await move('s3');
    expect(await loadAll(files)).toEqual(files.map((_, n) => `file ${n}`));
    expect((await keysIn(places().bucket)).length).toBe(60);
  });
});
