import { ProviderError } from '@overture/adapters/kit/errors';
import { createSmtpImapMailbox } from '@overture/adapters/mailbox/smtp-imap/smtp-imap.adapter';
import { afterEach, describe, expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import { makeMailSender, makeOrganization } from '../../campaigns/run/run.factory.ts';
import { type LetterKind, loadIntents, makeLetterKind, makeMailbox, planLetters } from '../outbound.factory.ts';
import { checkEvidence, startEvidenceSearch } from './evidence.job.ts';
import { sweepLostLeases } from './lost-leases.job.ts';

const { mailbox, answers } = makeMailbox(createSmtpImapMailbox());
const server = useTestServer({ roles: ['web'], mailbox, is_alone: true });
const system = () => server.program.system;
const kindsOf = ({ kind }: LetterKind) => new Map([[kind.name, kind]]);
let made = 0;
let stop: (() => Promise<void>) | undefined;

afterEach(async () => {
  await stop?.();
  stop = undefined;
  await server.owner.query("update outbound_intents set state = 'cancelled' where state <> 'confirmed'");
});

function newKind(): LetterKind {
  made += 1;
  return makeLetterKind(`letter ${made}`);
}

/** Mails of a sender of an organization of its own, in the state that a lost answer or a worker that died left them in. */
async function makeMails(letters: LetterKind, amount: number, state: 'unknown' | 'dispatching' = 'unknown') {
  made += 1;
  const organization_id = await makeOrganization(system());
  const email = `sender${made}@acme.example`;
  const account_id = await makeMailSender(system(), organization_id, {
    email,
    smtp_port: 1,
    sent_copy: 'kept_by_server',
  });
  const mails = await planLetters(system(), { kind: letters.kind.name, organization_id, account_id, amount });
  await server.owner.query(
    `update outbound_intents set state = $2, message_id = 'm' || id || '@acme.example', dispatched_at = app_now(),
      unknown_since = app_now(), look_at = app_now(), leased_until = app_now() - interval '1 second', attempts = 1 where account_id = $1`,
    [account_id, state],
  );
  return { email, account_id, ids: mails.map(({ id }) => id) };
}

const statesOf = async (ids: readonly number[]) => (await loadIntents(system(), ids)).map(({ state }) => state);

test('a server that hangs after sign-in does not delay other organizations', async () => {
  const letters = newKind();
  const [silent, other] = [await makeMails(letters, 5), await makeMails(letters, 1)];
  const { promise: released, resolve: release } = Promise.withResolvers<'absent'>();
  const looks: string[] = [];
  answers.find = ({ email }) => {
    looks.push(email);
    return email === silent.email ? released : Promise.resolve('found');
  };
  stop = startEvidenceSearch(system(), kindsOf(letters));
  await letters.waitFor((settled) => settled.some(({ id }) => id === other.ids[0]));
  // One that becomes unknown while the silent server is still being waited for.
  const later = await makeMails(letters, 1);
  await letters.waitFor((settled) => settled.some(({ id }) => id === later.ids[0]));
  expect(looks.filter((email) => email === silent.email)).toHaveLength(1);
  expect(await statesOf(silent.ids)).toEqual(Array(5).fill('unknown'));
  release('absent');
});

test('a check that times out pauses its sender’s checks for a while', async () => {
  const letters = newKind();
  const silent = await makeMails(letters, 5);
  let looks = 0;
  answers.find = () => {
    looks += 1;
    return new Promise(() => undefined);
  };
  await checkEvidence(system(), kindsOf(letters), { sent_folder_in_ms: 20, linkedin_in_ms: 20 });
  expect(looks).toBe(1);
  const { rows } = await server.owner.query(
    "select count(*)::int from outbound_intents where account_id = $1 and look_at > app_now() + interval '25 seconds'",
    [silent.account_id],
  );
  expect(rows).toEqual([{ count: 5 }]);
});

test('a look that began before another try says nothing of that one', async () => {
  const letters = newKind();
  const { account_id, ids } = await makeMails(letters, 1);
  const begin = (attempts: number, ago: string) =>
    server.owner.query(
      `update outbound_intents set attempts = $2, dispatched_at = app_now() - $3::interval, unknown_since = app_now() - $3::interval
        where account_id = $1`,
      [account_id, attempts, ago],
    );
  await begin(1, '40 seconds');
  answers.find = async () => {
    // A user said that it was not sent, and its second answer is lost as well.
    await begin(2, '0 seconds');
    return 'absent';
  };
  await checkEvidence(system(), kindsOf(letters));
  expect(await loadIntents(system(), ids)).toMatchObject([{ state: 'unknown', attempts: 2 }]);
});

test('a sender with many unknown outcomes has three looks a round', async () => {
  const letters = newKind();
  const many = await makeMails(letters, 5);
  answers.find = async () => 'found';
  expect(await checkEvidence(system(), kindsOf(letters))).toBe(3);
  expect((await statesOf(many.ids)).toSorted()).toEqual(['confirmed', 'confirmed', 'confirmed', 'unknown', 'unknown']);
});

test('a draft that a check deleted is not missed by the next one: the mail is sent again', async () => {
  const letters = newKind();
  const [id] = (await makeMails(letters, 1)).ids;
  await server.owner.query("update outbound_intents set draft_id = 'r1' where id = $1", [id]);
  const drafts: (string | null)[] = [];
  answers.find = async (_, __, { draft_id }) => {
    drafts.push(draft_id);
    return drafts.length === 1 || draft_id === null ? 'absent' : 'unclear';
  };
  await checkEvidence(system(), kindsOf(letters));
  await server.owner.query(
    "update outbound_intents set look_at = app_now(), unknown_since = app_now() - interval '1 minute' where id = $1",
    [id],
  );
  await checkEvidence(system(), kindsOf(letters));
  expect([drafts, await statesOf([id!])]).toEqual([['r1', null], ['intent']]);
});

test('an outcome that stays unclear is parked for a person, and never sent again', async () => {
  const letters = newKind();
  const [id] = (await makeMails(letters, 1)).ids;
  answers.find = async () => 'unclear';
  for (const age of ['1 minute', '16 minutes']) {
    await server.owner.query(
      'update outbound_intents set look_at = app_now(), unknown_since = app_now() - $2::interval where id = $1',
      [id, age],
    );
    await checkEvidence(system(), kindsOf(letters));
    expect(await statesOf([id!])).toEqual([age === '1 minute' ? 'unknown' : 'parked']);
  }
});

test('actions too old for a failing server are parked by one check', async () => {
  const letters = newKind();
  const old = await makeMails(letters, 5);
  await server.owner.query(
    "update outbound_intents set unknown_since = app_now() - interval '2 hours' where account_id = $1",
    [old.account_id],
  );
  answers.find = async () => {
    throw new ProviderError('unavailable', 'connection refused', { concerns: 'service' });
  };
  await checkEvidence(system(), kindsOf(letters));
  expect(await statesOf(old.ids)).toEqual(Array(5).fill('parked'));
});

describe('an outcome that its slice cannot take', () => {
  const refuse = (letters: LetterKind, id: number) => {
    letters.onSettled = (_tx, settled) => {
      if (settled.some((one) => one.id === id)) throw new Error('no such row');
    };
  };

  test('blocks no other, and is not checked for a while', async () => {
    const letters = newKind();
    const [bad, good] = [await makeMails(letters, 3), await makeMails(letters, 2)];
    refuse(letters, bad.ids[1]!);
    const looks: string[] = [];
    answers.find = async (_, id) => {
      looks.push(id);
      return 'found';
    };
    await checkEvidence(system(), kindsOf(letters));
    expect(await statesOf([...bad.ids, ...good.ids])).toEqual([
      'confirmed',
      'unknown',
      'confirmed',
      'confirmed',
      'confirmed',
    ]);
    await server.owner.query('update outbound_intents set look_at = app_now() where id = $1', [bad.ids[1]]);
    await checkEvidence(system(), kindsOf(letters));
    expect(looks).toHaveLength(5);
  });

  test('is unknown without its slice after a lost lease, and the others with theirs', async () => {
    const letters = newKind();
    const [bad, good] = [await makeMails(letters, 3, 'dispatching'), await makeMails(letters, 2, 'dispatching')];
    refuse(letters, bad.ids[1]!);
    await sweepLostLeases(system(), kindsOf(letters));
    expect(await statesOf([...bad.ids, ...good.ids])).toEqual(Array(5).fill('unknown'));
    expect(letters.settled).toHaveLength(4);
    expect(await sweepLostLeases(system(), kindsOf(letters))).toBe(0);
  });
});
