// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { rowsOfPage, usePager } from './use-pager.ts';

afterEach(cleanup);

test('changed filters start at page 1', () => {
  const { result, rerender } = renderHook((filters: { search: string }) => usePager(filters), {
    initialProps: { search: '' },
  });
  act(() => result.current.setPage(3));
  rerender({ search: '' });
  expect(result.current.page).toBe(3);
  rerender({ search: 'acme' });
  expect(result.current.page).toBe(1);
});

test('a page without rows counts as loading while the list has some', () => {
  expect(rowsOfPage([], 25)).toBeUndefined();
  expect(rowsOfPage([], 0)).toEqual([]);
  expect(rowsOfPage([1], 26)).toEqual([1]);
});
