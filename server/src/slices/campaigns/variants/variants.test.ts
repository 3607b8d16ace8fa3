import { api } from '@overture/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type TestClient, useTestServer } from '../../../testing/harness.ts';
import { makeCampaign, makeSender } from '../settings/campaigns.factory.ts';
import { listDueTests } from './variants.store.ts';
import { decideWinners } from './winners.service.ts';

const server = useTestServer({ is_alone: true });

const more = (variant: 'c' | 'd' | 'e' | 'f', message = `Text ${variant}`) => ({
  variant,
  message,
  subject_line: null,
  placeholder_message: null,
});

/** A running campaign of one mail in variants A, B and C. */
async function running(person: TestClient & { organization_id: number }) {
  const email_account_id = await makeSender(server, person.organization_id);
  const { id, step_id } = await makeCampaign(person, { email_account_id, delay_in_hours: 24 });
  const texts = { message: 'Text a', message_b: 'Text b', more_variants: [more('c')] };
  const written = await person.call(api.updateStep, { params: { id, stepId: step_id }, body: texts });
  expect(written.data.campaign.steps[0]).toMatchObject(texts);
  const started = await person.call(api.activateCampaign, { params: { id }, body: {} });
  expect(started.data?.campaign?.status).toBe('ACTIVE');
  const params = { id, stepId: step_id };
  const calls = {
    get: async () => (await person.call(api.getStepVariants, { params })).data.variants,
    set: (body: Parameters<typeof put>[1]) => put(person, body, params),
    undo: (version: number) => person.call(api.undoStepWinner, { params, body: { version } }),
  };
  return { id, step_id, params, ...calls };
}

const put = (
  person: TestClient,
  body: {
    shares?: { variant: 'a' | 'b' | 'c' | 'd'; share: number }[] | null;
    stopped?: ('a' | 'b' | 'c' | 'd')[];
    rule?: object | null;
    version: number;
  },
  params: { id: number; stepId: number },
) => person.call(api.setStepVariants, { params, body: { shares: null, stopped: [], rule: null, ...body } as never });

const RULE = { measure: 'replies', minimum_sent: 100, confidence: 95 };

/** Mails of a month ago: `hits` of `sent` were replied to within two days, on each of twenty days. */
async function insertMonth(
  organization: number,
  made: { id: number; step_id: number },
  by: Record<string, [number, number]>,
) {
  await server.owner.query("select open_event_months((now() - interval '2 months')::date, now()::date)");
  for (const [variant, [hits, sent]] of Object.entries(by)) {
    const lead = `$3::bigint * 1000000 + ascii('${variant}') * 10000 + d * 100 + n`;
    const insert = (type: string, count: number, delay: string) =>
      server.owner.query(
        `insert into campaign_events (organization_id, campaign_id, campaign_lead_id, prospect_id, node_id, account_id, type, variant, occurred_at)
        select $1, $2, ${lead}, 1, $3, 1, $4, $5, date_trunc('day', now(), 'UTC') - (40 - d) * interval '1 day' + n * interval '1 minute' + $6::interval
        from generate_series(1, 20) d, generate_series(1, $7::int) n`,
        [organization, made.id, made.step_id, type, variant, delay, count],
      );
    await insert('email_sent', sent, '0');
    await insert('replied', hits, '2 days');
  }
}

let person: Awaited<ReturnType<typeof server.signUp>>;
beforeAll(async () => {
  person = await server.signUp();
});

