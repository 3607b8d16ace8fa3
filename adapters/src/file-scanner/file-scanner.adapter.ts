import { once } from 'node:events';
import net from 'node:net';
import type { Readable } from 'node:stream';
import { setImmediate as breathe } from 'node:timers/promises';
import { cutText } from '@overture/domain/text/text-bounds';
import { isProviderError, ProviderError } from '../kit/errors.ts';
import type { FileScannerPort, ScanResult } from './file-scanner.port.ts';

/** clamd reads commands that end with NUL, and answers with one. */
const END = '\0';
const CHUNK_IN_BYTES = 64 * 1024;
const ANSWER_IN_BYTES = 4096;
const CONNECT_IN_MS = 5000;
/** Without a byte to or from clamd. Unpacking an archive takes longer than reading it. */
const SILENCE_IN_MS = 60_000;
const LONGEST_FINDING = 200;

/** @param address `host:port`, or the path of a socket of this machine */
export function createFileScanner(address: string): FileScannerPort {
  async function getVersion(signal: AbortSignal): Promise<string> {
    const answer = await ask(address, { command: 'VERSION', content: null, signal });
    if (!answer.startsWith('ClamAV ')) throw failed(`It answered: ${answer}`);
    return answer;
  }
  return {
    is_missing: false,
    getVersion,
    async scanFile(content, signal) {
      try {
        return parseResult(await ask(address, { command: 'INSTREAM', content, signal }));
      } catch (error) {
        if (!isProviderError(error) || error.code !== CLOSED) throw error;
        // clamd refuses a large file, and resets the connection before its answer is read. If it is well, the file is the cause.
        await getVersion(signal);
        return { result: 'not_scannable', reason: error.message };
      } finally {
        content.destroy();
      }
    },
  };
}

/** `stream: OK`, `stream: NAME FOUND`, `INSTREAM size limit exceeded. ERROR`; anything else is a fault of the scanner. */
export function parseResult(answer: string): ScanResult {
  if (answer === 'stream: OK') return { result: 'clean' };
  const finding = /^stream: (.+) FOUND$/s.exec(answer)?.[1];
  if (finding !== undefined) return { result: 'infected', finding: cutText(finding, LONGEST_FINDING) };
  if (/size limit exceeded/i.test(answer)) return { result: 'not_scannable', reason: 'The file is too large to scan.' };
  throw answer === '' ? failed('It closed the connection.', { code: CLOSED }) : failed(`It answered: ${answer}`);
}

/** The code of a failure where clamd closed the connection without an answer. */
const CLOSED = 'closed';
const RESETS = new Set<unknown>(['EPIPE', 'ECONNRESET']);

const failed = (reason: string, more: { cause?: unknown; code?: string | null } = {}): ProviderError =>
  new ProviderError('unavailable', `The virus scanner failed. ${reason}`, { concerns: 'service', ...more });

interface Question {
  command: 'INSTREAM' | 'VERSION';
  /** Sent after the command, in chunks. */
  content: Readable | null;
  signal: AbortSignal;
}

/** One connection for each question: what is left of a failed one mixes into no other. */
async function ask(address: string, { command, content, signal }: Question): Promise<string> {
  signal.throwIfAborted();
  const socket = await connect(address, signal);
  const stop = (): void => void socket.destroy(new Error('It was stopped.'));
  signal.addEventListener('abort', stop, { once: true });
  socket.setTimeout(SILENCE_IN_MS, () => socket.destroy(new Error('It did not answer in time.')));
  try {
    const answer = receiveAnswer(socket);
    // It may answer, and close, before it has read everything.
    const sent = send(socket, command, content);
    await Promise.race([answer, sent.then(() => answer)]);
    return await answer;
  } catch (error) {
    signal.throwIfAborted();
    if (isProviderError(error)) throw error;
    const isReset = RESETS.has((error as NodeJS.ErrnoException).code);
    throw failed((error as Error).message, { cause: error, code: isReset ? CLOSED : null });
  } finally {
    signal.removeEventListener('abort', stop);
    socket.destroy();
  }
}

async function connect(address: string, signal: AbortSignal): Promise<net.Socket> {
  const colon = address.lastIndexOf(':');
  const target = address.startsWith('/')
    ? { path: address }
    : { host: address.slice(0, colon).replace(/^\[|\]$/g, ''), port: Number(address.slice(colon + 1)) };
  const socket = net.connect(target);
  // A reset after the answer must not end the process.
  socket.on('error', () => {});
  try {
    await once(socket, 'connect', { signal: AbortSignal.any([signal, AbortSignal.timeout(CONNECT_IN_MS)]) });
    return socket;
  } catch (error) {
    socket.destroy();
    signal.throwIfAborted();
    throw failed(`It cannot be reached at ${address}.`, { cause: error });
  }
}

/** What arrives until NUL or the end of the connection. clamd resets it while bytes are on their way; its answer came before. */
const receiveAnswer = (socket: net.Socket): Promise<string> =>
  new Promise((resolve, reject) => {
    let answer = '';
    let problem: Error | null = null;
    const finish = (): void => resolve(cutText(answer.split(END, 1)[0] ?? '', ANSWER_IN_BYTES).trim());
    socket.on('error', (error) => {
      problem = error;
    });
    socket.on('close', () => (answer === '' && problem !== null ? reject(problem) : finish()));
    socket.on('data', (piece) => {
      answer += piece.toString('utf8');
      if (!answer.includes(END) && answer.length <= ANSWER_IN_BYTES) return;
      finish();
      socket.end();
    });
  });

/** Each chunk is preceded by its length; one of length 0 ends the file. */
async function send(socket: net.Socket, command: string, content: Readable | null): Promise<void> {
  await write(socket, Buffer.from(`z${command}${END}`));
  if (content === null) return;
  for await (const piece of content)
    for (let at = 0; at < (piece as Buffer).length; at += CHUNK_IN_BYTES) {
      const chunk = (piece as Buffer).subarray(at, at + CHUNK_IN_BYTES);
      // An answer is read between two chunks: a write to a connection that clamd has closed would lose it.
      await breathe();
      if (!(await write(socket, Buffer.concat([lengthOf(chunk.length), chunk])))) return;
    }
  await write(socket, lengthOf(0));
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

/** Waits until the bytes are taken; false when clamd has closed: its answer says why. */
const write = (socket: net.Socket, bytes: Buffer): Promise<boolean> =>
  new Promise((resolve) => {
    if (!socket.writable) return resolve(false);
    socket.write(bytes, (error) => resolve(!error));
  });
