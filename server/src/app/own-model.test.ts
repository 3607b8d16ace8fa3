import { createMissingLinkedin } from '@overture/adapters/linkedin/not-configured.adapter';
import { api } from '@overture/contract';
import { type EnrichmentAnswer, enrichmentEndpoints } from '@overture/contract/enrichment';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClock } from '../../../sandbox/src/clock.ts';
import { registerLlmRoutes } from '../../../sandbox/src/llm/llm.routes.ts';
import { registerWebRoutes } from '../../../sandbox/src/web/web.routes.ts';
import { loadConfig } from '../kernel/config.ts';
import {
  createResearchList,
  listCells,
  listLedger,
  type Person,
  startTask,
  toContent,
} from '../slices/enrichment/enrichment.factory.ts';
import { startTestServer, type TestServer } from '../testing/harness.ts';
import { createResearchSources } from './research-adapters.ts';

/**
 * A program whose settings name its own model server: its answers are used, with its key; each failure is shown in words in
 * place of the answer, and costs nothing.
 */
let model: FastifyInstance;
let server: TestServer & { stop(): Promise<void> };
let person: Person;

beforeAll(async () => {
  model = Fastify({ forceCloseConnections: true });
  registerLlmRoutes(model);
  registerWebRoutes(model, createClock());
  const url = await model.listen({ port: 0, host: '127.0.0.1' });
  const http = new URL(url).host;
  server = await startTestServer({
    roles: ['web', 'live', 'worker'],
    environment: { LLM_BASE_URL: `${url}/llm/v1`, LLM_API_KEY: 'own-key', LLM_MODEL: 'own-model' },
    sources: createResearchSources(loadConfig({ NODE_ENV: 'test' }), { http }, http, createMissingLinkedin()),
  });
  person = await server.signUp();
}, 60_000);

afterAll(async () => {
  await server?.stop();
  await model?.close();
});

/** What is wrong with the model from now on. */
async function behave(control: object): Promise<void> {
  const answer = await model.inject({ method: 'POST', url: '/__control/llm', payload: control });
  expect(answer.statusCode).toBe(200);
}

test('the configured model answers with its key; each failure is reported and free', async () => {
  const list = await createResearchList(server, person, 5);
  await server.owner.query(`update prospects set company_website_url = 'https://northlight.example'`);
  await behave({ api_key: 'own-key' });
  const { balance: before } = await listLedger(server, person.organization_id);
  const { data: task } = await startTask(person, list.id, { name: 'Founded', prompt: 'When was it founded?' }, 1);
  const untilCell = async (isSo: (cell: EnrichmentAnswer) => boolean): Promise<EnrichmentAnswer> => {
    const end = Date.now() + 60_000;
    for (;;) {
      const cells = await listCells(person, list.id, task.id);
      const cell = cells.find(isSo);
      if (cell) return cell;
      if (Date.now() > end) throw new Error(`the cells are ${cells.map(({ state, error }) => `${state}: ${error}`)}`);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  };
  const answered = await untilCell(({ state }) => state === 'done');
  expect(toContent(answered).output).toMatch(/founded in/);
  const [second, third, fourth, fifth] = list.people.filter((id) => id !== answered.prospect);
  const spent = async () => before - (await listLedger(server, person.organization_id)).balance;
  expect(await spent()).toBe(1);

  const run = (prospect_id: number | undefined) =>
    person.call(api.enrichSelectedCells, {
      params: { searchId: list.id },
      body: { cells: [{ prompt_id: task.id, prospect_id: prospect_id as number }] },
    });
  const expectFailure = async (lead: number | undefined, words: RegExp) => {
    await run(lead);
    expect((await untilCell(({ prospect, state }) => prospect === lead && state === 'failed')).error).toMatch(words);
  };
  await behave({ api_key: 'another-key' });
  await expectFailure(second, /answered 401: Incorrect API key provided/);
  await behave({ api_key: null, mode: 'malformed' });
  await expectFailure(third, /answer could not be read/);
  await behave({ mode: 'page' });
  await expectFailure(fourth, /is no language model \(200\)/);
  expect(await spent()).toBe(1);

  await model.close();
  await run(fifth);
  const waiting = await untilCell(({ prospect, error }) => prospect === fifth && error !== null);
  expect([waiting.state, waiting.error]).toEqual([
    'loading',
    expect.stringMatching(/The language model did not answer/),
  ]);
  await person.call(enrichmentEndpoints.cancelResearch, { params: { searchId: list.id } });
  await untilCell(({ prospect, state }) => prospect === fifth && state === 'cancelled');
  expect(await spent()).toBe(1);
}, 240_000);
