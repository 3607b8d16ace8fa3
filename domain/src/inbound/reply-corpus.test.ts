import { expect, test } from 'vitest';
import { trimReply } from '../mail/reply-trim.ts';
import { classifyReply } from './classify-reply.ts';
import { isSureClass } from './reply-classes.ts';
import { REPLY_CORPUS, type SampleReply } from './testing/reply-corpus.ts';

const classify = ({ kind, text }: SampleReply) => classifyReply({ kind, subject: null, text: trimReply(text).reply });
const counted = REPLY_CORPUS.map((sample) => {
  const found = classify(sample);
  const isSet = found !== null && isSureClass(found.confidence);
  return { sample, found, set: isSet ? found.class : null };
});
const missed = (expected: SampleReply['expected']) =>
  counted
    .filter(({ sample, set }) => sample.expected === expected && set !== expected)
    .map(({ sample, found }) => `${sample.name} -> ${found?.class} ${found?.confidence} (${found?.words})`);
const share = (expected: SampleReply['expected']) =>
  1 - missed(expected).length / counted.filter(({ sample }) => sample.expected === expected).length;

test('the corpus has at least 500 mails, 50 in each of eight languages', () => {
  expect(REPLY_CORPUS.length).toBeGreaterThanOrEqual(500);
  const languages = Map.groupBy(REPLY_CORPUS, ({ language }) => language);
  expect(languages.size).toBe(8);
  for (const samples of languages.values()) expect(samples.length).toBeGreaterThanOrEqual(50);
});

test('at least 98 percent of opt-outs are found', () => {
  expect([share('unsubscribe') >= 0.98, missed('unsubscribe')]).toEqual([true, expect.anything()]);
});

test('of what is taken for interest at least 95 percent is', () => {
  const taken = counted.filter(({ set }) => set === 'interested');
  const wrong = taken.filter(({ sample }) => sample.expected !== 'interested').map(({ sample }) => sample.name);
  expect([1 - wrong.length / taken.length >= 0.95, wrong]).toEqual([true, expect.anything()]);
  expect(share('interested')).toBeGreaterThanOrEqual(0.9);
});

test('a refusal is never taken for interest, in any form', () => {
  const wrong = counted.filter(
    ({ sample, found }) => ['not_interested', 'unsubscribe'].includes(sample.expected) && found?.class === 'interested',
  );
  expect(wrong.map(({ sample }) => sample.name)).toEqual([]);
});

test.each(['not_interested', 'wrong_person', 'left_company', 'out_of_office'] as const)('%s is found', (expected) => {
  expect([share(expected) >= 0.9, missed(expected)]).toEqual([true, expect.anything()]);
});

test('a question gets no class that has consequences', () => {
  const wrong = counted.filter(({ sample, set }) => sample.expected === 'neutral' && set !== null && set !== 'neutral');
  expect(wrong.map(({ sample, found }) => `${sample.name} -> ${found?.class} (${found?.words})`)).toEqual([]);
});

test.each([
  ['I am not interested.', 'not_interested'],
  ["I'm not at all interested in a demo, sorry", 'not_interested'],
  ['We are interested in nothing of the sort, please stop emailing us', 'unsubscribe'],
  ['Please do not send me more information', 'unsubscribe'],
  ['I did not ask for a demo and have no interest', 'not_interested'],
])('%s', (text, expected) => {
  expect(classifyReply({ kind: 'reply', subject: null, text })?.class).toBe(expected);
});

test.each([
  ['too short to say anything', 'ok'],
  ['a double negation', "It's not that we are not interested"],
  ['how to', 'How do your customers unsubscribe their own readers?'],
])('words do not decide: %s', (_, text) => {
  const found = classifyReply({ kind: 'reply', subject: null, text });
  expect(found === null || !isSureClass(found.confidence)).toBe(true);
});

test('an endless mail is read in a moment', () => {
  const text = 'not interested in anything at all. '.repeat(2000);
  const start = performance.now();
  classifyReply({ kind: 'reply', subject: null, text });
  expect(performance.now() - start).toBeLessThan(500);
});
