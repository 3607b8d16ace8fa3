import { expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import { workOn } from './work.service.ts';
import { listDue } from './work.store.ts';

const server = useTestServer();

test.each(['read_back', 'unsubscribes', 'owners'])(
  'an integration with only %s switched on is due for reading',
  async (sync) => {
    const { organization_id } = await server.signUp();
    const { rows } = await server.owner.query<{ id: number }>(
      `insert into integrations (organization_id, integration_type, sealed_tokens, account_id, account_name, sync, next_read_at)
     values ($1, 'HUBSPOT', '\\x00', 'a', 'A', array[$2], '-infinity') returning id::int`,
      [organization_id, sync],
    );
    const due = await server.program.system.systemTransaction((tx) => listDue(tx, 1000));
    expect(due).toContainEqual({ id: rows[0]!.id, organization_id });
  },
);

test('a fault of ours pauses the connection as an outage does, and fails the job', async () => {
  const { organization_id } = await server.signUp();
  const { rows } = await server.owner.query<{ id: number }>(
    `insert into integrations (organization_id, integration_type, sealed_tokens, account_id, account_name, sync, next_read_at)
     values ($1, 'HUBSPOT', '\\x00', 'a', 'A', '{read_back}', '-infinity') returning id::int`,
    [organization_id],
  );
  const { id } = rows[0]!;
  const { system } = server.program;
  const isDue = async () => (await system.systemTransaction((tx) => listDue(tx, 1000))).some((one) => one.id === id);
  expect(await isDue()).toBe(true);
  const run = () => Promise.reject(new TypeError('no such thing'));
  await expect(workOn(system, id, { for_in_ms: 1000, run })).rejects.toThrow('no such thing');
  const stored = await server.owner.query(
    `select paused_until > statement_timestamp() + interval '10 seconds' as is_paused, pause_reason, failures from integrations where id = $1`,
    [id],
  );
  expect(stored.rows).toEqual([
    {
      is_paused: true,
      pause_reason: 'Something went wrong here while HubSpot was written to. It is tried again.',
      failures: 1,
    },
  ]);
  expect(await isDue()).toBe(false);
});
