import { ProviderError } from '@overture/adapters/kit/errors';
import { NOTICE_TRIES } from '@overture/domain/mail/notice-tries';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../kernel/errors.ts';
import { createRoundMemory } from '../../kernel/rounds/parked-units.ts';
import { useTestServer } from '../../testing/harness.ts';
import { stopMail } from '../../testing/stop-mail.ts';
import { mailNotices } from './notices.service.ts';
import { insertNotice, pruneNotices } from './notices.store.ts';

const server = useTestServer({ is_alone: true });
let person: Awaited<ReturnType<typeof server.signUp>>;
const system = () => server.program.system;
/** Each as a process of its own. */
const run = () => mailNotices({ ...system(), rounds: createRoundMemory() });
const sent = () => server.mails.filter(({ subject }) => subject === 'Something ended');
const row = async () => (await server.owner.query('select * from notice_mails')).rows[0];
const later = (minutes: number) =>
  server.owner.query('update notice_mails set next_at = next_at - make_interval(mins => $1)', [minutes]);
const mailer = () => vi.spyOn(system().ports.mailer, 'sendSystemMail');

beforeEach(async () => {
  server.mails.length = 0;
  await server.owner.query('delete from notice_mails');
  person = await server.signUp();
  server.mails.length = 0;
  await system()
    .forOrganization(person.organization_id)
    .transaction((tx) =>
      insertNotice(tx, { user_id: person.user_id, subject: 'Something ended', paragraphs: ['Why: so.'], path: '/x/1' }),
    );
});
afterEach(() => vi.restoreAllMocks());

test('is mailed once under concurrency and repeats, with a link to its page', async () => {
  await Promise.all([run(), run(), run()]);
  await run();
  expect(sent()).toMatchObject([{ to: person.email, text: expect.stringMatching(/^Why: so\.\n\nhttp\S+\/x\/1$/) }]);
});

test('is in the language of its reader, else in that of the first of their organization who chose one', async () => {
  const write = (language: string | null) =>
    server.owner.query('update users set language = $2 where id = $1', [person.user_id, language]);
  const notice = { subject: 'An automation was switched off', paragraphs: ['Why: so.'], path: '/x/2' };
  const insert = () =>
    system()
      .forOrganization(person.organization_id)
      .transaction((tx) => insertNotice(tx, { user_id: person.user_id, ...notice }));
  const mailsOf = () => server.mails.filter(({ text }) => text.endsWith('/x/2')).map(({ subject }) => subject);
  await write('de');
  await insert();
  await run();
  await server.owner.query(
    `insert into users (organization_id, email, name, role, language)
     values ($1, $2, 'Bo', 'USER', 'de')`,
    [person.organization_id, `bo${person.organization_id}@acme.example`],
  );
  await write(null);
  await insert();
  await run();
  await write('en');
  await insert();
  await run();
  const german = 'Eine Automatisierung wurde ausgeschaltet';
  expect(mailsOf()).toEqual([german, german, notice.subject]);
  expect(server.mails.find(({ subject }) => subject === german)?.text).toMatch(/^Grund: so\.\n\nhttp/);
});

test('a mail server that is away is waited for with pauses, not for ever', async () => {
  mailer().mockRejectedValue(new ProviderError('unavailable', 'No.', { concerns: 'service' }));
  await run();
  await run();
  expect(await row()).toMatchObject({ tries: 1, begun_at: null, refused: null });
  for (let tries = 1; tries < NOTICE_TRIES; tries += 1) {
    await later(400);
    await run();
  }
  expect(await row()).toMatchObject({ tries: NOTICE_TRIES, refused: 'The mail server could not be reached.' });
  vi.restoreAllMocks();
  await later(400);
  await run();
  expect(sent()).toEqual([]);
});

test('is not mailed again if it may have left, was refused or has no recipient', async () => {
  const failOnce = async (error: Error) => {
    await server.owner.query('update notice_mails set begun_at = null, refused = null');
    await later(400);
    mailer().mockRejectedValueOnce(error);
    await run();
    await later(400);
  };
  await failOnce(new ProviderError('rejected', 'No such user.', { concerns: 'service' }));
  await run();
  expect(await row()).toMatchObject({ refused: 'No such user.' });
  await failOnce(new ApiError('not_configured', { vendor: 'System mail', settings: 'SMTP_URL' }));
  await run();
  expect(await row()).toMatchObject({ refused: expect.stringContaining('System mail') });
  await server.owner.query('update users set active = false where id = $1', [person.user_id]);
  await server.owner.query('update notice_mails set refused = null');
  await later(400);
  await run();
  expect(await row()).toMatchObject({ refused: 'The recipient may not sign in any longer.' });
  expect(sent()).toEqual([]);
});

const stopInTheMail = (when: 'before' | 'after') => stopMail(system().ports.mailer, run, when);

test('a worker that dies before the handover leaves it to the next one, and cannot send it', async () => {
  const goOn = await stopInTheMail('before');
  await later(14);
  await run();
  expect(sent()).toEqual([]);
  await later(2);
  await Promise.all([run(), run()]);
  expect(sent()).toHaveLength(1);
  await goOn();
  await later(400);
  await run();
  expect(sent()).toHaveLength(1);
});

test('one that dies while the mail server may have it is not followed by a second mail', async () => {
  await stopInTheMail('after');
  await later(400);
  await run();
  expect(sent()).toEqual([]);
});

test('those of a month ago are forgotten', async () => {
  await server.owner.query("update notice_mails set made_at = made_at - interval '31 days'");
  await system().systemTransaction(pruneNotices);
  expect(await row()).toBe(undefined);
});
