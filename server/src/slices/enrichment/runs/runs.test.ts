import { api } from '@overture/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import type { CellInput, CellOutcome } from '../../research/index.ts';
import { claimCells } from '../cells/claims.store.ts';
import { settleOutcomes } from '../engine/settle.service.ts';
import * as factory from '../enrichment.factory.ts';

const server = useTestServer();

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Work that lasts until it is aborted. */
const endless = ({ signal }: CellInput): Promise<CellOutcome> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

async function readRuns(organizationId: number) {
  return server.program.system.systemTransaction(async ({ db }) => {
    const rows = await sql<Record<'cells' | 'found' | 'not_found' | 'failed' | 'cancelled', number>>`select
      cells, found, not_found, failed, cancelled from enrichment_runs where organization_id = ${organizationId} order by id`.execute(
      db,
    );
    return rows.rows;
  });
}

describe('a run', () => {
  test('fills the first leads of the table, charges results only and notifies browsers', async () => {
    const person = await server.signUp();
    const { id, people } = await factory.createResearchList(server, person, 12);
    const { data: started } = await factory.startTask(person, id, {}, 10);
    expect(started).toMatchObject({ started_cells: 10, reserved_credits: 10 });
    expect(await factory.listLedger(server, person.organization_id)).toMatchObject({
      balance: 90,
      ledger: 90,
      reserved: 10,
    });
    expect((await factory.listCells(person, id, started.id)).map((cell) => cell.state)).toEqual(
      Array(10).fill('loading'),
    );
    const outcomes: CellOutcome[] = [
      { kind: 'not_found', explanation: 'Nothing there.', sources: [] },
      { kind: 'failed', error: 'The website is down.' },
      { ...factory.foundAtOnce({ prospect: { first_name: '' } } as CellInput), is_free: true } as CellOutcome,
    ];
    const work = (input: CellInput): CellOutcome =>
      outcomes[people.indexOf(input.prospect.id)] ?? factory.foundAtOnce(input);
    await factory.withEngine(server, work, () => factory.untilQuiet(server, person.organization_id));
    const cells = await factory.listCells(person, id, started.id);
    expect(cells.map(({ state, credits }) => [state, credits])).toEqual([
      ['done', 0],
      ['failed', 0],
      ['done', 0],
      ...Array(7).fill(['done', 1]),
    ]);
    expect(factory.toContent(cells[0])).toMatchObject({ status: 'not_found', output: null });
    expect(cells[1]).toMatchObject({ failed: true, error: 'The website is down.', answer: null });
    expect(factory.toContent(cells[5])).toMatchObject({ status: 'found', output: 'Answer for First6' });
    expect(cells[5]?.sources).toEqual([{ source: 'https://company.example/', title: 'Company' }]);
    expect(await factory.listLedger(server, person.organization_id)).toEqual({
      balance: 93,
      ledger: 93,
      reserved: 0,
      spent: 7,
    });
    expect(await readRuns(person.organization_id)).toEqual([
      { cells: 10, found: 8, not_found: 1, failed: 1, cancelled: 0 },
    ]);
    const published = await server.program.system.systemTransaction(({ db }) =>
      sql<{
        type: string;
      }>`select distinct type from live_messages where organization_id = ${person.organization_id}`.execute(db),
    );
    expect(published.rows.map((row) => row.type).sort()).toEqual([
      'credits_added',
      'prompt_completed',
      'research_changed',
    ]);
  });

  test('one cell whose result cannot be stored fails alone, in words that can', async () => {
    const person = await server.signUp();
    const { id, people } = await factory.createResearchList(server, person, 6);
    const { data: started } = await factory.startTask(person, id, {}, 6);
    const error = `${'x'.repeat(1999)}\u{1f600} and half \ud83d`;
    const steps = [{ label: 'half \ud83d', outcome: 'failed', detail: `${'y'.repeat(1999)}\u{1f600}` }];
    const work = (input: CellInput): CellOutcome =>
      input.prospect.id === people[1] ? { kind: 'failed', error, steps } : factory.foundAtOnce(input);
    await server.owner.query(`create function poison_answer() returns trigger language plpgsql as
      $$ begin raise exception 'this row is poison'; end $$`);
    await server.owner.query(`create trigger poison before update on enrichment_answers for each row
      when (new.prospect_id = ${people[0]} and new.state = 'done') execute function poison_answer()`);
    try {
      await factory.withEngine(server, work, () => factory.untilQuiet(server, person.organization_id));
    } finally {
      await server.owner.query('drop trigger poison on enrichment_answers; drop function poison_answer()');
    }
    const cells = await factory.listCells(person, id, started.id);
    expect(cells.map(({ state }) => state)).toEqual(['failed', 'failed', ...Array(4).fill('done')]);
    expect(cells[0]).toMatchObject({ error: expect.stringContaining('Something went wrong on our side.') });
    expect(cells[1]).toMatchObject({ error: 'x'.repeat(1999) });
    expect(await factory.listLedger(server, person.organization_id)).toMatchObject({ reserved: 0, spent: 4 });
  });

  test('continues with the next leads without a result, and retries failed ones', async () => {
    const person = await server.signUp();
    const { id, people } = await factory.createResearchList(server, person, 6);
    const { data: task } = await factory.startTask(person, id, {}, 3);
    let isDown = true;
    const work = (input: CellInput): CellOutcome =>
      input.prospect.id === people[0] && isDown ? { kind: 'failed', error: 'down' } : factory.foundAtOnce(input);
    const count = async () =>
      (await person.call(api.countUnenrichedProspects, { params: { id }, body: { prompt_id: task.id } })).data;
    expect(await count()).toEqual({ unenriched_count: 3, estimate: null });
    await factory.withEngine(server, work, async () => {
      await factory.untilQuiet(server, person.organization_id);
      expect(await count()).toEqual({ unenriched_count: 4, estimate: null });
      isDown = false;
      const next = { params: { searchId: id }, body: { prompt_id: task.id, prospect_limit: 200 } };
      expect((await person.call(api.continueResearch, next)).data).toMatchObject({
        started_cells: 4,
        reserved_credits: 4,
      });
      await factory.untilQuiet(server, person.organization_id);
    });
    expect(await count()).toEqual({ unenriched_count: 0, estimate: null });
    expect((await factory.listLedger(server, person.organization_id)).spent).toBe(6);
  });

  test('keeps an answer when a later try fails, and says so', async () => {
    const person = await server.signUp();
    const { id, people } = await factory.createResearchList(server, person, 1);
    const { data: task } = await factory.startTask(person, id, {}, 1);
    let work: (input: CellInput) => CellOutcome = factory.foundAtOnce;
    await factory.withEngine(
      server,
      (input) => work(input),
      async () => {
        await factory.untilQuiet(server, person.organization_id);
        work = () => ({ kind: 'failed', error: 'The model was busy.' });
        const body = { cells: [{ prompt_id: task.id, prospect_id: people[0]! }] };
        expect(
          (await person.call(api.enrichSelectedCells, { params: { searchId: id }, body })).data.started_cells,
        ).toBe(1);
        await factory.untilQuiet(server, person.organization_id);
      },
    );
    const [cell] = await factory.listCells(person, id, task.id);
    expect(cell).toMatchObject({ state: 'done', error: 'The model was busy.', credits: 1 });
    expect(factory.toContent(cell).output).toBe('Answer for First1');
  });

  test('says what a failed cell had tried, until it is tried again', async () => {
    const person = await server.signUp();
    const { id, people } = await factory.createResearchList(server, person, 1);
    const { data: task } = await factory.startTask(person, id, {}, 1);
    const steps = [
      { label: 'Known already', outcome: 'not_found', detail: 'No address.' },
      { label: 'Hunter', outcome: 'failed', detail: 'It does not accept the key.' },
    ];
    let work: (input: CellInput) => CellOutcome = () => ({
      kind: 'failed',
      error: 'It does not accept the key.',
      steps,
    });
    const read = async () => (await factory.listCells(person, id, task.id))[0];
    await factory.withEngine(
      server,
      (input) => work(input),
      async () => {
        await factory.untilQuiet(server, person.organization_id);
        expect(await read()).toMatchObject({ state: 'failed', answer: null, tried_steps: steps });
        work = factory.foundAtOnce;
        const body = { cells: [{ prompt_id: task.id, prospect_id: people[0]! }] };
        await person.call(api.enrichSelectedCells, { params: { searchId: id }, body });
        await factory.untilQuiet(server, person.organization_id);
      },
    );
    expect(await read()).toMatchObject({ state: 'done', tried_steps: [] });
  });

  test('waits for a provider that asks for patience, and fails after five tries', async () => {
    const person = await server.signUp();
    const { id } = await factory.createResearchList(server, person, 1);
    const { data: task } = await factory.startTask(person, id, {}, 1);
    let tries = 0;
    const work = (): CellOutcome => {
      tries += 1;
      const steps = [{ label: 'Hunter', outcome: 'failed', detail: `Asked ${tries} times.` }];
      return { kind: 'postponed', until: new Date(Date.now() - 1000), reason: 'Too many requests.', steps };
    };
    await factory.withEngine(server, work, () => factory.untilQuiet(server, person.organization_id));
    const [cell] = await factory.listCells(person, id, task.id);
    expect([tries, cell?.state, cell?.error]).toEqual([5, 'failed', 'Too many requests. Tried 5 times.']);
    expect(cell?.tried_steps).toEqual([{ label: 'Hunter', outcome: 'failed', detail: 'Asked 5 times.' }]);
    expect(await factory.listLedger(server, person.organization_id)).toMatchObject({ balance: 100, reserved: 0 });
  });

  test('says what it waits for while it waits, and nothing more once it was stopped', async () => {
    const person = await server.signUp();
    const { id } = await factory.createResearchList(server, person, 1);
    const { data: task } = await factory.startTask(person, id, {}, 1);
    const work = (): CellOutcome => ({
      kind: 'postponed',
      until: new Date(Date.now() + 3_600_000),
      reason: 'Nobody answers there.',
    });
    const read = async () => (await factory.listCells(person, id, task.id))[0];
    await factory.withEngine(server, work, () =>
      expect.poll(() => read()).toMatchObject({ state: 'loading', error: 'Nobody answers there.' }),
    );
    await person.call(api.cancelResearch, { params: { searchId: id } });
    expect(await read()).toMatchObject({ state: 'cancelled', error: null });
  });

  test('that throws, returns nonsense or never ends costs nothing and blocks no other', async () => {
    const person = await server.signUp();
    const { id, people } = await factory.createResearchList(server, person, 4);
    const { data: task } = await factory.startTask(person, id, { output_type: 'NUMBER' }, 4);
    const work = (input: CellInput): CellOutcome | Promise<CellOutcome> => {
      const place = people.indexOf(input.prospect.id);
      if (place === 0) throw new Error('secret=hunter2');
      if (place === 1) return { ...factory.foundAtOnce(input), output: 'many' } as CellOutcome;
      if (place === 2) return new Promise(() => undefined);
      return {
        ...factory.foundAtOnce(input),
        output: 42,
        explanation: 'a\0b\ud800',
        sources: [{ source: 'javascript:alert(1)', title: 'x' }],
      } as CellOutcome;
    };
    await factory.withEngine(server, work, () => factory.untilQuiet(server, person.organization_id), {
      time_limit_in_ms: 400,
    });
    const cells = await factory.listCells(person, id, task.id);
    expect(cells.map((cell) => [cell.state, cell.error])).toEqual([
      ['failed', 'Something went wrong on our side. Nothing was charged; please try again.'],
      ['failed', 'The answer did not have the result format of the task.'],
      ['failed', 'The research took too long.'],
      ['done', null],
    ]);
    expect(factory.toContent(cells[3])).toEqual({ status: 'found', output: 42, explanation: 'ab\ufffd', sources: [] });
    expect((await factory.listLedger(server, person.organization_id)).spent).toBe(1);
  });

  test('of a contact look-up fills the lead and is free where the field is known', async () => {
    const person = await server.signUp();
    const { id, people } = await factory.createResearchList(server, person, 3);
    await person.call(api.updateProspect, { params: { id: people[0]! }, body: { email: 'known@company.example' } });
    const { data: started } = await factory.startTask(
      person,
      id,
      { prompt_id: 1, name: null, prompt: null, output_type: null, required_sources: null },
      3,
    );
    expect(started).toMatchObject({ id: 1, name: 'Find email', started_cells: 3, reserved_credits: 6 });
    const work = (input: CellInput): CellOutcome =>
      input.prospect.email
        ? { kind: 'found', output: input.prospect.email, explanation: '', sources: [], is_free: true }
        : {
            kind: 'found',
            output: 'Ada@Company.example',
            explanation: '',
            sources: [],
            confidence: 83,
            steps: [{ label: 'Pattern', outcome: 'found', detail: 'first' }],
          };
    await factory.withEngine(server, work, () => factory.untilQuiet(server, person.organization_id));
    const { data } = await person.call(api.listSearchProspects, { params: { id }, query: { page: 1 } });
    expect(data.prospects.map((prospect) => prospect.email)).toEqual([
      'known@company.example',
      'ada@company.example',
      'ada@company.example',
    ]);
    expect(await factory.listLedger(server, person.organization_id)).toMatchObject({
      balance: 94,
      spent: 6,
      reserved: 0,
    });
    const [, cell] = await factory.listCells(person, id, 1);
    expect(factory.toContent(cell)).toMatchObject({ confidence: 83, steps: [{ label: 'Pattern' }] });
  });
});

