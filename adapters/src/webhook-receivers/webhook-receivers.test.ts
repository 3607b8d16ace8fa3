import { createServer, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { createSamlKey } from '@overture/sandbox/identity/saml-key';
import { afterEach, expect, test } from 'vitest';
import { createWebhookReceivers } from './webhook-receivers.adapter.ts';

const servers: Server[] = [];
const ports: ReturnType<typeof createWebhookReceivers>[] = [];
afterEach(async () => {
  for (const port of ports.splice(0)) await port.close();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const open = (given: Partial<Parameters<typeof createWebhookReceivers>[0]> = {}) => {
  const port = createWebhookReceivers({ outbound_allow: '127.0.0.1', requires_https: false, ...given });
  ports.push(port);
  return port;
};
async function serve(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
const answer = async (work: (response: ServerResponse) => void): Promise<string> =>
  `http://127.0.0.1:${await serve(createServer((_, response) => work(response)))}/`;
const post = (port: ReturnType<typeof createWebhookReceivers>, url: string, timeout_in_ms = 5000) =>
  port.post({
    url,
    body: '{}',
    headers: {},
    timeout_in_ms,
    answer_in_bytes: 1024,
    signal: new AbortController().signal,
  });

test('of an answer of 3 MB the first kilobyte is kept, and the rest is not read', async () => {
  let written = 0;
  const url = await answer((response) => {
    const chunk = Buffer.alloc(65_536, 'ä');
    const more = (): void => {
      while (written < 3_000_000 && !response.destroyed) {
        written += chunk.length;
        if (!response.write(chunk)) return void response.once('drain', more);
      }
      response.end();
    };
    more();
  });
  const result = await post(open(), url);
  expect(result).toMatchObject({ code: 200, error: null });
  expect(Buffer.byteLength(result.answer!)).toBeLessThanOrEqual(1024);
  expect(result.answer).toMatch(/^ä{400,}/);
});

test.each([
  ['never answers', () => undefined],
  [
    'sends a byte at a time',
    (response: ServerResponse) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
    },
  ],
])('a receiver that %s is given up after the time limit', async (_, work) => {
  const result = await post(open(), await answer(work), 200);
  expect(result).toMatchObject({ code: null, error: expect.stringMatching(/within 0.2 seconds/) });
  expect(result.duration_in_ms).toBeLessThan(1500);
});

test.each([
  ['a private address', 'http://10.0.0.1/', /private network/],
  ['this machine by a name', 'http://inside.example/', /private network/],
  ['metadata of a cloud', 'http://169.254.169.254/latest', /private network/],
])('%s is not asked', async (_, url, words) => {
  const port = open({ outbound_allow: '', lookup: async () => ['127.0.0.1'] });
  expect(await post(port, url)).toMatchObject({ code: null, error: expect.stringMatching(words) });
});

test('a compressed answer is kept as it came: unpacking it is work that a receiver must not give us', async () => {
  const packed = gzipSync('x'.repeat(1_000_000));
  const url = await answer((response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed));
  const result = await post(open(), url);
  expect(result).toMatchObject({ code: 200, error: null });
  expect(result.answer).not.toMatch(/xx/);
});

test('an error that names a long host fits the log', async () => {
  const url = `http://${`${'a'.repeat(60)}.`.repeat(4)}example/`;
  const result = await post(open({ outbound_allow: '', lookup: async () => ['10.0.0.1'] }), url);
  expect(result.error).toMatch(/^a{60}.+private network/);
  expect(result.error).toHaveLength(300);
});

test('a certificate of an unknown authority is a failure in words', async () => {
  const { private_key: key, certificate } = createSamlKey();
  const cert = `-----BEGIN CERTIFICATE-----\n${certificate.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`;
  const server = createSecureServer({ key, cert }, (_, response) => response.end());
  const url = `https://127.0.0.1:${await serve(server as unknown as Server)}/`;
  const result = await post(open(), url);
  expect(result).toMatchObject({ code: null, error: expect.stringMatching(/certificate is not trusted/) });
});

test('a redirect is an answer', async () => {
  let asked = 0;
  const url = await answer((response) => {
    asked += 1;
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  expect(await post(open(), url)).toMatchObject({ code: 307, error: expect.stringMatching(/redirects/) });
  expect(asked).toBe(1);
});

test.each([
  ['http://a.example/', /https/],
  ['https://a.example:8443/', /port 443/],
  ['https://me:secret@a.example/', /password/],
  ['a.example', /whole address/],
  ['https://a.example/hook', null],
])('in production %s: %s', (url, words) => {
  const fault = open({ requires_https: true }).refuseUrl(url);
  if (words === null) expect(fault).toBeNull();
  else expect(fault).toMatch(words);
});

test.each([
  ['https://10.0.0.1/', /private network/],
  ['https://169.254.169.254/latest', /private network/],
  ['https://[fd00::1]/', /private network/],
  ['https://2130706433/', /private network/],
  ['https://192.168.7.7/', null],
  ['https://93.184.216.34/', null],
])('the address %s is refused where it is entered: %s', (url, words) => {
  const fault = open({ requires_https: true, outbound_allow: '192.168.7.0/24' }).refuseUrl(url);
  if (words === null) expect(fault).toBeNull();
  else expect(fault).toMatch(words);
});

test('a stopped process waits for no receiver', async () => {
  const stop = new AbortController();
  const url = await answer(() => stop.abort(new Error('stopping')));
  const work = open().post({
    url,
    body: '{}',
    headers: {},
    timeout_in_ms: 5000,
    answer_in_bytes: 10,
    signal: stop.signal,
  });
  await expect(work).rejects.toThrow('stopping');
});
