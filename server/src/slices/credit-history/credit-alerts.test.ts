import { api } from '@overture/contract';
import { expect, test } from 'vitest';
import { createRoundMemory } from '../../kernel/rounds/parked-units.ts';
import { createClient, type TestClient, useTestServer } from '../../testing/harness.ts';
import { grantCredits, reserveCredits, settleCredits } from '../billing/index.ts';
import { reportLowCredits } from './credit-alerts.service.ts';

const server = useTestServer({ is_alone: true });
const system = () => server.program.system;
/** As a worker of its own. */
const run = () => reportLowCredits({ ...system(), rounds: createRoundMemory() }, new AbortController().signal);

async function spend(organizationId: number, amount: number): Promise<void> {
  await system()
    .forOrganization(organizationId)
    .transaction(async (tx) => {
      const key = crypto.randomUUID();
      const id = await reserveCredits(tx, { amount, kind: 'research', purpose: 'Work', key });
      await settleCredits(tx, id!, [{ key: `s:${key}`, credits: amount }]);
    });
}
const grant = (organizationId: number, amount: number) =>
  system()
    .forOrganization(organizationId)
    .transaction((tx) => grantCredits(tx, { amount, purpose: 'Gift', key: crypto.randomUUID() }));
const subjects = async (organizationId: number): Promise<string[]> =>
  (
    await server.owner.query('select subject from notice_mails where organization_id = $1 order by id', [
      organizationId,
    ])
  ).rows.map(({ subject }) => subject);

async function joinAsMember(person: Pick<TestClient, 'call'>): Promise<TestClient> {
  const email = 'edsger@analytical.example';
  await person.call(api.inviteMembers, { body: { emails: [email], role: 'RESTRICTED' } });
  const code = server.mails.findLast(({ to }) => to === email)?.text.match(/create-password\?code=([\w-]+)/)?.[1] ?? '';
  const body = { code, password: 'battery staple horse', name: 'Edsger' };
  const { data } = await server.anonymous.call(api.resetPassword, { body });
  return createClient(server.program, data.data?.token ?? '');
}

test('low credits are reported once for each reason and crossing, from parallel workers', async () => {
  const { organization_id: id } = await server.signUp('Ada');
  await run();
  expect(await subjects(id)).toEqual([]);
  // 62 of 100 are left, and last 11 days at this pace.
  await spend(id, 38);
  await run();
  expect(await subjects(id)).toEqual([]);
  // 36 are left: four days at this pace.
  await spend(id, 26);
  await Promise.all([run(), run()]);
  await run();
  expect(await subjects(id)).toEqual(['Your credits last 3 days at this pace']);
  // The share is another reason.
  await spend(id, 16);
  await run();
  await spend(id, 1);
  await run();
  expect(await subjects(id)).toHaveLength(2);
  // Bought, and used up again: a new crossing.
  await grant(id, 2000);
  await run();
  expect(await subjects(id)).toHaveLength(2);
  await spend(id, 1900);
  await run();
  expect(await subjects(id)).toHaveLength(3);
});

test('the managers get it, with the page of credits', async () => {
  const person = await server.signUp('Maria');
  await spend(person.organization_id, 90);
  await run();
  const { rows } = await server.owner.query(
    'select user_id, path, paragraphs from notice_mails where organization_id = $1',
    [person.organization_id],
  );
  expect(rows).toMatchObject([{ user_id: person.user_id, path: '/settings/billing' }]);
  expect(rows[0].paragraphs.slice(0, 2)).toEqual([
    '10 credits are left, 10% of what was there after the last top-up.',
    '90 were used in the last seven days. At this pace they last less than a day.',
  ]);
});

test('everyone of the organization sees low credits until they are over, and open pages are notified', async () => {
  const person = await server.signUp('Grace');
  const member = await joinAsMember(person);
  const other = await server.signUp('Alan');
  const said = async (of: Pick<typeof person, 'call'>) => (await of.call(api.getUser)).data.user.low_credits;
  const notified = async () =>
    (
      await server.owner.query("select 1 from live_messages where organization_id = $1 and type = 'features_changed'", [
        person.organization_id,
      ])
    ).rows.length;
  await spend(person.organization_id, 82);
  await run();
  const low = { days_left: 1, share_left: 18 };
  expect([await said(person), await said(member), await said(other)]).toEqual([low, low, null]);
  expect(await notified()).toBe(1);
  // It follows the ledger between two judgements, and ends with the next one.
  await spend(person.organization_id, 8);
  expect(await said(person)).toEqual({ days_left: 0, share_left: 10 });
  await grant(person.organization_id, 5000);
  expect(await said(person)).toBeNull();
  await run();
  expect(await notified()).toBe(2);
  // An installation that stops selling leaves what was reported: credits no longer run low.
  await spend(person.organization_id, 4900);
  await run();
  expect(await said(person)).not.toBeNull();
  const { rows } = await server.owner.query('select billing from installation');
  await server.owner.query("update installation set billing = 'unlimited'");
  expect(await said(person)).toBeNull();
  await server.owner.query('update installation set billing = $1', [rows[0].billing]);
});
