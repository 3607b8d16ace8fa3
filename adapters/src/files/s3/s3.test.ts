import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { S3_KEY, type S3Server, startS3Server } from '../../../../sandbox/src/s3/s3-server.ts';
import { describeRequest } from '../../../../sandbox/src/s3/signature.ts';
import { describeFilesPlace } from '../files.conformance.ts';
import { FilesUnavailableError } from '../files.port.ts';
import { createS3Files } from './s3.adapter.ts';
import type { S3Settings } from './s3-client.api.ts';

const PART = 100_000;
let folder = '';
let server: S3Server;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'overture s3 '));
  server = await startS3Server({ folder, smallest_part_in_bytes: PART });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  Object.assign(server.faults, {
    denied: new Set(),
    answers: [],
    cuts: [],
    clock_offset_in_ms: 0,
    has_bucket: true,
    lost_answers: 0,
    unanswered: 0,
    ignores_ranges: false,
  });
});

const open = (given: Partial<S3Settings> = {}) =>
  createS3Files({
    endpoint: server.url,
    bucket: 'overture',
    region: S3_KEY.region,
    access_key_id: S3_KEY.id,
    secret_access_key: S3_KEY.secret,
    path_style: true,
    part_in_bytes: PART,
    first_pause_in_ms: 5,
    ...given,
  });
const content = (size: number): Buffer => Buffer.alloc(size, 'overture');
const save = (given: Partial<S3Settings> = {}, size = 10) => open(given).saveFile('a', content(size), size);

describeFilesPlace('files in a bucket', async () => open(), 3 * PART);

test('the stand-in builds the canonical request that AWS publishes for a GET of a range', () => {
  const headers = {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'x-amz-date': '20130524T000000Z',
  };
  const text = describeRequest(
    { method: 'GET', path: '/test.txt', query: new URLSearchParams(), headers },
    Object.keys(headers).sort(),
    headers['x-amz-content-sha256'],
  );
  expect(text).toBe(`GET
/test.txt

host:examplebucket.s3.amazonaws.com
range:bytes=0-9
x-amz-content-sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
x-amz-date:20130524T000000Z

host;range;x-amz-content-sha256;x-amz-date
e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855`);
});

test('the bucket may be part of the name of the host', async () => {
  const lookup: S3Settings['lookup'] = (_host, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]);
  const virtual = open({ endpoint: `http://files.example:${server.port}`, path_style: false, lookup });
  const { key } = await virtual.saveFile('a', content(10), 10);
  expect(server.calls.at(-1)).toBe(`PUT /${key}`);
  expect(await virtual.hasFile(key)).toBe(true);
});

describe('what an operator reads', () => {
  test.each<[string, Partial<S3Settings>, RegExp]>([
    ['an unknown bucket', { bucket: 'elsewhere' }, /no bucket elsewhere at 127\.0\.0\.1:\d+ \(FILES_S3_BUCKET\)/],
    ['an unknown key', { access_key_id: 'AKIA' }, /does not know the key in FILES_S3_ACCESS_KEY_ID/],
    [
      'a wrong secret',
      { secret_access_key: 'x' },
      /secret does not belong to the key: look at FILES_S3_SECRET_ACCESS_KEY/,
    ],
    ['another region', { region: 'eu-west-1' }, /another region than eu-west-1: set FILES_S3_REGION=us-east-1/],
    [
      'nobody there',
      { endpoint: 'http://127.0.0.1:9' },
      /127\.0\.0\.1:9 \(FILES_S3_ENDPOINT\) cannot be reached: it refuses the connection/,
    ],
  ])('%s', async (_name, given, words) => {
    const error = await save(given).catch((reason) => reason);
    expect(error).toBeInstanceOf(FilesUnavailableError);
    expect(error.message).toMatch(words);
    expect(JSON.stringify([error.message, error.code])).not.toContain(S3_KEY.secret);
    expect(error.reason).toBe('Stored files are not available right now.');
  });

  test('a right that is missing, and a bucket that is full', async () => {
    server.faults.denied.add('put');
    await expect(save()).rejects.toThrow(
      /no right to this in the bucket overture. It needs s3:GetObject, s3:PutObject/,
    );
    server.faults.denied.clear();
    server.faults.answers = [{ status: 403, code: 'QuotaExceeded' }];
    await expect(save()).rejects.toMatchObject({ is_full: true, message: expect.stringMatching(/is full/) });
  });

  test('without the right to list, a missing file looks like a refusal: the check says so', async () => {
    server.faults.denied.add('list');
    await expect(open().check()).rejects.toThrow(/lacks the right s3:ListBucket/);
    await expect(open().hasFile(`a/00/${'1'.repeat(32)}`)).rejects.toThrow(FilesUnavailableError);
  });

  test('a missing bucket is no missing file', async () => {
    const { key } = await save();
    server.faults.has_bucket = false;
    await expect(open().readFile(key, 10)).rejects.toThrow(/no bucket/);
    await expect(open().deleteFile(key)).rejects.toThrow(/no bucket/);
  });

  test('an answer of something else', async () => {
    server.faults.answers = [{ status: 418, code: '' }];
    await expect(save()).rejects.toThrow(/answered 418, and not as S3 does/);
  });
});

