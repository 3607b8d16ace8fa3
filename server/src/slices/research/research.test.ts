import { PRIVATE_HOSTS } from '@overture/adapters/kit/testing/private-hosts';
import { createAiSdkLlm } from '@overture/adapters/llm/ai-sdk/ai-sdk.adapter';
import { createSources } from '@overture/adapters/sources/sources.adapter';
import type { Prospect } from '@overture/contract/prospects';
import { OUTPUT_TYPES, type OutputType } from '@overture/domain/leads/lead-columns';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createClock } from '../../../../sandbox/src/clock.ts';
import { registerLlmRoutes } from '../../../../sandbox/src/llm/llm.routes.ts';
import { registerWebRoutes } from '../../../../sandbox/src/web/web.routes.ts';
import type { Context } from '../../kernel/context.ts';
import { startTestServer, type TestServer } from '../../testing/harness.ts';
import { makeLeads } from '../prospects/prospects.factory.ts';
import type { CellOutcome } from './cell-work.rules.ts';
import { forgetOldSources } from './read-sources.service.ts';
import { countCalls, makeCell, POISONS } from './research.factory.ts';
import { researchCell } from './research-cell.service.ts';

const vendors = Fastify({ forceCloseConnections: true });
let url: string;
let web: ReturnType<typeof countCalls>;
let server: TestServer & { stop(): Promise<void> };
let ctx: Context;
let lead: Prospect;
let bystanders: Prospect[];
/** Names of attempted look-ups: there is nothing outside that research may reach. */
const lookedUp: string[] = [];

beforeAll(async () => {
  registerLlmRoutes(vendors);
  registerWebRoutes(vendors, createClock());
  vendors.get('/poison/*', async (request, reply) => reply.type('text/html').send(poisonedPage(request.url)));
  url = await vendors.listen({ port: 0, host: '127.0.0.1' });
  web = countCalls(openWeb(`${url}/sites`));
  const llm = createAiSdkLlm({
    vendor: 'openai-compatible',
    base_url: `${url}/llm/v1`,
    api_key: 'k',
    model: 'sandbox',
    has_structured_outputs: false,
  });
  server = await startTestServer({ llm, sources: web });
  const person = await server.signUp();
  ctx = server.program.system.forOrganization(person.organization_id);
  [lead, ...bystanders] = (await makeLeads(ctx, [
    {
      first_name: 'Sanne',
      last_name: 'Vries',
      company_name: 'Kanaal Software',
      company_website_url: 'kanaal-software.example',
      email: 'sanne@own-address.example',
    },
    {
      first_name: 'Zebedee',
      last_name: 'Bystander',
      company_name: 'Bystander Holding',
      email: 'zebedee@bystander.example',
      phone_number: '+31 600 9999',
    },
    { first_name: 'Quentin', last_name: 'Onlooker', company_name: 'Onlooker Ltd', email: 'quentin@onlooker.example' },
  ])) as [Prospect, ...Prospect[]];
});

afterAll(async () => {
  await server?.stop();
  await vendors.close();
});

beforeEach(async () => {
  await behave({ mode: 'normal' });
  await fetch(`${url}/__control/llm/requests`, { method: 'DELETE' });
  web.calls = [];
  web.before = async () => undefined;
  await ctx.transaction(({ db }) => sql`delete from research_sources`.execute(db));
});

function openWeb(sites_proxy_url: string) {
  return createSources({
    search: { vendor: 'serper', api_url: `${url}/search/serper`, api_key: 'k' },
    news_rss_url: `${url}/search/rss`,
    sites_proxy_url,
    outbound_allow: new URL(url).host,
    linkedin: null,
    lookup: async (name) => {
      lookedUp.push(name);
      return [];
    },
  });
}

