import { expect, test } from 'vitest';
import { folderQuery, folders, listQuery, noFilters, parseFilters } from './filters.ts';

test('folders ask what the specification says', () => {
  expect(Object.fromEntries(folders.map((folder) => [folder, folderQuery(folder)]))).toEqual({
    inbox: {},
    unread: { unread_only: true },
    drafts: { drafts: true },
    sent: { awaiting_reply: true },
    important: { is_flagged: true },
    awaiting_reply: { awaiting_reply: true },
    reminders: { reminders: true },
    trash: { show_deleted: true },
  });
});

test('only filters that are set are asked for', () => {
  expect(listQuery(noFilters, 1)).toEqual({ page: 1 });
  expect(listQuery({ ...noFilters, folder: 'trash', labels: [2], search_query: '  ada ' }, 3)).toEqual({
    page: 3,
    show_deleted: true,
    labels: [2],
    search_query: 'ada',
  });
});

test.each([
  [{}],
  [{ folder: 'nowhere', status: 'x', labels: 'all', campaign: [null, -1, 'a', 1.5], search_query: 4 }],
  [{ sending_accounts: { length: 3 }, status: ['ANGRY'] }],
])('what is not readable is left out: %j', (stored) => expect(parseFilters(stored)).toEqual(noFilters));