describe('shares', () => {
  test('are even, set, stopped and refused in words', async () => {
    const made = await running(person);
    expect(await made.get()).toMatchObject({
      variants: [
        { variant: 'a', share: 34, is_stopped: false, sent: 0, hits: 0 },
        { variant: 'b', share: 33 },
        { variant: 'c', share: 33 },
      ],
      rule: null,
      verdict: { state: 'too_early', chance_of_error: 100 },
      winner: null,
      version: 0,
    });
    const shares = [
      { variant: 'a' as const, share: 80 },
      { variant: 'c' as const, share: 20 },
    ];
    const set = await made.set({ shares, stopped: ['b'], version: 0 });
    expect(set.data.variants).toMatchObject({
      variants: [
        { variant: 'a', share: 80 },
        { variant: 'b', share: 0, is_stopped: true },
        { variant: 'c', share: 20 },
      ],
      version: 1,
    });
    const refusals = [
      [{ stopped: ['b'], shares: [shares[0]!] }, 'Give each variant that runs one share.'],
      [{ stopped: ['b'], shares: [shares[0]!, { variant: 'c', share: 21 }] }, 'The shares have to add up to 100 %.'],
      [{ stopped: ['b'], shares: [shares[0]!, shares[0]!] }, 'Give each variant that runs one share.'],
      [{ stopped: ['d'] }, 'A stopped variant has no message.'],
      [{ stopped: ['a', 'b', 'c'] }, 'One variant has to run.'],
      [{ stopped: ['b', 'c'], rule: RULE }, 'A winner needs two variants that run.'],
    ] as const;
    for (const [body, reason] of refusals)
      expect(await made.set({ ...(body as object), version: 1 })).toMatchObject({
        status: 400,
        data: { error: reason },
      });
    expect(await made.set({ version: 0 })).toMatchObject({ status: 409 });
    expect((await made.get()).version).toBe(1);
  });

  test('of another organization, or of no step, do not exist', async () => {
    const made = await running(person);
    const stranger = await server.signUp();
    for (const params of [made.params, { ...made.params, stepId: 999_999_999 }]) {
      expect((await stranger.call(api.getStepVariants, { params })).status).toBe(404);
      expect((await put(stranger, { version: 0 }, params)).status).toBe(404);
    }
    expect((await made.get()).version).toBe(0);
  });

  test('of a step with one message cannot be set', async () => {
    const { id, step_id } = await makeCampaign(person, {});
    const params = { id, stepId: step_id };
    expect((await person.call(api.getStepVariants, { params })).data.variants).toMatchObject({
      variants: [{ variant: 'a', share: 100 }],
      verdict: null,
    });
    expect((await put(person, { version: 0 }, params)).status).toBe(400);
  });
});

describe('a winner', () => {
  const decide = () => decideWinners(server.program.system, new AbortController().signal);
  const notices = async (id: number) =>
    (await server.owner.query('select subject, paragraphs from notice_mails where path = $1', [`/campaigns/${id}`]))
      .rows;

  test('gets all further leads, is mailed once, and is undone', async () => {
    const made = await running(person);
    await insertMonth(person.organization_id, made, { a: [3, 12], b: [1, 12], c: [0, 12] });
    const set = await made.set({ rule: RULE, version: 0, stopped: ['c'] });
    expect(set.data.variants.variants).toMatchObject([
      { sent: 240, hits: 60 },
      { sent: 240, hits: 20 },
      { sent: 240, hits: 0 },
    ]);
    await decide();
    const won = await made.get();
    expect(won).toMatchObject({
      variants: [{ share: 100 }, { share: 0, is_stopped: true }, { share: 0, is_stopped: true }],
      winner: {
        variant: 'a',
        words: expect.stringMatching(/^Variant A wins: 60 of 240 against 20 of 240 replied; \d % chance of error\.$/),
      },
      version: 2,
    });
    await decide();
    expect(await notices(made.id)).toMatchObject([
      { subject: expect.stringContaining('A variant won in'), paragraphs: expect.arrayContaining([won.winner!.words]) },
    ]);
    const undone = await made.undo(2);
    expect(undone.data.variants).toMatchObject({
      variants: [{ share: 50 }, { share: 50, is_stopped: false }, { share: 0, is_stopped: true }],
      rule: null,
      winner: null,
    });
    await decide();
    expect((await made.get()).winner).toBeNull();
    expect(await made.undo(3)).toMatchObject({ status: 400 });
  });

  test('is not named by a small difference, too few messages, a pause, or messages of other texts', async () => {
    const small = await running(person);
    await insertMonth(person.organization_id, small, { a: [2, 12], b: [1, 12], c: [1, 12] });
    await small.set({ rule: RULE, version: 0 });
    const few = await running(person);
    await insertMonth(person.organization_id, few, { a: [4, 5], b: [1, 4], c: [1, 5] });
    await few.set({ rule: RULE, version: 0 });
    const paused = await running(person);
    await insertMonth(person.organization_id, paused, { a: [6, 12], b: [0, 12], c: [0, 12] });
    await paused.set({ rule: RULE, version: 0 });
    await person.call(api.pauseCampaign, { params: { id: paused.id } });
    const edited = await running(person);
    await insertMonth(person.organization_id, edited, { a: [6, 12], b: [0, 12], c: [0, 12] });
    await server.owner.query("update campaign_nodes set variants_since = now() - interval '1 day' where id = $1", [
      edited.step_id,
    ]);
    await edited.set({ rule: RULE, version: 0 });
    await decide();
    expect((await small.get()).verdict).toMatchObject({ state: 'undecided', variant: 'a' });
    expect((await few.get()).verdict).toMatchObject({
      state: 'too_early',
      words: 'Too early to say: 80 of 100 messages per variant count so far.',
    });
    expect((await edited.get()).verdict).toMatchObject({ state: 'too_early', chance_of_error: 100 });
    for (const made of [small, few, paused, edited]) {
      expect((await made.get()).winner).toBeNull();
      expect(await notices(made.id)).toEqual([]);
    }
    const checks = await server.owner.query(
      'select count(*)::int as count from campaign_nodes where winner_check_at <= now()',
    );
    expect(checks.rows).toEqual([{ count: 0 }]);
  });
});