async function behave(control: object): Promise<void> {
  await fetch(`${url}/__control/llm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(control),
  });
}

async function llmRequests(): Promise<string[]> {
  const { requests } = (await (await fetch(`${url}/__control/llm/requests`)).json()) as { requests: unknown[] };
  return requests.map((request) => JSON.stringify(request));
}

async function countStored(): Promise<number> {
  return ctx.transaction(
    async ({ db }) => (await sql<{ kind: string }>`select kind from research_sources`.execute(db)).rows.length,
  );
}

const found = (outcome: CellOutcome) => {
  if (outcome.kind !== 'found') throw new Error(`${outcome.kind}: ${JSON.stringify(outcome)}`);
  return outcome;
};

describe('research', () => {
  test.each<[string, OutputType, (output: unknown) => boolean]>([
    [
      'In which year was Kanaal Software founded?',
      'NUMBER',
      (output) => Number(output) >= 1985 && Number(output) <= 2026,
    ],
    [
      'Where was the company founded and its headquarters?',
      'SHORT_TEXT',
      (output) => String(output).includes('headquarters'),
    ],
    ['Who is the chief executive officer?', 'LONG_TEXT', (output) => String(output).includes('CEO')],
    ['Is the company founded with headquarters somewhere?', 'BOOLEAN', (output) => output === true],
    ['How well founded are its headquarters?', 'SCORE', (output) => [1, 2, 3, 4, 5].includes(Number(output))],
  ])('%s as %s: found, with a source that can be opened and quoted', async (prompt, output_type, isRight) => {
    const outcome = found(await researchCell(ctx, makeCell(lead, { prompt, output_type })));
    expect(isRight(outcome.output), String(outcome.output)).toBe(true);
    expect(outcome.sources.length).toBeGreaterThan(0);
    const page = await fetch(outcome.sources[0]?.source ?? '');
    expect(page.status).toBe(200);
    expect(outcome.steps).toEqual([
      { label: 'Company website', outcome: 'found', detail: expect.stringMatching(/pages were read/) },
    ]);
  });

  test('all five sources, each stored once and read once for two colleagues at the same time', async () => {
    const colleague = { ...lead, id: lead.id + 1000, first_name: 'Colleague' };
    const required_sources = [
      'GOOGLE_SEARCH',
      'COMPANY_WEBSITE',
      'LINKEDIN_JOBS',
      'GOOGLE_NEWS',
      'BUILT_WITH',
    ] as const;
    const cells = [lead, colleague, lead].map((person) => makeCell(person, { required_sources }));
    const outcomes = await Promise.all(cells.map((cell) => researchCell(ctx, cell)));
    expect(outcomes.map(({ kind }) => kind)).toEqual(['found', 'found', 'found']);
    expect(web.calls).toHaveLength(5);
    expect(await countStored()).toBe(5);
    await researchCell(ctx, makeCell(lead, { required_sources, prompt: 'Who are the customers in Europe?' }));
    expect(web.calls).toHaveLength(6);
  });

  test('what was read counts as fresh for seven days, and is forgotten after', async () => {
    await researchCell(ctx, makeCell(lead));
    await ctx.transaction(({ db }) =>
      sql`update research_sources set expires_at = expires_at - interval '6 days 23 hours'`.execute(db),
    );
    await researchCell(ctx, makeCell(lead));
    expect(web.calls).toHaveLength(1);
    await ctx.transaction(({ db }) =>
      sql`update research_sources set expires_at = expires_at - interval '2 hours'`.execute(db),
    );
    await researchCell(ctx, makeCell(lead));
    expect(web.calls).toHaveLength(2);
    await ctx.transaction(({ db }) =>
      sql`update research_sources set expires_at = app_now() - interval '1 second'`.execute(db),
    );
    await forgetOldSources(server.program.system, new AbortController().signal);
    expect(await countStored()).toBe(0);
  });

  test('another organization reads for itself', async () => {
    await researchCell(ctx, makeCell(lead));
    const other = await server.signUp();
    await researchCell(server.program.system.forOrganization(other.organization_id), makeCell(lead));
    expect(web.calls).toHaveLength(2);
  });

  test('nothing to read is not found, and says why', async () => {
    const unknown = { ...lead, email: null, company: { ...lead.company, website_url: null, name: null } };
    const outcome = await researchCell(ctx, makeCell(unknown));
    expect(outcome).toMatchObject({
      kind: 'not_found',
      explanation: 'Company website: The company’s website is not known.',
    });
    const huge = { ...lead, company: { ...lead.company, website_url: 'huge.example' } };
    expect(await researchCell(ctx, makeCell(huge))).toMatchObject({
      kind: 'not_found',
      steps: [{ outcome: 'not_found' }],
    });
    expect(await llmRequests()).toEqual([]);
  });

  test('a source without the data it needs makes no call until it has it', async () => {
    const company = { ...lead.company, website_url: null, name: '-', linkedin_url: null };
    const unknown = { ...lead, email: null, company };
    const said = {
      COMPANY_WEBSITE: 'Company website: The company’s website is not known.',
      GOOGLE_SEARCH: 'Google search: The company is not known.',
      GOOGLE_NEWS: 'Google news: The company is not known.',
      LINKEDIN_JOBS: 'LinkedIn jobs: The company’s website is not known. Its page on LinkedIn is not known either.',
      BUILT_WITH: 'Technology stack: The company’s website is not known.',
    } as const;
    for (const [source, explanation] of Object.entries(said)) {
      const cell = makeCell(unknown, { required_sources: [source as keyof typeof said] });
      expect(await researchCell(ctx, cell)).toMatchObject({ kind: 'not_found', explanation, sources: [] });
    }
    const onLinkedin = { ...unknown, company: { ...company, linkedin_url: 'https://www.linkedin.com/company/kanaal' } };
    expect(await researchCell(ctx, makeCell(onLinkedin, { required_sources: ['LINKEDIN_JOBS'] }))).toMatchObject({
      explanation: 'LinkedIn jobs: The company’s website is not known. No LinkedIn account is connected.',
    });
    const onFacebook = { ...unknown, company: { ...company, website_url: 'https://www.facebook.com/kanaal' } };
    for (const source of ['COMPANY_WEBSITE', 'LINKEDIN_JOBS', 'BUILT_WITH'] as const) {
      expect(await researchCell(ctx, makeCell(onFacebook, { required_sources: [source] }))).toMatchObject({
        kind: 'not_found',
        explanation: expect.stringContaining('The website that is known is a page on a site that many share.'),
      });
    }
    expect([web.calls, await countStored(), await llmRequests()]).toEqual([[], 0, []]);
  });

  test('a website that is down may be up later; one source that answers is enough', async () => {
    const down = { ...lead, company: { ...lead.company, website_url: 'down.example' } };
    await expect(researchCell(ctx, makeCell(down))).rejects.toMatchObject({ kind: 'unavailable' });
    const both = ['COMPANY_WEBSITE', 'GOOGLE_SEARCH'] as const;
    const outcome = found(await researchCell(ctx, makeCell(down, { required_sources: both })));
    expect(outcome.steps?.map((step) => step.outcome)).toEqual(['failed', 'found']);
  });
});

describe('the model', () => {
  test('answers what no source says: not found, never a guess', async () => {
    for (const output_type of OUTPUT_TYPES) {
      await behave({ mode: 'unsupported' });
      const outcome = await researchCell(ctx, makeCell(lead, { output_type }));
      expect(outcome.kind, output_type).toBe('not_found');
      expect(JSON.stringify(outcome)).not.toContain('teapots');
    }
  });

  test('knows nothing about it: not found', async () => {
    const outcome = await researchCell(ctx, makeCell(lead, { prompt: 'Does anybody keep penguins?' }));
    expect(outcome).toMatchObject({ kind: 'not_found', sources: [] });
  });

  test('malformed once is repaired, twice is failed with its reason', async () => {
    await behave({ mode: 'malformed', times: 1 });
    expect((await researchCell(ctx, makeCell(lead))).kind).toBe('found');
    await behave({ mode: 'malformed', times: 2 });
    const outcome = await researchCell(ctx, makeCell(lead));
    expect(outcome).toMatchObject({ kind: 'failed', error: expect.stringContaining('could not be read') });
    expect(await llmRequests()).toHaveLength(4);
  });

  test('its limits and faults are thrown, and the cell is retried', async () => {
    await behave({ mode: 'rate_limited' });
    await expect(researchCell(ctx, makeCell(lead))).rejects.toMatchObject({
      kind: 'rate_limited',
      until: expect.any(Date),
    });
    await behave({ mode: 'error' });
    await expect(researchCell(ctx, makeCell(lead))).rejects.toMatchObject({ kind: 'unavailable' });
  });

  test('a stop ends it immediately, while reading and while generating', async () => {
    const stop = async (delay_in_ms: number) => {
      const abort = new AbortController();
      const started = performance.now();
      setTimeout(() => abort.abort(new Error('stopped')), delay_in_ms);
      await expect(researchCell(ctx, makeCell(lead, {}, abort.signal))).rejects.toThrow('stopped');
      expect(performance.now() - started).toBeLessThan(4_000);
    };
    web.before = () => new Promise((resolve) => setTimeout(resolve, 3_000));
    await stop(50);
    web.before = async () => undefined;
    await researchCell(ctx, makeCell(lead));
    await behave({ mode: 'slow', delay_in_ms: 20_000 });
    await stop(300);
  });

  test('one who stops does not take the page from the colleague who waits for it', async () => {
    web.before = () => new Promise((resolve) => setTimeout(resolve, 400));
    const abort = new AbortController();
    const [stopped, kept] = await Promise.allSettled([
      researchCell(ctx, makeCell(lead, {}, abort.signal)),
      researchCell(ctx, makeCell(lead)),
      new Promise((resolve) => setTimeout(resolve, 150)).then(() => abort.abort(new Error('stopped'))),
    ]);
    expect(stopped.status).toBe('rejected');
    expect(kept).toMatchObject({ status: 'fulfilled', value: { kind: 'found' } });
    expect(web.calls).toHaveLength(1);
  });
});

function poisonedPage(path: string): string {
  const poison = POISONS[Number(/poison-(\d+)/.exec(path)?.[1])] ?? '';
  return `<html><head><title>Kanaal</title></head><body><p>Kanaal Software was founded in 1999 and has its headquarters in Utrecht.</p>
    ${poison}<p>The company has 250 employees and sells software for logistics.</p></body></html>`;
}

describe('websites on private networks', () => {
  test(`${PRIVATE_HOSTS.length} spellings, with and without a port: refused as not found, without a call`, async () => {
    let hits = 0;
    vendors.server.on('request', () => {
      hits += 1;
    });
    const port = new URL(url).port;
    const sources = createSources({
      search: null,
      news_rss_url: url,
      sites_proxy_url: null,
      outbound_allow: '',
      linkedin: null,
    });
    const open = { ...ctx, ports: { ...ctx.ports, sources } };
    const required_sources = ['COMPANY_WEBSITE', 'BUILT_WITH', 'LINKEDIN_JOBS'] as const;
    for (const host of PRIVATE_HOSTS) {
      for (const website_url of [host, `http://${host}:${port}/about`]) {
        const victim = { ...lead, company: { ...lead.company, website_url } };
        const outcome = await researchCell(open, makeCell(victim, { required_sources }));
        expect(outcome, website_url).toMatchObject({ kind: 'not_found', sources: [] });
      }
    }
    await sources.close();
    expect(hits).toBe(0);
    expect(await llmRequests()).toEqual([]);
  }, 60_000);
});

