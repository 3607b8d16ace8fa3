import type { EnrichmentAnswer } from '@overture/contract/enrichment';
import { expect, test } from 'vitest';
import { outputFromText, parseResult, parseScore, parseTruthOutput, sourceLink } from './parse-result.ts';

const row = (answer: string | null, sources: EnrichmentAnswer['sources'] = []): EnrichmentAnswer => ({
  id: 1,
  prospect: 2,
  prompt: 3,
  answer,
  failed: false,
  state: 'done',
  error: null,
  tried_steps: [],
  prospect_name: 'Ada Jansen',
  company_name: 'Northwind',
  sources,
  credits: 1,
  updated_at: '2026-11-21T12:00:00.000Z',
  version: null,
  empty_input: null,
});

test('a result is read from its JSON text', () => {
  const content = parseResult(
    row(
      JSON.stringify({
        status: 'found',
        output: 'Hiring',
        explanation: 'Two open roles.',
        sources: [{ source: 'https://northwind.example/jobs', title: 'Jobs' }],
        steps: [{ label: 'Pattern', outcome: 'found', detail: 'first.last' }],
        confidence: 82,
      }),
    ),
  );
  expect(content).toEqual({
    status: 'found',
    output: 'Hiring',
    explanation: 'Two open roles.',
    sources: [{ source: 'https://northwind.example/jobs', title: 'Jobs' }],
    steps: [{ label: 'Pattern', outcome: 'found', detail: 'first.last' }],
    confidence: 82,
  });
});

test('no row and no text are no result', () => {
  expect(parseResult(undefined)).toBeUndefined();
  expect(parseResult(row(null))).toBeUndefined();
});

test('false and 0 are results, empty text is none', () => {
  expect(parseResult(row('{"output":false}'))?.output).toBe(false);
  expect(parseResult(row('{"output":0}'))?.output).toBe(0);
  expect(parseResult(row('{"output":""}'))?.output).toBeNull();
});

test('text of another shape never throws', () => {
  expect(parseResult(row('plain words'))?.output).toBe('plain words');
  expect(parseResult(row('42'))?.output).toBe(42);
  expect(parseResult(row('null'))?.output).toBeNull();
  const odd = parseResult(row('{"output":{"a":1},"sources":"x","steps":[null,3],"explanation":7}'));
  expect(odd).toMatchObject({ output: null, sources: [], steps: [], explanation: '' });
});

test('sources of the row are used if the text names none', () => {
  const sources = [{ source: 'https://a.example', title: 'A' }];
  expect(parseResult(row('{"output":"x"}', sources))?.sources).toEqual(sources);
});

test('only addresses of the web become links', () => {
  expect(sourceLink('https://www.northwind.example/about')?.address).toBe('northwind.example/about');
  expect(sourceLink('https://northwind.example/?utm=1')?.address).toBe('northwind.example');
  for (const bad of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'northwind', '']) {
    expect(sourceLink(bad)).toBeUndefined();
  }
});

test('truth and score are read strictly', () => {
  expect([true, 'Yes', 'no', 'maybe', null, 1].map((value) => parseTruthOutput(value))).toEqual([
    true,
    true,
    false,
    null,
    null,
    null,
  ]);
  expect([1, '5', 0, 6, 2.5, true, null].map((value) => parseScore(value))).toEqual([
    1,
    5,
    null,
    null,
    null,
    null,
    null,
  ]);
});

test('typed text becomes what the format holds', () => {
  expect(outputFromText('  ', 'SHORT_TEXT')).toBeNull();
  expect(outputFromText(' 1,250 ', 'NUMBER')).toBe(1250);
  expect(outputFromText('many', 'NUMBER')).toBe('many');
  expect(outputFromText('4', 'SCORE')).toBe(4);
  expect(outputFromText('007', 'SHORT_TEXT')).toBe('007');
});
