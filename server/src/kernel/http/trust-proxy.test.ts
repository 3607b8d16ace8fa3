import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { createKeyQuota } from '../api-keys/key-limits.ts';
import { ConfigError, loadConfig } from '../config.ts';
import { createRequestQuota } from '../limits/request-quota.ts';
import { createHttpServer } from './server.ts';

const directory = mkdtempSync(join(tmpdir(), 'overture-proxy-'));
afterAll(() => rmSync(directory, { recursive: true }));

async function serve(settings: Record<string, string>) {
  const lines: string[] = [];
  const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: directory, ...settings });
  const app = await createHttpServer(
    config,
    pino({ level: 'info' }, { write: (line) => void lines.push(line) }),
    createRequestQuota(config, () => undefined),
    createKeyQuota(config, () => undefined),
  );
  app.get('/who', async (request) => ({ ip: request.ip, host: request.host, protocol: request.protocol }));
  const ask = async (remoteAddress: string, headers: Record<string, string>) =>
    (await app.inject({ url: '/who', remoteAddress, headers: { host: 'app.example', ...headers } })).json();
  return { ask, lines, listen: () => app.listen({ port: 0, host: '127.0.0.1' }), close: () => app.close() };
}

const forged = {
  'x-forwarded-for': '6.6.6.6, 203.0.113.7',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'https',
};

describe('whose word is believed about where a request comes from', () => {
  test.each([
    ['off', '10.0.0.2', { ip: '10.0.0.2', host: 'app.example', protocol: 'http' }],
    ['on', '10.0.0.2', { ip: '203.0.113.7', host: 'evil.example', protocol: 'https' }],
    ['1', '10.0.0.2', { ip: '203.0.113.7', host: 'evil.example', protocol: 'https' }],
    ['2', '10.0.0.2', { ip: '6.6.6.6', host: 'evil.example', protocol: 'https' }],
    ['10.0.0.0/8', '10.0.0.2', { ip: '203.0.113.7', host: 'evil.example', protocol: 'https' }],
    ['loopback, 10.0.0.2', '10.0.0.2', { ip: '203.0.113.7', host: 'evil.example', protocol: 'https' }],
    // A stranger who reaches the program without the proxy is believed nothing.
    ['10.0.0.0/8', '198.51.100.9', { ip: '198.51.100.9', host: 'app.example', protocol: 'http' }],
    ['on', '198.51.100.9', { ip: '198.51.100.9', host: 'app.example', protocol: 'http' }],
    ['2', '2001:db8::9', { ip: '2001:db8::9', host: 'app.example', protocol: 'http' }],
    ['1', '100.64.0.9', { ip: '100.64.0.9', host: 'app.example', protocol: 'http' }],
    ['1', '::ffff:192.168.1.2', { ip: '203.0.113.7', host: 'evil.example', protocol: 'https' }],
    ['1', 'fd00::2', { ip: '203.0.113.7', host: 'evil.example', protocol: 'https' }],
    ['1', 'fe80::2', { ip: '203.0.113.7', host: 'evil.example', protocol: 'https' }],
  ])('TRUST_PROXY=%s, peer %s', async (TRUST_PROXY, peer, expected) => {
    const server = await serve({ TRUST_PROXY });
    expect(await server.ask(peer, forged)).toEqual(expected);
    await server.close();
  });

  test.each(['maybe', '11', '-1', '10.0.0.0/33', '10.0.0.1,', 'true'])('refuses TRUST_PROXY=%s', (TRUST_PROXY) => {
    expect(() => loadConfig({ NODE_ENV: 'test', DATA_DIR: directory, TRUST_PROXY })).toThrow(ConfigError);
  });

  test.each([
    [{}, '::'],
    [{ TRUST_PROXY: 'on' }, '127.0.0.1'],
    [{ TRUST_PROXY: '2' }, '127.0.0.1'],
    [{ TRUST_PROXY: '10.0.0.0/8' }, '::'],
    [{ TRUST_PROXY: 'on', HOST: '0.0.0.0' }, '0.0.0.0'],
  ])('in production %o listens on %s', (settings, HOST) => {
    const production = { NODE_ENV: 'production', SECRET_KEY: randomBytes(32).toString('base64url') };
    expect(loadConfig({ ...production, DATA_DIR: directory, ...settings }).HOST).toBe(HOST);
  });

  test.each([
    [{ TRUST_PROXY: 'on' }, 1],
    [{ TRUST_PROXY: 'on', HOST: '127.0.0.1' }, 0],
    [{ TRUST_PROXY: '10.0.0.0/8' }, 0],
  ])(
    'in production %o says %i times why only this machine reaches it, and how to change that',
    async (settings, times) => {
      const SECRET_KEY = randomBytes(32).toString('base64url');
      const production = { NODE_ENV: 'production', SECRET_KEY, APP_URL: 'https://app.example' };
      const server = await serve({ ...production, ...settings });
      await server.listen();
      const said = server.lines.filter((line) => line.includes('listening on this machine only'));
      expect(said).toHaveLength(times);
      for (const line of said) expect(line).toContain('set HOST=0.0.0.0');
      await server.close();
    },
  );

  test('an untrusted proxy is logged once, where people sign in over https', async () => {
    const server = await serve({ APP_URL: 'https://app.example' });
    await server.ask('10.0.0.2', {});
    expect(server.lines).toEqual([]);
    await server.ask('10.0.0.2', forged);
    await server.ask('10.0.0.2', forged);
    expect(server.lines).toHaveLength(1);
    expect(server.lines[0]).toMatch(/set TRUST_PROXY/);
    await server.close();
    const trusting = await serve({ APP_URL: 'https://app.example', TRUST_PROXY: '1' });
    await trusting.ask('10.0.0.2', forged);
    expect(trusting.lines).toEqual([]);
    // A stranger who is past the proxy, or a proxy with a public address.
    await trusting.ask('198.51.100.9', forged);
    expect(trusting.lines).toHaveLength(1);
    expect(trusting.lines[0]).toMatch(/name its network in TRUST_PROXY/);
    await trusting.close();
  });
});
