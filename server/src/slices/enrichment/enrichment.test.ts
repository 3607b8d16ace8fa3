import { api } from '@overture/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';
import * as factory from './enrichment.factory.ts';
import { enhancePrompt } from './tasks/enhance-prompt.service.ts';

const server = useTestServer();

async function switchOff(organizationId: number, flags: string[]): Promise<void> {
  await server.program.system.systemTransaction(({ db }) =>
    sql`update organizations set disabled_features = ${flags}::text[] where organization_id = ${organizationId}`.execute(
      db,
    ),
  );
}

describe('tasks', () => {
  test('built-in ones are there for everybody, with what they cost', async () => {
    const person = await server.signUp();
    const { data } = await person.call(api.listResearchTasks);
    const costs = Object.fromEntries(data.map((task) => [task.name, task.cost_per_lead]));
    expect(costs).toMatchObject({
      'Find email': 3,
      'Find phone number': 30,
      'Find company website': 1,
      'Technology stack': 2,
      'ICP fit': 2,
      'Is hiring': 1,
    });
    expect(data.every((task) => task.organization_id === null && task.searches.length === 0)).toBe(true);
    expect(data.filter((task) => task.is_data_enrichment).map((task) => task.data_enrichment_type)).toEqual([
      'FIND_EMAIL',
      'FIND_PHONE',
      'FIND_WEBSITE',
    ]);
  });

  test('a new one becomes a column and belongs to the organization', async () => {
    const person = await server.signUp();
    const { id } = await factory.createResearchList(server, person, 3);
    const { status, data } = await factory.startTask(person, id, {
      name: '  Pain\tpoints ',
      required_sources: ['BUILT_WITH', 'GOOGLE_NEWS', 'GOOGLE_NEWS'],
    });
    expect([status, data.name, data.started_cells]).toEqual([200, 'Pain points', 0]);
    const task = (await person.call(api.listResearchTasks)).data.find((one) => one.id === data.id);
    expect(task).toMatchObject({
      organization_id: person.organization_id,
      required_sources: ['BUILT_WITH', 'GOOGLE_NEWS'],
      cost_per_lead: 3,
      searches: [id],
    });
    const affected = await person.call(api.listAffectedSearches, { params: { id: data.id } });
    expect(affected.data).toEqual({
      data: [{ id, name: 'Research', prospect_count: 3 }],
      campaigns: [],
      result_count: 0,
    });
    expect((await person.call(api.listResearchColumns, { params: { searchId: id } })).data).toMatchObject([
      { prompt: { id: data.id }, alias: null, results: [], loading_count: 0 },
    ]);
  });

  test.each([
    ['a name in use', { name: 'PAIN POINTS' }, 'research_name_taken'],
    ['the name of a built-in task', { name: 'recent NEWS' }, 'research_name_taken'],
    ['no source', { name: 'New', required_sources: [] }, 'research_sources_missing'],
    ['an unknown source', { name: 'New', required_sources: ['DARK_WEB'] }, 'validation_failed'],
    ['an unknown format', { name: 'New', output_type: 'HTML' }, 'validation_failed'],
    ['no name', { name: ' \t ' }, 'validation_failed'],
    ['no instructions', { name: 'New', prompt: '  ' }, 'validation_failed'],
    ['endless instructions', { name: 'New', prompt: 'x'.repeat(20_001) }, 'validation_failed'],
    ['a negative number of leads', { name: 'New', prospect_limit: -1 }, 'validation_failed'],
    [
      'filters of another table',
      { name: 'New', filters: [{ column: 'password', operation: 'contains', value: 'x' }], prospect_limit: 1 },
      'validation_failed',
    ],
    ['a task nobody has', { prompt_id: 999 }, 'not_found'],
  ])('are refused with %s', async (_, body, code) => {
    const person = await server.signUp();
    const { id } = await factory.createResearchList(server, person, 1);
    await factory.startTask(person, id);
    const answer = await factory.startTask(person, id, body);
    expect(answer.error.code).toBe(code);
    if (code === 'research_name_taken')
      expect(answer.error.error).toBe('Please choose a different name for the research task');
    expect((await person.call(api.listResearchColumns, { params: { searchId: id } })).data.length).toBe(1);
  });

  test('the same name pressed twice at the same moment is made once', async () => {
    const person = await server.signUp();
    const { id } = await factory.createResearchList(server, person, 1);
    const answers = await Promise.all([1, 2, 3, 4].map(() => factory.startTask(person, id)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400, 400, 400]);
  });

  test('are locked once they are in the list; elsewhere they can be changed', async () => {
    const person = await server.signUp();
    const [one, other] = [
      await factory.createResearchList(server, person, 2),
      await factory.createResearchList(server, person, 2),
    ];
    const { data: task } = await factory.startTask(person, one.id);
    const put = (searchId: number, body: object) =>
      person.call(api.replaceResearch, { params: { searchId }, body: { prompt_id: task.id, ...body } });
    for (const body of [
      { prompt: 'Other' },
      { name: 'Other' },
      { required_sources: ['GOOGLE_NEWS'] as never },
      { output_type: 'SCORE' as const },
    ]) {
      expect((await put(one.id, body)).error).toMatchObject({ code: 'research_task_locked' });
    }
    expect(
      (
        await put(one.id, {
          name: 'Pain points',
          prompt: ' What hurts? ',
          required_sources: ['COMPANY_WEBSITE'] as never,
        })
      ).status,
    ).toBe(200);
    const changed = await put(other.id, { name: 'Worries', prompt: 'What worries them?', output_type: 'SCORE' });
    expect([changed.status, changed.data.name]).toEqual([200, 'Worries']);
    const affected = await person.call(api.listAffectedSearches, { params: { id: task.id } });
    expect(affected.data.data.map((entry) => entry.id).sort()).toEqual([one.id, other.id].sort());
    const third = await factory.createResearchList(server, person, 1);
    await person.call(api.createAnswer, { body: { prompt_id: task.id, prospect_id: third.people[0]!, answer: 4 } });
    expect((await person.call(api.listAffectedSearches, { params: { id: task.id } })).data.result_count).toBe(1);
    expect((await put(third.id, { output_type: 'LONG_TEXT' })).error.error).toBe(
      'The result format cannot be changed once leads were researched.',
    );
    expect((await put(other.id, { prompt_id: null })).error.code).toBe('bad_request');
  });

  test('built-in tasks are fixed: look-ups can’t change, a changed research task becomes a copy', async () => {
    const person = await server.signUp();
    const { id } = await factory.createResearchList(server, person, 1);
    const change = (body: object) => person.call(api.startResearch, { params: { searchId: id }, body });
    expect((await change({ prompt_id: 1, name: 'Find mail' })).error.code).toBe('research_task_locked');
    expect((await change({ prompt_id: 12, prompt: 'Other news' })).error.code).toBe('research_name_taken');
    const own = await change({ prompt_id: 12, name: 'Our news', prompt: 'Other news' });
    expect(own.data.id).toBeGreaterThanOrEqual(1000);
    const news = (await person.call(api.listResearchTasks)).data.find((task) => task.id === 12);
    expect(news).toMatchObject({ name: 'Recent news', organization_id: null, searches: [] });
    expect((await person.call(api.deleteResearchTask, { params: { id: 12 } })).status).toBe(403);
  });

  test('follow the switches of the organization', async () => {
    const person = await server.signUp();
    const { id, people } = await factory.createResearchList(server, person, 1);
    const { data: task } = await factory.startTask(person, id);
    await switchOff(person.organization_id, ['default_ai_research_tasks_enabled', 'custom_ai_research_tasks_enabled']);
    const { data } = await person.call(api.listResearchTasks);
    expect(data.map((one) => one.id)).toEqual([1, 2, 3]);
    const start = (body: object) => person.call(api.startResearch, { params: { searchId: id }, body });
    expect((await start({ prompt_id: 12 })).error.code).toBe('feature_disabled');
    expect((await start({ prompt_id: task.id, prospect_limit: 1 })).error.code).toBe('feature_disabled');
    expect((await factory.startTask(person, id, { name: 'New' })).error.code).toBe('feature_disabled');
    expect((await start({ prompt_id: 1 })).status).toBe(200);
    const { data: answered } = await person.call(api.createAnswer, {
      body: { prompt_id: task.id, prospect_id: people[0]!, answer: 'Known' },
    });
    await switchOff(person.organization_id, ['ai_research_enabled']);
    expect((await start({ prompt_id: 1 })).error.code).toBe('feature_disabled');
    const refused = [
      await person.call(api.enhancePrompt, { body: { prompt: 'Find their CRM' } }),
      await person.call(api.editAnswer, { params: { id: answered.answer.id }, body: { answer: 'Other' } }),
      await person.call(api.createAnswer, { body: { prompt_id: task.id, prospect_id: people[0]!, answer: 'Other' } }),
      await person.call(api.deleteResearchTask, { params: { id: task.id } }),
      await person.call(api.removeResearchColumn, { params: { searchId: id, promptId: task.id } }),
    ];
    expect(refused.map(({ error }) => error.code)).toEqual(refused.map(() => 'feature_disabled'));
  });

  test('deleted ones take columns and answers along', async () => {
    const person = await server.signUp();
    const { id, people } = await factory.createResearchList(server, person, 1);
    const { data: task } = await factory.startTask(person, id);
    const { data } = await person.call(api.createAnswer, {
      body: { prompt_id: task.id, prospect_id: people[0]!, answer: 'x' },
    });
    expect((await person.call(api.deleteResearchTask, { params: { id: task.id } })).data).toEqual({ success: true });
    expect((await person.call(api.deleteResearchTask, { params: { id: task.id } })).status).toBe(404);
    expect((await person.call(api.editAnswer, { params: { id: data.answer.id }, body: { answer: 'y' } })).status).toBe(
      404,
    );
    expect((await person.call(api.listResearchColumns, { params: { searchId: id } })).data).toEqual([]);
    const filters = [{ column: `prompt_${task.id}`, operation: 'is_empty', value: '' }];
    expect(
      (await person.call(api.listSearchProspects, { params: { id }, query: { page: 1, filters } as never })).status,
    ).toBe(400);
  });
});

