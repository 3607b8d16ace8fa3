import { createContactFinder } from '@overture/adapters/contact-finder/contact-finder.adapter';
import type { ContactFinderPort, MailboxProbe } from '@overture/adapters/contact-finder/contact-finder.port';
import type { SourcesPort } from '@overture/adapters/sources/sources.port';
import type { Prospect } from '@overture/contract/prospects';
import type { LeadFieldValues } from '@overture/domain/leads/lead-fields';
import type { ContactLookup } from '@overture/domain/money/credits';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createClock } from '../../../../../sandbox/src/clock.ts';
import { registerContactRoutes } from '../../../../../sandbox/src/contacts/contacts.routes.ts';
import { type DnsServer, startDnsServer } from '../../../../../sandbox/src/contacts/dns-server.ts';
import type { Context } from '../../../kernel/context.ts';
import { startTestServer, type TestServer } from '../../../testing/harness.ts';
import { fillContact } from '../../prospects/index.ts';
import { makeLeads } from '../../prospects/prospects.factory.ts';
import { colleaguesAt, suppress } from './contacts.factory.ts';
import { lookUpContact, lookUpLead } from './contacts.service.ts';

const vendors = Fastify({ forceCloseConnections: true });
let url: string;
let dns: DnsServer;
let finder: ContactFinderPort;
let server: TestServer & { stop(): Promise<void> };
let ctx: Context;
/** What the mail servers say; probing is off unless set. */
let probe: ((email: string) => MailboxProbe) | null = null;
let results: { url: string; title: string }[] = [];

beforeAll(async () => {
  registerContactRoutes(vendors, createClock());
  url = await vendors.listen({ port: 0, host: '127.0.0.1' });
  dns = await startDnsServer(0);
  const access = (name: string) => ({ api_url: `${url}/contacts/${name}`, api_key: 'sandbox' });
  finder = createContactFinder({
    hunter: access('hunter'),
    prospeo: access('prospeo'),
    lusha: access('lusha'),
    outbound_allow: '127.0.0.1',
    dns_servers: [`127.0.0.1:${dns.port}`],
    smtp_probe: null,
  });
  const contact_finder: ContactFinderPort = {
    ...finder,
    get can_probe() {
      return probe !== null;
    },
    probeMailbox: async (email) => probe?.(email) ?? 'unknown',
  };
  const sources = {
    searchWeb: async () => results.map((result) => ({ ...result, text: '', fetched_at: new Date() })),
    close: async () => undefined,
  } as unknown as SourcesPort;
  server = await startTestServer({ contact_finder, sources });
});
beforeEach(async () => {
  probe = null;
  results = [];
  await control('clear', {});
  const person = await server.signUp();
  ctx = server.program.system.forOrganization(person.organization_id);
});
afterAll(async () => {
  await server.stop();
  await vendors.close();
  await dns.close();
});

