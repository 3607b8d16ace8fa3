import { api } from '@overture/contract';
import { beforeEach, expect, test } from 'vitest';
import { createClient as clientOf, useTestServer } from '../../../testing/harness.ts';
import { addClient, signUpAgency } from '../agency.factory.ts';

const server = useTestServer();
type Person = Awaited<ReturnType<typeof server.signUp>>;
type Kind = 'task' | 'snippet';
const CANARY = 'canary-of-the-agency';

let agency: Person;
let first: ReturnType<typeof clientOf>;
let second: ReturnType<typeof clientOf>;
let first_id: number;
let ids: { task: number; hidden: number; snippet: number };

async function plant(person: Person): Promise<typeof ids> {
  const task = async (name: string, prompt: string): Promise<number> =>
    (
      await server.owner.query(
        `insert into enrichment_prompts (organization_id, name, prompt, output_type, required_sources)
         values ($1, $2, $3, 'NUMBER', '{COMPANY_WEBSITE}') returning id`,
        [person.organization_id, name, prompt],
      )
    ).rows[0].id;
  const ours = { task: await task('Offices', 'How many offices?'), hidden: await task('Hidden', CANARY) };
  const body = {
    name: 'Opening',
    instructions: 'Name an office.',
    amount_of_sentences: 2,
    enrichment_sources: [11, ours.hidden],
  };
  const snippet = (await person.call(api.createAiSegment, { body })).data.segment.id;
  return { ...ours, snippet };
}

beforeEach(async () => {
  agency = await signUpAgency(server);
  const [one, two] = [await addClient(server, agency), await addClient(server, agency)];
  first = clientOf(server.program, one.token);
  second = clientOf(server.program, two.token);
  first_id = one.id;
  ids = await plant(agency);
});

const share = (kind: Kind, id: number, to: { for_all?: boolean; client_ids?: number[] }, by: Person = agency) =>
  by.call(api.setAgencyShare, { body: { kind, id, for_all: false, client_ids: [], ...to } });
const tasksOf = async (client: typeof first) => (await client.call(api.listAgencyPrompts)).data.map(({ name }) => name);
const snippetsOf = async (client: typeof first) =>
  (await client.call(api.listAiSegments)).data.agency_segments.map(({ name }) => name);
const copyTask = (client: typeof first, id: number) => client.call(api.copyAgencyPrompt, { params: { id } });
const copySnippet = (client: typeof first, id: number) => client.call(api.copyAgencySegment, { params: { id } });

test('shared items are visible to the chosen clients, copied once, and kept after unsharing', async () => {
  expect([await tasksOf(first), await snippetsOf(first)]).toEqual([[], []]);
  expect((await copyTask(first, ids.task)).status).toBe(404);
  expect((await share('task', ids.task, { for_all: true })).data.item).toMatchObject({ for_all: true, client_ids: [] });
  expect((await share('snippet', ids.snippet, { client_ids: [first_id, 999_999] })).data.item.client_ids).toEqual([
    first_id,
  ]);
  expect([await tasksOf(first), await tasksOf(second)]).toEqual([['Offices'], ['Offices']]);
  expect([await snippetsOf(first), await snippetsOf(second)]).toEqual([['Opening'], []]);
  const [one, again] = [await copyTask(first, ids.task), await copyTask(first, ids.task)];
  expect(one.data).toMatchObject({ name: 'Offices', prompt: 'How many offices?', output_type: 'NUMBER' });
  expect(again.data.id).toBe(one.data.id);
  const snippet = (await copySnippet(first, ids.snippet)).data.segment;
  expect((await copySnippet(first, ids.snippet)).data.segment.id).toBe(snippet.id);
  expect((await copySnippet(second, ids.snippet)).status).toBe(404);
  // With the task it draws on, which is its own now.
  const own = (await first.call(api.listResearchTasks)).data.filter(({ organization_id }) => organization_id !== null);
  expect(own.map(({ name }) => name)).toEqual(['Offices', 'Hidden']);
  expect(snippet).toMatchObject({ enrichment_sources: [11, own[1]!.id], amount_of_sentences: 2, cost_per_lead: 2 });
  await share('task', ids.task, {});
  await share('snippet', ids.snippet, { client_ids: [] });
  expect([await tasksOf(first), await snippetsOf(first)]).toEqual([[], []]);
  expect((await first.call(api.listAiSegments)).data.segments.some(({ id }) => id === snippet.id)).toBe(true);
  expect((await agency.call(api.listAgencyShares)).data.items).toMatchObject([
    { kind: 'task', name: 'Hidden', for_all: false, client_ids: [] },
    { kind: 'task', name: 'Offices', for_all: false, client_ids: [] },
    { kind: 'snippet', name: 'Opening', for_all: false, client_ids: [] },
  ]);
});

test('items of others cannot be seen or changed: by clients, other agencies and theirs', async () => {
  const other = await signUpAgency(server, 'Otto Other');
  const stranger = clientOf(server.program, (await addClient(server, other)).token);
  await share('task', ids.task, { for_all: true });
  await share('snippet', ids.snippet, { for_all: true });
  for (const [kind, id] of [
    ['task', ids.task],
    ['snippet', ids.snippet],
  ] as const) {
    expect((await share(kind, id, { for_all: true }, other)).status).toBe(404);
    expect((await first.call(api.setAgencyShare, { body: { kind, id, for_all: false, client_ids: [] } })).status).toBe(
      403,
    );
  }
  const seen = async (client: typeof first) =>
    JSON.stringify([
      (await client.call(api.listAgencyPrompts)).data,
      (await client.call(api.listAiSegments)).data,
      (await client.call(api.listResearchTasks)).data,
    ]);
  expect(await seen(stranger)).not.toContain('office');
  // A task that a shared snippet uses is copied with it, and was hidden before.
  expect(await seen(first)).toContain('How many offices?');
  expect(await seen(first)).not.toContain(CANARY);
  expect([(await copyTask(stranger, ids.task)).status, (await copySnippet(stranger, ids.snippet)).status]).toEqual([
    404, 404,
  ]);
  expect((await copyTask(first, ids.hidden)).status).toBe(404);
  expect((await first.call(api.deleteResearchTask, { params: { id: ids.task } })).status).toBe(404);
  expect((await first.call(api.deleteAiSegment, { body: { id: ids.snippet } })).status).toBe(404);
  const { rows } = await server.owner.query('select count(*)::int as n from agency_shares where organization_id = $1', [
    agency.organization_id,
  ]);
  expect(rows[0].n).toBe(2);
});

test('a name in use gets a number; a feature that is off hides the tasks and refuses the copy', async () => {
  await share('task', ids.task, { for_all: true });
  await server.owner.query(
    `insert into enrichment_prompts (organization_id, name, prompt, output_type, required_sources)
     values ($1, 'OFFICES', 'Something else', 'NUMBER', '{COMPANY_WEBSITE}')`,
    [first_id],
  );
  expect((await copyTask(first, ids.task)).data.name).toBe('Offices (2)');
  const switchCustom = (custom_ai_research_tasks_enabled: boolean) =>
    agency.call(api.setAgencyFeatures, { body: { features: { custom_ai_research_tasks_enabled } } });
  await switchCustom(false);
  expect(await tasksOf(second)).toEqual([]);
  expect((await copyTask(second, ids.task)).status).toBe(403);
  await switchCustom(true);
  expect((await copyTask(second, ids.task)).status).toBe(200);
});
