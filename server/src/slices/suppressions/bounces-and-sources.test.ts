import type {
  AddressAnswer,
  ContactFinderPort,
  ContactProvider,
} from '@overture/adapters/contact-finder/contact-finder.port';
import { ProviderError } from '@overture/adapters/kit/errors';
import { api } from '@overture/contract';
import { describe, expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';
import { makeConversation, receiveReply } from '../chats/chats.factory.ts';
import { insertSuppressions } from '../suppression-rules/index.ts';

const asked: string[] = [];
let answer: AddressAnswer | ProviderError;
const provider = {
  verifyEmail: async ({ email }: { email: string }) => {
    asked.push(email);
    if (answer instanceof Error) throw answer;
    return answer;
  },
} as unknown as ContactProvider;
const contact_finder: ContactFinderPort = {
  listProviders: () => [],
  listVerifiers: () => [provider],
  checkMailDomain: async () => ({ status: 'accepts', exchangers: ['mx.example'] }),
  can_probe: false,
  probeMailbox: async () => 'unknown',
  close: async () => undefined,
};
const server = useTestServer({ roles: ['web'], contact_finder });

describe('an address that bounced', () => {
  const email = 'bob@one.example';
  /** On the list since a bounce, though it was found good a day before and accepted by a person. */
  async function bounced() {
    const person = await server.signUp();
    const { organization_id, user_id } = person;
    await server.owner.query(
      `insert into address_checks (organization_id, email, result, verified_at, accepted_at, accepted_by)
        values ($1, $2, 'valid', now() - interval '1 day', now(), $3)`,
      [organization_id, email, user_id],
    );
    await server.program.system.systemTransaction((tx) =>
      insertSuppressions(tx, [{ organization_id, email, reason: 'hard_bounce', detail: '550 5.1.1' }]),
    );
    const [row] = (await person.call(api.listSuppressions, { query: {} })).data.suppressions;
    asked.length = 0;
    const known = async () =>
      (
        await server.owner.query('select result, accepted_at from address_checks where organization_id = $1', [
          organization_id,
        ])
      ).rows;
    const lift = (reason: 'hard_bounce' | 'manual' = 'hard_bounce') =>
      person.call(api.liftSuppression, { params: { id: row!.id }, body: { reason, why: 'They wrote from it' } });
    return { person, lift, known };
  }

  test('that still does not exist stays on the list, with the words of who was asked', async () => {
    answer = { result: 'invalid', evidence: 'The mail server of one.example does not know it' };
    const { person, lift, known } = await bounced();
    const refused = await lift();
    expect([refused.status, refused.error]).toMatchObject([
      409,
      { code: 'suppression_still_bounces', error: expect.stringContaining('does not know it') },
    ]);
    expect(asked).toEqual([email]);
    expect(await known()).toEqual([{ result: 'invalid', accepted_at: null }]);
    expect((await person.call(api.listSuppressions, { query: {} })).data.total_suppressions).toBe(1);
  });

  test('that exists is lifted', async () => {
    answer = { result: 'valid', evidence: 'It exists' };
    const { lift, known } = await bounced();
    expect((await lift()).data).toMatchObject({ email });
    expect(await known()).toEqual([{ result: 'valid', accepted_at: null }]);
  });

  test('without a result it is lifted, and checked before a first mail: old results do not count', async () => {
    answer = new ProviderError('unavailable', 'Away.', { concerns: 'service' });
    const { lift, known } = await bounced();
    expect((await lift()).status).toBe(200);
    expect(await known()).toEqual([{ result: null, accepted_at: null }]);
  });

  test('is not checked for users who may not lift it, and not for another reason', async () => {
    answer = { result: 'invalid', evidence: 'Gone' };
    const { person, lift } = await bounced();
    const stranger = await server.signUp();
    const [row] = (await person.call(api.listSuppressions, { query: {} })).data.suppressions;
    const body = { reason: 'hard_bounce' as const, why: 'Mine' };
    expect((await stranger.call(api.liftSuppression, { params: { id: row!.id }, body })).status).toBe(404);
    expect(asked).toEqual([]);
    await server.owner.query(`update suppressions set reason = 'manual' where id = $1`, [row!.id]);
    expect((await lift()).error?.code).toBe('suppression_changed');
    expect((await lift('manual')).status).toBe(200);
    expect(asked).toEqual([]);
  });
});

test('what a lead wrote leads to their conversation, while there is one', async () => {
  const person = await server.signUp();
  const conversation = await makeConversation(server, person.organization_id);
  await receiveReply(server, conversation, { text: 'Please unsubscribe me.' });
  const list = async () => (await person.call(api.listSuppressions, { query: {} })).data.suppressions;
  expect(await list()).toMatchObject([{ reason: 'unsubscribe', prospect_id: conversation.prospect_id }]);
  await person.call(api.addSuppression, { body: { entry: 'tim@two.example' } });
  expect((await list())[0]).toMatchObject({ email: 'tim@two.example', prospect_id: null });
  // An entry links no conversation of another organization, even if its row names one.
  const stranger = await server.signUp();
  await stranger.call(api.addSuppression, { body: { entry: 'ann@two.example' } });
  await server.owner.query('update suppressions set prospect_id = $1 where organization_id = $2', [
    conversation.prospect_id,
    stranger.organization_id,
  ]);
  const [row] = (await stranger.call(api.listSuppressions, { query: {} })).data.suppressions;
  expect(row).toMatchObject({ prospect_id: null });
});

test('what a person says of the whole person is not told from the conversation of a bounce', async () => {
  const me = await server.signUp();
  const { organization_id } = me;
  const conversation = await makeConversation(server, organization_id);
  await receiveReply(server, conversation, { text: 'Tell me more.' });
  const { prospect_id } = conversation;
  const email = 'eve@three.example';
  await server.program.system.systemTransaction((tx) =>
    insertSuppressions(tx, [{ organization_id, email, reason: 'hard_bounce', detail: '550', prospect_id }]),
  );
  const first = async () => (await me.call(api.listSuppressions, { query: { search: 'eve' } })).data.suppressions[0];
  expect(await first()).toMatchObject({ reason: 'hard_bounce', prospect_id });
  await me.call(api.suppressPerson, { body: { email } });
  expect(await first()).toMatchObject({ kind: 'person', reason: 'manual', prospect_id: null });
});
