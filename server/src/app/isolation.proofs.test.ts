import { afterAll, beforeAll, expect, test } from 'vitest';
import { openHostileServers } from '../../../bench/proofs/world/hostile-servers.ts';
import { type HostileStage, judge, plantLetters } from '../../../bench/proofs/world/hostile-stage.ts';
import { HOSTILE_THINGS } from '../../../bench/proofs/world/hostile-things.ts';
import type { MailSandbox } from '../../../sandbox/src/mail/mail-sandbox.ts';
import { useTestServer } from '../testing/harness.ts';
import { startSilentMail } from '../testing/silent-mail.ts';

/** The short form of `bench/proofs/isolation.ts`, which does all of them and measures how late others are. */
const DONE_HERE = [
  'a refusal with NUL',
  'a refusal of 1 MB in one line',
  'a refusal of emojis, cut at odd places',
  'a greeting that never ends',
  'names of leads with an emoji across every cut',
  'a sealed login of one NUL',
  'tokens of a CRM that cannot be opened',
  'a CRM at no address',
  'a calendar that throws: a time zone of Mars',
  'a message of an unknown kind',
  '500 events that say nothing',
];
/** It fails for two minutes, beside the others. */
const REPEATED = ['a sign-in, then silence', 'silence after the dot'];

const nowhere = 'http://127.0.0.1:9';
const crmOf = (name: string) => ({
  [`${name}_CLIENT_ID`]: 'nobody',
  [`${name}_CLIENT_SECRET`]: 'nothing',
  [`${name}_API_URL`]: nowhere,
  [`${name}_AUTH_URL`]: nowhere,
});
const server = useTestServer({
  roles: ['web', 'live', 'worker'],
  is_alone: true,
  environment: { ...crmOf('HUBSPOT'), ...crmOf('PIPEDRIVE') },
});
const servers = openHostileServers();
let mail: MailSandbox;
beforeAll(async () => {
  mail = await startSilentMail(0);
});
afterAll(async () => {
  await servers.close();
  await mail.close();
});

const stageOf = ({ organization_id, user_id }: { organization_id: number; user_id: number }): HostileStage => ({
  system: server.program.system,
  owner: server.owner,
  mail,
  servers,
  organization_id,
  user_id,
});
const thingsOf = (names: readonly string[]) =>
  names.map((name) => HOSTILE_THINGS.find((thing) => thing.name === name)!);

test('one tenant misbehaves: mails of others all leave once, and each attack has its error', async () => {
  const hostile = stageOf(await server.signUp());
  for (const thing of thingsOf(REPEATED)) await thing.prepare(hostile);
  const prepared: Parameters<typeof judge>[0][number][] = [];
  for (const thing of thingsOf(DONE_HERE)) prepared.push({ thing, look: await thing.prepare(hostile) });
  const people: string[] = [];
  for (const tenant of ['first', 'second', 'third']) {
    const mine = Array.from({ length: 5 }, (_, n) => ({ email: `${tenant}${n}@northwind.example` }));
    people.push(...mine.map(({ email }) => email));
    await plantLetters(stageOf(await server.signUp(tenant)), { people: mine });
  }
  const received = () =>
    [...mail.store.mails()].flatMap(({ recipients }) => recipients).filter((one) => one.endsWith('@northwind.example'));
  await expect.poll(() => received().toSorted()).toEqual(people.toSorted());
  const unexpected = async () => (await judge(prepared)).filter((one) => !one.is_as_expected);
  await expect.poll(unexpected).toEqual([]);
  expect(received().toSorted()).toEqual(people.toSorted());
});
