import http from 'node:http';
import type { AddressInfo } from 'node:net';
import net from 'node:net';
import os from 'node:os';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { isPlainAllowed, isPublicAddress, OutboundRefusedError, parseOutboundAllow } from './address-guard.ts';
import { createGuardedHttp, type GuardedHttp } from './guarded-http.ts';
import { connectGuardedSocket } from './guarded-socket.ts';
import { PRIVATE_HOSTS } from './testing/private-hosts.ts';

const nothing = parseOutboundAllow('');
let traps: net.Server[] = [];
let trapHits = 0;
let trap_port = 0;
let site: http.Server;
let site_port = 0;
let guarded: GuardedHttp;
let open: GuardedHttp;

beforeAll(async () => {
  // A trap on every local address: any connection at all is a failure of the guard.
  const local = Object.values(os.networkInterfaces()).flatMap((list) => list ?? []);
  const addresses = [...new Set(local.filter((entry) => entry.family === 'IPv4').map((entry) => entry.address))];
  for (const address of addresses) {
    const trap = net.createServer((socket) => {
      trapHits += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => trap.listen(trap_port, address, resolve));
    trap_port = (trap.address() as AddressInfo).port;
    traps.push(trap);
  }
  site = http.createServer(answer);
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  site_port = (site.address() as AddressInfo).port;
  // Without the port rule, only the address rule protects the traps.
  guarded = createGuardedHttp({ allow: nothing, ports: [80, 443, trap_port] });
  open = createGuardedHttp({ allow: parseOutboundAllow(`127.0.0.1:${site_port}`) });
});

afterAll(async () => {
  await guarded.close();
  await open.close();
  for (const trap of traps) trap.close();
  traps = [];
  site.closeAllConnections();
  site.close();
});

function answer(request: http.IncomingMessage, response: http.ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://site');
  if (url.pathname === '/to') {
    response
      .writeHead(Number(url.searchParams.get('status') ?? 302), { location: url.searchParams.get('url') ?? '/' })
      .end();
  } else if (url.pathname === '/loop') {
    response.writeHead(302, { location: '/loop' }).end();
  } else if (url.pathname === '/hops') {
    const left = Number(url.searchParams.get('left'));
    response.writeHead(left === 0 ? 200 : 302, { location: `/hops?left=${left - 1}` }).end('arrived');
  } else if (url.pathname === '/bomb') {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(30_000_000)));
  } else if (url.pathname === '/endless') {
    const timer = setInterval(() => response.write('x'), 50);
    response.on('close', () => clearInterval(timer));
  } else {
    response.end(JSON.stringify({ method: request.method, headers: request.headers }));
  }
}

describe('what a URL can say', () => {
  test.each(PRIVATE_HOSTS)('%s is refused without a connection', async (host) => {
    for (const scheme of ['http', 'https']) {
      const error = await guarded.request(`${scheme}://${host}:${trap_port}/`).catch((reason: unknown) => reason);
      expect(error, `${scheme}://${host}/`).toBeInstanceOf(OutboundRefusedError);
    }
    expect(trapHits).toBe(0);
  });

  test('the traps are reachable, so a hit would be seen', async () => {
    const allowed = createGuardedHttp({ allow: parseOutboundAllow(`127.0.0.1:${trap_port}`) });
    await expect(allowed.request(`http://127.0.0.1:${trap_port}/`)).rejects.toThrow();
    expect(trapHits).toBeGreaterThan(0);
    trapHits = 0;
    await allowed.close();
  });

  test.each([
    'gopher://127.0.0.1/',
    'file:///etc/passwd',
    'ftp://example.com/',
    'data:text/html,hi',
    'javascript:alert(1)',
    'dict://127.0.0.1:11211/',
    'ws://example.com/',
    'blob:https://example.com/x',
    'http://user:pass@example.com/',
    'http://example.com@127.0.0.1/',
    'http://127.0.0.1#@example.com/',
    'http://127.0.0.1\\@example.com/',
    'http://example.com:22/',
    'http://example.com:6379/',
    'https://example.com:8443/',
    '//example.com/',
    '/relative',
    '',
    'http://',
    'http://[::1',
    'not a url',
    'http://256.256.256.256/',
    'http://127.0.0.1%00.example.com/',
    'http://exa mple.com/',
  ])('%s is refused', async (url) => {
    await expect(guarded.request(url)).rejects.toBeInstanceOf(OutboundRefusedError);
    expect(trapHits).toBe(0);
  });

  test('a name that resolves to a private address is refused, also when only its second look-up does', async () => {
    const answers = [['10.0.0.1'], ['169.254.169.254', '::1'], ['127.0.0.1']];
    for (const addresses of answers) {
      const client = createGuardedHttp({ allow: nothing, lookup: async () => addresses });
      await expect(client.request('http://rebind.example/')).rejects.toBeInstanceOf(OutboundRefusedError);
      await client.close();
    }
    let calls = 0;
    const lookup = async () => (calls++ === 0 ? ['203.0.113.0'] : ['127.0.0.1']);
    const client = createGuardedHttp({ allow: parseOutboundAllow('203.0.113.0/24'), lookup });
    await client.request('http://rebind.example/', { timeout_in_ms: 200 }).catch(() => {});
    expect(calls, 'the checked address is the connected one: no second look-up').toBe(1);
    await client.close();
  });
});

