import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMissingLinkedin } from '@overture/adapters/linkedin/not-configured.adapter';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClock } from '../../../sandbox/src/clock.ts';
import { registerLlmRoutes } from '../../../sandbox/src/llm/llm.routes.ts';
import { registerWebRoutes } from '../../../sandbox/src/web/web.routes.ts';
import { loadConfig } from '../kernel/config.ts';
import { createLlm, createResearchSources, simulatedResearch } from './research-adapters.ts';

const directory = mkdtempSync(join(tmpdir(), 'overture-settings-'));
let sandbox: FastifyInstance;
let http: string;

beforeAll(async () => {
  sandbox = Fastify({ forceCloseConnections: true });
  registerLlmRoutes(sandbox);
  registerWebRoutes(sandbox, createClock());
  http = new URL(await sandbox.listen({ port: 0, host: '127.0.0.1' })).host;
});

afterAll(async () => {
  await sandbox?.close();
  rmSync(directory, { recursive: true, force: true });
});

const settings = (environment: Record<string, string> = {}) =>
  loadConfig({ NODE_ENV: 'test', DATA_DIR: directory, ...environment });
const draft = { system: 'Polish.', prompt: '<draft>find their crm</draft>' };

describe('the model', () => {
  test('is the configured one, wherever it is', async () => {
    const config = settings({ LLM_BASE_URL: `http://${http}/llm/v1`, LLM_MODEL: 'mine', LLM_API_KEY: 'k' });
    expect((await createLlm(config, null).generateText(draft)).text).toMatch(/^Find their crm\./);
    const missing = settings({ LLM_BASE_URL: 'http://127.0.0.1:1/v1', LLM_MODEL: 'mine' });
    await expect(createLlm(missing, { http }).generateText(draft)).rejects.toMatchObject({ kind: 'unavailable' });
  });

  test('is the stand-in if none is set, and without one the settings are named', async () => {
    expect((await createLlm(settings(), { http }).generateText(draft)).text).toMatch(/^Find their crm\./);
    await expect(createLlm(settings(), null).generateText(draft)).rejects.toThrow(/LLM_BASE_URL/);
  });
});

describe('the sources', () => {
  const open = (environment: Record<string, string>, isSimulated: boolean) =>
    createResearchSources(settings(environment), isSimulated ? { http } : null, http, createMissingLinkedin());

  test('are simulated together where no search is set', async () => {
    const sources = open({}, true);
    const [page] = await sources.fetchWebsite({ website: 'northlight.example' });
    expect(page).toMatchObject({
      url: 'https://northlight.example/',
      fetched_url: `http://${http}/sites/northlight.example/`,
    });
    expect(await sources.searchWeb({ query: '"Northlight" northlight.example' })).not.toEqual([]);
    await sources.close();
  });

  test('are real where a search is set: no website is simulated then', async () => {
    const sources = open({ SEARXNG_URL: `http://${http}/search/searxng` }, true);
    expect(
      (await sources.searchNews({ query: '"Northlight"' })).every(({ url, fetched_url }) => url === fetched_url),
    ).toBe(true);
    await expect(sources.fetchWebsite({ website: 'northlight.invalid' })).rejects.toMatchObject({
      name: 'ProviderError',
    });
    await sources.close();
  });

  test('the badge names what is simulated', () => {
    expect(simulatedResearch(settings())).toEqual(['Language model', 'Web search and websites']);
    expect(simulatedResearch(settings({ OPENAI_API_KEY: 'k', SERPER_API_KEY: 'k' }))).toEqual([]);
  });
});
