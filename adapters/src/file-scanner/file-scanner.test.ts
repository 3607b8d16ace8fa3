import { once } from 'node:events';
import net from 'node:net';
import { Readable } from 'node:stream';
import { type ClamdServer, EICAR, startClamdServer } from '@overture/sandbox/clamd/clamd-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFileScanner, parseResult } from './file-scanner.adapter.ts';

const LIMIT = 1024 * 1024;
let clamd: ClamdServer;
let hostile: net.Server;
/** What the hostile scanner does with a connection. */
let behave: (socket: net.Socket) => void;
beforeAll(async () => {
  clamd = await startClamdServer({ port: 0, stream_max_in_bytes: LIMIT });
  hostile = net.createServer((socket) => {
    socket.on('error', () => {});
    behave(socket);
  });
  hostile.listen(0, '127.0.0.1');
  await once(hostile, 'listening');
});
afterAll(async () => {
  await clamd.close();
  hostile.close();
});

const never = new AbortController().signal;
const scan = (content: Buffer, port = clamd.port, signal = never) =>
  createFileScanner(`127.0.0.1:${port}`).scanFile(Readable.from([content]), signal);
const hostilePort = () => (hostile.address() as net.AddressInfo).port;
const failure = { name: 'ProviderError', kind: 'unavailable' };

test('a file is clean, infected or too large, however it is cut into chunks', async () => {
  expect(await scan(Buffer.from('words'))).toEqual({ result: 'clean' });
  expect(await scan(Buffer.alloc(0))).toEqual({ result: 'clean' });
  const infected = { result: 'infected', finding: 'Win.Test.EICAR_HDB-1' };
  expect(await scan(Buffer.from(EICAR))).toEqual(infected);
  expect(await scan(Buffer.concat([Buffer.alloc(64 * 1024 - 20), Buffer.from(EICAR)]))).toEqual(infected);
  expect(await scan(Buffer.alloc(LIMIT))).toEqual({ result: 'clean' });
  // clamd closes before it has read all of it.
  for (const size of [LIMIT + 1, 20 * LIMIT])
    expect(await scan(Buffer.alloc(size))).toMatchObject({ result: 'not_scannable' });
});

test('many files are scanned side by side, each over its own connection', async () => {
  const found = await Promise.all(
    Array.from({ length: 20 }, (_, n) => scan(Buffer.from(n % 2 === 0 ? EICAR : `words ${n}`))),
  );
  expect(found.map(({ result }) => result)).toEqual(found.map((_, n) => (n % 2 === 0 ? 'infected' : 'clean')));
});

test('the stand-in refuses what clamd refuses', async () => {
  const ask = async (words: string): Promise<string> => {
    const socket = net.connect(clamd.port, '127.0.0.1');
    socket.write(words);
    let answer = '';
    for await (const piece of socket) answer += String(piece);
    return answer;
  };
  expect(await ask('zPING\0')).toBe('PONG\0');
  expect(await ask('nPING\n')).toBe('PONG\n');
  expect(await ask('zDELETE\0')).toBe('UNKNOWN COMMAND\0');
  expect(await ask('INSTREAM\n')).toBe('UNKNOWN COMMAND\n');
  const tooLong = Buffer.alloc(4);
  tooLong.writeUInt32BE(LIMIT + 1);
  expect(await ask(`zINSTREAM\0${tooLong.toString('latin1')}`)).toBe('INSTREAM size limit exceeded. ERROR\0');
});

test('the version is asked for; a scanner that is none is found out', async () => {
  expect(await createFileScanner(`127.0.0.1:${clamd.port}`).getVersion(never)).toMatch(/^ClamAV 1\./);
  behave = (socket) => socket.end('220 mail.example ESMTP\r\n');
  await expect(createFileScanner(`127.0.0.1:${hostilePort()}`).getVersion(never)).rejects.toMatchObject(failure);
});

test('a scanner that is down, silent, closes or answers nonsense is unavailable, and never says clean', async () => {
  const closed = net.createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as net.AddressInfo;
  closed.close();
  await expect(scan(Buffer.from('words'), port)).rejects.toMatchObject(failure);
  await expect(createFileScanner('/nowhere/clamd.ctl').getVersion(never)).rejects.toMatchObject(failure);
  const answers = ['', '\0', 'OK\0', 'stream: OK', "stream: Can't allocate memory ERROR\0", `${'x'.repeat(100_000)}\0`];
  for (const answer of answers.filter((words) => words !== 'stream: OK')) {
    behave = (socket) => socket.end(answer);
    await expect(scan(Buffer.alloc(LIMIT), hostilePort())).rejects.toMatchObject(failure);
  }
  behave = (socket) => socket.resetAndDestroy();
  await expect(scan(Buffer.alloc(LIMIT), hostilePort())).rejects.toMatchObject(failure);
});

test('a scan is stopped by its signal, and closes the file', async () => {
  behave = (socket) => void socket.resume();
  const content = Readable.from([Buffer.from('words')]);
  const stop = new AbortController();
  const scanned = createFileScanner(`127.0.0.1:${hostilePort()}`).scanFile(content, stop.signal);
  setTimeout(() => stop.abort(new Error('too long')), 20);
  await expect(scanned).rejects.toThrow();
  expect(content.destroyed).toBe(true);
});

test('a finding is bounded', () => {
  expect(parseResult(`stream: ${'x'.repeat(3000)} FOUND`)).toEqual({ result: 'infected', finding: 'x'.repeat(200) });
});
