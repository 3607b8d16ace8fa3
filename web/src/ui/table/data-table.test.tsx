// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { orderColumns } from './columns.ts';
import { DataTable } from './data-table.tsx';
import type { DataTableProps } from './use-data-table.ts';
import { useRowSelection } from './use-row-selection.ts';

interface Lead {
  id: number;
  name: string;
  title: string | null;
}

const leads: Lead[] = [
  { id: 1, name: 'Ada', title: 'Head of Marketing' },
  { id: 2, name: 'Bo', title: null },
  { id: 3, name: 'Carla', title: 'CEO' },
];

function Leads(props: Partial<DataTableProps<Lead>> & { selectable?: boolean }) {
  const selection = useRowSelection();
  return (
    <MantineProvider env="test">
      <output>{[...selection.ids].join(',')}</output>
      <DataTable
        tableId="leads"
        label="Leads"
        rows={leads}
        rowId={(lead) => lead.id}
        rowLabel={(lead) => lead.name}
        columns={[
          { id: 'name', header: 'Name', sort_field: 'first_name', cell: (lead) => lead.name },
          { id: 'title', header: 'Job title', cell: (lead) => lead.title },
        ]}
        card={(lead) => ({ title: lead.name, subtitle: lead.title })}
        empty={<p>No leads found</p>}
        error={<p>Failed</p>}
        {...(props.selectable ? { selection } : {})}
        {...props}
      />
    </MantineProvider>
  );
}

/** happy-dom has no media queries that match; a wide window is what Mantine assumes from it. */
beforeEach(() => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: /min-width/.test(query),
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
  }));
  localStorage.clear();
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const row = (index: number) => document.querySelector(`[data-row-index="${index}"]`) as HTMLElement;

test('an empty cell is a dash', () => {
  render(<Leads />);
  expect(
    within(row(1))
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['Bo', '–', '']);
});

test('arrow keys walk, Space selects, Enter opens', () => {
  const onRowOpen = vi.fn();
  render(<Leads selectable onRowOpen={onRowOpen} />);
  row(0).focus();
  fireEvent.keyDown(row(0), { key: 'ArrowDown' });
  expect(document.activeElement).toBe(row(1));
  fireEvent.keyDown(row(1), { key: ' ' });
  expect(screen.getByRole('status').textContent).toBe('2');
  expect(row(1).getAttribute('aria-selected')).toBe('true');
  fireEvent.keyDown(row(1), { key: 'End' });
  fireEvent.keyDown(row(2), { key: 'ArrowDown' });
  expect(document.activeElement).toBe(row(2));
  fireEvent.keyDown(row(2), { key: 'Enter' });
  expect(onRowOpen).toHaveBeenCalledExactlyOnceWith(leads[2]);
});

test('the header checkbox takes the page and gives it back', () => {
  render(<Leads selectable />);
  fireEvent.click(screen.getByLabelText('Select all rows on this page'));
  expect(screen.getByRole('status').textContent).toBe('1,2,3');
  fireEvent.click(screen.getByLabelText('Select all rows on this page'));
  expect(screen.getByRole('status').textContent).toBe('');
});

test('a click on a control inside a row does not open the row', () => {
  const onRowOpen = vi.fn();
  render(<Leads selectable onRowOpen={onRowOpen} rowActions={() => <button type="button">More</button>} />);
  fireEvent.click(within(row(0)).getByText('More'));
  fireEvent.click(screen.getByLabelText('Select row: Ada'));
  expect(onRowOpen).not.toHaveBeenCalled();
  fireEvent.click(within(row(0)).getByText('Ada'));
  expect(onRowOpen).toHaveBeenCalledOnce();
});

test('sorting is announced and asked for by the server field', () => {
  const onSortChange = vi.fn();
  render(<Leads sort={{ field: 'first_name', direction: 'asc' }} onSortChange={onSortChange} />);
  expect(screen.getByRole('columnheader', { name: /Name/ }).getAttribute('aria-sort')).toBe('ascending');
  fireEvent.click(screen.getByRole('button', { name: 'Name' }));
  expect(onSortChange).toHaveBeenCalledWith({ field: 'first_name', direction: 'desc' });
});

test('a column is never narrower than 120 px and its width is remembered', () => {
  render(<Leads />);
  const handle = screen.getByLabelText('Resize column Job title');
  for (let press = 0; press < 10; press++) fireEvent.keyDown(handle, { key: 'ArrowLeft' });
  expect(handle.getAttribute('aria-valuenow')).toBe('120');
  expect(JSON.parse(localStorage.getItem('tableColumnWidths') ?? '{}')).toEqual({ leads: { title: 120 } });
});

