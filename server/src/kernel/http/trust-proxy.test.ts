import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
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
    pino({ level: 'warn' }, { write: (line) => void lines.push(line) }),
    createRequestQuota(config, () => undefined),
  );
  app.get('/who', async (request) => ({ ip: request.ip, host: request.host, protocol: request.protocol }));
  const ask = async (remoteAddress: string, headers: Record<string, string>) =>
    (await app.inject({ url: '/who', remoteAddress, headers: { host: 'app.example', ...headers } })).json();
  return { ask, lines, close: () => app.close() };
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
  ])('TRUST_PROXY=%s, peer %s', async (TRUST_PROXY, peer, expected) => {
    const server = await serve({ TRUST_PROXY });
    expect(await server.ask(peer, forged)).toEqual(expected);
    await server.close();
  });

  test.each(['maybe', '11', '-1', '10.0.0.0/33', '10.0.0.1,', 'true'])('refuses TRUST_PROXY=%s', (TRUST_PROXY) => {
    expect(() => loadConfig({ NODE_ENV: 'test', DATA_DIR: directory, TRUST_PROXY })).toThrow(ConfigError);
  });

  test('a proxy that is not believed is told of once, where people sign in over https', async () => {
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
    await trusting.close();
  });
});
