// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { isFirstAwaited, Notice, NoticePlace } from './notice-place.tsx';

afterEach(cleanup);

const place = (notices: readonly string[], isPending = false) => (
  <NoticePlace
    isPending={isPending}
    notices={notices.map((text) => (
      <Notice key={text}>
        <p>{text}</p>
      </Notice>
    ))}
  >
    <main>The page</main>
  </NoticePlace>
);
const isAtFoot = (text: string) => screen.getByText(text).closest('.order-last') !== null;
const isPainted = () => screen.getByText('The page').closest('.invisible') === null;

test('a notice known with the page is above it, one that appears later is at its foot and announced', () => {
  const { rerender } = render(place(['Known']));
  rerender(place(['Known', 'Late']));
  expect([isAtFoot('Known'), isAtFoot('Late')]).toEqual([false, true]);
  expect(screen.getByRole('status').textContent).toBe('Late');
  rerender(place(['Known']));
  rerender(place(['Known', 'Late']));
  expect(isAtFoot('Late')).toBe(true);
});

test('a page is loaded and not painted until its notices are known', () => {
  const { rerender } = render(place([], true));
  expect(isPainted()).toBe(false);
  rerender(place(['Awaited'], true));
  rerender(place(['Awaited']));
  expect([isPainted(), isAtFoot('Awaited')]).toEqual([true, false]);
});

test('a query that failed once holds no page back', () => {
  expect(isFirstAwaited({ isLoading: true, failureCount: 0 })).toBe(true);
  expect(isFirstAwaited({ isLoading: true, failureCount: 1 })).toBe(false);
  expect(isFirstAwaited({ isLoading: false, failureCount: 0 })).toBe(false);
});