describe('texts that change', () => {
  const decide = () => decideWinners(server.program.system, new AbortController().signal);

  /** Publishes the flow with these texts of its one step. */
  async function publish(made: Awaited<ReturnType<typeof running>>, texts: object) {
    const params = { id: made.id };
    const node = {
      ...{ id: made.step_id, type: 'EMAIL' as const, parent_id: null, branch: null, delay_in_hours: 24 },
      ...{ subject_line: 'Hello', message: 'Text a', message_b: 'Text b', more_variants: [more('c')], ...texts },
    };
    const { version } = (await person.call(api.getRevision, { params })).data.revision;
    const saved = await person.call(api.saveRevision, { params, body: { version, nodes: [node] } });
    expect(saved.status).toBe(200);
    const published = await person.call(api.publishRevision, { params, body: { version: version + 1 } });
    expect(published.status).toBe(200);
  }

  test('end a winner: its losers run again, with the shares of before', async () => {
    const made = await running(person);
    await insertMonth(person.organization_id, made, { a: [3, 12], b: [1, 12], c: [0, 12] });
    await made.set({ rule: RULE, version: 0, stopped: ['c'] });
    await decide();
    expect((await made.get()).winner).toMatchObject({ variant: 'a' });
    await publish(made, { message: 'Text a, mended' });
    expect(await made.get()).toMatchObject({
      variants: [{ share: 50 }, { share: 50, is_stopped: false }, { share: 0, is_stopped: true }],
      rule: RULE,
      winner: null,
      version: 3,
    });
    // Who still sees the winner changes nothing by what was seen.
    expect(await made.set({ version: 2 })).toMatchObject({ status: 409 });
    await decide();
    expect((await made.get()).winner).toBeNull();
  });

  test('bring a removed variant back running, in a draft too', async () => {
    const made = await running(person);
    await made.set({ version: 0, stopped: ['a', 'c'] });
    await publish(made, { more_variants: [] });
    expect((await made.get()).variants).toMatchObject([{ is_stopped: true }, { share: 100 }]);
    await publish(made, { more_variants: [more('c', 'Another text')] });
    expect((await made.get()).variants).toMatchObject([{ is_stopped: true }, { share: 50 }, { share: 50 }]);
    await publish(made, { message_b: null, more_variants: [] });
    await publish(made, { more_variants: [] });
    expect((await made.get()).variants).toMatchObject([{ share: 50 }, { share: 50 }]);

    const { id, step_id } = await makeCampaign(person, {});
    const params = { id, stepId: step_id };
    const write = (body: object) => person.call(api.updateStep, { params, body: body as never });
    await write({ message: 'A', message_b: 'B', more_variants: [more('d')] });
    await put(person, { version: 0, stopped: ['b', 'd'] }, params);
    await write({ more_variants: [] });
    await write({ more_variants: [more('d', 'Another text')] });
    expect((await person.call(api.getStepVariants, { params })).data.variants.variants).toMatchObject([
      { is_stopped: false },
      { variant: 'b', is_stopped: true },
      { variant: 'd', is_stopped: false },
    ]);
  });
});

