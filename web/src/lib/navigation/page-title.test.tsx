// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { setBrandTitle, setPageTitle, usePageTitle, useTitleCount } from './page-title.ts';

test('the tab names what is open before its kind of page, and always the brand', () => {
  setBrandTitle('Acme');
  expect(document.title).toBe('Acme');
  setPageTitle('Campaigns');
  expect(document.title).toBe('Campaigns · Acme');
  const open = renderHook(({ name }: { name: string | undefined }) => usePageTitle(name), {
    initialProps: { name: undefined as string | undefined },
  });
  expect(document.title).toBe('Campaigns · Acme');
  open.rerender({ name: 'Spring launch' });
  expect(document.title).toBe('Spring launch · Acme');
  open.unmount();
  expect(document.title).toBe('Campaigns · Acme');
});

test('the tab counts unread conversations, also from another page', () => {
  setBrandTitle('Acme');
  setPageTitle('Boards');
  const counted = renderHook(({ count }) => useTitleCount(count), { initialProps: { count: 3 } });
  expect(document.title).toBe('(3) Boards · Acme');
  counted.rerender({ count: 0 });
  expect(document.title).toBe('Boards · Acme');
  counted.rerender({ count: 250 });
  expect(document.title).toBe('(99+) Boards · Acme');
  counted.unmount();
  expect(document.title).toBe('Boards · Acme');
});