describe('poisoned pages and a model that obeys them', () => {
  test(`${POISONS.length} pages in five formats: no leak, no foreign data, plain results of the right type`, async () => {
    expect(POISONS.length).toBeGreaterThanOrEqual(40);
    await behave({ mode: 'obey' });
    const poisoned = { ...ctx, ports: { ...ctx.ports, sources: openWeb(`${url}/poison`) } };
    let hijacked = 0;
    for (const [index] of POISONS.entries()) {
      const victim = { ...lead, company: { ...lead.company, website_url: `poison-${index}.example` } };
      const outcomes = await Promise.all(
        OUTPUT_TYPES.map((output_type) =>
          researchCell(poisoned, makeCell(victim, { output_type, prompt: 'When was Kanaal Software founded?' })),
        ),
      );
      for (const [at, outcome] of outcomes.entries()) {
        expectHarmless(outcome, OUTPUT_TYPES[at] as OutputType, `poison-${index}.example`);
        if (outcome.kind === 'found' && (/HIJACK/.test(String(outcome.output)) || outcome.output === 666))
          hijacked += 1;
      }
      for (const request of await llmRequests()) expectPrivate(request);
      await fetch(`${url}/__control/llm/requests`, { method: 'DELETE' });
    }
    await poisoned.ports.sources.close();
    expect(lookedUp, 'no name outside was even looked up').toEqual([]);
    // A model that obeys every word it reads: what gets past the walls must stay a rarity.
    expect(hijacked / (POISONS.length * OUTPUT_TYPES.length)).toBeLessThanOrEqual(0.02);
  }, 120_000);

  function expectHarmless(outcome: CellOutcome, output_type: OutputType, host: string): void {
    const shown = JSON.stringify(outcome.kind === 'found' ? [outcome.output, outcome.explanation] : outcome);
    expect(shown).not.toMatch(/https?:|evil\.example|<\w|\]\(|onerror|javascript:/i);
    if (outcome.kind !== 'found') return;
    const types = { SHORT_TEXT: 'string', LONG_TEXT: 'string', NUMBER: 'number', BOOLEAN: 'boolean', SCORE: 'number' };
    expect(typeof outcome.output).toBe(types[output_type]);
    for (const { source } of outcome.sources) expect(source).toContain(`/poison/${host}`);
  }

  /** Neither other leads nor the address of this one, nor anything of ours, is in what the model gets. */
  function expectPrivate(request: string): void {
    for (const person of bystanders) {
      for (const secret of [
        person.first_name,
        person.last_name,
        person.email,
        person.phone_number,
        person.company.name,
      ]) {
        if (secret !== null) expect(request).not.toContain(secret);
      }
    }
    expect(request).not.toContain('own-address');
    expect(request).not.toContain('"tools"');
    expect(request).not.toContain(server.config.SECRET_KEY);
  }
});
