import { api } from '@overture/contract';
import { expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';
import * as factory from './enrichment.factory.ts';

const server = useTestServer();
type Person = Awaited<ReturnType<typeof server.signUp>>;

/** A column with a result for each lead. */
async function setUp(person: Person, count: number) {
  const { id, people } = await factory.createResearchList(server, person, count);
  const { data } = await factory.startTask(person, id, {}, count);
  await work(person);
  return { id, people, prompt_id: data.id };
}

const work = (person: Person, find = factory.foundAtOnce) =>
  factory.withEngine(server, find, () => factory.untilQuiet(server, person.organization_id));

const edit = (person: Person, id: number, body: Record<string, unknown>) =>
  person.call(api.editResearchTask, { params: { id }, body: { version: 1, results: 'keep', ...body } as never });

const versions = async (person: Person, searchId: number, promptId: number) =>
  (await factory.listCells(person, searchId, promptId)).map(({ version }) => version);

test('results are kept, and say that they answer a former question', async () => {
  const person = await server.signUp();
  const { id, prompt_id } = await setUp(person, 2);
  expect(await versions(person, id, prompt_id)).toEqual([1, 1]);
  const { status, data } = await edit(person, prompt_id, { prompt: 'What hurts most?' });
  expect(status).toBe(200);
  expect(data).toMatchObject({
    started_cells: 0,
    task: { prompt: 'What hurts most?', version: 2, question_version: 2 },
  });
  expect(await versions(person, id, prompt_id)).toEqual([1, 1]);
  // Another name is no other question.
  const named = await edit(person, prompt_id, { name: 'Pains', version: 2 });
  expect(named.data.task).toMatchObject({ name: 'Pains', version: 3, question_version: 2 });
  expect(await factory.listLedger(server, person.organization_id)).toMatchObject({ reserved: 0, spent: 2 });
});

test('the cells of a list run again, without those that a person wrote, and each is paid once', async () => {
  const person = await server.signUp();
  const { id, people, prompt_id } = await setUp(person, 3);
  const [first] = await factory.listCells(person, id, prompt_id);
  await person.call(api.editAnswer, { params: { id: first!.id }, body: { answer: 'Mine' } });
  const reruns = await person.call(api.countResearchReruns, { params: { searchId: id, promptId: prompt_id } });
  expect(reruns.data).toEqual({ all: 2, empty: 0, by_hand: 1 });
  const given = { prompt: 'What hurts most?', results: 'all', search_id: id };
  const answers = await Promise.all([edit(person, prompt_id, given), edit(person, prompt_id, given)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 200)?.data).toMatchObject({ started_cells: 2, reserved_credits: 2 });
  await work(person);
  const cells = await factory.listCells(person, id, prompt_id);
  expect(new Map(cells.map(({ prospect, version }) => [prospect, version]))).toEqual(
    new Map(people.map((prospect) => [prospect, prospect === first!.prospect ? null : 2])),
  );
  expect(await factory.listLedger(server, person.organization_id)).toMatchObject({ reserved: 0, spent: 5 });
});

test('only cells without a result run again', async () => {
  const person = await server.signUp();
  const { id, people } = await factory.createResearchList(server, person, 2);
  const { data } = await factory.startTask(person, id, {}, 2);
  await work(person, (input) =>
    input.prospect.id === people[0]
      ? { kind: 'not_found', explanation: 'Nothing.', sources: [] }
      : factory.foundAtOnce(input),
  );
  const answer = await edit(person, data.id, { prompt: 'Again?', results: 'empty', search_id: id });
  expect(answer.data).toMatchObject({ started_cells: 1, reserved_credits: 1 });
  await work(person);
  expect((await versions(person, id, data.id)).toSorted()).toEqual([1, 2]);
});

test('without credits for the runs the question stays as it was', async () => {
  const person = await server.signUp();
  const { id, prompt_id } = await setUp(person, 2);
  await server.owner.query('update organizations set email_credits = 1 where organization_id = $1', [
    person.organization_id,
  ]);
  const refused = await edit(person, prompt_id, { prompt: 'Other?', results: 'all', search_id: id });
  expect(refused.error).toMatchObject({ code: 'not_enough_credits' });
  const { data } = await person.call(api.listResearchVersions, { params: { id: prompt_id } });
  expect(data.versions).toMatchObject([{ version: 1, prompt: 'What hurts?', edited_by: person.user_id }]);
});

test('a call that changes nothing runs nothing again', async () => {
  const person = await server.signUp();
  const { id, prompt_id } = await setUp(person, 2);
  const given = { prompt: 'Other?', results: 'all', search_id: id };
  expect((await edit(person, prompt_id, given)).data).toMatchObject({ started_cells: 2 });
  await work(person);
  // The answer was lost: the caller looks up the version, and repeats the call.
  for (const name of ['Pain points', 'Pains'])
    expect((await edit(person, prompt_id, { ...given, name, version: 2 })).data).toMatchObject({
      started_cells: 0,
      reserved_credits: 0,
    });
  expect(await factory.listLedger(server, person.organization_id)).toMatchObject({ reserved: 0, spent: 4 });
});

test('leads at work are neither researched at the price of another question, nor answered in another format', async () => {
  const person = await server.signUp();
  const { id } = await factory.createResearchList(server, person, 2);
  const { data } = await factory.startTask(person, id, {}, 2);
  const dearer = { required_sources: ['COMPANY_WEBSITE', 'BUILT_WITH'] };
  for (const change of [dearer, { output_type: 'NUMBER' }])
    expect((await edit(person, data.id, change)).error).toMatchObject({ code: 'research_task_locked' });
  // Nor by a start in another list.
  const { data: other } = await person.call(api.createSearch, { body: { name: 'Other' } });
  const given = { prompt_id: data.id, ...dearer };
  expect((await factory.startTask(person, other.id, given)).error).toMatchObject({ code: 'research_task_locked' });
  const again = await edit(person, data.id, { ...dearer, results: 'all', search_id: id });
  expect(again.data).toMatchObject({ started_cells: 2, reserved_credits: 6 });
  await work(person);
  expect(await factory.listLedger(server, person.organization_id)).toMatchObject({ reserved: 0, spent: 6 });
  expect((await edit(person, data.id, { output_type: 'NUMBER', version: 2 })).status).toBe(200);
});

test('cells that run are not charged for the former question', async () => {
  const person = await server.signUp();
  const { id, prompt_id } = await setUp(person, 1);
  await person.call(api.enrichSelectedCells, {
    params: { searchId: id },
    body: { cells: [{ prompt_id, prospect_id: (await factory.listCells(person, id, prompt_id))[0]!.prospect }] },
  });
  const asked: string[] = [];
  await factory.withEngine(
    server,
    async (input) => {
      asked.push(input.task.prompt);
      if (asked.length > 1) return factory.foundAtOnce(input);
      const answer = await edit(person, prompt_id, { prompt: 'Other?', results: 'all', search_id: id });
      expect(answer.data).toMatchObject({ started_cells: 1, reserved_credits: 1 });
      return factory.foundAtOnce(input);
    },
    () => factory.untilQuiet(server, person.organization_id),
  );
  expect(asked).toEqual(['What hurts?', 'Other?']);
  expect(await versions(person, id, prompt_id)).toEqual([2]);
  expect(await factory.listLedger(server, person.organization_id)).toMatchObject({ reserved: 0, spent: 2 });
});

test('the second of two editors gets the change of the first', async () => {
  const person = await server.signUp();
  const { prompt_id } = await setUp(person, 1);
  await edit(person, prompt_id, { prompt: 'First' });
  const second = await edit(person, prompt_id, { prompt: 'Second' });
  expect(second).toMatchObject({
    status: 409,
    error: { code: 'changed_meanwhile', current: { task: { prompt: 'First' } } },
  });
});

test('former questions are kept with who wrote them, the last 50', async () => {
  const person = await server.signUp();
  const { prompt_id } = await setUp(person, 1);
  await edit(person, prompt_id, { prompt: 'Second', output_type: 'LONG_TEXT' });
  await edit(person, prompt_id, { prompt: 'Third', version: 2 });
  const { data } = await person.call(api.listResearchVersions, { params: { id: prompt_id } });
  expect(data.versions).toMatchObject([
    { version: 3, prompt: 'Third', output_type: 'LONG_TEXT', edited_by: person.user_id },
    { version: 2, prompt: 'Second', edited_by: person.user_id },
    { version: 1, prompt: 'What hurts?', output_type: 'SHORT_TEXT', edited_by: person.user_id },
  ]);
  for (let version = 3; version < 60; version += 1)
    await server.owner.query('update enrichment_prompts set prompt = $2 where id = $1', [
      prompt_id,
      `Question ${version}`,
    ]);
  const { data: later } = await person.call(api.listResearchVersions, { params: { id: prompt_id } });
  expect(later.versions.length).toBe(50);
  const other = await server.signUp();
  expect((await other.call(api.listResearchVersions, { params: { id: prompt_id } })).status).toBe(404);
  expect((await edit(other, prompt_id, { prompt: 'Mine' })).status).toBe(404);
});

test('a new format reads the results that fit it', async () => {
  const person = await server.signUp();
  const { id, people } = await factory.createResearchList(server, person, 2);
  const { data } = await factory.startTask(person, id, {}, 2);
  await work(person, (input) => ({
    ...{ kind: 'found', explanation: '', sources: [] },
    output: input.prospect.id === people[0] ? '12' : 'many',
  }));
  expect((await edit(person, data.id, { output_type: 'NUMBER' })).status).toBe(200);
  const { rows } = await server.owner.query(
    'select number_value, folded_text from enrichment_answers where prompt_id = $1 order by prospect_id',
    [data.id],
  );
  expect(rows).toEqual([
    { number_value: 12, folded_text: '12' },
    { number_value: null, folded_text: null },
  ]);
  expect((await edit(person, 11, { prompt: 'Mine' })).status).toBe(403);
});