describe('answers by hand', () => {
  test('are written and overwritten in the format of the task', async () => {
    const person = await server.signUp();
    const { id, people } = await factory.createResearchList(server, person, 2);
    const prompts: Record<string, number> = {};
    for (const output_type of ['SHORT_TEXT', 'NUMBER', 'BOOLEAN', 'SCORE']) {
      prompts[output_type] = (await factory.startTask(person, id, { name: output_type, output_type })).data.id;
    }
    const create = (type: string, answer: unknown) =>
      person.call(api.createAnswer, {
        body: { prompt_id: prompts[type]!, prospect_id: people[0]!, answer: answer as never },
      });
    const good: [string, unknown, unknown][] = [
      ['SHORT_TEXT', ' =HYPERLINK("x") ', '=HYPERLINK("x")'],
      ['SHORT_TEXT', 12, '12'],
      ['SHORT_TEXT', ' \t', null],
      ['NUMBER', ' -12.50 ', -12.5],
      ['NUMBER', '1000000000000000000000', 1e21],
      ['NUMBER', null, null],
      ['BOOLEAN', 'yes', true],
      ['BOOLEAN', false, false],
      ['SCORE', '4', 4],
    ];
    for (const [type, given, output] of good) {
      const { status, data } = await create(type, given);
      expect([status, factory.toContent(data.answer)], `${type} ${given}`).toMatchObject([
        200,
        { status: 'edited', output },
      ]);
    }
    const bad: [string, unknown][] = [
      ['NUMBER', 'many'],
      ['NUMBER', '0x10'],
      ['NUMBER', true],
      ['NUMBER', `${'9'.repeat(200)}.${'9'.repeat(200)}e1`],
      ['SCORE', 6],
      ['SCORE', 2.5],
      ['BOOLEAN', 'maybe'],
    ];
    for (const [type, given] of bad)
      expect((await create(type, given)).error.code, `${type} ${given}`).toBe('bad_request');
    expect((await create('SHORT_TEXT', { $ne: 1 })).error.code).toBe('validation_failed');
    expect((await create('SHORT_TEXT', 'x'.repeat(20_001))).error.code).toBe('validation_failed');
  });

  test('end the run that was at the cell, and keep reasoning and sources', async () => {
    const person = await server.signUp();
    const { id, people } = await factory.createResearchList(server, person, 1);
    const { data: task } = await factory.startTask(person, id, {}, 1);
    await factory.withEngine(server, factory.foundAtOnce, () => factory.untilQuiet(server, person.organization_id));
    const body = { cells: [{ prompt_id: task.id, prospect_id: people[0]! }] };
    await person.call(api.enrichSelectedCells, { params: { searchId: id }, body });
    const [cell] = await factory.listCells(person, id, task.id);
    expect(cell?.state).toBe('loading');
    const edited = await person.call(api.editAnswer, { params: { id: cell!.id }, body: { answer: 'Mine' } });
    expect(factory.toContent(edited.data.answer)).toEqual({
      status: 'edited',
      output: 'Mine',
      explanation: 'Because the page says so.',
      sources: [{ source: 'https://company.example/', title: 'Company' }],
    });
    expect(await factory.countCells(server, person.organization_id)).toBe(0);
    expect(await factory.listLedger(server, person.organization_id)).toMatchObject({
      balance: 99,
      reserved: 0,
      spent: 1,
    });
  });
});

