import { api } from '@overture/contract';
import type { RevisionNodeInput } from '@overture/contract/revisions';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/harness.ts';
import { mailNotices } from '../../notices/index.ts';
import * as world from '../run/run.factory.ts';
import { publishDueCopies, unscheduleCopy } from './scheduled-publishing.service.ts';
import { discardCopy, saveCopy } from './working-copy.service.ts';

/** Working copies that are published at a time, by the movable clock. */
const HOUR = 3600;
let server: TestServer & { stop(): Promise<void> };

beforeAll(async () => {
  server = await startTestServer({ roles: ['web'], environment: { TIME_TRAVEL: 'on' } });
});
afterAll(() => server.stop());

const system = () => server.program.system;
const inHours = (hours: number) => new Date(system().clock.now().getTime() + hours * HOUR * 1000).toISOString();
const write = (statement: ReturnType<typeof sql>) => system().systemTransaction(({ db }) => statement.execute(db));
/** Two processes check for due copies at the same time. */
const look = () => Promise.all([publishDueCopies(system()), publishDueCopies(system())]);
const whyOf = ({ text }: { text: string }) => /Why: (.*)/.exec(text)?.[1] ?? '';

/** Reasons in the mails about a campaign, sent by two processes at the same time. */
async function mailed(campaignId: number) {
  await Promise.all([mailNotices(system()), mailNotices(system())]);
  const mails = server.mails.filter(({ text }) => text.includes(`/campaigns/${campaignId}`));
  return mails.toSorted((a, b) => whyOf(a).localeCompare(whyOf(b)));
}

/** A campaign of one mail for forty people, with other words in its working copy. */
async function changed() {
  const person = await server.signUp();
  const { organization_id } = person;
  const account_id = await world.makeMailSender(system(), organization_id, {
    email: `ada${organization_id}@acme.example`,
    smtp_port: 1,
  });
  const nodes = [{ type: 'EMAIL' as const, delay_in_hours: 24 * 20, message: 'Hi, old' }];
  const campaign = await world.makeCampaign(system(), { organization_id, account_id, nodes });
  const people = Array.from({ length: 40 }, (_, n) => ({ email: `p${n}.${organization_id}@northwind.example` }));
  const prospects = await world.makePeople(system(), organization_id, people);
  const leads = await world.startPeople(system(), campaign, organization_id, prospects);
  const params = { id: campaign.id };
  const words = (message: string): RevisionNodeInput => ({
    id: campaign.node_ids[0]!,
    type: 'EMAIL',
    parent_id: null,
    branch: null,
    delay_in_hours: 24 * 20,
    subject_line: 'Hello',
    message,
  });
  const read = async () => (await person.call(api.getRevision, { params })).data.revision;
  const save = async (message: string) =>
    person.call(api.saveRevision, {
      params,
      body: { version: (await read()).version, nodes: [words(message)] },
    });
  const schedule = async (at: string) => {
    const impact = await person.call(api.previewRevision, { params, body: {} });
    const seen = impact.data.impact.changes.map(({ kind, node_id, not_there_yet, waiting, past }) => {
      return { kind, node_id, not_there_yet, waiting, past };
    });
    return person.call(api.scheduleRevision, { params, body: { version: (await read()).version, at, seen } });
  };
  const cancel = async () => person.call(api.unscheduleRevision, { params, body: { version: (await read()).version } });
  await save('Hi, new');
  const shown = async () => (await person.call(api.getCampaign, { params })).data.campaign.steps[0]?.message;
  return { person, params, leads, words, read, save, schedule, cancel, shown };
}

test('a working copy is published when its time comes, once, in the name of who chose it', async () => {
  const made = await changed();
  const at = inHours(30);
  const answer = await made.schedule(at);
  expect(answer.data.revision).toMatchObject({ is_open: true, not_published: null });
  expect(answer.data.revision.timed).toEqual({
    at,
    by: answer.data.revision.edited_by,
    moves_waiting: true,
    reopens: false,
  });
  const again = await made.schedule(inHours(40));
  expect([again.status, again.error?.error]).toEqual([400, expect.stringContaining('A time is chosen already.')]);
  await world.moveClock(system(), 29 * HOUR);
  await look();
  expect([(await made.read()).number, await made.shown()]).toEqual([1, 'Hi, old']);
  await world.moveClock(system(), HOUR);
  const { clock } = system();
  const { now } = clock;
  // By the clock of this machine the time passed a day ago.
  clock.now = () => new Date(now().getTime() + 26 * HOUR * 1000);
  await look();
  clock.now = now;
  await look();
  expect(await made.read()).toMatchObject({ number: 2, is_open: false, timed: null, not_published: null });
  expect(await made.shown()).toBe('Hi, new');
  const list = await made.person.call(api.listRevisions, { params: made.params });
  expect(list.data.revisions).toMatchObject([
    { number: 2, published_by: answer.data.revision.timed?.by },
    { number: 1 },
  ]);
});

