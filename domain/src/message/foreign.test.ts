import { expect, test } from 'vitest';
import { translateForeign } from './foreign.ts';
import { findTemplateProblem } from './resolve.ts';

test.each([
  ['Woodpecker, a fallback', 'Hi {{FIRST_NAME | "there"}},', 'Hi {{ first_name | default: "there" }},'],
  ['Woodpecker, curly quotes', '{{FIRST_NAME | “there”}}', '{{ first_name | default: "there" }}'],
  ['Woodpecker, options', '{{SPINTAX | "Hi" | "Hello" | "Hey"}} Kim', '{Hi|Hello|Hey} Kim'],
  [
    'Woodpecker, names of its own',
    '{{COMPANY}} and {{TITLE}} at {{WWW}}',
    '{{company_name}} and {{job_title}} at {{website}}',
  ],
  [
    'Woodpecker, a form in an option',
    '{{SPINTAX | "Hi {{FIRST_NAME | "you"}}" | "Hey"}}',
    '{Hi {{ first_name | default: "you" }}|Hey}',
  ],
  ['PlusVibe, options', '{{random|Hi|Hello there}}', '{Hi|Hello there}'],
  ['PlusVibe, a name in an option', '{{random|Hi {{first_name}}|Hello}}', '{Hi {{first_name}}|Hello}'],
  [
    'PlusVibe, a fallback',
    '{{fallback|first_name|there}} {{fallback|{{company}}|your team}}',
    '{{ first_name | default: "there" }} {{ company_name | default: "your team" }}',
  ],
  ['PlusVibe, a bare fallback', '{{first_name|my friend}}', '{{ first_name | default: "my friend" }}'],
  ['quotes in a fallback', `{{first_name|the "boss"}}`, `{{ first_name | default: 'the "boss"' }}`],
])('%s', (_, foreign, ours) => {
  expect(translateForeign(foreign)).toBe(ours);
  expect(findTemplateProblem(ours)).toBeNull();
  expect(translateForeign(ours)).toBe(ours);
});

test.each([
  ['ours', 'Hi {{ first_name | default: "there" | upcase }} {{job_title}} {% if industry %}a|b{% endif %} {Hi|Hey}'],
  ['a filter', '{{ first_name | upcase }} {{ company_name|truncate: 20 }}'],
  ['a name nobody has', '{{SNIPPET_1 | "x"}} {{constructor|x}} {{toString}}'],
  ['one option', '{{random|Hi}}'],
  ['an option that would divide another way', '{{SPINTAX | "a|b" | "c"}}'],
  ['never closed', '{{random|a|b'],
  ['nothing', 'Hello | there } {'],
])('stays: %s', (_, text) => expect(translateForeign(text)).toBe(text));

test('hostile input takes no time', () => {
  const before = performance.now();
  for (const text of [
    '{{'.repeat(50_000),
    '{{a|'.repeat(20_000),
    `{{random|${'x|'.repeat(40_000)}}}`,
    '{{random|'.repeat(500) + '}}'.repeat(500),
  ])
    translateForeign(text);
  expect(performance.now() - before).toBeLessThan(1000);
});
