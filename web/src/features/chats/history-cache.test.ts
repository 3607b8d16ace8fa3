import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { buildChatHistory } from '../../lib/testing/builders.ts';
import { type History, historyKey, mergeHistory, nextPage, removeMessages } from './history-cache.ts';

/** A page with these message ids; a higher id is newer. */
function page(ids: number[], total_messages: number, delivery: 'SENT' | 'SENDING' = 'SENT'): History {
  const messages = ids.map((id) => ({ id, sent_at: new Date(id * 60_000).toISOString(), delivery }));
  return buildChatHistory({ messages, total_messages });
}
const ids = (history: History) => history.messages.map((message) => message.id);

test('older pages are appended, overlaps are listed once', () => {
  const loaded = mergeHistory(undefined, page([20, 19, 18], 6), true);
  const more = mergeHistory(loaded, page([18, 17, 16], 6), false);
  expect(ids(more)).toEqual([20, 19, 18, 17, 16]);
});

test('a fresh first page brings new messages and new states, and keeps what was loaded', () => {
  const loaded = page([20, 19, 18, 17], 4, 'SENDING');
  const fresh = mergeHistory(loaded, page([21, 20, 19], 5), true);
  expect(ids(fresh)).toEqual([21, 20, 19, 18, 17]);
  expect(fresh.messages.map((message) => message.delivery)).toEqual(['SENT', 'SENT', 'SENT', 'SENDING', 'SENDING']);
});

test('a first page that no longer touches what was loaded replaces it: no hole', () => {
  expect(ids(mergeHistory(page([3, 2, 1], 3), page([30, 29, 28], 30), true))).toEqual([30, 29, 28]);
});

test('the next page continues without a hole', () => {
  expect([0, 9, 10, 13, 20].map((loaded) => nextPage(loaded, 10))).toEqual([1, 1, 2, 2, 3]);
});

test('what was said by an account goes out of what is loaded, and out of the count', () => {
  const client = new QueryClient();
  const loaded = page([20, 19, 18], 9);
  const messages = loaded.messages.map((message, place) => ({ ...message, account: { id: place === 1 ? 5 : 6 } }));
  client.setQueryData(historyKey(1), { ...loaded, messages });
  removeMessages(client, 1, 6);
  const left = client.getQueryData<History>(historyKey(1))!;
  expect([ids(left), left.total_messages]).toEqual([[19], 7]);
});
