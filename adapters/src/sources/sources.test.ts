import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testMail } from '../../../sandbox/src/mail/testing/mail-options.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/src/sandbox.ts';
import { ProviderError } from '../kit/errors.ts';
import { PRIVATE_HOSTS } from '../kit/testing/private-hosts.ts';
import { SEARCH_VENDORS } from './search/search-vendors.ts';
import { createSources, type SourcesOptions } from './sources.adapter.ts';
import { chooseSources } from './sources.manifest.ts';
import type { SourcesPort } from './sources.port.ts';

const DOMAIN = 'kanaal-software.example';
let sandbox: Sandbox;
let base = '';
const opened: SourcesPort[] = [];

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, mail: testMail() });
  base = sandbox.addresses.http_url;
});

afterAll(async () => {
  await Promise.all(opened.map((sources) => sources.close()));
  await sandbox?.close();
});

function open(options: Partial<SourcesOptions> = {}): SourcesPort {
  const sources = createSources({
    search: { vendor: 'serper', api_url: `${base}/search/serper`, api_key: 'k' },
    news_rss_url: `${base}/search/rss`,
    sites_proxy_url: `${base}/sites`,
    outbound_allow: new URL(base).host,
    linkedin: null,
    ...options,
  });
  opened.push(sources);
  return sources;
}

describe('search: every vendor against the stand-in', () => {
  const vendors = Object.values(SEARCH_VENDORS).map(({ manifest }) => manifest.id);
  test.each(vendors)('%s finds pages and news', async (vendor) => {
    const sources = open({ search: { vendor, api_url: `${base}/search/${vendor}`, api_key: 'k' } });
    const pages = await sources.searchWeb({ query: `"Kanaal Software" ${DOMAIN} pricing` });
    expect(pages.length).toBeGreaterThanOrEqual(3);
    expect(pages.map(({ text }) => text).join()).toMatch(/starts at \d+ euros a user a month/);
    expect(new Set(pages.map(({ url }) => url)).size).toBe(pages.length);
    const news = await sources.searchNews({ query: `"Kanaal Software" ${DOMAIN}`, limit: 2 });
    expect(news).toHaveLength(2);
    expect(news[0]?.text).toMatch(/Published on \d{4}-\d\d-\d\d\./);
    expect(news.every(({ url, fetched_at }) => url.startsWith('http') && fetched_at instanceof Date)).toBe(true);
  });

  test('a question of more words or characters than Brave takes is cut to what it takes', async () => {
    const sources = open({ search: { vendor: 'brave', api_url: `${base}/search/brave`, api_key: 'k' } });
    const query = `"Kanaal Software" ${DOMAIN} ${'a '.repeat(60)}`;
    expect((await sources.searchWeb({ query })).length).toBeGreaterThanOrEqual(3);
    expect(await sources.searchNews({ query: `${query} ${'long'.repeat(120)}`, limit: 2 })).toHaveLength(2);
  });

  test.each([
    ['brave', `/web/search?q=${'a+'.repeat(51)}`, null],
    ['brave', `/news/search?q=${'a'.repeat(401)}`, null],
    ['brave', '/web/search?q=a&limit=5', null],
    ['serper', '/search', { q: 'a', limit: 5 }],
  ])('the stand-in of %s refuses what is not published: %s %j', async (vendor, path, body) => {
    const headers = { 'x-subscription-token': 'k', 'x-api-key': 'k', 'content-type': 'application/json' };
    const init =
      body === null
        ? { headers: { 'x-subscription-token': 'k' } }
        : { method: 'POST', headers, body: JSON.stringify(body) };
    expect((await fetch(`${base}/search/${vendor}${path}`, init)).status).toBe(422);
  });

  test('without a vendor news come by RSS, and web search says what is missing', async () => {
    const sources = open({ search: null });
    const news = await sources.searchNews({ query: `"Kanaal Software" ${DOMAIN}` });
    expect(news.length).toBeGreaterThan(0);
    expect(news[0]?.text).not.toContain('<');
    const error = await sources.searchWeb({ query: 'x' }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ kind: 'rejected', code: 'not_configured' });
    expect((error as Error).message).toContain('SERPER_API_KEY');
  });

  test('a missing key and an unreachable server are distinguished', async () => {
    const keyless = open({ search: { vendor: 'serpapi', api_url: `${base}/search/serpapi`, api_key: '' } });
    await expect(keyless.searchWeb({ query: 'x' })).rejects.toMatchObject({ kind: 'auth_expired' });
    const unreachable = open({ search: { vendor: 'searxng', api_url: 'http://127.0.0.1:1', api_key: '' } });
    await expect(unreachable.searchNews({ query: 'x' })).rejects.toMatchObject({ kind: 'unavailable' });
  });
});

