// @vitest-environment happy-dom
import { evenRanks } from '@overture/domain/kanban/ranks';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Answers, fill, press, refusal, show } from '../../lib/testing/show.tsx';
import { BoardsPage } from './boards-page.tsx';
import { RuleForm } from './rules/rule-form.tsx';

// Style sheets are not loaded here, and what scrolls by itself while a card is dragged wants to see that it can.
const scrolling = document.createElement('style');
scrolling.textContent = '.overflow-y-auto { overflow-y: auto } .overflow-x-auto { overflow-x: auto }';

beforeEach(() => void document.head.append(scrolling));
afterEach(() => {
  cleanup();
  scrolling.remove();
  vi.unstubAllGlobals();
});

const company = { name: 'Northwind', logo_url: null };
const card = (id: number, name: string, column_id: number, rank: string) => ({
  id,
  board_id: 1,
  column_id,
  rank,
  version: 1,
  entered_at: '2026-11-20T10:00:00.000Z',
  prospect: {
    id: id * 10,
    first_name: name,
    last_name: 'Hopper',
    job_title: 'Head of Sales',
    profile_picture_url: null,
    location: null,
    company,
    labels: [{ id: 1, name: 'Hot', color: '#EF4444' }],
  },
  messages: 3,
  has_unread: id === 1,
  last_channel: 'LINKEDIN',
  last_message_at: '2026-11-20T10:00:00.000Z',
});
const [first, second] = evenRanks(2) as [string, string];
const column = (id: number, name: string, cards: object[]) => ({
  id,
  name,
  color: '#ffffff',
  version: 1,
  lead_count: cards.length,
  card_count: cards.length,
  cards,
  next: null,
});
const board = {
  may_delete: true,
  id: 1,
  name: 'Pipeline',
  description: '',
  version: 1,
  column_count: 2,
  lead_count: 2,
  created_at: '2026-11-20T10:00:00.000Z',
  columns: [column(1, 'New', [card(1, 'Ada', 1, first), card(2, 'Grace', 1, second)]), column(2, 'Won', [])],
};
/** As the list of boards names it: without its cards. */
const summary = {
  ...board,
  columns: board.columns.map(({ cards, card_count, next, ...named }) => named),
};
const answers: Answers = {
  'GET /kanban-boards/': { boards: [summary] },
  'GET /kanban-boards/{}/': { board },
};
const page = (more: Answers = {}) =>
  show(<BoardsPage boardId={undefined} chatId={undefined} renderConversation={() => null} />, { ...answers, ...more });
test('the first board is shown with its columns and counts', async () => {
  await page();
  expect(await screen.findByRole('region', { name: 'New, 2 leads' })).toBeTruthy();
  expect(screen.getByText('2 columns · 2 leads')).toBeTruthy();
  expect(screen.getByText('No leads')).toBeTruthy();
  expect(screen.getByRole('textbox', { name: 'Board name' })).toHaveProperty('value', 'Pipeline');
});

test('the list of boards folds, and stays folded', async () => {
  localStorage.clear();
  await page();
  await press('Hide list of boards');
  const list = screen.getByRole('complementary', { name: 'Your boards' });
  expect(list.dataset.folded).toBe('true');
  cleanup();
  await page();
  await press('Show list of boards');
  expect(screen.getByRole('complementary', { name: 'Your boards' }).dataset.folded).toBeUndefined();
});

test('an empty board says how leads get on it, and opens its rules', async () => {
  const empty = { ...board, lead_count: 0, columns: [column(2, 'Won', [])] };
  await page({ 'GET /kanban-boards/{}/': { board: empty }, 'GET /kanban-boards/{}/rules/': { rules: [] } });
  const card = within(await screen.findByRole('region', { name: 'How leads get on this board' }));
  expect(card.getByText(/^Rules add them automatically.*Or add a lead by hand/)).toBeTruthy();
  await press('Set up rules');
  expect(await screen.findByRole('dialog', { name: 'Rules of "Pipeline"' })).toBeTruthy();
});

test('rules of clients without integrations offer no CRM', async () => {
  const rules = { 'GET /kanban-boards/{}/': { board }, 'GET /kanban-boards/{}/rules/': { rules: [] } };
  for (const is_whitelabel of [true, false]) {
    const user = { role: 'USER', organization: { is_whitelabel, is_agency: false } };
    const asked = {
      ...answers,
      ...rules,
      'GET /chat-labels/': { labels: [] },
      'GET /integrations/': { integrations: [] },
    };
    await show(<RuleForm board={board as never} onClose={() => {}} />, asked as Answers, user);
    fireEvent.click(await screen.findByRole('combobox', { name: 'When' }));
    await press('a card enters a column', 'option');
    expect(await screen.findByRole('checkbox', { name: 'Stop its campaigns' })).toBeTruthy();
    expect(screen.queryAllByRole('combobox', { name: 'Push the lead to' })).toHaveLength(is_whitelabel ? 0 : 1);
    cleanup();
  }
});

test('who may not delete a board is offered to delete neither it nor its columns', async () => {
  await page({ 'GET /kanban-boards/{}/': { board: { ...board, may_delete: false } } });
  fireEvent.click(await screen.findByRole('button', { name: 'Options of column New' }));
  expect(await screen.findByRole('menuitem', { name: 'Move right' })).toBeTruthy();
  expect(screen.queryByRole('menuitem', { name: 'Delete column…' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Board options' })).toBeNull();
});

test('without boards there is the way to the first one, with columns to begin with', async () => {
  const { sent } = await page({
    'GET /kanban-boards/': { boards: [] },
    'POST /kanban-boards/': { board: { name: 'Partners' } },
  });
  expect(await screen.findByText('Select a Kanban Board')).toBeTruthy();
  expect(screen.getByText('No boards yet')).toBeTruthy();
  fireEvent.click(screen.getAllByRole('button', { name: 'New board' })[0] as HTMLElement);
  await press('Create');
  expect(await screen.findByText('Enter a name.')).toBeTruthy();
  fill(screen.getByRole('textbox', { name: 'Name' }), '  Partners ');
  await press('Create');
  await waitFor(() =>
    expect(sent('POST /kanban-boards/')).toEqual([
      { name: 'Partners', columns: ['New', 'In conversation', 'Meeting booked', 'Won'] },
    ]),
  );
});

test('a board that cannot be loaded says so and can be asked for again', async () => {
  await page({ 'GET /kanban-boards/{}/': refusal(503, 'unavailable', 'This is not available right now.') });
  expect(await screen.findByText('This is not available right now.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});