describe('another organization', () => {
  test('sees, runs, stops and changes nothing', async () => {
    const [person, intruder] = [await server.signUp(), await server.signUp()];
    const { id, people } = await factory.createResearchList(server, person, 3);
    const { data: task } = await factory.startTask(person, id, {}, 3);
    const own = await factory.createResearchList(server, intruder, 1);
    const [cell] = await factory.listCells(person, id, task.id);
    const searchId = id;
    const cells = [{ prompt_id: task.id, prospect_id: people[0]! }];
    const refusals = [
      await intruder.call(api.listResearchColumns, { params: { searchId } }),
      await intruder.call(api.startResearch, { params: { searchId }, body: { prompt_id: 12, prospect_limit: 3 } }),
      await intruder.call(api.startResearch, { params: { searchId: own.id }, body: { prompt_id: task.id } }),
      await intruder.call(api.enrichSelectedCells, { params: { searchId }, body: { cells } }),
      await intruder.call(api.cancelResearch, { params: { searchId } }),
      await intruder.call(api.removeResearchColumn, { params: { searchId, promptId: task.id } }),
      await intruder.call(api.deleteResearchTask, { params: { id: task.id } }),
      await intruder.call(api.listAffectedSearches, { params: { id: task.id } }),
      await intruder.call(api.editAnswer, { params: { id: cell!.id }, body: { answer: 'x' } }),
      await intruder.call(api.createAnswer, { body: { prompt_id: 12, prospect_id: people[0]!, answer: 'x' } }),
      await intruder.call(api.createAnswer, { body: { prompt_id: task.id, prospect_id: own.people[0]!, answer: 'x' } }),
      await intruder.call(api.countUnenrichedProspects, { params: { id }, body: { prompt_id: 12 } }),
      await intruder.call(api.countUnenrichedProspects, { params: { id: own.id }, body: { prompt_id: task.id } }),
    ];
    expect(refusals.map((answer) => answer.status)).toEqual(Array(13).fill(404));
    await intruder.call(api.startResearch, { params: { searchId: own.id }, body: { prompt_id: 12 } });
    const foreign = await intruder.call(api.enrichSelectedCells, {
      params: { searchId: own.id },
      body: { cells: [{ prompt_id: 12, prospect_id: people[0]! }] },
    });
    expect(foreign.error.code).toBe('bad_request');
    const shown = await intruder.call(api.listResearchColumns, {
      params: { searchId: own.id },
      query: { prospect_ids: people } as never,
    });
    expect(shown.data[0]?.results).toEqual([]);
    expect((await factory.listCells(person, id, task.id)).map((one) => one.state)).toEqual([
      'loading',
      'loading',
      'loading',
    ]);
  });
});

