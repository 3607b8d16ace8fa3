import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@overture/contract';
import { TENANT_LIMITS } from '@overture/domain/tenant-limits';
import { describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { apiBase } from '../kernel/http/bind.ts';
import { useTestServer } from '../testing/harness.ts';

const server = useTestServer({
  environment: { REQUESTS_PER_SECOND: '5', STRANGER_REQUESTS_PER_MINUTE: '400', UPLOAD_GB_PER_DAY: '0.02' },
});
const burst = 5 * TENANT_LIMITS.burst_in_seconds;
const port = () => (server.program.app.server.address() as { port: number }).port;

describe('requests', () => {
  test('an organization that floods is throttled; another and its own later requests are served', async () => {
    const [hostile, victim] = [await server.signUp(), await server.signUp()];
    await Promise.all([hostile.call(api.getUser), victim.call(api.getUser)]);
    const answers = await Promise.all(Array.from({ length: burst + 60 }, () => hostile.call(api.listSignatures)));
    const refused = answers.filter((answer) => answer.status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(40);
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(burst - 5);
    expect(refused[0]!.error.code).toBe('too_many_requests');
    expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect((await victim.call(api.listSignatures)).status).toBe(200);
    await sleep(1100);
    expect((await hostile.call(api.listSignatures)).status).toBe(200);
  });

  test('anonymous requests count by address; forged tokens are anonymous; a session keeps working', async () => {
    const person = await server.signUp();
    await person.call(api.getUser);
    const ask = (headers: Record<string, string>, remoteAddress = '198.51.100.7') =>
      server.program.app.inject({ url: `${apiBase}/app/`, headers, remoteAddress });
    const forged = await Promise.all(Array.from({ length: 300 }, (_, n) => ask({ jwt: `forged-${n}` })));
    expect(forged.every((answer) => answer.statusCode === 200)).toBe(true);
    const plain = await Promise.all(Array.from({ length: 200 }, () => ask({})));
    const refused = plain.filter((answer) => answer.statusCode === 429);
    expect(refused.length).toBeGreaterThanOrEqual(90);
    expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(refused[0]!.json().code).toBe('rate_limited');
    expect((await ask({ jwt: person.token as string })).statusCode).toBe(200);
    expect((await ask({}, '203.0.113.9')).statusCode).toBe(200);
  });

  test('a health check asks the database once a second at most, and counts for its address', async () => {
    const answers = await Promise.all(
      Array.from({ length: 500 }, () =>
        server.program.app.inject({ url: '/healthz', remoteAddress: '198.51.100.200' }),
      ),
    );
    const codes = new Set(answers.map((answer) => answer.statusCode));
    expect([...codes].sort()).toEqual([200, 429]);
  });
});

describe('uploads', () => {
  const boundary = 'x-boundary-x';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file_content"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\n`;

  /** Begins to send a file and does not end; answers what the server said so far. */
  function beginUpload(token: string, length = 9_000_000) {
    const socket = connect(port(), '127.0.0.1');
    let said = '';
    socket.on('data', (piece) => {
      said += piece;
    });
    socket.on('error', () => undefined);
    socket.write(
      `POST ${apiBase}/excluded-domains/upload/ HTTP/1.1\r\nhost: localhost\r\njwt: ${token}\r\ncontent-length: ${length}\r\n` +
        `content-type: multipart/form-data; boundary=${boundary}\r\n\r\n${head}`,
    );
    return { socket, said: () => said };
  }

  test('an organization has two parallel exports; a closed connection frees its place', async () => {
    const [hostile, victim] = [await server.signUp(), await server.signUp()];
    const uploads = Array.from({ length: 5 }, () => beginUpload(hostile.token as string));
    const other = beginUpload(victim.token as string);
    try {
      await expect.poll(() => uploads.filter((upload) => upload.said().includes(' 429 ')).length).toBe(3);
      const received = uploads.find((upload) => upload.said() !== '')!.said();
      expect(received).toMatch(/retry-after: \d+/i);
      expect(received).toContain('too_many_uploads');
      expect([other.said(), server.program.system.gates.uploads.size()]).toEqual(['', 3]);
    } finally {
      for (const { socket } of [...uploads, other]) socket.destroy();
    }
    await expect.poll(() => server.program.system.gates.uploads.size()).toBe(0);
  });

  test('a place comes back as well where the connection goes before anything was read', async () => {
    const person = await server.signUp();
    const { uploads } = server.program.system.gates;
    const holder = await server.owner.connect();
    try {
      await holder.query('begin');
      await holder.query('lock table rate_limits in access exclusive mode');
      const { socket } = beginUpload(person.token as string);
      await expect.poll(() => uploads.size()).toBe(1);
      const closed = new Promise((resolve) => socket.once('close', resolve));
      socket.destroy();
      await closed;
      await new Promise((resolve) => setTimeout(resolve, 50));
    } finally {
      await holder.query('commit');
      holder.release();
    }
    await expect.poll(() => uploads.size()).toBe(0);
  });

  test('the volume of a day is counted before it comes, and what did not come is given back', async () => {
    const person = await server.signUp();
    const file = {
      field: 'file_content',
      filename: 'domains.csv',
      content_type: 'text/csv',
      content: 'domain\na.example\n',
    };
    const body = { column: 'domain' } as never;
    for (let n = 0; n < 12; n += 1) {
      expect((await person.call(api.uploadExcludedDomains, { body }, [file])).status).not.toBe(429);
    }
    const large = { ...file, content: Buffer.alloc(10 * 1024 * 1024, 'a') };
    const refused = await person.call(api.uploadExcludedDomains, { body }, [large]);
    expect([refused.status, refused.error.code]).toEqual([429, 'upload_quota_used']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3600);
    expect((await person.call(api.uploadExcludedDomains, { body }, [file])).status).not.toBe(429);
  });
});

test('live connections of an organization are limited; a closed one frees its place', async () => {
  const person = await server.signUp();
  const gate = server.program.system.gates.live_connections;
  const leaves = Array.from({ length: TENANT_LIMITS.live_connections_per_organization }, () =>
    gate.enter(person.organization_id),
  );
  const open = async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${port()}/ws/${person.user_id}/`, {
      headers: { jwt: person.token as string },
    });
    const end = await new Promise<number | 'open'>((resolve) => {
      socket.once('close', resolve);
      socket.once('message', () => resolve('open'));
    });
    socket.terminate();
    return end;
  };
  expect(await open()).toBe(4429);
  for (const leave of leaves) leave();
  expect(await open()).toBe('open');
});
