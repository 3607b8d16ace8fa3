import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { refetchMissedEvents } from './late-news.ts';

/** A list on screen whose answers are given by hand, in the order of the questions. */
function show() {
  const client = new QueryClient();
  refetchMissedEvents(client);
  const answers: ((chats: string[]) => void)[] = [];
  const queryFn = () => new Promise<string[]>((resolve) => answers.push(resolve));
  const stop = new QueryObserver(client, { queryKey: ['chats', 'inbox'], queryFn }).subscribe(() => {});
  const hear = () => void client.invalidateQueries({ queryKey: ['chats'] });
  const shown = () => client.getQueryData(['chats', 'inbox']);
  return { answers, hear, shown, stop };
}

test('what came while the first answer was under way is seen: the list is asked for once more', async () => {
  const { answers, hear, shown, stop } = show();
  hear();
  hear();
  expect(answers).toHaveLength(1);
  answers[0]?.([]);
  await expect.poll(() => answers).toHaveLength(2);
  answers[1]?.(['Grace Hopper']);
  await expect.poll(() => shown()).toEqual(['Grace Hopper']);
  await Promise.resolve();
  expect(answers).toHaveLength(2);
  stop();
});

test('a first response is fetched once; a later event refetches immediately', async () => {
  const { answers, hear, shown, stop } = show();
  answers[0]?.([]);
  await expect.poll(() => shown()).toEqual([]);
  expect(answers).toHaveLength(1);
  hear();
  expect(answers).toHaveLength(2);
  hear();
  expect(answers).toHaveLength(3);
  answers[2]?.(['Grace Hopper']);
  await expect.poll(() => shown()).toEqual(['Grace Hopper']);
  expect(answers).toHaveLength(3);
  stop();
});