test('instructions are filled with what the organization says about itself', async () => {
  const person = await server.signUp();
  const { id } = await factory.createResearchList(server, person, 1);
  await server.program.system.systemTransaction(({ db }) =>
    sql`update organizations set icp_description = 'Dutch bakeries with {{first_name}} $& inside' where organization_id = ${person.organization_id}`.execute(
      db,
    ),
  );
  const prompts: string[] = [];
  const work = (input: CellInput): CellOutcome => {
    prompts.push(input.task.prompt);
    return { ...factory.foundAtOnce(input), output: 5 } as CellOutcome;
  };
  const body = { prompt_id: 17, prospect_limit: 1 };
  await person.call(api.startResearch, { params: { searchId: id }, body });
  await factory.withEngine(server, work, () => factory.untilQuiet(server, person.organization_id));
  expect(prompts[0]).toContain('profile: Dutch bakeries with {{first_name}} $& inside 5: everything');
});

describe('credits', () => {
  test('never go below zero: of sixteen parallel starts only those that can be paid run', async () => {
    const person = await server.signUp();
    const { id } = await factory.createResearchList(server, person, 400);
    const { data: task } = await factory.startTask(person, id);
    const start = () =>
      person.call(api.continueResearch, { params: { searchId: id }, body: { prompt_id: task.id, prospect_limit: 15 } });
    const answers = await Promise.all(Array.from({ length: 16 }, start));
    const refused = answers.filter((answer) => answer.status !== 200);
    expect(answers.length - refused.length).toBe(6);
    expect(refused.map(({ status, error }) => [status, error.error])).toEqual(
      Array(10).fill([402, 'You have 10 credits, but this needs 15.']),
    );
    expect(await factory.listLedger(server, person.organization_id)).toEqual({
      balance: 10,
      ledger: 10,
      reserved: 90,
      spent: 0,
    });
    expect(await factory.countCells(server, person.organization_id)).toBe(90);
    await factory.withEngine(server, factory.foundAtOnce, () => factory.untilQuiet(server, person.organization_id));
    expect(await factory.listLedger(server, person.organization_id)).toEqual({
      balance: 10,
      ledger: 10,
      reserved: 0,
      spent: 90,
    });
  });

  test('the same cells requested many times in parallel run and cost once', async () => {
    const person = await server.signUp();
    const { id, people } = await factory.createResearchList(server, person, 5);
    const { data: task } = await factory.startTask(person, id);
    const body = {
      cells: people.flatMap((prospect_id) => [
        { prompt_id: task.id, prospect_id },
        { prompt_id: task.id, prospect_id },
      ]),
    };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => person.call(api.enrichSelectedCells, { params: { searchId: id }, body })),
    );
    expect(answers.map((answer) => answer.data.started_cells).sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 5]);
    await factory.withEngine(server, factory.foundAtOnce, () => factory.untilQuiet(server, person.organization_id));
    expect((await factory.listLedger(server, person.organization_id)).spent).toBe(5);
  });

  test('a start that costs too much leaves nothing behind', async () => {
    const person = await server.signUp();
    const { id } = await factory.createResearchList(server, person, 4);
    const refused = await factory.startTask(
      person,
      id,
      { prompt_id: 2, name: null, prompt: null, output_type: null, required_sources: null },
      4,
    );
    expect([refused.status, refused.error]).toEqual([
      402,
      {
        error: 'You have 100 credits, but this needs 120.',
        code: 'not_enough_credits',
        values: { credits: '100', needed: '120' },
      },
    ]);
    expect((await person.call(api.listResearchColumns, { params: { searchId: id } })).data).toEqual([]);
    expect(await factory.countCells(server, person.organization_id)).toBe(0);
  });
});

