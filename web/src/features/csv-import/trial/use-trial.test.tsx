// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { ImportRequest } from '../progress/uploads.ts';
import { cutFile, useTrial } from './use-trial.ts';

const partOf = async (content: string | Buffer, most: number) => {
  const file = new File([typeof content === 'string' ? content : new Uint8Array(content)], 'leads.csv');
  const { part, isCut } = await cutFile(file, undefined, most);
  return [Buffer.from(await part.arrayBuffer()), isCut] as const;
};
const textOf = async (content: string, most: number) => String((await partOf(content, most))[0]);

test('a file is cut behind a whole row, not within quotes', async () => {
  const rows = 'Email,Note\na@a.example,"one\ntwo"\nb@a.example,"three\nfour"\n';
  expect(await partOf(rows, 1000)).toEqual([Buffer.from(rows), false]);
  const two = rows.slice(0, rows.indexOf('b@'));
  for (const most of [two.length, two.length + 5, rows.indexOf('four') + 2]) expect(await textOf(rows, most)).toBe(two);
  expect((await partOf(rows, two.length))[1]).toBe(true);
  expect(await textOf('a,"open\nb\nc\nd', 10)).toBe('a,"open\nb\n');
  expect(await textOf('no line end at all', 7)).toBe('no line');
});

test('a file in UTF-16 is cut behind a whole letter', async () => {
  const text = '\ufeffName\nĊ\nGurmukhi ਊ\n';
  const little = Buffer.from(text, 'utf16le');
  const big = Buffer.from(little).swap16();
  for (const file of [little, big]) {
    const most = file.length - 1;
    const [part] = await partOf(file, most);
    expect([part.length % 2, part.length]).toEqual([0, Buffer.from('\ufeffName\nĊ\n', 'utf16le').length]);
  }
});

const request: ImportRequest = {
  mapping: {},
  custom: [],
  imports_unlinked: false,
  stop_columns: [],
  known_values: 'fill',
};
const trial = { total_rows: 1, is_whole: true, groups: [] };

afterEach(() => vi.unstubAllGlobals());

/** Requests that wait for `answer`. */
function holdRequests() {
  const waiting: { onload: () => void }[] = [];
  class Held {
    upload = {};
    status = 200;
    responseText = JSON.stringify(trial);
    onload = () => {};
    open() {}
    setRequestHeader() {}
    send() {
      waiting.push(this);
    }
  }
  vi.stubGlobal('XMLHttpRequest', Held);
  return waiting;
}

test('an answer about a file that was changed since is not shown', async () => {
  const waiting = holdRequests();
  const [one, other] = [new File(['a'], 'one.csv'), new File(['b'], 'other.csv')];
  const { result, rerender } = renderHook(({ file }) => useTrial(1, file, request), { initialProps: { file: one } });
  act(() => void result.current.run());
  await expect.poll(() => waiting).toHaveLength(1);
  expect(result.current.isTrying).toBe(true);
  rerender({ file: other });
  expect(result.current.isTrying).toBe(false);
  await act(async () => waiting[0]?.onload());
  expect(result.current.trial).toBeUndefined();
  act(() => void result.current.run());
  await expect.poll(() => waiting).toHaveLength(2);
  await act(async () => waiting[1]?.onload());
  await expect.poll(() => result.current.trial).toEqual(trial);
});
