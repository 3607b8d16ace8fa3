// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { focusNextField, generateReply } from './use-inbox-keys.ts';

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
