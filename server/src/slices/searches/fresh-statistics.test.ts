import { api } from '@overture/contract';
import { beforeAll, expect, test } from 'vitest';
import { requestStatistics } from '../../kernel/db/statistics.ts';
import { useTestServer } from '../../testing/harness.ts';
import { createList } from './lists.factory.ts';

const server = useTestServer({ is_alone: true, roles: ['web', 'worker'] });
const LEADS = 3000;

/** Autovacuum would count the leads too, at a time of its own. */
beforeAll(async () => {
  for (const table of ['prospects', 'search_prospects'])
    await server.owner.query(`alter table ${table} set (autovacuum_enabled = off)`);
});

async function knownRows(): Promise<number> {
  const { rows } = await server.owner.query<{ n: number }>(
    "select reltuples::int as n from pg_class where oid = 'search_prospects'::regclass",
  );
  return rows[0]!.n;
}

test('a long list that is copied has its statistics within a moment', async () => {
  const person = await server.signUp();
  const [source, target] = [await createList(person), await createList(person, 'Target')];
  await server.owner.query(
    `with people as (insert into prospects (organization_id, first_name) select $1, 'P' || n from generate_series(1, $3::int) n returning id)
     insert into search_prospects (organization_id, search_id, prospect_id) select $1, $2, id from people`,
    [person.organization_id, source, LEADS],
  );
  expect(await knownRows()).toBeLessThan(LEADS);
  const { data } = await person.call(api.copySearchProspects, {
    params: { id: source },
    body: { target_id: target, everything: true },
  });
  expect([data.added_ids.length, data.continue_after]).toEqual([LEADS, null]);
  await expect.poll(knownRows).toBe(2 * LEADS);
});

test('few leads ask for no statistics', async () => {
  const { organization_id } = await server.signUp();
  const ctx = server.program.system.forOrganization(organization_id);
  const jobs = await ctx.transaction(async (tx) => {
    const asked: unknown[] = [];
    const recorder = { db: tx.db, jobs: { add: (...job: unknown[]) => void asked.push(job) } };
    await requestStatistics(recorder, 249);
    await requestStatistics(recorder, 250);
    return asked;
  });
  expect(jobs).toEqual([['refresh_statistics', {}, { delay_in_seconds: 1 }]]);
});