describe('a stop', () => {
  test('ends what works, lets nothing start and gives the credits back', async () => {
    const person = await server.signUp();
    const { id } = await factory.createResearchList(server, person, 40);
    await factory.startTask(person, id, {}, 40);
    const begun: number[] = [];
    let ended = 0;
    const work = (input: CellInput): Promise<CellOutcome> => {
      begun.push(input.prospect.id);
      input.signal.addEventListener('abort', () => {
        ended += 1;
      });
      return endless(input);
    };
    await factory.withEngine(
      server,
      work,
      async (engine) => {
        await expect.poll(() => begun.length).toBeGreaterThanOrEqual(8);
        const before = Date.now();
        const stopped = await person.call(api.cancelResearch, { params: { searchId: id } });
        expect(stopped.data).toEqual({ success: true, cancelled_cells: 40, released_credits: 40 });
        const atStop = begun.length;
        await expect.poll(() => [ended, engine.in_flight()]).toEqual([atStop, 0]);
        expect(Date.now() - before).toBeLessThan(5000);
        await pause(150);
        expect(begun.length).toBe(atStop);
      },
      { total: 8, per_organization: 8 },
    );
    const cells = await factory
      .listCells(person, id, 1000)
      .then(async () => (await person.call(api.listResearchColumns, { params: { searchId: id } })).data[0]!);
    expect(cells.loading_count).toBe(0);
    expect(new Set(cells.results.map((cell) => cell.state))).toEqual(new Set(['cancelled']));
    expect(await factory.listLedger(server, person.organization_id)).toEqual({
      balance: 100,
      ledger: 100,
      reserved: 0,
      spent: 0,
    });
    expect(await readRuns(person.organization_id)).toEqual([
      { cells: 40, found: 0, not_found: 0, failed: 0, cancelled: 40 },
    ]);
    expect((await person.call(api.cancelResearch, { params: { searchId: id } })).data).toMatchObject({
      cancelled_cells: 0,
      released_credits: 0,
    });
  });

  test('against many parallel outcomes: each cell is either charged or refunded', async () => {
    const person = await server.signUp();
    const { id } = await factory.createResearchList(server, person, 100);
    await factory.startTask(person, id, {}, 100);
    const work = async (input: CellInput): Promise<CellOutcome> => {
      await pause(input.prospect.id % 30);
      return factory.foundAtOnce(input);
    };
    await factory.withEngine(server, work, async () => {
      await expect
        .poll(async () => (await factory.listLedger(server, person.organization_id)).spent, { interval: 5 })
        .toBeGreaterThan(0);
      const answers = await Promise.all(
        [1, 2, 3].map(() => person.call(api.cancelResearch, { params: { searchId: id } })),
      );
      expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
      await factory.untilQuiet(server, person.organization_id);
    });
    const [run] = await readRuns(person.organization_id);
    expect(run!.found + run!.cancelled).toBe(100);
    expect(run!.cancelled).toBeGreaterThan(0);
    const ledger = await factory.listLedger(server, person.organization_id);
    expect(ledger).toEqual({ balance: 100 - run!.found, ledger: 100 - run!.found, reserved: 0, spent: run!.found });
  });

  test.each(['column', 'task'])('by deleting the %s with running cells', async (what) => {
    const person = await server.signUp();
    const { id } = await factory.createResearchList(server, person, 10);
    const { data: task } = await factory.startTask(person, id, {}, 10);
    await factory.withEngine(server, endless, async (engine) => {
      await expect.poll(() => engine.in_flight()).toBe(10);
      const answer =
        what === 'task'
          ? await person.call(api.deleteResearchTask, { params: { id: task.id } })
          : await person.call(api.removeResearchColumn, { params: { searchId: id, promptId: task.id } });
      expect(answer.status).toBe(200);
      await expect.poll(() => engine.in_flight()).toBe(0);
    });
    expect((await person.call(api.listResearchColumns, { params: { searchId: id } })).data).toEqual([]);
    expect(await factory.listLedger(server, person.organization_id)).toEqual({
      balance: 100,
      ledger: 100,
      reserved: 0,
      spent: 0,
    });
  });
});

