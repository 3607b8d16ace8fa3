import { expect, test } from 'vitest';
import { forwardSubject, isForwardSubject, replySubject, threadAfter } from './threading.ts';

test('first mail, follow-up, answer to an answer', () => {
  expect(threadAfter(null)).toEqual({ in_reply_to: null, references: [] });
  expect(threadAfter({ message_id: 'a@x' })).toEqual({ in_reply_to: 'a@x', references: ['a@x'] });
  expect(threadAfter({ message_id: 'c@y', references: ['a@x', 'b@x'] })).toEqual({
    in_reply_to: 'c@y',
    references: ['a@x', 'b@x', 'c@y'],
  });
});

test('each id once, the answered mail last', () => {
  expect(threadAfter({ message_id: 'a@x', references: ['a@x', 'b@x', 'b@x'] }).references).toEqual(['b@x', 'a@x']);
});

test('a long chain keeps its beginning and its end', () => {
  const references = Array.from({ length: 200 }, (_, index) => `${index}@x`);
  const chain = threadAfter({ message_id: 'last@x', references }).references;
  expect(chain).toHaveLength(50);
  expect([chain[0], chain.at(-2), chain.at(-1)]).toEqual(['0@x', '199@x', 'last@x']);
});

test.each([
  ['Quick question', 'Re: Quick question'],
  ['Re: Quick question', 'Re: Quick question'],
  ['RE: AW: Re[2]: Antw: Quick question', 'Re: Quick question'],
  ...['Ynt:', 'VS:', 'RV: Re:', 'BLS:', 'Vá:', 'RÉP :', '回复：'].map((mark) => [
    `${mark} Quick question`,
    'Re: Quick question',
  ]),
  ['Regarding: x', 'Re: Regarding: x'],
  ['', 'Re:'],
])('%j becomes %j', (subject, expected) => {
  expect(replySubject(subject)).toBe(expected);
});

test.each([
  ['Fwd: Hello', true],
  ['WG: Hello', true],
  ['VL: Hello', true],
  ['VB: VS: Hello', true],
  // A reply in Finnish.
  ['VS: Hello', false],
  ['vs : VS: Hello', false],
  ['Re: Hello', false],
])('%j is certainly a forward: %j', (subject, expected) => {
  expect(isForwardSubject(subject)).toBe(expected);
  expect(forwardSubject('VS: Hello')).toBe('Fwd: Hello');
});
