import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findReplicaProblems } from './replica/replica-law.ts';
import { parseFile, readSourceFiles } from './source-files.ts';

test('a replica answers only what informs', () => {
  expect(findReplicaProblems(readSourceFiles(join(import.meta.dirname, '../..')))).toEqual([]);
});

test.each([
  [
    'a reader that is not listed',
    'server/src/slices/labels/labels.service.ts',
    'export const listLabels = (ctx) => ctx.replicaRead((tx) => store.listLabels(tx));',
    {},
    'server/src/slices/labels/labels.service.ts: not in INFORMING',
  ],
  [
    'a store that takes any database',
    'server/src/slices/plans/plans.store.ts',
    "type Tx = Pick<ReplicaReadContext, 'db'>;",
    {},
    'server/src/slices/plans/plans.store.ts: not in INFORMING',
  ],
  [
    'a decision about suppressed leads',
    'server/src/slices/suppressions/suppressions.service.ts',
    'export const isSuppressed = (ctx, email) => ctx.replicaRead((tx) => store.find(tx, email));',
    { 'server/src/slices/suppressions/suppressions.service.ts': 'a list' },
    'server/src/slices/suppressions/suppressions.service.ts: what decides reads the primary',
  ],
  [
    'a change that follows from what the replica said',
    'server/src/slices/today/today.service.ts',
    `export async function count(ctx) {
      const due = await ctx.replicaRead((tx) => store.count(tx));
      if (due > 0) await ctx.transaction((tx) => store.mark(tx));
    }`,
    { 'server/src/slices/today/today.service.ts': 'a count' },
    'server/src/slices/today/today.service.ts: a function reads the replica and begins a transaction, at 1',
  ],
  [
    'a line that is not needed',
    'server/src/slices/today/today.service.ts',
    'export const count = (ctx) => ctx.read((tx) => store.count(tx));',
    { 'server/src/slices/today/today.service.ts': 'a count' },
    'server/src/slices/today/today.service.ts: reads no replica, take it out of INFORMING',
  ],
])('it fires for %s', (_, path, text, informing, problem) => {
  expect(findReplicaProblems([parseFile(path, text)], informing as Record<string, string>)).toContain(problem);
});

test('two calls of one table, of which one writes, are no decision', () => {
  const text = `export const routes = {
    list: async (ctx) => ctx.replicaRead((tx) => store.list(tx)),
    rename: async (ctx) => ctx.transaction((tx) => store.rename(tx)),
  };`;
  const path = 'server/src/slices/labels/labels.routes.ts';
  expect(findReplicaProblems([parseFile(path, text)], { [path]: 'a list' })).toEqual([]);
});
