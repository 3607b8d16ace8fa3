import { createSocket } from 'node:dgram';

/**
 * A name server for the simulated web, where no domain really exists: every domain has a mail exchanger, but `nomail...`
 * does not exist, `nullmx...` takes no mail (RFC 7505), and about `down...` it says nothing. Other questions get no records.
 */
export type DnsServer = { port: number; close(): Promise<void> };

const MX = 15;
const HEADER_LENGTH = 12;

export function startDnsServer(port: number): Promise<DnsServer> {
  const socket = createSocket('udp4');
  socket.on('message', (question, from) => {
    const answer = answerQuestion(question);
    if (answer !== null) socket.send(answer, from.port, from.address);
  });
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(port, '127.0.0.1', () => {
      socket.on('error', () => {});
      resolve({
        port: socket.address().port,
        close: () => new Promise((done) => socket.close(() => done())),
      });
    });
  });
}

/** The answer to one question (RFC 1035); null where nothing is to be said. */
function answerQuestion(message: Buffer): Buffer | null {
  const asked = readQuestion(message);
  if (asked === null || asked.name.startsWith('down')) return null;
  const isMissing = asked.name.startsWith('nomail');
  const records = asked.type === MX && !isMissing ? [mxRecord(asked.name)] : [];
  const header = Buffer.alloc(HEADER_LENGTH);
  message.copy(header, 0, 0, 2);
  // An answer, recursion available; the name does not exist (3) or all is well (0).
  header.writeUInt16BE(0x8180 | (isMissing ? 3 : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, message.subarray(HEADER_LENGTH, asked.end), ...records]);
}

function readQuestion(message: Buffer): { name: string; type: number; end: number } | null {
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

function mxRecord(domain: string): Buffer {
  const exchanger = domain.startsWith('nullmx') ? Buffer.from([0]) : encodeName(`mx.${domain}`);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0); // the name of the question
  head.writeUInt16BE(MX, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(2 + exchanger.length, 10);
  const preference = Buffer.alloc(2);
  preference.writeUInt16BE(domain.startsWith('nullmx') ? 0 : 10);
  return Buffer.concat([head, preference, exchanger]);
}

function encodeName(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}
