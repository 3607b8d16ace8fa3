import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyLeadFinderFilters } from '@overture/domain/finder/lead-finder';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClickhouseLeadDatabase } from '../clickhouse.adapter.ts';
import { runStatement } from '../clickhouse-query.api.ts';
import { collectTerms } from '../load/lead-load.api.ts';
import { EVERYBODY, REPLACED, termOf } from '../schema/lead-terms.transform.ts';
import { listFirstIds } from './lead-ids.api.ts';

const log = { info: () => undefined, warn: () => undefined };
const SEGMENT = 2 ** 20;
/** Levels and the ids of their people: few in each segment, many in a late one, none in the first ones. */
const LEVELS = {
  'C-Level': [5, 9, SEGMENT - 1, SEGMENT, SEGMENT + 3, 3 * SEGMENT + 1, 3 * SEGMENT + 2, 12 * SEGMENT],
  'Director-Level': Array.from({ length: 40 }, (_, at) => 11 * SEGMENT + 7 * at),
  'Manager-Level': Array.from({ length: 60 }, (_, at) => 1 + at * Math.floor(SEGMENT / 4)),
} as const;
const OUTDATED = [9, 3 * SEGMENT + 1, 11 * SEGMENT + 7];

let database: ReturnType<typeof createClickhouseLeadDatabase>;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'overture-ids-'));
  database = createClickhouseLeadDatabase({ log, server_url: null, data_directory: folder, sample_leads: 0 });
  await database.whenReady();
  const terms = [...Object.entries(LEVELS).map(([level, ids]) => [termOf.seniority(level), ids] as const)];
  const all = [...terms, [EVERYBODY, terms.flatMap(([, ids]) => [...ids])] as const, [REPLACED, OUTDATED] as const];
  for (const [term, ids] of all) {
    const rows = `SELECT '${term}' AS term, arrayJoin([${ids.join(',')}])::UInt32 AS lead_id`;
    await runStatement(database.client, { sql: `INSERT INTO lead_terms ${collectTerms(rows)}` });
  }
}, 60_000);
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

test('the first ids equal those of a full scan, for any positions and any start', async () => {
  const levels = ['C-Level', 'Director-Level', 'Manager-Level'] as const;
  for (const seniority of [...levels.map((level) => [level]), levels, []]) {
    const names = seniority.length === 0 ? levels : seniority;
    const everybody = [...new Set(names.flatMap((name) => [...LEVELS[name]]))]
      .filter((id) => !OUTDATED.includes(id))
      .sort((a, b) => a - b);
    const query = { filters: { ...emptyLeadFinderFilters(), seniority: [...seniority] }, max_leads_per_company: null };
    for (const after of [0, 8, SEGMENT - 2, SEGMENT - 1, SEGMENT, 11 * SEGMENT, 20 * SEGMENT]) {
      for (const rows of [1, 3, 30, 500]) {
        const expected = everybody.filter((id) => id > after).slice(0, rows);
        expect(await listFirstIds(database.client, query, rows, {}, after)).toEqual(expected);
      }
    }
  }
}, 60_000);
