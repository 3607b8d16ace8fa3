import { createSocket, type Socket as DatagramSocket } from 'node:dgram';
import { createServer, type Socket } from 'node:net';
import { type AddedTexts, encodeAddress, encodeName, encodeText, recordsOf, TYPES } from './dns-records.ts';

/**
 * A name server (UDP, and TCP for answers that are too long for it) for the simulated web, where no domain really exists:
 * see `dns-records.ts` for what it says about which names.
 */
export type DnsServer = { port: number; close(): Promise<void> };

const HEADER_LENGTH = 12;
const MAX_UDP = 512;
const MAX_MESSAGE = 65_535;

/** Number of free UDP ports that are tried; another process may have taken the TCP port in between. */
const MOST_TRIES = 20;

/**
 * @param port 0: any number that is free over UDP and TCP alike. A given number that is taken over TCP is served over
 *   UDP alone: long answers then fail, short ones do not.
 */
export async function startDnsServer(port: number, added: AddedTexts = new Map()): Promise<DnsServer> {
  for (let tried = 1; ; tried += 1) {
    const socket = await bindSocket(port, added);
    const streams = await listenForStreams(socket.address().port, added);
    if (streams.is_listening || port !== 0 || tried === MOST_TRIES)
      return {
        port: socket.address().port,
        async close() {
          await streams.close();
          await closeSocket(socket);
        },
      };
    await closeSocket(socket);
  }
}

const closeSocket = (socket: DatagramSocket) => new Promise<void>((done) => socket.close(done));

async function bindSocket(port: number, added: AddedTexts): Promise<DatagramSocket> {
  const socket = createSocket('udp4');
  socket.on('message', (question, from) => {
    const answer = answerQuestion(question, MAX_UDP, added);
    if (answer !== null) socket.send(answer, from.port, from.address);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(port, '127.0.0.1', resolve);
  });
  socket.on('error', () => {});
  return socket;
}

async function listenForStreams(
  port: number,
  added: AddedTexts,
): Promise<{ is_listening: boolean; close(): Promise<void> }> {
  const open = new Set<Socket>();
  const server = createServer((connection) => {
    open.add(connection);
    connection.on('close', () => open.delete(connection));
    serveConnection(connection, added);
  });
  const isListening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
  });
  return {
    is_listening: isListening,
    async close() {
      for (const connection of open) connection.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

/** Over TCP every message has its length before it. */
function serveConnection(connection: Socket, added: AddedTexts): void {
  let waiting: Buffer = Buffer.alloc(0);
  connection.on('error', () => connection.destroy());
  connection.on('data', (chunk) => {
    waiting = Buffer.concat([waiting, chunk]);
    while (waiting.length >= 2 && waiting.length >= 2 + waiting.readUInt16BE(0)) {
      const end = 2 + waiting.readUInt16BE(0);
      const answer = answerQuestion(waiting.subarray(2, end), MAX_MESSAGE, added);
      waiting = waiting.subarray(end);
      if (answer === null) continue;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(answer.length);
      connection.write(Buffer.concat([length, answer]));
    }
  });
}

/** The answer to one question (RFC 1035); null where nothing is to be said. Cut off, and marked so, where it is too long. */
function answerQuestion(message: Buffer, limit: number, added: AddedTexts): Buffer | null {
  const asked = parseQuestion(message);
  if (asked === null) return null;
  const known = recordsOf(asked.name, asked.type, added);
  if (known === 'silence') return null;
  const isMissing = known === 'missing';
  const records = isMissing ? [] : known.map((data) => encodeRecord(asked.type, data));
  const question = message.subarray(HEADER_LENGTH, asked.end);
  const length = records.reduce((sum, record) => sum + record.length, HEADER_LENGTH + question.length);
  const isCut = length > limit;
  const header = Buffer.alloc(HEADER_LENGTH);
  message.copy(header, 0, 0, 2);
  // An answer, recursion available; cut off (0x200); the name does not exist (3) or all is well (0).
  header.writeUInt16BE(0x8180 | (isCut ? 0x200 : 0) | (isMissing ? 3 : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(isCut ? 0 : records.length, 6);
  return Buffer.concat([header, question, ...(isCut ? [] : records)]);
}

function parseQuestion(message: Buffer): { name: string; type: number; end: number } | null {
  const labels: string[] = [];
  let at = HEADER_LENGTH;
  for (let length = message[at]; length !== undefined && length > 0; length = message[at]) {
    if (length > 63 || at + 1 + length > message.length) return null;
    labels.push(message.toString('latin1', at + 1, at + 1 + length).toLowerCase());
    at += 1 + length;
  }
  if (labels.length === 0 || at + 5 > message.length) return null;
  return { name: labels.join('.'), type: message.readUInt16BE(at + 1), end: at + 5 };
}

function encodeRecord(type: number, data: string): Buffer {
  const body = encodeBody(type, data);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0); // the name of the question
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(body.length, 10);
  return Buffer.concat([head, body]);
}

function encodeBody(type: number, data: string): Buffer {
  if (type === TYPES.TXT) return encodeText(data);
  if (type === TYPES.A) return encodeAddress(data);
  if (type === TYPES.PTR || type === TYPES.CNAME) return encodeName(data);
  const preference = Buffer.alloc(2);
  preference.writeUInt16BE(data === '' ? 0 : 10);
  return Buffer.concat([preference, encodeName(data)]);
}
