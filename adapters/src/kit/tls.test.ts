import net, { type AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openImap } from '../mailbox/smtp-imap/imap-client.api.ts';
import { openSmtp } from '../mailbox/smtp-imap/smtp-connection.api.ts';
import { parseOutboundAllow } from './address-guard.ts';
import { createGuardedHttp } from './guarded-http.ts';

/** What a client offers in the first bytes of a TLS connection (RFC 8446, 4.1.2). */
interface Offer {
  versions: number[];
  ciphers: number[];
}

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A server that reads one ClientHello and ends the connection. */
async function startListener(): Promise<{ port: number; offer: Promise<Offer> }> {
  const { promise, resolve } = Promise.withResolvers<Offer>();
  const server = net.createServer((socket) => {
    let bytes = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('data', (piece) => {
      bytes = Buffer.concat([bytes, piece]);
      if (bytes.length < 5 || bytes.length < 5 + bytes.readUInt16BE(3)) return;
      resolve(parseClientHello(bytes));
      socket.destroy();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  stops.push(() => server.close());
  return { port: (server.address() as AddressInfo).port, offer: promise };
}

function parseClientHello(bytes: Buffer): Offer {
  // Record head 5, handshake head 4, version 2, random 32.
  let at = 5 + 4 + 2 + 32;
  at += 1 + bytes.readUInt8(at);
  const ciphersEnd = at + 2 + bytes.readUInt16BE(at);
  const ciphers = readPairs(bytes.subarray(at + 2, ciphersEnd));
  at = ciphersEnd;
  at += 1 + bytes.readUInt8(at) + 2;
  while (at + 4 <= bytes.length) {
    const [type, length] = [bytes.readUInt16BE(at), bytes.readUInt16BE(at + 2)];
    const SUPPORTED_VERSIONS = 43;
    if (type === SUPPORTED_VERSIONS) return { ciphers, versions: readPairs(bytes.subarray(at + 5, at + 4 + length)) };
    at += 4 + length;
  }
  return { ciphers, versions: [bytes.readUInt16BE(9)] };
}

const readPairs = (bytes: Buffer): number[] =>
  Array.from({ length: bytes.length / 2 }, (_, n) => bytes.readUInt16BE(n * 2));

const TLS_1_2 = 0x0303;
const TLS_1_3 = 0x0304;
/** Suites of TLS 1.3, all of them AEAD with forward secrecy, and the mark of secure renegotiation, which is no suite. */
const isTls13 = (cipher: number): boolean => cipher >> 8 === 0x13;
const RENEGOTIATION_MARK = 0x00ff;
/** NULL, export, RC2, RC4, DES, 3DES, anonymous, PSK, SEED and MD5 of the IANA list: below AES, but for the gaps between. */
const isWeak = (cipher: number): boolean =>
  cipher <= 0x002e ||
  [0x0034, 0x003a, 0x0041, 0x006c, 0x006d, 0x0084, 0x008a, 0x0096, 0x00a6, 0x00a7].includes(cipher) ||
  (cipher >= 0xc000 && cipher <= 0xc003) ||
  [0xc006, 0xc007, 0xc008, 0xc00b, 0xc00c, 0xc00d, 0xc010, 0xc011, 0xc012, 0xc015, 0xc016, 0xc017].includes(cipher);

const settings = (port: number) => ({
  allow: parseOutboundAllow(`127.0.0.1:${port}`),
  connect_timeout_in_ms: 5_000,
  answer_timeout_in_ms: 5_000,
});
const mailServer = (port: number) => ({ host: '127.0.0.1', port, secure: true, username: 'ada', password: 'x' });

test.each<[string, (port: number) => Promise<unknown>]>([
  [
    'websites, identity providers and pictures',
    async (port) => {
      const http = createGuardedHttp({ allow: parseOutboundAllow(`127.0.0.1:${port}`) });
      await http.request(`https://127.0.0.1:${port}/`).finally(() => http.close());
    },
  ],
  ['vendors', (port) => fetch(`https://127.0.0.1:${port}/`)],
  ['IMAP', (port) => openImap(mailServer(port), settings(port))],
  ['SMTP', (port) => openSmtp(mailServer(port), settings(port))],
])('connections to %s offer TLS 1.2 and 1.3 alone, strong suites first and no weak one', async (_who, connect) => {
  const { port, offer } = await startListener();
  await expect(connect(port)).rejects.toThrow();
  const { versions, ciphers } = await offer;
  expect(versions.filter((version) => version !== TLS_1_2)).toEqual([TLS_1_3]);
  const suites = ciphers.filter((cipher) => cipher !== RENEGOTIATION_MARK);
  expect(suites.length).toBeGreaterThan(5);
  expect(suites.slice(0, 3).every(isTls13)).toBe(true);
  expect(suites.filter(isWeak)).toEqual([]);
});

test('the check finds a weak suite and an old version', () => {
  expect([0x0000, 0x0005, 0x000a, 0x0018, 0xc007, 0xc012].every(isWeak)).toBe(true);
  expect([0x1301, 0xc02f, 0xc030, 0x009e, 0xcca8].some(isWeak)).toBe(false);
});