describe('redirects and caps', () => {
  const at = (path: string) => `http://127.0.0.1:${site_port}${path}`;

  test('an allowed address answers, and its answer comes whole', async () => {
    const response = await open.request(at('/'), { method: 'POST', body: 'hello', headers: { 'x-mine': '1' } });
    expect(response.status).toBe(200);
    expect(JSON.parse(response.body.toString())).toMatchObject({ method: 'POST', headers: { 'x-mine': '1' } });
  });

  test.each([
    'http://127.0.0.1/',
    'http://[::1]/',
    'http://169.254.169.254/latest',
    'file:///etc/passwd',
    'http://localhost:22/',
    '//10.0.0.1/',
  ])('a redirect to %s is refused', async (target) => {
    for (const status of [301, 302, 303, 307, 308]) {
      const path = `/to?status=${status}&url=${encodeURIComponent(target)}`;
      await expect(open.request(at(path))).rejects.toBeInstanceOf(OutboundRefusedError);
    }
  });

  test('three redirects are followed, a fourth and a loop are not', async () => {
    expect((await open.request(at('/hops?left=3'))).body.toString()).toBe('arrived');
    await expect(open.request(at('/hops?left=4'))).rejects.toThrow('redirects more than 3 times');
    await expect(open.request(at('/loop'), { max_redirects: 99 })).rejects.toThrow('redirects more than 3 times');
  });

  test('credentials do not follow to another origin', async () => {
    const other = http.createServer(answer);
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const port = (other.address() as AddressInfo).port;
    const client = createGuardedHttp({ allow: parseOutboundAllow('127.0.0.1') });
    const path = `/to?status=307&url=${encodeURIComponent(`http://127.0.0.1:${port}/`)}`;
    const response = await client.request(at(path), { headers: { Authorization: 'Bearer secret', 'x-mine': '1' } });
    const { headers } = JSON.parse(response.body.toString()) as { headers: Record<string, string> };
    expect(headers.authorization).toBeUndefined();
    expect(headers['x-mine']).toBe('1');
    await client.close();
    other.closeAllConnections();
    other.close();
  });

  test('a body over the cap, packed or endless, is cut', async () => {
    await expect(open.request(at('/bomb'))).rejects.toThrow('larger than 2000000 bytes');
    await expect(open.request(at('/endless'), { timeout_in_ms: 300 })).rejects.toThrow();
    await expect(open.request(at('/'), { max_size_in_bytes: 5 })).rejects.toThrow('larger than 5 bytes');
  });
});