test('nothing is published for a user who left: the page says so, and a manager gets a mail', async () => {
  const made = await changed();
  await made.schedule(inHours(2));
  await write(sql`insert into users (organization_id, email, name, role, password_hash, verified_at)
    select organization_id, ${`mia${made.params.id}@left.example`}, 'Mia Manager', 'USER', password_hash, verified_at
    from users where id = ${made.person.user_id}`);
  await write(sql`update users set active = false, name = 'Tom Left' where id = ${made.person.user_id}`);
  await world.moveClock(system(), 2 * HOUR);
  await look();
  const left = 'Tom Left, who chose the time, is no longer active in your team.';
  const mails = await mailed(made.params.id);
  expect(mails.map((mail) => [mail.to, whyOf(mail)])).toEqual([[`mia${made.params.id}@left.example`, left]]);
  const { rows } = await write(sql`select c.revision, w.publish_at, w.publish_refusal
    from campaigns c join campaign_working_copies w on w.campaign_id = c.id where c.id = ${made.params.id}`);
  expect(rows).toEqual([{ revision: 1, publish_at: null, publish_refusal: left }]);
});

test('leads have moved on by more than 5 %: it is not published and says so; a few do not matter', async () => {
  const made = await changed();
  await made.schedule(inHours(2));
  const stop = (leads: readonly number[]) =>
    write(sql`update campaign_leads set status = 'COMPLETED', next_node_id = null, next_at = null, next_lane = null
      where id = any(${leads}::bigint[])`);
  await stop(made.leads.slice(0, 3));
  await world.moveClock(system(), 2 * HOUR);
  await look();
  expect(await made.shown()).toBe('Hi, old');
  const shown = await made.read();
  expect(shown).toMatchObject({ number: 1, is_open: true, timed: null });
  expect(shown.not_published?.reason).toContain('have moved on than the counts you saw');
  const mails = await mailed(made.params.id);
  expect(mails).toMatchObject([{ to: made.person.email, subject: `Not published: ${shown.campaign.name}` }]);
  expect(mails[0]?.text).toContain('Check the new counts, then publish them');
  // Another time is chosen with the current counts, which clears the reason; two of 37 may move.
  expect((await made.schedule(inHours(2))).data.revision.not_published).toBe(null);
  await stop(made.leads.slice(3, 4));
  await world.moveClock(system(), 2 * HOUR);
  await look();
  expect(await made.read()).toMatchObject({ number: 2, is_open: false });
});

test('what is edited, cancelled, archived or a day too late is not published, in words', async () => {
  const made = await changed();
  expect((await made.schedule(inHours(-1))).error?.error).toContain('still to come');
  expect((await made.schedule(inHours(24 * 61))).error?.error).toContain('within 60 days');
  await made.schedule(inHours(1));
  await made.save('Hi, newer');
  const edited_after = { reason: 'The changes were edited after the time was chosen.' };
  expect(await made.read()).toMatchObject({ timed: null, not_published: edited_after });
  // The words stay while it is edited on.
  await made.save('Hi, newest');
  expect((await made.read()).not_published).toMatchObject(edited_after);
  await made.schedule(inHours(1));
  expect((await made.cancel()).data.revision).toMatchObject({ is_open: true, timed: null, not_published: null });
  await world.moveClock(system(), HOUR);
  await look();
  expect(await made.shown()).toBe('Hi, old');
  await made.schedule(inHours(1));
  const archived = { campaign_ids: [made.params.id], status: 'ARCHIVED' as const };
  expect((await made.person.call(api.setCampaignsStatus, { body: archived })).status).toBe(200);
  await world.moveClock(system(), HOUR);
  await look();
  await write(
    sql`update campaigns set status = 'ACTIVE', archived_at = null, archived_from = null where id = ${made.params.id}`,
  );
  expect((await made.read()).not_published?.reason).toContain('in the archive');
  await made.schedule(inHours(1));
  await world.moveClock(system(), 26 * HOUR);
  await look();
  expect((await made.read()).not_published?.reason).toContain('Nothing was running');
  expect(await made.shown()).toBe('Hi, old');
  // No mail is sent about the user's own actions.
  expect((await mailed(made.params.id)).map(whyOf)).toEqual([
    expect.stringMatching(/^Nothing was/),
    expect.stringMatching(/^The campaign/),
  ]);
});

