import { describe, expect, test, vi } from 'vitest';
import { findBroken, OVERSIZED } from '../missing-words.ts';
import { findTemplateProblem } from '../resolve.ts';
import { fillTemplate, findMissing, type MessageValues, renderMessage, renderSubject } from '../variables.ts';
import { RENDER_LIMITS } from './budget.ts';

const fill = (text: string): string => text.repeat(Math.floor(8000 / text.length));
const quotes = '"'.repeat(2000);
const values: MessageValues = {
  variables: { first_name: 'Grace', today: '2026-03-09' },
  custom: { note: { type: 'text', value: quotes }, size: { type: 'number', value: 1234.5 } },
  snippets: new Map([[1, 'x'.repeat(5000)]]),
  signatures: new Map([[1, { text: 'Ada', html: `<p>${'x'.repeat(40_000)}</p>` }]]),
  language: 'de',
};
const oversized = { kind: 'missing', missing: [OVERSIZED] };

describe('one rendering has a budget', () => {
  test.each([
    ['values', fill('{{custom.note}}')],
    ['HTML, where the text would fit', '{{custom.note}}'.repeat(20)],
    ['snippets', '<{"type":"snippet","id":1,"name":"a"}>'.repeat(50)],
    ['signatures', '<{"type":"signature","id":1,"name":"a"}>'.repeat(6)],
    ['filters', fill('{{custom.note | upcase | downcase | first}}')],
    [
      'comparisons',
      `{% if today == 1 %}${fill('{% elsif custom.note contains "a" or custom.note contains "b" %}').slice(62)}{% endif %}`,
    ],
    ['options', fill('{a|{{custom.note | upcase | first}}}')],
  ])('too much of %s fails the lead with words', (_what, message) => {
    expect(renderMessage({ message }, values)).toEqual(oversized);
    expect(findBroken([OVERSIZED])).toContain('longer than 200,000 characters');
  });

  test('a fallback takes the place of an oversized message; a subject has none', () => {
    const message = fill('{{custom.note}}');
    expect(renderMessage({ message, placeholder_message: 'Hi {{first_name}}' }, values)).toMatchObject({
      text: 'Hi Grace',
      used_fallback: true,
    });
    expect(renderSubject(message, values)).toEqual(oversized);
    expect(findMissing(message, values)).toEqual([OVERSIZED]);
    expect(fillTemplate(message, values)).toBe(message);
  });

  test('the longest usual message is far from its limits', () => {
    const message = fill('Hi {{first_name}}, {% if custom.size > 10 %}{big|large}{% endif %} {{today | date: "%A"}}. ');
    const ready = renderMessage({ message }, values);
    expect(ready.kind === 'ready' && ready.html.length * 10).toBeLessThan(RENDER_LIMITS.characters);
  });
});

describe('dates and numbers', () => {
  test('a pattern of a date has at most 60 characters, and a longer one costs nothing', () => {
    const written = (amount: number): string => `{{ today | date: "${'%A'.repeat(amount)}" }}`;
    expect(findTemplateProblem(written(30))).toBeNull();
    expect(findTemplateProblem(written(3900))).toBe('A date pattern can have 60 characters at most.');
    const made = vi.spyOn(Intl, 'DateTimeFormat');
    expect(renderMessage({ message: written(3900) }, values).kind).toBe('missing');
    expect(made).not.toHaveBeenCalled();
    made.mockRestore();
  });

  test('formatters are made once a language', () => {
    const [dates, numbers] = [vi.spyOn(Intl, 'DateTimeFormat'), vi.spyOn(Intl, 'NumberFormat')];
    const message = fill('{{ today | date: "%A %B" }} {{ today }} {{ custom.size }}');
    expect(renderMessage({ message }, { ...values, language: 'nl' }).kind).toBe('ready');
    expect(dates.mock.calls.length).toBeLessThanOrEqual(3);
    expect(numbers.mock.calls.length).toBeLessThanOrEqual(1);
    dates.mockRestore();
    numbers.mockRestore();
  });
});
