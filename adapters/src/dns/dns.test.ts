import { Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type DnsServer, startDnsServer } from '../../../sandbox/src/contacts/dns-server.ts';
import { createDns } from './dns.adapter.ts';

let server: DnsServer;
const open = () => createDns({ servers: [`127.0.0.1:${server.port}`], stand_in: null }).openFor(null);

beforeAll(async () => {
  server = await startDnsServer(0);
});
afterAll(() => server.close());

describe('asking name servers', () => {
  test('texts in parts are joined, exchangers sorted, names and addresses found', async () => {
    const dns = open();
    const key = await dns.findTexts('default._domainkey.acme.example');
    expect(key.status).toBe('found');
    expect(key.records[0]).toMatch(/^v=DKIM1; k=rsa; p=A{392}$/);
    expect((await dns.findTexts('acme.example')).records).toContain('v=spf1 ip4:127.0.0.1 -all');
    expect((await dns.findExchangers('acme.example')).records).toEqual(['mx.acme.example']);
    expect((await dns.findExchangers('nullmx.example')).records).toEqual(['']);
    expect((await dns.findAddresses('mail.sandbox.example')).records).toEqual(['127.0.0.1']);
    expect((await dns.findAddresses('2001:db8::1')).records).toEqual(['2001:db8::1']);
    expect((await dns.findNames('127.0.0.1')).records).toEqual(['mail.sandbox.example']);
  });

  test('a name that does not exist, and one without such records, have none', async () => {
    const dns = open();
    for (const answer of [
      await dns.findTexts('nomail.example'),
      await dns.findTexts('bare.example'),
      await dns.findNames('192.0.2.9'),
      await dns.findAddresses('elsewhere.example'),
    ])
      expect(answer).toEqual({ status: 'none', records: [] });
  });

  test('thousands of texts come over TCP and are read, none longer than allowed', async () => {
    const answer = await open().findTexts('flood.example');
    expect(answer.status).toBe('found');
    expect(answer.records).toHaveLength(3000);
  });

  test('a stand-in whose TCP port is taken uses another one: long answers arrive', async () => {
    const listen = vi.spyOn(Server.prototype, 'listen').mockImplementationOnce(function (this: Server) {
      queueMicrotask(() => this.emit('error', Object.assign(new Error('taken'), { code: 'EADDRINUSE' })));
      return this;
    });
    const other = await startDnsServer(0);
    // Another process may really have taken the second one.
    expect(listen.mock.calls.length).toBeGreaterThan(1);
    listen.mockRestore();
    const dns = createDns({ servers: [`127.0.0.1:${other.port}`], stand_in: null }).openFor(null);
    expect((await dns.findTexts('flood.example')).records).toHaveLength(3000);
    await other.close();
  });

  test('an unanswered query is unknown, immediately when the caller aborts; nothing is thrown', async () => {
    const dns = open();
    const signal = AbortSignal.timeout(50);
    const asked = ['down.example', 'down2.example'].map((name) => dns.findTexts(name, signal));
    expect(await Promise.all(asked)).toEqual([
      { status: 'unknown', records: [] },
      { status: 'unknown', records: [] },
    ]);
    expect(await dns.findTexts('acme.example', AbortSignal.abort())).toEqual({ status: 'unknown', records: [] });
    for (const name of ['', '.', 'a..b', '\u0000', 'x'.repeat(5000), 'ünïcode.example', '%s'])
      expect((await dns.findTexts(name, AbortSignal.timeout(200))).status).toMatch(/none|unknown|found/);
    expect(await dns.findNames('not an address')).toEqual({ status: 'none', records: [] });
  });

  test('the simulated world is asked about its own mail server only', async () => {
    const standIn = { mail_server: '127.0.0.1:2525', dns: `127.0.0.1:${server.port}` };
    const dns = createDns({ servers: [], stand_in: standIn });
    expect((await dns.openFor('127.0.0.1:2525').findTexts('acme.example')).status).toBe('found');
    const elsewhere = await dns.openFor('127.0.0.1:25').findTexts('acme.example', AbortSignal.timeout(100));
    expect(elsewhere.records).toEqual([]);
  });
});
