import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';

const server = useTestServer();

/** Sends bytes as they are, on one connection, and reads until the program ends it. */
async function exchange(port: number, text: string): Promise<string> {
  const socket = net.connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('latin1').on('data', (piece: string) => {
    answer += piece;
  });
  socket.write(text);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.once('close', () => resolve()).once('error', reject);
  await promise;
  return answer;
}

const portOf = (): number => (server.program.app.server.address() as AddressInfo).port;

const linesOf = (...lines: string[]): string => lines.join('\r\n');
const head = ['POST /api/v1/auth/login/ HTTP/1.1', 'Host: localhost', 'Content-Type: application/json'];
/** What a front that reads the length otherwise would have let through as part of a body. */
const SMUGGLED = linesOf('GET /healthz HTTP/1.1', 'Host: localhost', 'X-Smuggled: yes', '', '');

test.each([
  ['a length and chunks', linesOf(...head, 'Content-Length: 4', 'Transfer-Encoding: chunked', '', '0', '', SMUGGLED)],
  ['two lengths', linesOf(...head, 'Content-Length: 2', `Content-Length: ${SMUGGLED.length}`, '', SMUGGLED)],
  ['a length that is no number', linesOf(...head, 'Content-Length: +2', '', `{}${SMUGGLED}`)],
  ['an encoding that only looks like chunks', linesOf(...head, 'Transfer-Encoding: xchunked', '', '0', '', SMUGGLED)],
  [
    'chunks that are not the last encoding',
    linesOf(...head, 'Transfer-Encoding: chunked, identity', '', '0', '', SMUGGLED),
  ],
  ['a name with a space before its colon', linesOf(...head, 'Transfer-Encoding : chunked', '', '0', '', SMUGGLED)],
  ['a chunk whose size is no number', linesOf(...head, 'Transfer-Encoding: chunked', '', 'zz', SMUGGLED)],
  ['a bare line feed in a header', `${linesOf(...head)}\r\nX-A: 1\nContent-Length: 0\r\n\r\n${SMUGGLED}`],
])('a request with %s is refused, and nothing behind it is read', async (_what, bytes) => {
  const answer = await exchange(portOf(), bytes);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
});

test('TRACE gives nothing back, on any path', async () => {
  const port = portOf();
  for (const path of ['/', '/healthz', '/api/v1/auth/user/', '/assets/x.js']) {
    const bytes = linesOf(
      `TRACE ${path} HTTP/1.1`,
      'Host: localhost',
      'Cookie: session=echoed',
      'Connection: close',
      '',
      '',
    );
    const answer = await exchange(port, bytes);
    expect([path, answer.slice(0, 12)]).toEqual([path, 'HTTP/1.1 404']);
    expect(answer).not.toContain('echoed');
  }
});

test('a lenient parser would be seen', async () => {
  const lenient = http.createServer({ insecureHTTPParser: true }, (request, response) => {
    if (request.url === '/healthz') response.setHeader('connection', 'close');
    request.resume().on('end', () => response.end());
  });
  await new Promise<void>((listening) => lenient.listen(0, '127.0.0.1', listening));
  const { port } = lenient.address() as AddressInfo;
  const bytes = linesOf(...head, 'Content-Length: 4', 'Transfer-Encoding: chunked', '', '0', '', SMUGGLED);
  expect((await exchange(port, bytes)).match(/HTTP\/1\.1 200/g)).toHaveLength(2);
  lenient.close();
});
