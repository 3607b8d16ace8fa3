import { api } from '@overture/contract';
import { expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';
import { recordEarlierContacts } from './recording.service.ts';
import { recordMails } from './recording.store.ts';

const server = useTestServer({ is_alone: true });

test('emails of many leads are recorded in batches, received ones only with a proven domain', async () => {
  const person = await server.signUp();
  const { organization_id } = person;
  const rows = async (text: string, values: unknown[]) => (await server.owner.query(text, values)).rows;
  const leads: number[] = [];
  for (let n = 0; n < 4; n += 1) {
    const [{ id }] = await rows(
      `with p as (insert into prospects (organization_id, first_name, email) values ($1, 'Kim', $2) returning id),
        m as (insert into past_mails (organization_id, prospect_id, is_received, is_proven, subject_line, message, sent_at, digest)
          select $1, id, $3, $4, 'Lunch', 'Shall we?', now() - interval '2 days', $5 from p)
      select id::int from p`,
      [organization_id, `kim${n}@batch.example`, n > 0, n === 2, Buffer.from(`mail ${n}`)],
    );
    leads.push(id);
  }
  const setLock = (is_on: boolean) => person.call(api.changeTouchLockRules, { body: { is_on } });
  const listLocked = async () =>
    (await person.call(api.listLeadLocks, { query: { prospect_ids: leads } })).data.leads.map(
      ({ prospect_id }) => prospect_id,
    );
  const record = (after: number, limit: number) =>
    server.program.system.systemTransaction((tx) => recordMails(tx, organization_id, after, limit));
  await setLock(true);
  expect(await record(0, 1)).toBe(leads[0]);
  expect(await listLocked()).toEqual([leads[0]]);
  expect(await record(leads[0]!, 2)).toBe(leads[2]);
  expect(await record(leads[2]!, 2)).toBe(leads[3]);
  expect(await record(leads[3]!, 2)).toBeNull();
  const expected = [leads[0], leads[2]];
  expect(await listLocked()).toEqual(expected);

  // The loop does the same, and a lock that was turned off in between begins again.
  await rows('delete from touch_locks where organization_id = $1', [organization_id]);
  await rows('update touch_lock_rules set recorded_mails_to = $2 where organization_id = $1', [
    organization_id,
    leads[3],
  ]);
  await setLock(false);
  await setLock(true);
  await recordEarlierContacts(server.program.system);
  expect(await listLocked()).toEqual(expected);
  expect(
    await rows('select recorded_to, recorded_mails_to::int from touch_lock_rules where organization_id = $1', [
      organization_id,
    ]),
  ).toEqual([{ recorded_to: null, recorded_mails_to: 0 }]);
});