describe('addresses', () => {
  test('public ones are public', () => {
    for (const address of [
      '8.8.8.8',
      '1.1.1.1',
      '172.32.0.1',
      '100.128.0.1',
      '2606:4700::1111',
      '2a00:1450:4001::200e',
    ]) {
      expect(isPublicAddress(address), address).toBe(true);
    }
  });

  test('the wire server of a cloud and what this machine answers to are not public', () => {
    expect(isPublicAddress('168.63.129.16')).toBe(false);
    expect(isPublicAddress('::ffff:168.63.129.16')).toBe(false);
    expect(isPublicAddress('203.0.114.7')).toBe(true);
    vi.useFakeTimers({ toFake: ['performance'] });
    vi.advanceTimersByTime(120_000);
    const entry = { address: '203.0.114.7', family: 'IPv4', internal: false } as os.NetworkInterfaceInfo;
    const seen = vi.spyOn(os, 'networkInterfaces').mockReturnValue({ eth0: [entry] });
    try {
      expect(isPublicAddress('203.0.114.7')).toBe(false);
      expect(isPublicAddress('8.8.8.8')).toBe(true);
    } finally {
      seen.mockRestore();
      vi.advanceTimersByTime(120_000);
      expect(isPublicAddress('203.0.114.7')).toBe(true);
      vi.useRealTimers();
    }
  });

  test('being reachable is not being trusted without TLS: this machine is, others by a setting of their own', () => {
    const plain = parseOutboundAllow('mail.lan, 10.1.0.0/16:25', 'OUTBOUND_PLAIN');
    expect(isPlainAllowed(plain, 'any.example', 143, '127.0.0.1')).toBe(true);
    expect(isPlainAllowed(undefined, 'any.example', 143, '::1')).toBe(true);
    expect(isPlainAllowed(undefined, 'localhost', 143, '10.0.0.5')).toBe(false);
    expect(isPlainAllowed(undefined, '127.0.0.1', 143, null)).toBe(false);
    expect(isPlainAllowed(plain, 'mail.lan', 143, '192.168.0.9')).toBe(true);
    expect(isPlainAllowed(plain, 'other.lan', 25, '10.1.2.3')).toBe(true);
    expect(isPlainAllowed(plain, 'other.lan', 143, '10.1.2.3')).toBe(false);
    expect(() => parseOutboundAllow('*', 'OUTBOUND_PLAIN')).toThrow('OUTBOUND_PLAIN');
  });

  test('the allow list takes hosts, addresses, networks and ports, and nothing else', () => {
    const allow = parseOutboundAllow('mail.example, 10.0.0.0/8, [::1]:143 192.168.1.5:25');
    expect(allow.allows('mail.example', 993, '10.9.9.9')).toBe(true);
    expect(allow.allows('MAIL.example.', 25, null)).toBe(true);
    expect(allow.allows('evil-mail.example', 993, '127.0.0.1')).toBe(false);
    expect(allow.allows('x', 1, '10.255.0.1')).toBe(true);
    expect(allow.allows('x', 1, '::ffff:10.255.0.1')).toBe(true);
    expect(allow.allows('x', 1, '11.0.0.1')).toBe(false);
    expect(allow.allows('::1', 143, '::1')).toBe(true);
    expect(allow.allows('::1', 144, '::1')).toBe(false);
    expect(allow.allows('192.168.1.5', 25, null)).toBe(true);
    expect(allow.allows('192.168.1.5', 26, null)).toBe(false);
    // A name that claims to be an allowed address does not get its exemption once it resolves elsewhere.
    expect(allow.allows('x', 1, '127.0.0.1')).toBe(false);
    for (const bad of ['10.0.0.0/99', '*', 'http://x', '256.1.1.1', 'host:0', 'host:99999']) {
      expect(() => parseOutboundAllow(bad), bad).toThrow('OUTBOUND_ALLOW');
    }
  });

  test('a mail server on a private address is refused unless allowed, and connected by its checked address', async () => {
    const refused = connectGuardedSocket({ host: '127.0.0.1', port: trap_port, allow: nothing, timeout_in_ms: 500 });
    await expect(refused).rejects.toBeInstanceOf(OutboundRefusedError);
    const lookup = async () => ['127.0.0.1'];
    const named = connectGuardedSocket({
      host: 'mail.example',
      port: trap_port,
      allow: nothing,
      timeout_in_ms: 500,
      lookup,
    });
    await expect(named).rejects.toBeInstanceOf(OutboundRefusedError);
    expect(trapHits).toBe(0);
    const allow = parseOutboundAllow(`mail.example:${site_port}`);
    const socket = await connectGuardedSocket({
      host: 'mail.example',
      port: site_port,
      allow,
      timeout_in_ms: 500,
      lookup,
    });
    expect(socket.remoteAddress).toBe('127.0.0.1');
    socket.destroy();
  });
});
