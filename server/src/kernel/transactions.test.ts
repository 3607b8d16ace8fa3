import { api } from '@overture/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/harness.ts';

let server: TestServer & { stop(): Promise<void> };

beforeAll(async () => {
  server = await startTestServer();
  // PostgreSQL ends the first `failures` transactions that write a label with a code of its own.
  await server.owner.query(`create sequence tries; create table ending (code text, failures int); grant all on ending, tries to public;
    create function end_transaction() returns trigger language plpgsql as $$
    declare wanted ending;
    begin
      select * into wanted from ending;
      if nextval('tries') <= wanted.failures then raise exception 'ended' using errcode = wanted.code; end if;
      return new;
    end $$;
    create trigger ending before insert on labels for each row execute function end_transaction()`);
});
afterAll(() => server.stop());
beforeEach(() => server.owner.query('delete from ending; alter sequence tries restart'));

const end = (code: string, failures: number) =>
  server.owner.query('insert into ending (code, failures) values ($1, $2)', [code, failures]);
const tries = async () => Number((await server.owner.query('select last_value from tries')).rows[0].last_value);
const addLabel = async () => {
  const person = await server.signUp();
  return person.call(api.createLabel, { body: { name: 'Partner', color: '#112233' } });
};

test.each(['40P01', '40001'])('a transaction that ends with %s is begun once more', async (code) => {
  await end(code, 1);
  expect((await addLabel()).status).toBe(200);
  expect(await tries()).toBe(2);
});

test.each([
  ['40P01', 2],
  ['40001', 2],
  ['55P03', 1],
])('what ends with %s after %d tries is said to be busy, in words and with a time', async (code, expected) => {
  await end(code, 100);
  const answer = await addLabel();
  expect([answer.status, answer.error.code, answer.headers['retry-after']]).toEqual([503, 'busy', '2']);
  expect(await tries()).toBe(expected);
});

test('messages of a transaction that ended are published once', async () => {
  await end('40P01', 1);
  const { organization_id } = await server.signUp();
  await server.owner.query('delete from outbox_events');
  let published = 0;
  await server.program.system.forOrganization(organization_id).transaction(async (tx) => {
    tx.events.emit({ type: 'people_suppressed' });
    tx.afterCommit(() => {
      published += 1;
    });
    await tx.db.insertInto('labels').values({ organization_id, name: 'Once', color: '#000000' }).execute();
  });
  const { rows } = await server.owner.query('select count(*)::int as n from outbox_events');
  expect([rows[0].n, published, await tries()]).toEqual([1, 1, 2]);
});
