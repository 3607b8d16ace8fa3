import { api } from '@overture/contract';
import { expect, test } from 'vitest';
import { HEADER, lineOf, MAPPING, makeRandom, original, respell } from '../../../../bench/proofs/erased-people.ts';
import { useTestServer } from '../../testing/harness.ts';
import { createList, importCsv } from '../searches/lists.factory.ts';

const server = useTestServer();

/** The short form of the proof `erased-people`. */
test('erased people are in none of 20,000 random rows of files', { timeout: 60_000 }, async () => {
  const owner = await server.signUp();
  const list = await createList(owner);
  const given = { mapping: MAPPING, rows_without_linkedin: 'import' } as const;
  const importLines = async (lines: string[]) =>
    (await importCsv(owner, list, [HEADER, ...lines].join('\n'), given)).data;
  const ids = async () =>
    (
      await server.owner.query<{ id: number }>('select id from prospects where organization_id = $1', [
        owner.organization_id,
      ])
    ).rows.map(({ id }) => id);
  const amount = 40;
  await importLines(Array.from({ length: amount }, (_, n) => lineOf(original(n))));
  const prospect_ids = await ids();
  await owner.call(api.erasePeople, { body: { prospect_ids } });
  expect([prospect_ids.length, await ids()]).toEqual([amount, []]);
  const random = makeRandom(39);
  // Files below 5,000 rows are imported in the request.
  for (let from = 0; from < 20_000; from += 4000) {
    const lines = Array.from({ length: 4000 }, () => lineOf(respell(Math.floor(random() * amount), random)));
    expect(await importLines(lines)).toMatchObject({ added_prospects: 0, total_rows: 4000 });
  }
  expect(await ids()).toEqual([]);
});