test('loading, empty and failed look different', () => {
  const { rerender } = render(<Leads rows={undefined} error={undefined} />);
  expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('true');
  expect(document.querySelectorAll('tbody tr')).toHaveLength(25);
  rerender(<Leads rows={undefined} />);
  expect(screen.getByText('Failed')).toBeTruthy();
  rerender(<Leads rows={[]} />);
  expect(screen.getByText('No leads found')).toBeTruthy();
});

test('a narrow screen sorts by a menu, as headings do on a wide one', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: false,
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  const onSortChange = vi.fn();
  const { rerender } = render(<Leads onSortChange={onSortChange} />);
  fireEvent.click(screen.getByRole('button', { name: 'Sort' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Name' }));
  expect(onSortChange).toHaveBeenLastCalledWith({ field: 'first_name', direction: 'asc' });
  rerender(<Leads onSortChange={onSortChange} sort={{ field: 'first_name', direction: 'asc' }} />);
  fireEvent.click(screen.getByRole('button', { name: 'Sort by Name' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Name, ascending' }));
  expect(onSortChange).toHaveBeenLastCalledWith({ field: 'first_name', direction: 'desc' });
});

test('a table that scrolls through many renders the rows in view, and those that keys reach', () => {
  const many = Array.from({ length: 75 }, (_, n) => ({ id: n + 101, name: `Lead ${n + 100}`, title: null }));
  const endless = { total: 1000, before: 100, page: 6, pageSize: 25, onPage: () => {} };
  render(<Leads rows={many} endless={endless} selectable />);
  const places = () =>
    [...document.querySelectorAll<HTMLElement>('[data-row-index]')].map(({ dataset }) => Number(dataset.rowIndex));
  const frame = screen.getByRole('grid').parentElement as HTMLElement;
  Object.defineProperty(frame, 'clientHeight', { value: 440 });
  act(() => {
    frame.scrollTop = 130 * 44;
    fireEvent.scroll(frame);
  });
  // The active row stays. The others have room before it, between and behind.
  expect(places()).toEqual([100, ...Array.from({ length: 36 }, (_, n) => n + 116)]);
  expect(document.querySelectorAll('td[colspan]')).toHaveLength(3);
  expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('1001');
  expect(row(130).getAttribute('aria-rowindex')).toBe('132');
  row(130).focus();
  fireEvent.keyDown(row(130), { key: 'End' });
  expect(document.activeElement).toBe(row(174));
  // So does a row with a control that has the focus.
  act(() => {
    frame.scrollTop = 160 * 44;
    fireEvent.scroll(frame);
  });
  const checkbox = within(row(150)).getByRole('checkbox');
  act(() => checkbox.focus());
  act(() => {
    frame.scrollTop = 100 * 44;
    fireEvent.scroll(frame);
  });
  expect(places()).not.toContain(160);
  expect(document.activeElement).toBe(checkbox);
});

const movable = ['name', 'title', 'city', 'phone'].map((id) => ({ id, header: id, sort_field: id, cell: () => id }));

function Movable() {
  const [order, onOrder] = useState<readonly string[]>([]);
  const columns = orderColumns(movable, order);
  return (
    <>
      <p data-testid="order">{columns.map(({ id }) => id).join(' ')}</p>
      <Leads columns={columns} moves={{ shown: columns, columns, order, onOrder }} />
    </>
  );
}
const shownOrder = () => screen.getByTestId('order').textContent;

test('the menu of a header moves its column by one place, and the first column keeps its place', async () => {
  render(<Movable />);
  async function choose(column: string, item: string) {
    fireEvent.click(await screen.findByRole('button', { name: `Menu of column ${column}` }));
    fireEvent.click(await screen.findByRole('menuitem', { name: item }));
    await waitFor(() => expect(screen.queryByRole('menuitem', { name: item })).toBeNull());
  }
  await choose('city', 'Move left');
  expect(shownOrder()).toBe('name city title phone');
  expect(screen.queryByRole('button', { name: 'Menu of column name' })).toBeNull();
  await choose('title', 'Move right');
  expect(shownOrder()).toBe('name city phone title');
  fireEvent.click(screen.getByRole('button', { name: 'Menu of column city' }));
  expect((await screen.findByRole('menuitem', { name: 'Move left' })).hasAttribute('data-disabled')).toBe(true);
});

test('the arrow keys move a column from the button of its menu', async () => {
  render(<Movable />);
  const menu = await screen.findByRole('button', { name: 'Menu of column title' });
  menu.focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) fireEvent.keyDown(menu, { key });
  expect(shownOrder()).toBe('name city phone title');
  expect(document.activeElement).toBe(menu);
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft']) fireEvent.keyDown(menu, { key });
  expect(shownOrder()).toBe('name title city phone');
});

test('tables whose columns have fixed places offer no moves', () => {
  render(<Leads />);
  expect(screen.queryByRole('button', { name: 'Menu of column Job title' })).toBeNull();
});
