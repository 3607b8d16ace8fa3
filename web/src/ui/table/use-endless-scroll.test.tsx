// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useEndlessScroll } from './use-endless-scroll.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** A frame of ten rows, 44 pixels each. */
function makeFrame(): HTMLElement {
  const frame = document.createElement('div');
  Object.defineProperty(frame, 'clientHeight', { value: 440 });
  return frame;
}

test('a page that comes late does not take the scrolling back, and one that something else chose is scrolled to', () => {
  const frame = makeFrame();
  const onPage = vi.fn();
  const { result, rerender } = renderHook(
    ({ page }) => useEndlessScroll(frame, { total: 500, before: 0, page, pageSize: 25, onPage }),
    { initialProps: { page: 1 } },
  );
  const scroll = (row: number) =>
    act(() => {
      frame.scrollTop = row * 44;
      result.current();
    });
  scroll(25);
  vi.advanceTimersByTime(400);
  scroll(50);
  expect(onPage.mock.calls).toEqual([[2], [3]]);
  rerender({ page: 2 });
  expect(frame.scrollTop).toBe(50 * 44);
  rerender({ page: 3 });
  expect(frame.scrollTop).toBe(50 * 44);
  rerender({ page: 1 });
  expect(frame.scrollTop).toBe(0);
});

test('fast scrolling asks for the page where it ends alone', () => {
  const frame = makeFrame();
  const onPage = vi.fn();
  const { result } = renderHook(() =>
    useEndlessScroll(frame, { total: 5000, before: 0, page: 1, pageSize: 25, onPage }),
  );
  for (let row = 25; row <= 1000; row += 25) {
    act(() => {
      frame.scrollTop = row * 44;
      result.current();
    });
    vi.advanceTimersByTime(40);
  }
  expect(onPage.mock.calls).toEqual([[2]]);
  vi.advanceTimersByTime(60);
  expect(onPage.mock.calls).toEqual([[2], [41]]);
});
