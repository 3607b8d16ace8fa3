import { beforeEach, expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import { makeOrganization } from '../../campaigns/run/run.factory.ts';
import { dispatchIntents } from '../dispatch/dispatch.service.ts';
import { type LetterKind, loadIntents, makeLetterKind, planLetters } from '../outbound.factory.ts';
import { settleTasks } from './by-hand.service.ts';

const server = useTestServer({ roles: ['web'], is_alone: true });
const system = () => server.program.system;
let kind: LetterKind;
let id: number;
let count = 0;

/** A card whose outcome was recorded, and whose time to undo is over. */
beforeEach(async () => {
  count += 1;
  kind = makeLetterKind(`card ${count}`);
  const organization_id = await makeOrganization(system());
  const account = await server.owner.query(
    `insert into accounts (organization_id, account_type, status, name, is_assisted) values ($1, 'LINKEDIN', 'OK', 'Ada', true) returning id`,
    [organization_id],
  );
  const account_id = Number(account.rows[0].id);
  const planned = await planLetters(system(), { kind: kind.kind.name, organization_id, account_id, amount: 1 });
  id = planned[0]!.id;
  await server.owner.query(
    `update outbound_intents set channel = 'linkedin', action = 'message', state = 'dispatching', claimed_at = app_now(),
      dispatched_at = app_now(), person_outcome = 'done', leased_until = app_now() - interval '1 second' where id = $1`,
    [id],
  );
});

const kinds = () => new Map([[kind.kind.name, kind.kind]]);
const settle = () => settleTasks(system(), kinds());
const stateOf = async () => (await loadIntents(system(), [id]))[0]?.state;

test('two programs settle a recorded outcome once', async () => {
  await Promise.all([settle(), settle(), settle()]);
  expect(await stateOf()).toBe('confirmed');
  expect(kind.settled).toMatchObject([{ id, outcome: { outcome: 'confirmed', settled_by: 'person' } }]);
});

test('a program that fails before its commit loses nothing: the outcome is settled later, once', async () => {
  kind.onSettled = () => {
    throw new Error('the program dies here');
  };
  await settle();
  expect([await stateOf(), kind.settled]).toEqual(['dispatching', []]);
  kind.onSettled = () => undefined;
  await settle();
  expect(await stateOf()).toBe('dispatching');
  await server.owner.query(`update parked_units set retry_at = now() - interval '1 minute'`);
  await settle();
  await settle();
  expect(await stateOf()).toBe('confirmed');
  expect(kind.settled).toHaveLength(1);
});

test('without an outcome the card goes back when its ten minutes are over', async () => {
  await server.owner.query('update outbound_intents set person_outcome = null where id = $1', [id]);
  await settle();
  expect(await stateOf()).toBe('intent');
  expect(kind.settled).toMatchObject([{ outcome: { outcome: 'held', rule: 'due' } }]);
});

test('a card that a person had opened is checked on LinkedIn, not sent, once its sender is connected', async () => {
  await server.owner.query(
    `with card as (update outbound_intents set state = 'intent', due_at = app_now(), person_outcome = null, leased_until = null,
       opened_at = app_now() where id = $1 returning account_id)
     update accounts set is_assisted = false, provider_account_id = 'seat-' || id where id = (select account_id from card)`,
    [id],
  );
  expect(await dispatchIntents(system(), kinds(), [id])).toEqual([]);
  expect(await stateOf()).toBe('unknown');
  expect(kind.settled).toMatchObject([{ outcome: { outcome: 'unknown' } }]);
});
