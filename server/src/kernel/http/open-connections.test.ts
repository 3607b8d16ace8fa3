import { connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import type { ApiError } from '../errors.ts';
import { limitConnections, mostConnections } from './open-connections.ts';

const sockets: Socket[] = [];
let app: FastifyInstance | undefined;

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app?.close();
});

test.each([
  [20_000, 19_500],
  [1024, 524],
  [Number.POSITIVE_INFINITY, 20_000],
  [256, 50],
])('of %d open files %d are for visitors', (files, most) => {
  expect(mostConnections(files)).toBe(most);
});

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  await new Promise((resolve) => socket.once('connect', resolve));
  return socket;
}

function ask(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
      if (text.includes('\r\n\r\n')) resolve(text);
    });
    socket.on('close', () => resolve(text));
    socket.on('error', () => resolve(text));
    socket.write('GET /x HTTP/1.1\r\nhost: localhost\r\n\r\n');
  });
}

test('too many connections: open ones stay, some get 503, the rest are closed', async () => {
  const lines: { msg: string }[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) });
  const server = Fastify({ forceCloseConnections: true });
  app = server;
  server.setErrorHandler((error, _request, reply) => {
    const { status, body } = error as ApiError;
    return reply.status(status).send(body);
  });
  limitConnections(server, log, 20);
  server.get('/x', async () => ({ ok: true }));
  await server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.address() as { port: number };

  const first = await open(port);
  expect(await ask(first)).toContain('200 OK');
  for (let n = 0; n < 300; n += 1) await open(port);
  expect(await ask(await open(port))).toBe('');
  expect(await ask(sockets[60] as Socket)).toContain('503 Service Unavailable');
  expect(await ask(first)).toContain('200 OK');
  expect(lines).toHaveLength(1);
  expect(lines[0]?.msg).toContain('too many open connections');

  for (const socket of sockets.splice(1)) socket.destroy();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await ask(await open(port))).toContain('200 OK');
});
