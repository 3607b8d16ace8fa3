// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { DateText } from '../display/date-text.tsx';
import { Pagination } from './pagination.tsx';

afterEach(cleanup);

function showPages(page: number, total: number, maxPages?: number) {
  const onChange = vi.fn();
  render(
    <MantineProvider env="test">
      <Pagination page={page} pageSize={25} total={total} {...(maxPages ? { maxPages } : {})} onChange={onChange} />
    </MantineProvider>,
  );
  return onChange;
}

const field = () => screen.queryByRole<HTMLInputElement>('textbox', { name: 'Go to page' });

test.each([
  ['400', 400],
  ['5000', 1000],
  ['0', 1],
  [' 7a', 7],
])('the page written over as %s is gone to by Enter', (written, expected) => {
  const onChange = showPages(3, 25_000);
  const input = field() as HTMLInputElement;
  fireEvent.change(input, { target: { value: written } });
  fireEvent.keyDown(input, { key: 'Enter' });
  expect(onChange.mock.calls).toEqual([[expected]]);
});

test('nothing is gone to by Escape, by nothing written, or by the same page', () => {
  const onChange = showPages(3, 25_000);
  const input = field() as HTMLInputElement;
  fireEvent.change(input, { target: { value: '9' } });
  fireEvent.keyDown(input, { key: 'Escape' });
  expect(input.value).toBe('3');
  for (const written of ['', '3']) {
    fireEvent.change(input, { target: { value: written } });
    fireEvent.blur(input);
  }
  expect(onChange).not.toHaveBeenCalled();
});

test('numbers and exact times are in the language of the page', () => {
  document.documentElement.lang = 'de';
  onTestFinished(() => {
    document.documentElement.lang = '';
  });
  showPages(40, 25_000);
  expect(screen.getByText('976–1.000 of 25.000')).toBeDefined();
  const text = DateText({ value: '2026-11-30T14:05:00Z', timeZone: 'UTC', format: () => 'today' });
  expect(text.props.title).toBe('Montag, 30. November 2026 um 14:05:00 (UTC)');
});

test('no farther than paging goes, and no field where two clicks do', () => {
  const onChange = showPages(1, 1_000_000, 40);
  const input = field() as HTMLInputElement;
  fireEvent.change(input, { target: { value: '41' } });
  fireEvent.blur(input);
  expect(onChange.mock.calls).toEqual([[40]]);
  cleanup();
  showPages(1, 75);
  expect(field()).toBeNull();
});

test.each([
  ['the last row of page 2 is gone', 2, 25, [[1]]],
  ['two pages are gone', 5, 60, [[3]]],
  ['everything is gone', 2, 0, [[1]]],
  ['the page is there', 2, 26, []],
  ['the total is not known yet', 2, undefined, []],
] as const)('%s: the last page is shown', (_, page, total, changes) => {
  const onChange = vi.fn();
  render(
    <MantineProvider env="test">
      <Pagination page={page} pageSize={25} total={total} onChange={onChange} />
    </MantineProvider>,
  );
  expect(onChange.mock.calls).toEqual(changes);
});
