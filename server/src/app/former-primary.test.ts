import { api } from '@overture/contract';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { compareDatabase } from '../kernel/db/replica/known-database.ts';
import { createRoundMemory } from '../kernel/rounds/parked-units.ts';
import * as world from '../slices/campaigns/run/run.factory.ts';
import { makeUnsubscribeUrl } from '../slices/campaigns/run/stops/unsubscribe.service.ts';
import { mailNotices } from '../slices/notices/notices.service.ts';
import { insertNotice } from '../slices/notices/notices.store.ts';
import { useTestServer } from '../testing/harness.ts';

/** Two servers behind one address: the process knows a newer one than the one that answers. */
const server = useTestServer({ is_alone: true });
const system = () => server.program.system;

let person: Awaited<ReturnType<typeof server.signUp>>;
let ownTimeline = '';
let newest = 100;

/** The server that answers, by its timeline. */
const answerAs = (timeline: number) =>
  server.owner.query(
    `create or replace function database_timeline() returns bigint language sql stable as 'select ${timeline}::bigint'`,
  );
const knowNewer = () => compareDatabase(system().config, { timeline: newest, confirmed_at: null });

beforeAll(async () => {
  const { rows } = await server.owner.query<{ text: string }>(
    `select pg_get_functiondef('database_timeline()'::regprocedure) as text`,
  );
  ownTimeline = rows[0]!.text;
  person = await server.signUp();
});
beforeEach(async () => {
  newest += 1;
  await answerAs(newest - 1);
  await server.owner.query(
    'update installation set sending_timeline = null, sending_held_since = null, restored_at = null',
  );
  await server.owner.query('delete from notice_mails');
  server.mails.length = 0;
});
afterEach(() => server.owner.query(ownTimeline));

describe('an opt-out', () => {
  async function makeLead() {
    const { organization_id } = person;
    const email = `ada${newest}@acme.example`;
    const account_id = await world.makeMailSender(system(), organization_id, { email, smtp_port: 1 });
    const prospects = await world.makePeople(system(), organization_id, [{ email: `grace${newest}@north.example` }]);
    const campaign = await world.makeCampaign(system(), { organization_id, account_id, nodes: [{ type: 'EMAIL' }] });
    const [lead] = await world.startPeople(system(), campaign, organization_id, prospects);
    return { lead: lead!, token: makeUnsubscribeUrl(system(), lead!, null).split('/u/')[1]! };
  }
  const press = async (token: string) =>
    (await server.program.app.inject({ method: 'POST', url: `/u/${token}` })).statusCode;
  const isSuppressed = async () =>
    (
      await server.owner.query('select from suppressions where organization_id = $1 and email = $2', [
        person.organization_id,
        `grace${newest}@north.example`,
      ])
    ).rowCount === 1;

  test('is refused by a former primary, and stored when it is repeated', async () => {
    const { token } = await makeLead();
    knowNewer();
    expect([await press(token), await isSuppressed()]).toEqual([503, false]);
    await answerAs(newest);
    expect([await press(token), await isSuppressed()]).toEqual([200, true]);
  });

  test('of a lead that the former primary does not know is not confirmed either', async () => {
    const { lead, token } = await makeLead();
    await server.owner.query('delete from campaign_leads where id = $1', [lead]);
    knowNewer();
    expect(await press(token)).toBe(503);
    await answerAs(newest);
    expect(await press(token)).toBe(200);
  });
});

test('a link for a new password is not mailed with what a former primary stores', async () => {
  const ask = () => server.anonymous.call(api.forgotPassword, { body: { email: person.email } });
  knowNewer();
  await ask();
  expect(server.mails).toEqual([]);
  await answerAs(newest);
  expect((await ask()).status).toBe(200);
  await expect.poll(() => server.mails.map(({ to }) => to)).toEqual([person.email]);
});

describe('a notice', () => {
  const plan = () =>
    system()
      .forOrganization(person.organization_id)
      .transaction((tx) =>
        insertNotice(tx, { user_id: person.user_id, subject: 'Something ended', paragraphs: ['So.'], path: '/x' }),
      );
  const run = () => mailNotices({ ...system(), rounds: createRoundMemory() });
  const load = async () => (await server.owner.query('select begun_at, refused, mailed_at from notice_mails')).rows[0];
  const makeDue = () => server.owner.query('update notice_mails set next_at = app_now()');

  test('does not leave from a former primary', async () => {
    await plan();
    knowNewer();
    await run();
    expect([await load(), server.mails]).toEqual([{ begun_at: null, refused: null, mailed_at: null }, []]);
    await answerAs(newest);
    await makeDue();
    await run();
    expect(server.mails).toHaveLength(1);
  });

  test('does not leave if the next connection leads to the former primary', async () => {
    await plan();
    const { mailer } = system().ports;
    const mailerOfBoth = {
      ...mailer,
      async sendSystemMail(mail: Parameters<typeof mailer.sendSystemMail>[0]) {
        knowNewer();
        await mail.before_handover?.();
        await mailer.sendSystemMail(mail);
      },
    };
    const ports = { ...system().ports, mailer: mailerOfBoth };
    await mailNotices({ ...system(), ports, rounds: createRoundMemory() });
    expect([await load(), server.mails]).toEqual([{ begun_at: null, refused: null, mailed_at: null }, []]);
  });

  test('waits while sending is held, and one of before does not leave: it may have left from the lost server', async () => {
    await plan();
    await server.owner.query('update installation set sending_held_since = now(), restored_at = app_now()');
    await run();
    expect([(await load()).refused, server.mails]).toEqual([null, []]);
    await server.owner.query('update installation set sending_held_since = null');
    await run();
    expect([(await load()).refused, server.mails]).toEqual([expect.stringMatching(/may have been mailed before/), []]);
    await server.owner.query('delete from notice_mails');
    await plan();
    await run();
    expect(server.mails).toHaveLength(1);
  });
});
