import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findRawCuts } from './cut-law.ts';
import { parseFile, readSourceFiles } from './source-files.ts';

const root = join(import.meta.dirname, '../..');
const cutsOf = (code: string, path = 'server/src/slices/chats/chats.service.ts') =>
  findRawCuts([parseFile(path, code)]);

describe('text is cut by cutText', () => {
  test('the tree obeys it', () => expect(findRawCuts(readSourceFiles(root))).toEqual([]));

  test.each([
    'const reason = error.message.slice(0, 500);',
    'const name = (row.name ?? "").slice(0, NAME_MAX);',
    'const name = [first, last].join(" ").slice(0, TEXT_LIMITS.name_max - 6);',
    'const words = found.words.substring(0, 200);',
    'const text = names.join(", ").substr(0, limit);',
    'const first = reasons[0].slice(0, 300);',
    'const words = reason?.replaceAll("x", "").slice(0, maxReasonLength) ?? null;',
  ])('found: %s', (code) => expect(cutsOf(code)).toHaveLength(1));

  test.each([
    'const shown = records.slice(0, MOST_SHOWN);',
    'const some = [...new Set(found)].slice(0, 500);',
    'const some = (headers.get(name) ?? []).slice(0, 20);',
    'const parts = text.split(",").slice(0, MOST_PARTS);',
    'const day = at.toISOString().slice(0, 10);',
    'const local = email.slice(0, email.lastIndexOf("@"));',
    'const key = createHash("sha256").update(text).digest("hex").slice(0, 32);',
    'const text = cutText(reason, 500);',
  ])('passes: %s', (code) => expect(cutsOf(code)).toEqual([]));

  test('screens and stand-ins obey it, tests need not', () => {
    const code = 'const label = header.slice(0, 120);';
    expect(cutsOf(code, 'web/src/features/csv-import/a.tsx')).toHaveLength(1);
    expect(cutsOf(code, 'sandbox/src/llm/reply.ts')).toHaveLength(1);
    expect(cutsOf(code, 'web/src/features/csv-import/a.test.tsx')).toEqual([]);
  });
});
