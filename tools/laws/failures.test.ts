import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findSilentWrites } from './failure-law.ts';
import { readSourceFiles } from './source-files.ts';

const files = readSourceFiles(join(import.meta.dirname, '../..')).filter(
  ({ path }) => path.startsWith('web/src/') && !path.includes('.test.'),
);

test('every write of the web application shows its failure', () => {
  expect(files.length).toBeGreaterThan(300);
  expect(files.flatMap(({ path, text }) => findSilentWrites(path, text))).toEqual([]);
});

test.each([
  ['a mutation without onError', 'const save = useMutation({ mutationFn: () => call(a) });'],
  ['an error that is read of another one', 'const save = useMutation({ ...x }); other.error ? <p /> : null;'],
  ['a dropped promise', 'void call(a, { body: f(1) });\nconst b = 1;'],
])('it fires for %s', (_, text) => expect(findSilentWrites('x.tsx', text)).toHaveLength(1));

test.each([
  ['onError', 'const save = useMutation({ mutationFn, onError: () => toast.error(t("failed")) });'],
  ['its error on screen', 'const save = useMutation({ mutationFn });\nreturn save.error ? <p role="alert" /> : null;'],
  ['onError of each call', 'const save = useMutation(options);\nsave.mutate({}, { onError });'],
  ['a caught call', 'void call(a, { body: f(1) }).catch(() => undefined);'],
])('it passes %s', (_, text) => expect(findSilentWrites('x.tsx', text)).toEqual([]));