describe('due tests', () => {
  test('are taken from organizations in turn', async () => {
    const stranger = await server.signUp();
    const mine = await running(person);
    const theirs = await running(stranger);
    await person.call(api.getStepVariants, { params: mine.params });
    await server.owner.query(
      `insert into campaign_nodes (organization_id, campaign_id, kind, type, parent_id, winner_rule, winner_check_at, is_live)
       select organization_id, campaign_id, kind, type, null, '{}', now() - interval '1 day', false
       from campaign_nodes, generate_series(1, 60) where id = $1`,
      [mine.step_id],
    );
    await server.owner.query('update campaign_nodes set winner_check_at = now() where id = $1', [theirs.step_id]);
    const due = await server.program.system.systemRead((read) => listDueTests(read, 50));
    expect(due.map(({ node_id }) => node_id)).toContain(theirs.step_id);
    await server.owner.query('update campaign_nodes set winner_check_at = null where not is_live');
  });
});

describe('texts of C to F', () => {
  test('are kept by a revision, by older programs too, and count as changes', async () => {
    const made = await running(person);
    const params = { id: made.id };
    const nodes = (texts: object) => [
      {
        ...{ id: made.step_id, type: 'EMAIL' as const, parent_id: null, branch: null, delay_in_hours: 24 },
        ...{ subject_line: 'Hello', message: 'Text a', message_b: 'Text b', ...texts },
      },
    ];
    const save = async (version: number, texts: object) =>
      (await person.call(api.saveRevision, { params, body: { version, nodes: nodes(texts) } })).data.revision;
    // A program that does not know them leaves them out.
    expect((await save(0, { message_b: 'Text b2' })).campaign.steps[0]!.more_variants).toEqual([more('c')]);
    await save(1, { more_variants: [more('f'), more('c', 'Text c2'), more('e', ' ')] });
    const published = await person.call(api.publishRevision, { params, body: { version: 2 } });
    expect(published.data.campaign.steps[0]!.more_variants).toEqual([more('c', 'Text c2'), more('f')]);
    const { revisions } = (await person.call(api.listRevisions, { params })).data;
    expect(revisions[0]!.changes.map(({ kind }) => kind)).toEqual(['variant_added', 'text']);
    expect(await made.get()).toMatchObject({
      variants: [{ variant: 'a', share: 25 }, { variant: 'b' }, { variant: 'c' }, { variant: 'f', share: 25 }],
      counts_since: expect.any(String),
    });
    const shown = await person.call(api.previewStep, {
      params: made.params,
      body: { prospect_id: null, variant: 'f' },
    });
    expect(shown.data).toMatchObject({ variant: 'f', message: expect.stringMatching(/^Text f\n/) });
  });

  test('too long, twice or without B are refused or removed', async () => {
    const { id, step_id } = await makeCampaign(person, {});
    const write = (body: object) =>
      person.call(api.updateStep, { params: { id, stepId: step_id }, body: body as never });
    expect(await write({ message_b: 'B', more_variants: [more('c', 'x'.repeat(8001))] })).toMatchObject({
      status: 400,
    });
    expect(await write({ more_variants: [{ variant: 'g', message: 'G' }] })).toMatchObject({ status: 400 });
    const both = await write({ message_b: 'B', more_variants: [more('d')] });
    expect(both.data.campaign.steps[0]!.more_variants).toEqual([more('d')]);
    expect((await write({ message: 'A' })).data.campaign.steps[0]!.more_variants).toEqual([more('d')]);
    expect((await write({ message_b: null })).data.campaign.steps[0]!.more_variants).toEqual([]);
  });
});
