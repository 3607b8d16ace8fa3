import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UNSUBSCRIBE_PAGE_TEXTS as TEXTS } from '@overture/domain/message/unsubscribe';
import { afterAll, expect, test } from 'vitest';
import { databaseFile } from '../../../../kernel/db/replica/known-database.ts';
import { useTestServer } from '../../../../testing/harness.ts';
import * as world from '../run.factory.ts';
import { makeUnsubscribeUrl } from './unsubscribe.service.ts';

/** A web process on a machine without workers. A failover is a database that lost rows and has another timeline. */
const server = useTestServer({ is_alone: true, roles: ['web'] });
const system = () => server.program.system;

let made = 0;
async function makeReader() {
  made += 1;
  const organization_id = await world.makeOrganization(system());
  const email = `reader${made}@northwind.example`;
  const account_id = await world.makeMailSender(system(), organization_id, {
    email: `ada${made}@acme.example`,
    smtp_port: 1,
  });
  const people = await world.makePeople(system(), organization_id, [{ email }]);
  const campaign = await world.makeCampaign(system(), { organization_id, account_id, nodes: [{ type: 'EMAIL' }] });
  const [lead_id] = await world.startPeople(system(), campaign, organization_id, people);
  const token = makeUnsubscribeUrl(system(), lead_id!, null).split('/u/')[1]!;
  const unsubscribe = () => server.program.app.inject({ method: 'POST', url: `/u/${token}` });
  return { organization_id, lead_id: lead_id!, unsubscribe };
}
type Reader = Awaited<ReturnType<typeof makeReader>>;

const rows = async (text: string, values: unknown[] = []) => (await server.owner.query(text, values)).rows;
const stateOf = async ({ organization_id, lead_id }: Reader) =>
  (
    await rows(
      `select (select status from campaign_leads where id = $2) as status,
        (select count(*)::int from suppressions where organization_id = $1) as suppressions,
        (select count(*)::int from outbox_events where organization_id = $1 and type = 'lead_unsubscribed') as announced`,
      [organization_id, lead_id],
    )
  )[0];
const setTimeline = (timeline: number) =>
  server.owner.query(
    `create or replace function database_timeline() returns bigint language sql as 'select ${timeline}::bigint'`,
  );

afterAll(() => rm(databaseFile(server.config), { force: true }));

test('an opt-out that a failover lost is recorded again in the promoted database, others are announced once', async () => {
  await setTimeline(1);
  const [lost, stored] = [await makeReader(), await makeReader()];
  for (const one of [lost, stored]) expect((await one.unsubscribe()).body).toContain(TEXTS.en.done);
  await rows('delete from suppressions where organization_id = $1', [lost.organization_id]);
  await rows('delete from outbox_events where organization_id = $1', [lost.organization_id]);
  await rows(`update campaign_leads set status = 'ACTIVE' where id = $1`, [lost.lead_id]);
  await setTimeline(2);
  const optedOut = { status: 'COMPLETED', suppressions: 1, announced: 1 };
  await expect.poll(() => stateOf(lost), { timeout: 15_000 }).toEqual(optedOut);
  expect(await stateOf(stored)).toEqual(optedOut);
});

test('a process that saw the former primary alone learns from the file of its machine, and confirms nothing', async () => {
  const reader = await makeReader();
  const path = databaseFile(server.config);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, JSON.stringify({ timeline: 99, confirmed_at: null }));
  const answer = await reader.unsubscribe();
  expect(answer.statusCode).toBe(503);
  expect(answer.body).not.toContain(TEXTS.en.done);
  expect(await stateOf(reader)).toMatchObject({ status: 'SCHEDULED', suppressions: 0 });
});
