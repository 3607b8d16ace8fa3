// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useColumnChoice } from './use-column-choice.tsx';

const columns = ['Name', 'Company', 'Industry'].map((header) => ({
  id: header.toLowerCase(),
  header,
  cell: () => null,
}));

function Table() {
  const { shown, menu } = useColumnChoice('leads', columns);
  return (
    <>
      {menu}
      <p>{shown.map(({ id }) => id).join(' ')}</p>
    </>
  );
}
const show = () =>
  render(
    <MantineProvider env="test">
      <Table />
    </MantineProvider>,
  );

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a column is hidden, stays hidden the next time, and comes back; the first one cannot be hidden', async () => {
  const { unmount } = show();
  fireEvent.click(screen.getByRole('button', { name: 'Columns' }));
  expect(screen.queryByRole('menuitemcheckbox', { name: 'Name' })).toBeNull();
  fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Company' }));
  expect(screen.getByText('name industry')).toBeTruthy();
  unmount();
  show();
  expect(screen.getByText('name industry')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Columns, 1 hidden' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Show all columns' }));
  expect(screen.getByText('name company industry')).toBeTruthy();
  expect(localStorage.getItem('hidden-columns')).toBe('{}');
});
