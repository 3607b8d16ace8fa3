// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest';
import { findNextChat, focusNextField, generateReply } from './use-inbox-keys.ts';

afterEach(() => {
  document.body.innerHTML = '';
});

const addField = (tag: 'textarea' | 'input' = 'textarea') => document.body.appendChild(document.createElement(tag));

test('after a message was sent, the composer of the next conversation takes the focus', async () => {
  const ref = { current: addField() as HTMLTextAreaElement | null };
  ref.current?.focus();
  focusNextField(ref, () => ref.current?.remove());
  const next = addField() as HTMLTextAreaElement;
  ref.current = next;
  await expect.poll(() => document.activeElement).toBe(next);
});

test('a search field that was focused in between keeps the focus', async () => {
  const ref = { current: addField() as HTMLTextAreaElement | null };
  const search = addField('input');
  focusNextField(ref, () => undefined);
  search.focus();
  ref.current = addField() as HTMLTextAreaElement;
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(document.activeElement).toBe(search);
});

test('Generate reply is pressed by its key while it is offered', () => {
  expect(generateReply()).toBe(false);
  document.body.innerHTML = '<span data-generate-reply><button>Generate</button></span>';
  const pressed = vi.fn();
  const button = document.querySelector('button')!;
  button.addEventListener('click', pressed);
  expect(generateReply()).toBe(true);
  button.disabled = true;
  expect(generateReply()).toBe(false);
  expect(pressed).toHaveBeenCalledTimes(1);
});

describe('the conversation to open next', () => {
  test.each<[string, number, { opened: number[]; listed: number[]; leaving: number[] }, number | undefined]>([
    ['the one below', 2, { opened: [1, 2, 3], listed: [1, 2, 3], leaving: [2] }, 3],
    [
      'the one that was below, after sending moved it to the top',
      2,
      { opened: [1, 2, 3], listed: [2, 1, 3], leaving: [2] },
      3,
    ],
    ['the same below a new reply at the top', 2, { opened: [1, 2, 3], listed: [9, 2, 1, 3], leaving: [2] }, 3],
    ['one that has left the list is skipped', 1, { opened: [1, 2, 3], listed: [1, 3], leaving: [1] }, 3],
    ['so are those that leave with it', 1, { opened: [1, 2, 3], listed: [1, 2, 3], leaving: [1, 2] }, 3],
    ['after the last the ones loaded since', 3, { opened: [1, 2, 3], listed: [1, 2, 3, 4], leaving: [3] }, 4],
    ['else the one above', 3, { opened: [1, 2, 3], listed: [1, 2, 3], leaving: [3] }, 2],
    ['opened by a link, before the list was loaded', 2, { opened: [], listed: [1, 2, 3], leaving: [2] }, 3],
    ['nothing in an empty list', 1, { opened: [1], listed: [1], leaving: [1] }, undefined],
  ])('%s', (_, chatId, lists, expected) => expect(findNextChat(chatId, lists)).toBe(expected));
});