describe('polishing', () => {
  test('needs a draft', async () => {
    const person = await server.signUp();
    const answer = await person.call(api.enhancePrompt, { body: { prompt: ' \n ' } });
    expect([answer.status, answer.error.error]).toEqual([400, 'Please enter a prompt first']);
  });

  test('answers the draft as the model improved it, and says what failed where it fails', async () => {
    const person = await server.signUp();
    const { llm } = server.program.system.ports;
    const { generateText } = llm;
    const asked: string[] = [];
    llm.generateText = async ({ prompt }) => {
      asked.push(prompt);
      if (asked.length > 1) throw new Error('down');
      return { text: ' Name the CRM of {{company_name}}, or say that none was found. ' } as never;
    };
    const enhance = () =>
      person.call(api.enhancePrompt, {
        body: { prompt: 'Find their CRM', type: 'research', output_type: 'SHORT_TEXT' },
      });
    try {
      expect((await enhance()).data).toEqual({
        enhanced_prompt: 'Name the CRM of {{company_name}}, or say that none was found.',
      });
      expect((await enhance()).error.code).toBe('enhance_failed');
    } finally {
      llm.generateText = generateText;
    }
    expect(asked[0]).toContain('a short text of a few words');
    expect(asked[0]).toContain('<draft>\nFind their CRM\n</draft>');
  });

  test.each([
    ['research', 'research assistant'],
    ['snippet', 'writing assistant'],
  ] as const)('of a %s asks for what such instructions need', async (type, words) => {
    const asked: string[] = [];
    const ports = {
      llm: { generateText: async ({ system }: { system: string }) => ({ text: asked.push(system) && 'Better.' }) },
    };
    const ctx = { ports, rate_limits: { spend: async () => {} }, organization: { id: 1 }, log: { warn: () => {} } };
    expect(await enhancePrompt(ctx as never, { prompt: 'Say something nice', type })).toBe('Better.');
    expect(asked[0]).toContain(words);
  });
});