test('cancelled while coming due: published or cancelled, and the second gets an error', async () => {
  for (let round = 0; round < 4; round += 1) {
    const made = await changed();
    await made.schedule(inHours(1));
    const { version } = await made.read();
    await world.moveClock(system(), HOUR);
    const cancel = () => made.person.call(api.unscheduleRevision, { params: made.params, body: { version } });
    const [, answer] = await Promise.all([publishDueCopies(system()), cancel()]);
    const { number, timed, not_published } = await made.read();
    expect([number, answer.status]).toEqual(number === 2 ? [2, 409] : [1, 200]);
    expect([timed, not_published]).toEqual([null, null]);
    expect(await made.shown()).toBe(number === 2 ? 'Hi, new' : 'Hi, old');
    expect(await mailed(made.params.id)).toEqual([]);
  }
});

test('the scheduling user gets a mail when a colleague edits, cancels or discards it', async () => {
  const made = await changed();
  const colleague = Number(
    (
      await server.owner.query(
        `insert into users (organization_id, email, name, verified_at) values ($1, $2, 'Bo', now()) returning id`,
        [made.person.organization_id, `bo${made.params.id}@acme.example`],
      )
    ).rows[0].id,
  );
  const ctx = system().forOrganization(made.person.organization_id, {
    id: colleague,
    actor_id: colleague,
    role: 'USER',
  });
  const at = inHours(1);
  const again = async () => (await made.schedule(at)).data.revision.version;
  const { version } = (await made.schedule(at)).data.revision;
  await made.save('Hi, new');
  expect((await made.read()).timed?.at).toBe(at);
  await saveCopy(ctx, made.params.id, { version, nodes: [made.words('Hi, by Bo')] });
  expect((await made.read()).not_published).toEqual({ at, reason: expect.stringContaining('edited after') });
  await unscheduleCopy(ctx, made.params.id, await again());
  // Unscheduling after the time has passed changes nothing.
  await unscheduleCopy(ctx, made.params.id, (await made.read()).version);
  await discardCopy(ctx, made.params.id, await again());
  expect((await mailed(made.params.id)).map((mail) => [mail.to, whyOf(mail)])).toEqual([
    [made.person.email, 'A colleague cancelled the time.'],
    [made.person.email, 'A colleague discarded the changes.'],
    [made.person.email, 'The changes were edited after the time was chosen.'],
  ]);
});

test('failing copies do not block others and are reported once', async () => {
  const made = await changed();
  const { organization_id } = made.person;
  await made.schedule(inHours(2));
  const broken: number[] = [];
  for (let n = 0; n < 25; n += 1) {
    const { id } = await world.makeCampaign(system(), {
      organization_id,
      account_id: null,
      nodes: [{ type: 'EMAIL' }],
    });
    broken.push(id);
  }
  // A corrupt flow, due before a valid one.
  await write(sql`insert into campaign_working_copies (campaign_id, organization_id, flow, publish_at, publish_next_at, publish_choice,
      publish_version, publish_by)
    select id, ${organization_id}, '"broken"', app_now() + interval '1 hour', app_now() + interval '1 hour', '{"moves_waiting": true}', 0,
      ${made.person.user_id} from unnest(${broken}::bigint[]) as id`);
  await world.moveClock(system(), 2 * HOUR);
  await look();
  await look();
  expect(await made.shown()).toBe('Hi, new');
  const tries = async () =>
    (
      await server.owner.query('select publish_tries from campaign_working_copies where campaign_id = any($1)', [
        broken,
      ])
    ).rows as { publish_tries: number }[];
  expect((await tries()).every(({ publish_tries }) => publish_tries === 1)).toBe(true);
  // Two of them are enough for the rest.
  const [, , ...others] = broken;
  await server.owner.query('delete from campaign_working_copies where campaign_id = any($1)', [others]);
  for (let half = 0; half < 7; half += 1) {
    await world.moveClock(system(), HOUR / 2 + 1);
    await publishDueCopies(system());
  }
  const shown = await server.owner.query(
    `select distinct publish_refusal, publish_at, publish_tries from campaign_working_copies where campaign_id = any($1)`,
    [broken],
  );
  expect(shown.rows).toEqual([
    {
      publish_refusal: expect.stringContaining('Something went wrong on our side'),
      publish_at: null,
      publish_tries: 8,
    },
  ]);
  for (const id of broken.slice(0, 2)) expect(await mailed(id)).toHaveLength(1);
});
