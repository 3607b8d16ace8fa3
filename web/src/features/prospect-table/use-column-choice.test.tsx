// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { moveColumn } from '../../ui/table/order/column-order.ts';
import { useColumnChoice } from './use-column-choice.tsx';

const columns = ['Name', 'Company', 'Industry'].map((header) => ({
  id: header.toLowerCase(),
  header,
  cell: () => null,
}));

function Table() {
  const { shown, menu, moves, choose } = useColumnChoice('leads', columns);
  return (
    <>
      {menu}
      <button type="button" onClick={() => moveColumn(moves, 'industry', 'company')}>
        Move
      </button>
      <button type="button" onClick={() => choose(['name', 'industry', 'gone', 'company'])}>
        View
      </button>
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

test('moved columns are remembered, follow a view, and get their places back', async () => {
  const { unmount } = show();
  fireEvent.click(screen.getByRole('button', { name: 'Move' }));
  expect(screen.getByText('name industry company')).toBeTruthy();
  unmount();
  show();
  expect(screen.getByText('name industry company')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Columns' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Restore the order of columns' }));
  expect(screen.getByText('name company industry')).toBeTruthy();
  expect(localStorage.getItem('column-order')).toBe('{}');
  fireEvent.click(screen.getByRole('button', { name: 'View' }));
  expect(screen.getByText('name industry company')).toBeTruthy();
});

describe('optional columns', () => {
  type Row = { email?: string; phone?: string };
  const fields = ['name', 'email', 'phone'] as const;
  const ofRows = fields.map((id) => ({
    id,
    header: id,
    cell: () => null,
    ...(id === 'name' ? {} : { hasValue: (row: Row) => row[id] !== undefined }),
  }));
  function Filled({ list, rows }: { list: number; rows: Row[] | undefined }) {
    const { shown, menu } = useColumnChoice('leads', ofRows, [], { key: list, rows });
    return (
      <>
        {menu}
        <p>{shown.map(({ id }) => id).join(' ')}</p>
      </>
    );
  }
  const table = (list: number, rows: Row[] | undefined) => (
    <MantineProvider env="test">
      <Filled list={list} rows={rows} />
    </MantineProvider>
  );

  test('are hidden until a row has a value, then stay visible', () => {
    const { rerender, unmount } = render(table(1, undefined));
    expect(screen.getByText('name email phone')).toBeTruthy();
    rerender(table(1, [{ email: 'a@acme.example' }, {}]));
    expect(screen.getByText('name email')).toBeTruthy();
    rerender(table(1, [{}]));
    expect(screen.getByText('name email')).toBeTruthy();
    rerender(table(2, [{ phone: '1' }]));
    expect(screen.getByText('name phone')).toBeTruthy();
    unmount();
    // The layout is the same on the next visit.
    render(table(1, undefined));
    expect(screen.getByText('name email')).toBeTruthy();
  });

  test('follow the choice of the user', async () => {
    const { rerender } = render(table(3, [{ email: 'a@acme.example' }]));
    fireEvent.click(screen.getByRole('button', { name: 'Columns, 1 hidden' }));
    fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'phone' }));
    fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'email' }));
    expect(screen.getByText('name phone')).toBeTruthy();
    rerender(table(4, [{ email: 'a@acme.example' }]));
    expect(screen.getByText('name phone')).toBeTruthy();
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Show all columns' }));
    expect(screen.getByText('name email phone')).toBeTruthy();
  });
});