describe('trouble on the way', () => {
  test('what passes is tried again, and not for ever', async () => {
    server.faults.answers = [
      { status: 503, code: 'SlowDown' },
      { status: 500, code: 'InternalError' },
    ];
    await expect(save()).resolves.toMatchObject({ size_in_bytes: 10 });
    server.faults.answers = Array.from({ length: 9 }, () => ({ status: 503, code: 'SlowDown' }));
    await expect(save()).rejects.toThrow(/asks for fewer requests/);
    expect(server.faults.answers).toHaveLength(5);
  });

  test.each([10, 2 * PART + 1])('a lost answer stores %i bytes once', async (size) => {
    server.faults.lost_answers = 1;
    const { key } = await save({}, size);
    expect((await open().readFile(key, size))!.equals(content(size))).toBe(true);
  });

  test('the answer to the end of an upload is lost: the file is there, and its parts are not left', async () => {
    const files = open();
    server.store.uploads.clear();
    const parts = async function* () {
      yield content(PART);
      yield content(PART);
      server.faults.lost_answers = 1;
    };
    const { key } = await files.saveFile('a', Readable.from(parts()), 2 * PART);
    expect((await files.readFile(key, 2 * PART))?.length).toBe(2 * PART);
    expect(server.store.uploads.size).toBe(0);
  });

  test('an upload that breaks leaves no parts', async () => {
    const parts = async function* () {
      yield content(PART);
      server.faults.denied.add('put');
      yield content(PART);
    };
    await expect(open().saveFile('a', Readable.from(parts()), 3 * PART)).rejects.toThrow(FilesUnavailableError);
    server.faults.denied.clear();
    server.store.uploads.clear();
    const broken = async function* () {
      yield content(2 * PART);
      throw new Error('the sender is gone');
    };
    await expect(open().saveFile('a', Readable.from(broken()), 3 * PART)).rejects.toThrow('the sender is gone');
    expect(server.store.uploads.size).toBe(0);
  });

  test('a body that is cut is read on from there', async () => {
    const { key } = await save({}, PART);
    server.faults.cuts = [1000, 70_000];
    expect((await open().readFile(key, PART))!.equals(content(PART))).toBe(true);
    server.faults.cuts = [10];
    const opened = await open().openFile(key, 40_000);
    expect(Buffer.concat(await opened!.stream.toArray()).equals(content(PART).subarray(40_000))).toBe(true);
    server.faults.cuts = Array.from({ length: 10 }, () => 0);
    await expect(open().readFile(key, PART)).rejects.toThrow(/cannot be reached/);
  });

  test('a clock that is off by hours is followed, and told by the check', async () => {
    server.faults.clock_offset_in_ms = -3 * 3_600_000;
    const files = open();
    await expect(files.saveFile('a', content(10), 10)).resolves.toMatchObject({ size_in_bytes: 10 });
    expect(await files.check()).toMatch(/The clocks differ by 10\d\d\d s: set this one right/);
    // Nothing in the answer to HEAD says why it was refused.
    expect(await open().hasFile(`a/00/${'2'.repeat(32)}`)).toBe(false);
    expect(await open().check()).toMatch(/The clocks differ by/);
  });

  test('a body that is cut before anyone reads it is read whole', async () => {
    const { key } = await save({}, PART);
    server.faults.cuts = [10];
    const opened = await open().openFile(key);
    await expect.poll(() => server.countSending()).toBe(0);
    await open().hasFile(key);
    expect(Buffer.concat(await opened!.stream.toArray()).equals(content(PART))).toBe(true);
  });

  test('a store that begins a file again where it was asked to continue is refused', async () => {
    const { key } = await save({}, PART);
    server.faults.cuts = [1000];
    server.faults.ignores_ranges = true;
    await expect(open().readFile(key, PART)).rejects.toThrow(/ignores Range/);
  });

  test('where nothing answers, the first waits its time, and those after it do not wait', async () => {
    const files = open({ timeout_in_ms: 40 });
    const { key } = await files.saveFile('a', content(10), 10);
    server.faults.unanswered = 99;
    await expect(files.readFile(key, 10)).rejects.toThrow(/cannot be reached: it does not answer in time/);
    const asked = server.faults.unanswered;
    await expect(files.readFile(key, 10)).rejects.toThrow(FilesUnavailableError);
    await expect(files.saveFile('a', content(10), 10)).rejects.toThrow(FilesUnavailableError);
    expect([asked, server.faults.unanswered]).toEqual([95, 95]);
  });

  test('readers who do not read hold no one up, and free their connection when they leave', async () => {
    const size = 12_000_000;
    const { key } = await save({}, size);
    const files = open({ timeout_in_ms: 5000 });
    const opened = await Promise.all(Array.from({ length: 40 }, () => files.openFile(key)));
    expect(await files.hasFile(key)).toBe(true);
    expect((await files.saveFile('a', content(10), 10)).size_in_bytes).toBe(10);
    expect((await files.readFile(key, size))!.length).toBe(size);
    await expect(files.readFile(key, 10)).rejects.toThrow(/larger than 10 bytes/);
    for (const one of opened) one!.stream.destroy();
    await expect.poll(() => server.countSending()).toBe(0);
  });

  test('objects of others with odd names are passed over, and end no list', async () => {
    const { key } = await save();
    const names = ['zz ', 'zz\t', 'zz\u0001', ' a', 'zz&#x1;', `${key}/x`];
    for (const name of names) server.store.objects.set(name, { size: 1, etag: '"x"' });
    const listed: string[] = [];
    for (let page = await open().listFiles(null, 1); page.length > 0; page = await open().listFiles(page[0]!.key, 1))
      listed.push(page[0]!.key);
    for (const name of names) server.store.objects.delete(name);
    expect(listed).toEqual((await open().listFiles(null, 1000)).map((file) => file.key));
    expect(listed).toContain(key);
  });

  test('bytes that change on their way are refused', async () => {
    server.faults.answers = [{ status: 400, code: 'XAmzContentSHA256Mismatch' }];
    await expect(save()).rejects.toThrow(/answered 400 \(XAmzContentSHA256Mismatch/);
  });
});