test('a list hears of a long run every second and of its end, not with every group of cells', async () => {
  const person = await server.signUp();
  const { id } = await factory.createResearchList(server, person, 90);
  await factory.startTask(person, id, {}, 90);
  const options = { total: 10, per_organization: 10 };
  await factory.withEngine(
    server,
    factory.foundAtOnce,
    () => factory.untilQuiet(server, person.organization_id),
    options,
  );
  const published = await server.program.system.systemTransaction(({ db }) =>
    sql<{
      type: string;
      loading: number | null;
    }>`select type, (data ->> 'loading_count')::int as loading from live_messages
      where organization_id = ${person.organization_id} order by id`.execute(db),
  );
  expect(published.rows.filter(({ type }) => type === 'prompt_completed').length).toBe(90);
  const counts = published.rows.filter(({ type }) => type === 'research_changed').map(({ loading }) => loading);
  expect([counts[0], counts.at(-1), counts.filter((count) => count === 0).length]).toEqual([90, 0, 1]);
  expect(counts.length).toBeLessThan(9);
});

describe('the engine', () => {
  test('takes over the cells of a dead worker, whose late outcome is discarded', async () => {
    const person = await server.signUp();
    const { id } = await factory.createResearchList(server, person, 5);
    const { data: task } = await factory.startTask(person, id, {}, 5);
    const { system } = server.program;
    const dead = await system.systemTransaction((tx) => claimCells(tx, { free: 5, total: 5, per_organization: 5 }));
    expect(dead.length).toBe(5);
    expect(
      await system.systemTransaction((tx) => claimCells(tx, { free: 5, total: 50, per_organization: 50 })),
    ).toEqual([]);
    await system.systemTransaction(({ db }) =>
      sql`update enrichment_cells set lease_until = statement_timestamp() - interval '1 second'`.execute(db),
    );
    const row = {
      id: task.id,
      organization_id: person.organization_id,
      name: '',
      key: null,
      prompt: '',
      output_type: 'SHORT_TEXT',
      required_sources: [],
      data_enrichment_type: null,
      icon: null,
      alias: null,
      runs_with_empty: false,
      version: 1,
      question_version: 1,
    } as const;
    const late = dead.map((cell) => ({
      cell,
      task: row,
      outcome: { kind: 'found', output: 'LATE', explanation: '', sources: [] } as const,
    }));
    await factory.withEngine(server, factory.foundAtOnce, () => factory.untilQuiet(server, person.organization_id));
    await settleOutcomes(system.forOrganization(person.organization_id), late);
    const cells = await factory.listCells(person, id, task.id);
    expect(cells.map((cell) => factory.toContent(cell).output)).toEqual(
      [1, 2, 3, 4, 5].map((n) => `Answer for First${n}`),
    );
    expect(await factory.listLedger(server, person.organization_id)).toMatchObject({
      balance: 95,
      spent: 5,
      reserved: 0,
    });
  });

  test('gives its cells back when the process ends', async () => {
    const person = await server.signUp();
    const { id } = await factory.createResearchList(server, person, 3);
    await factory.startTask(person, id, {}, 3);
    await factory.withEngine(server, endless, (engine) => expect.poll(() => engine.in_flight()).toBe(3));
    await factory.withEngine(server, factory.foundAtOnce, () =>
      factory.untilQuiet(server, person.organization_id, 3000),
    );
    expect((await factory.listLedger(server, person.organization_id)).spent).toBe(3);
  });

  test('lets organizations take turns and holds its limits', async () => {
    const [big, small] = [await server.signUp(), await server.signUp()];
    const lists = [
      await factory.createResearchList(server, big, 60),
      await factory.createResearchList(server, small, 4),
    ];
    await factory.startTask(big, lists[0]!.id, {}, 60);
    await factory.startTask(small, lists[1]!.id, {}, 4);
    const order: string[] = [];
    let [atWork, most] = [0, 0];
    const work = async (input: CellInput): Promise<CellOutcome> => {
      order.push(lists[1]!.people.includes(input.prospect.id) ? 'small' : 'big');
      atWork += 1;
      most = Math.max(most, atWork);
      await pause(20);
      atWork -= 1;
      return factory.foundAtOnce(input);
    };
    await factory.withEngine(
      server,
      work,
      async () => {
        await factory.untilQuiet(server, small.organization_id);
        await factory.untilQuiet(server, big.organization_id);
      },
      { total: 6, per_organization: 4 },
    );
    expect(order.slice(0, 12).filter((name) => name === 'small').length).toBe(4);
    expect(order.length).toBe(64);
    expect(most).toBeLessThanOrEqual(6);
  });
});