const control = async (path: string, body: object) =>
  fetch(`${url}/__control/contacts/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
async function asked(): Promise<string[]> {
  const { calls } = (await (await fetch(`${url}/api/contacts/calls`)).json()) as { calls: { vendor: string }[] };
  return calls.map(({ vendor }) => vendor);
}
async function lead(fields: Partial<LeadFieldValues>): Promise<Prospect> {
  return (await makeLeads(ctx, [{ first_name: 'Mia', last_name: 'Stone', company_name: 'Acme', ...fields }]))[0]!;
}
const find = (lookup: ContactLookup, of: Prospect, signal = new AbortController().signal) =>
  lookUpLead(ctx, { lookup, lead: of, signal });
const tried = (result: Awaited<ReturnType<typeof find>>) =>
  result.steps.map(({ label, outcome }) => `${label}: ${outcome}`);
const acme = { company_website_url: 'https://www.acme.example/about' };

describe('an email address', () => {
  test('that the lead has is free, and no provider is called', async () => {
    const result = await find('FIND_EMAIL', await lead({ email: 'mia@acme.example' }));
    expect(result).toMatchObject({ outcome: 'found', value: 'mia@acme.example', confidence: 100, is_free: true });
    expect(tried(result)).toEqual(['Known already: found']);
    expect(await asked()).toEqual([]);
  });

  test('of the same person in another row is free', async () => {
    await makeLeads(ctx, [{ first_name: 'MIA', last_name: 'Stöne', email: 'm.s@acme.example' }]);
    const result = await find('FIND_EMAIL', await lead({ ...acme, last_name: 'Stone' }));
    expect(result).toMatchObject({ value: 'm.s@acme.example', is_free: true });
  });

  test('follows the pattern of four colleagues, checked with DNS', async () => {
    await makeLeads(ctx, colleaguesAt('acme.example').slice(0, 4));
    const result = await find('FIND_EMAIL', await lead(acme));
    expect(result).toMatchObject({ outcome: 'found', value: 'mia.stone@acme.example', confidence: 80, is_free: false });
    expect(result.steps.at(-1)?.detail).toBe(
      '4 of 4 known addresses at acme.example are made as first.last@. Its mail server is mx.acme.example.',
    );
    expect(await asked()).toEqual([]);
  });

  test.each([
    [{ first_name: '?ukasz' }, '?ukasz'],
    [{ last_name: 'MÃ¼ller' }, 'MÃ¼ller'],
    [{ last_name: 'Ren\ufffd' }, 'Ren\ufffd'],
    [{ company_name: 'Acme &amp; Sons' }, 'Acme &amp; Sons'],
  ])('is neither guessed nor bought from a name that lost letters: %j', async (names, shown) => {
    await makeLeads(ctx, colleaguesAt('acme.example').slice(0, 4));
    for (const lookup of ['FIND_EMAIL', 'FIND_PHONE'] as const) {
      const result = await find(lookup, await lead({ ...acme, ...names }));
      expect(result).toMatchObject({ outcome: 'failed', value: null, retry_at: null });
      expect(result.steps.at(-1)?.detail).toContain(`“${shown}” contains broken characters`);
    }
    expect(await asked()).toEqual([]);
  });

  test.each([
    ['three colleagues are too few', 'acme.example', 3, 'uncertain'],
    ['a domain that takes no mail', 'nullmx.example', 5, 'not_found'],
    ['a domain that does not exist', 'nomail.example', 5, 'not_found'],
    ['a domain nobody can tell about', 'down.example', 4, 'uncertain'],
    ['no colleague at all', 'acme.example', 0, 'uncertain'],
  ])('%s: on to the providers, cheapest first', async (_, domain, colleagues, outcome) => {
    await makeLeads(ctx, colleaguesAt(domain).slice(0, colleagues));
    const result = await find('FIND_EMAIL', await lead({ first_name: 'Known', company_website_url: domain }));
    expect(tried(result).slice(2)).toEqual([
      `Address pattern of the company: ${outcome}`,
      expect.stringContaining('Hunter'),
    ]);
    expect((await asked())[0]).toBe('hunter');
  });

  test('guesses and bounced addresses teach no pattern', async () => {
    const colleagues = colleaguesAt('acme.example');
    await makeLeads(ctx, colleagues.slice(0, 4));
    const first = await lead(acme);
    const guessed = await find('FIND_EMAIL', first);
    await ctx.transaction((tx) => fillContact(tx, first.id, 'email', guessed.value ?? ''));
    const second = await lead({ ...acme, first_name: 'Nobody', last_name: 'Reed' });
    expect((await find('FIND_EMAIL', second)).confidence, 'five addresses, four of them evidence').toBe(80);
    await suppress(ctx, colleagues[0]?.email ?? '', 'hard_bounce');
    const third = await lead({ ...acme, first_name: 'Nobody', last_name: 'Dale' });
    expect((await find('FIND_EMAIL', third)).outcome).toBe('not_found');
  });

  test('another organization’s addresses teach nothing', async () => {
    const other = server.program.system.forOrganization((await server.signUp()).organization_id);
    await makeLeads(other, colleaguesAt('acme.example'));
    const result = await find('FIND_EMAIL', await lead({ ...acme, first_name: 'Nobody' }));
    expect(tried(result)[2]).toBe('Address pattern of the company: uncertain');
    expect(result.steps[2]?.detail).toBe('No address at acme.example is known to learn from.');
  });

  test('taken by a colleague or barred is not guessed', async () => {
    const namesake = { first_name: 'Nobody', last_name: 'van Stone', email: 'nobody.stone@acme.example' };
    await makeLeads(ctx, [...colleaguesAt('acme.example'), namesake]);
    const free = await find('FIND_EMAIL', await lead({ ...acme, first_name: 'Nobody', last_name: 'Reed' }));
    expect(free.value).toBe('nobody.reed@acme.example');
    const taken = await find('FIND_EMAIL', await lead({ ...acme, first_name: 'Nobody', last_name: 'Stone' }));
    expect(taken.outcome).toBe('not_found');
    await suppress(ctx, 'nobody.dale@acme.example', 'unsubscribe');
    const suppressed = await find('FIND_EMAIL', await lead({ ...acme, first_name: 'Nobody', last_name: 'Dale' }));
    expect(suppressed.outcome).toBe('not_found');
  });

  test.each(['hard_bounce', 'unsubscribe', 'manual'])('that is barred (%s) is never an answer', async (reason) => {
    const who = await lead({ ...acme, first_name: 'Known', last_name: 'Visser' });
    const known = await find('FIND_EMAIL', who);
    expect(known.outcome).toBe('found');
    await suppress(ctx, known.value ?? '', reason);
    const result = await find('FIND_EMAIL', who);
    expect(result).toMatchObject({ outcome: 'not_found', value: null });
    expect(tried(result).slice(3)).toEqual(['Hunter: refused', 'Prospeo: refused', 'Lusha: refused']);
    expect(JSON.stringify(result)).not.toContain(known.value);
    const own = await find('FIND_EMAIL', await lead({ email: known.value }));
    expect(own.steps[0]?.outcome).toBe('refused');
  });

  test('that no step finds is not found, with all steps listed and no address leaked', async () => {
    const result = await find('FIND_EMAIL', await lead({ ...acme, first_name: 'Nobody' }));
    expect(result).toMatchObject({ outcome: 'not_found', value: null, confidence: null, retry_at: null });
    expect(tried(result)).toEqual([
      'Known already: not_found',
      'Same person elsewhere: not_found',
      'Address pattern of the company: uncertain',
      'Hunter: not_found',
      'Prospeo: not_found',
      'Lusha: not_found',
    ]);
  });

  test('asked for twice is paid for once; another name is another question', async () => {
    const who = await lead({ ...acme, first_name: 'Known' });
    const first = await find('FIND_EMAIL', who);
    const second = await find('FIND_EMAIL', who);
    expect(second).toMatchObject({ value: first.value, confidence: first.confidence });
    expect(await asked()).toHaveLength(1);
    await find('FIND_EMAIL', { ...who, last_name: 'Maiden' });
    expect(await asked()).toHaveLength(2);
  });

  test('remembered for 90 days, a miss for 30', async () => {
    const age = async (days: number) =>
      ctx.transaction(({ db }) =>
        sql`update contact_lookups set asked_at = app_now() - make_interval(days => ${days})`.execute(db),
      );
    const [known, unknown] = [
      await lead({ ...acme, first_name: 'Known' }),
      await lead({ ...acme, first_name: 'Nobody' }),
    ];
    await find('FIND_EMAIL', known);
    await find('FIND_EMAIL', unknown);
    await age(31);
    await control('clear', {});
    await find('FIND_EMAIL', known);
    expect(await asked()).toEqual([]);
    await find('FIND_EMAIL', unknown);
    expect(await asked()).toEqual(['hunter', 'prospeo', 'lusha']);
    await age(91);
    await control('clear', {});
    await find('FIND_EMAIL', known);
    expect(await asked()).toEqual(['hunter']);
  });

  test('the mail server’s word counts where probing is on', async () => {
    const seen: string[] = [];
    probe = (email) => {
      seen.push(email);
      return email.startsWith('mstone@') ? 'exists' : 'absent';
    };
    const result = await find('FIND_EMAIL', await lead(acme));
    expect(result).toMatchObject({ outcome: 'found', value: 'mstone@acme.example', confidence: 95 });
    expect(seen).toEqual(['mia.stone@acme.example', 'mstone@acme.example']);
    probe = () => 'absent';
    expect((await find('FIND_EMAIL', await lead({ ...acme, first_name: 'Nobody' }))).outcome).toBe('not_found');
  });

  test('a server that takes every name is asked once', async () => {
    let times = 0;
    probe = () => {
      times += 1;
      return 'accepts_all';
    };
    await find('FIND_EMAIL', await lead({ ...acme, first_name: 'Nobody' }));
    await find('FIND_EMAIL', await lead({ ...acme, first_name: 'Nobody', last_name: 'Dale' }));
    expect(times).toBe(1);
  });
});

describe('failures', () => {
  test('a provider that fails is passed over for the next one', async () => {
    await control('faults', { vendor: 'hunter', status: 503 });
    const result = await find('FIND_EMAIL', await lead({ ...acme, first_name: 'Known' }));
    expect(result.outcome).toBe('found');
    expect(tried(result).slice(3)).toEqual(['Hunter: failed', 'Prospeo: found']);
  });

  test('not found with one provider to wait for: postponed, and the others are not called again', async () => {
    await control('faults', { vendor: 'hunter', status: 503 });
    const unknown = await lead({ ...acme, first_name: 'Nobody' });
    const outcome = await work('FIND_EMAIL', unknown);
    expect(outcome).toMatchObject({ kind: 'postponed', reason: 'Hunter answered 503.' });
    expect(outcome.kind === 'postponed' && outcome.until.getTime()).toBeGreaterThan(Date.now() + 20_000);
    expect(await work('FIND_EMAIL', unknown)).toMatchObject({ kind: 'not_found' });
    expect(await asked()).toEqual(['hunter', 'prospeo', 'lusha', 'hunter']);
  });

  test('a refused key fails with the setting’s name', async () => {
    for (const vendor of ['prospeo', 'lusha']) await control('faults', { vendor, status: 401 });
    const outcome = await work('FIND_PHONE', await lead({ ...acme, first_name: 'Nobody' }));
    expect(outcome).toMatchObject({ kind: 'failed', error: 'Lusha does not accept the key in LUSHA_API_KEY.' });
  });

  test('a stop ends it immediately', async () => {
    await control('faults', { vendor: 'hunter', delay_in_ms: 5_000 });
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error('stopped')), 200);
    const began = Date.now();
    await expect(find('FIND_EMAIL', await lead({ ...acme, first_name: 'Known' }), stop.signal)).rejects.toThrow(
      'stopped',
    );
    expect(Date.now() - began).toBeLessThan(3_000);
    await expect(find('FIND_EMAIL', await lead(acme), AbortSignal.abort(new Error('stopped')))).rejects.toThrow(
      'stopped',
    );
  });

  test('a lead deleted in between leaves nothing behind', async () => {
    const deleted = await lead({ ...acme, first_name: 'Known' });
    await ctx.transaction(({ db }) => sql`delete from prospects where id = ${deleted.id}`.execute(db));
    expect((await find('FIND_EMAIL', deleted)).outcome).toBe('found');
  });
});

async function work(lookup: ContactLookup, prospect: Prospect) {
  const task = {
    prompt_id: 1,
    name: 'Find',
    prompt: '',
    output_type: 'SHORT_TEXT',
    required_sources: [],
    data_enrichment_type: lookup,
  } as const;
  return lookUpContact(ctx, { cell_id: 1, task, prospect, signal: new AbortController().signal });
}

describe('a phone number', () => {
  test('is known, elsewhere, or a provider’s', async () => {
    expect(await find('FIND_PHONE', await lead({ phone_number: '+31 6 1' }))).toMatchObject({
      value: '+31 6 1',
      is_free: true,
    });
    await makeLeads(ctx, [{ email: 'mia@acme.example', phone_number: '+31 6 2' }]);
    expect(await find('FIND_PHONE', await lead({ email: 'mia@acme.example' }))).toMatchObject({
      value: '+31 6 2',
      is_free: true,
    });
    const outcome = await work('FIND_PHONE', await lead({ ...acme, first_name: 'Known' }));
    expect(outcome).toMatchObject({ kind: 'found', output: expect.stringMatching(/^\+31 6 1\d{7}$/), is_free: false });
    expect(await asked()).toEqual(['prospeo']);
  });
});

describe('a website', () => {
  test.each([
    ['known', { company_website_url: 'https://acme.example' }, 'https://acme.example', 'Known already'],
    ['a colleague’s', { email: 'mia@colleague.example' }, 'https://www.colleague.example/x', 'Colleagues'],
    ['the address’s', { email: 'mia@mail.alone.example' }, 'https://alone.example', 'Email domain'],
    ['found by search', { company_name: 'Bright Wave B.V.' }, 'https://brightwave.example', 'Web search'],
    [
      'not the mailbox provider’s',
      { email: 'mia@gmail.com', company_name: 'Bright Wave' },
      'https://brightwave.example',
      'Web search',
    ],
  ])('%s', async (_, fields, website, label) => {
    await makeLeads(ctx, [{ email: 'x@colleague.example', company_website_url: 'https://www.colleague.example/x' }]);
    results = [
      { url: 'https://www.linkedin.com/company/bright-wave', title: 'Bright Wave' },
      { url: 'https://brightwave.example/contact', title: 'Contact' },
    ];
    const result = await find('FIND_WEBSITE', await lead(fields));
    expect(result).toMatchObject({ outcome: 'found', value: website });
    expect(result.steps.at(-1)?.label).toBe(label);
  });

  test('that cannot be determined is not found', async () => {
    results = [{ url: 'https://news.example/acme', title: 'Acme in the news' }];
    expect((await find('FIND_WEBSITE', await lead({}))).outcome).toBe('not_found');
    expect((await find('FIND_WEBSITE', await lead({ company_name: null }))).steps.at(-1)?.outcome).toBe('skipped');
  });
});

test('what is found never takes the place of what a person wrote', async () => {
  const [empty, edited] = [await lead({}), await lead({ email: 'own@acme.example' })];
  const fill = (who: Prospect) => ctx.transaction((tx) => fillContact(tx, who.id, 'email', 'found@acme.example'));
  expect([await fill(empty), await fill(edited), await fill(empty)]).toEqual([true, false, false]);
});

test('colleagues are found through an index, under the policy', async () => {
  const people = Array.from({ length: 3000 }, (_, n) => ({ last_name: `L${n}`, email: `p${n}@c${n % 600}.example` }));
  await makeLeads(ctx, people);
  const plan = await ctx.transaction(async ({ db }) => {
    await sql`set local enable_seqscan = off`.execute(db);
    const rows = await sql<Record<string, string>>`explain select id from prospects
      where organization_id = ${ctx.organization.id} and email_domain = 'c7.example'`.execute(db);
    return rows.rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toMatch(/prospects_email_domain_idx/);
  expect(plan).toMatch(/Index Cond:.*email_domain = 'c7.example'/);
});