describe('websites', () => {
  test('three to five pages: home, about, pricing, careers, as text', async () => {
    const pages = await open().fetchWebsite({ website: DOMAIN });
    expect(pages.length).toBeGreaterThanOrEqual(3);
    expect(pages.length).toBeLessThanOrEqual(5);
    expect(await open().fetchWebsite({ website: DOMAIN, max_pages: 2 })).toHaveLength(2);
    expect(pages[0]?.text).toContain('Kanaal Software makes');
    expect(pages.map(({ text }) => text).join('\n')).toMatch(/was founded in \d{4}[\s\S]*starts at \d+ euros/);
    expect(pages.every(({ url }) => url.startsWith(`https://${DOMAIN}/`))).toBe(true);
    expect(pages.every(({ fetched_url }) => fetched_url.startsWith(`${base}/sites/${DOMAIN}`))).toBe(true);
  });

  test('the technology stack names what the pages show, and why', async () => {
    const [document] = await open().detectTechnologies({ website: `https://www.${DOMAIN}/` });
    expect(document?.text).toMatch(/^The website uses .+ \(.+\), seen in .+\.$/m);
  });

  test('open positions from the careers page', async () => {
    const jobs = await Promise.all(
      ['northlight.example', 'brightwater.example', DOMAIN].map((website) =>
        open().listJobs({ company_name: 'X', website, company_linkedin_url: null, linkedin_account_id: null }),
      ),
    );
    expect(
      jobs
        .flat()
        .map(({ text }) => text)
        .join('\n'),
    ).toMatch(/open position/i);
  });

  test('LinkedIn is asked first where an account is named, and its failure is no end', async () => {
    const calls: string[] = [];
    const reading = {
      getCompany: async (account: string, identifier: string) => {
        calls.push(`${account} ${identifier}`);
        return { id: '77', name: 'Kanaal Software' };
      },
      searchJobs: async () => {
        if (calls.length > 1) throw new ProviderError('rate_limited', 'slow down', { concerns: 'sender' });
        return [
          { id: '1', title: 'Engineer', url: 'x', company_name: null, location: 'Utrecht', posted_at: new Date(0) },
        ];
      },
    };
    const sources = open({ linkedin: { reading: reading as never } });
    const question = {
      company_name: 'Kanaal',
      website: DOMAIN,
      company_linkedin_url: 'https://www.linkedin.com/company/kanaal/about',
      linkedin_account_id: 'seat',
    };
    const [first] = await sources.listJobs(question);
    expect(first).toMatchObject({ url: 'https://www.linkedin.com/company/kanaal/jobs/' });
    expect(first?.text).toContain('Open position: Engineer in Utrecht, posted on 1970-01-01.');
    const [second] = await sources.listJobs(question);
    expect(second?.url).toContain('/careers');
    expect(calls).toEqual(['seat kanaal', 'seat kanaal']);
  });

  test.each([
    ['down.example', 'unavailable'],
    ['huge.example', 'rejected'],
    ['elsewhere.example', 'rejected'],
    ['javascript:alert(1)', 'rejected'],
    ['file:///etc/passwd', 'rejected'],
    ['', 'rejected'],
    ['not a website', 'rejected'],
  ])('%s is %s', async (website, kind) => {
    await expect(open().fetchWebsite({ website })).rejects.toMatchObject({ name: 'ProviderError', kind });
  });

  test('a site that hangs times out, and a caller can abort immediately', async () => {
    const hanging = open({ page_timeout_in_ms: 300 }).fetchWebsite({ website: 'hang.example' });
    await expect(hanging).rejects.toMatchObject({ kind: 'unavailable', code: 'timeout' });
    const signal = AbortSignal.timeout(100);
    await expect(open().fetchWebsite({ website: 'hang.example', signal })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  });

  test('a name that does not exist', async () => {
    const lookup = async () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
    const sources = open({ sites_proxy_url: null, lookup });
    await expect(sources.fetchWebsite({ website: 'nobody.example' })).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('addresses of private networks', () => {
  const TRAPPED = [80, 443];
  const traps: net.Server[] = [];
  /**
   * Ports from which a client connected to a trap, and from which this process connects: programs of other tests use
   * their own address.
   */
  const callers = new Set<number | undefined>();
  const ours = new Set<number | undefined>();
  const connect = net.Socket.prototype.connect;
  let site: http.Server;
  let port = 0;
  let guarded: SourcesPort;

  beforeAll(async () => {
    net.Socket.prototype.connect = function (this: net.Socket, ...words: unknown[]) {
      return Reflect.apply(connect, this, words).once('connect', () => {
        if (TRAPPED.includes(this.remotePort ?? 0)) ours.add(this.localPort);
      });
    } as typeof connect;
    // Port 80 and 443 of every local address where they are free, and one port that the redirects below name.
    const local = Object.values(os.networkInterfaces()).flatMap((list) => list ?? []);
    for (const address of new Set(['127.0.0.1', '::1', ...local.map((entry) => entry.address)])) {
      for (const number of TRAPPED) {
        const trap = net.createServer((socket) => {
          callers.add(socket.remotePort);
          socket.destroy();
        });
        const isListening = await new Promise<boolean>((resolve) => {
          trap.once('error', () => resolve(false)).listen(number, address, () => resolve(true));
        });
        if (isListening) traps.push(trap);
      }
    }
    site = http.createServer((request, response) => {
      const target = new URL(request.url ?? '/', 'http://x').searchParams.get('to');
      if (target !== null) response.writeHead(302, { location: Buffer.from(target).toString('latin1') }).end();
      else response.setHeader('content-type', 'text/html').end(linksTo());
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    port = (site.address() as AddressInfo).port;
    guarded = open({ sites_proxy_url: null, outbound_allow: `127.0.0.1:${port}` });
  });

  afterAll(() => {
    net.Socket.prototype.connect = connect;
    for (const trap of traps) trap.close();
    site.closeAllConnections();
    site.close();
  });

  /** That nothing of this process has reached a trap. */
  async function expectNoHit(): Promise<void> {
    await setImmediate();
    expect([...callers].filter((caller) => ours.has(caller))).toEqual([]);
  }

  /** A page whose menu leads into the private network. */
  function linksTo(): string {
    const links = ['127.0.0.1/about', '169.254.169.254/pricing', '[::1]/careers', 'localhost/products'];
    return `<p>${'Welcome to us. '.repeat(10)}</p>${links.map((link) => `<a href="http://${link}">x</a>`).join('')}
      <a href="/?to=http://127.0.0.1/about">about</a><a href="/?to=http://169.254.169.254/pricing">pricing</a>`;
  }

  test('there are traps, which report connections of this process, and at least 60 spellings', async () => {
    expect(traps.length).toBeGreaterThan(0);
    const trap = traps[0]?.address() as AddressInfo;
    const host = net.isIPv6(trap.address) ? `[${trap.address}]` : trap.address;
    await fetch(`http://${host}:${trap.port}`).catch(() => undefined);
    await expect(expectNoHit()).rejects.toThrow();
    callers.clear();
    expect(PRIVATE_HOSTS.length).toBeGreaterThanOrEqual(60);
  });

  test.each(PRIVATE_HOSTS)('%s: nothing connects, by any of the calls', async (host) => {
    for (const website of [
      host,
      `http://${host}/`,
      `https://${host}/about`,
      `http://127.0.0.1:${port}/?to=http://${host}/`,
    ]) {
      await expect(guarded.fetchWebsite({ website }), website).rejects.toMatchObject({ name: 'ProviderError' });
    }
    await expect(guarded.detectTechnologies({ website: host })).rejects.toMatchObject({ name: 'ProviderError' });
    const jobs = { company_name: 'x', company_linkedin_url: null, linkedin_account_id: null };
    await expect(guarded.listJobs({ ...jobs, website: `http://${host}` })).rejects.toMatchObject({
      name: 'ProviderError',
    });
    await expectNoHit();
  });

  test('a page may not lead there by its menu, nor a search by its results', async () => {
    const pages = await guarded.fetchWebsite({ website: `http://127.0.0.1:${port}/` });
    expect(pages).toHaveLength(1);
    await expectNoHit();
  });

  test('a name that changes its address in between is refused', async () => {
    let calls = 0;
    const lookup = async () => (calls++ % 2 === 0 ? ['10.0.0.1'] : ['127.0.0.1']);
    const sources = open({ sites_proxy_url: null, lookup, outbound_allow: '' });
    await expect(sources.fetchWebsite({ website: 'rebind.example' })).rejects.toMatchObject({ kind: 'rejected' });
    await expectNoHit();
  });
});

describe('settings', () => {
  test('the first vendor that is set answers', () => {
    const none = { OUTBOUND_ALLOW: '' };
    expect(chooseSources(none)).toMatchObject({ search: null, news_rss_url: 'https://news.google.com' });
    expect(chooseSources({ ...none, SEARXNG_URL: 'http://s/', SERPAPI_API_KEY: 'k' }).search).toMatchObject({
      vendor: 'serpapi',
    });
    expect(chooseSources({ ...none, SEARXNG_URL: 'http://s/' }).search).toEqual({
      vendor: 'searxng',
      api_url: 'http://s',
      api_key: '',
    });
    expect(() => chooseSources({ ...none, SEARXNG_URL: 'ftp://s' })).toThrow('SEARXNG_URL');
  });
});
