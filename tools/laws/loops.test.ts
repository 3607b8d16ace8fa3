import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { slices } from '../../server/src/app/slices.ts';
import {
  findFiltered,
  findHandmadeLoops,
  findRounds,
  findUnfiltered,
  findUnshaped,
  renderReasons,
  renderRounds,
} from './loop-law.ts';
import { LOOP_NOTES } from './loop-notes.ts';
import { parseFile, readSourceFiles } from './source-files.ts';

// One tenant cannot hurt another: a loop over several organizations uses the one shape (server/src/kernel/rounds).
const root = join(import.meta.dirname, '../..');
const files = readSourceFiles(root);
const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
const rounds = findRounds(files);
/** The program's own loops, by their names in its source. */
const housekeeping = [
  ...readFileSync(join(root, 'server/src/app/program.ts'), 'utf8').matchAll(/startLoop\(system, \{ name: '([\w-]+)'/g),
];
const names = [
  ...slices.flatMap((slice) => [...(slice.loops ?? []), ...(slice.services ?? [])]).map(({ name }) => name),
  ...housekeeping.map(([, name]) => name as string),
];

/** Rows of one organization, or of one call, after the other. */
const ALLOWED: Record<string, string> = {
  'server/src/slices/payments/client-months.service.ts': 'the clients of one agency, each with its own transaction',
  'server/src/slices/payments/customers.service.ts': 'the two organizations of one referral',
  'server/src/slices/integrations/connect/connect.service.ts':
    'the integrations of one account at the vendor that left',
};

describe('loops over several organizations', () => {
  test('use the shape of the kernel, or say why not', () => {
    expect(findUnshaped(names, rounds, LOOP_NOTES)).toEqual([]);
    expect(rounds.length).toBeGreaterThan(30);
    expect(Object.keys(LOOP_NOTES.others).filter((name) => !names.includes(name))).toEqual([]);
  });

  test('no row of several organizations is worked off by hand', () => {
    expect(findHandmadeLoops(files, ALLOWED)).toEqual([]);
  });

  test('a claim with a limit leaves parked units out', () => {
    expect(findUnfiltered(rounds, findFiltered(files), LOOP_NOTES)).toEqual([]);
    const planted = `const BAD_LOOP = 'planted-loop'; const GOOD_LOOP = 'good-loop';
      const due = (table) => sql\`select id from t where \${isNotParked(table === 'x' ? GOOD_LOOP : 'other-loop', sql.ref('id'), sql\`id\`)}\`;
      await runBatch(ctx, { loop: BAD_LOOP, units, run });
      await runBatch(ctx, { loop: GOOD_LOOP, units, run });`;
    const source = [parseFile('server/src/slices/planted/planted.store.ts', planted)];
    const found = findFiltered(source);
    expect(found).toContain('other-loop');
    const notes = { ...LOOP_NOTES, unfiltered: { 'gone-loop': 'is gone' } };
    expect(findUnfiltered(findRounds(source), found, notes)).toEqual(['planted-loop', 'gone-loop']);
  });

  test('docs/architecture.md lists them with share, time box and parking, as the code has them', () => {
    expect(page).toContain(renderRounds(rounds, LOOP_NOTES));
    expect(page).toContain(renderReasons(LOOP_NOTES.unfiltered));
    expect(page).toContain(renderReasons(LOOP_NOTES.others));
  });

  test('it fires for a loop without the shape, and for one by hand', () => {
    expect(findUnshaped(['due-steps', 'new-loop'], rounds, LOOP_NOTES)).toEqual(['new-loop']);
    const planted = (text: string) => [parseFile('server/src/slices/planted/planted.job.ts', text)];
    const byHand = `for (const { id } of due) { await ctx.forOrganization(id).transaction((tx) => work(tx)); }`;
    expect(findHandmadeLoops(planted(byHand), {})).toEqual(['server/src/slices/planted/planted.job.ts const { id }']);
    const own = 'for (const id of ids) { await work(tx, id); }';
    const shaped = 'for (const id of ids) { await runUnits(ctx, { run: () => ctx.systemTransaction(work) }); }';
    expect(findHandmadeLoops(planted(own + shaped), {})).toEqual([]);
  });

  test('it reads the figures of a round, constants too', () => {
    const text = `const LOOP = 'planted';
      const LIMIT_IN_MS = 20_000;
      const LONG_IN_MS = 5 * 60_000;
      await runUnits(ctx, { loop: 'long', share: units.length, at_once: 1, time_box_in_ms: LONG_IN_MS, units, run });
      await runClaims(ctx, { loop: LOOP, share: 4, at_once: 8, time_box_in_ms: LIMIT_IN_MS + 1000, claim, run }, signal);
      await runBatch(ctx, { loop: 'batch', units, run });`;
    const [long, one, other] = findRounds([parseFile('server/src/slices/planted/planted.job.ts', text)]);
    expect(long).toMatchObject({ share: 'all', time_box: '300 s' });
    expect(one).toMatchObject({ loop: 'planted', share: '4', at_once: '8', time_box: '21 s' });
    expect(other).toMatchObject({ loop: 'batch', shape: 'runBatch' });
  });
});
