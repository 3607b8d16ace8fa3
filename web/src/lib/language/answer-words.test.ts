import { createTranslator } from '@overture/domain/text/known-sentences';
import { expect, test } from 'vitest';
import { sayAnswerBy } from './answer-words.ts';

const say = createTranslator(
  new Map([
    ['Not found.', 'Nicht gefunden.'],
    ['Asked by {name}.', 'Von {name} erfragt.'],
  ]),
  (text, values) => text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''),
);
const sayAnswer = sayAnswerBy(say);

test('sentences of the server are said wherever they are, and what people wrote stays', () => {
  const answer = {
    leads: [{ id: 1, status_reason: 'Not found.', message: 'Not found.', details_open: true }],
    problems: ['Asked by Ada.', 'of a provider'],
    notes: [{ content: 'Not found.', note: null }],
    off_reason: 'Not found.',
    senders: [{ blocked: 'Not found.' }, { blocked: 'unsubscribe' }],
    reasonable: 'Not found.',
  };
  expect(sayAnswer(answer)).toEqual({
    leads: [{ id: 1, status_reason: 'Nicht gefunden.', message: 'Not found.', details_open: true }],
    problems: ['Von Ada erfragt.', 'of a provider'],
    notes: [{ content: 'Not found.', note: null }],
    off_reason: 'Nicht gefunden.',
    senders: [{ blocked: 'Nicht gefunden.' }, { blocked: 'unsubscribe' }],
    reasonable: 'Not found.',
  });
});

test('research tasks of the program have names of the language, and those of people their own', () => {
  const task = { name: 'Not found.', alias: null, required_sources: [], organization_id: null };
  expect(sayAnswer({ prompts: [task, { ...task, organization_id: 4 }, { name: 'Not found.' }] })).toEqual({
    prompts: [{ ...task, name: 'Nicht gefunden.' }, { ...task, organization_id: 4 }, { name: 'Not found.' }],
  });
});

test('templates of the program have names of the language, and those of people their own', () => {
  const template = { name: 'Not found.', description: 'Asked by all.', first_step: 1 };
  expect(sayAnswer([template, { ...template, description: null }])).toEqual([
    { ...template, name: 'Nicht gefunden.', description: 'Von all erfragt.' },
    { ...template, description: null },
  ]);
});

test('an error is said with its details and values, and a sentence alone too', () => {
  const body = {
    code: 'x',
    error: 'Not found.',
    details: { 'body.name': 'Not found.' },
    values: { who: 'Asked by Bo.' },
  };
  expect(sayAnswer(body)).toEqual({
    code: 'x',
    error: 'Nicht gefunden.',
    details: { 'body.name': 'Nicht gefunden.' },
    values: { who: 'Von Bo erfragt.' },
  });
  expect(sayAnswer('Not found.')).toBe('Nicht gefunden.');
  expect(sayAnswer(null)).toBe(null);
  expect(sayAnswer('')).toBe('');
});

test('what people write and call something comes back as it is', () => {
  const written = [
    { custom: { note: 'Not found.', reason: 'Asked by Bo.' }, changes: { note: ['Not found.', 'Asked by Bo.'] } },
    { basis: 'consent', note: 'Not found.', given_on: null },
    { kind: 'access', note: 'Asked by me.', closing_note: 'Not found.' },
    { outcome: 'busy', note: 'Not found.', by: 'Ada', at: '2026-11-30' },
    { why: 'Not found.', persons_words: null },
    { detail: 'Not found.', is_overdue: false },
    { detail: 'Not found.', from_detail: 'Not found.', kind: 'moved', is_by_rule: true },
    { detail: 'Not found.', obtained_at: '2026-11-30' },
    { detail: 'Not found.', reason: 'manual', created_by: { id: 1, name: 'Ada' } },
    { reason: 'Not found.', repeats: 1 },
    { suspended_reason: 'Not found.' },
    { full: { data: { error: 'Not found.' } }, thin: { reason: 'Not found.' }, filters: { note: 'Not found.' } },
    { values: { campaign: 'Not found.', name: 'Not found.' } },
  ];
  expect(sayAnswer(written)).toEqual(written);
  const failed = { detail: 'Not found.', from_detail: null, kind: 'action_failed', is_by_rule: true };
  expect(sayAnswer(failed)).toEqual({ ...failed, detail: 'Nicht gefunden.' });
});

test('what the program notes of a suppressed person is said, also of a file that a person chose', () => {
  const sayAll = sayAnswerBy(() => 'Gesagt.');
  const by = { id: 1, name: 'Ada' };
  const details = (entries: object[]) => (sayAll(entries) as { detail: string }[]).map(({ detail }) => detail);
  expect(
    details([
      { detail: 'unsubscribe link', created_by: null },
      { detail: 'From people.CSV', created_by: by },
      { detail: 'From a friend', created_by: by },
    ]),
  ).toEqual(['Gesagt.', 'Gesagt.', 'From a friend']);
});

test('codes by which screens choose stay', () => {
  const sayAll = sayAnswerBy(() => 'Übersetzt');
  expect(sayAll({ reason: 'hard_bounce', problem: 'archived', error: 'Archived' })).toEqual({
    reason: 'hard_bounce',
    problem: 'archived',
    error: 'Übersetzt',
  });
});
