import { describe, expect, test } from 'vitest';
import { type CustomFacts, makeKey, toCustomFacts } from '../../leads/custom-columns.ts';
import { explainMissing } from '../missing-words.ts';
import { findTemplateProblem, type MessageValues } from '../resolve.ts';
import { fillTemplate, findMissing, renderMessage, renderWithGaps, variablesOf } from '../variables.ts';
import { describeTag } from './labels.ts';

const NASTY = '{{ first_name }} {% if x %}\r\n<b>"&amp;</b> {a|b} <{"type":"snippet","id":1}>';
const custom: CustomFacts = {
  product_used: { type: 'text', value: 'Excel' },
  note: { type: 'text', value: NASTY },
  day_like: { type: 'text', value: '2026-03-09' },
  seats: { type: 'number', value: 12500.5 },
  since: { type: 'number', value: 2019 },
  renewal: { type: 'date', value: '2026-03-09' },
  page: { type: 'link', value: 'https://x.example/a' },
  customer: { type: 'yes_no', value: true },
  churned: { type: 'yes_no', value: false },
  größe: { type: 'number', value: 3 },
};
const VALUES: MessageValues = { variables: { ...variablesOf({ first_name: 'Ada' }), today: '2026-01-01' }, custom };

function say(message: string, values: MessageValues = VALUES): string {
  const result = renderMessage({ message }, values);
  return result.kind === 'ready' ? result.text : `lacks ${result.missing.join(', ')}`;
}

test.each([
  ['{{ custom.product_used }} {{custom.page}}', 'Excel https://x.example/a'],
  ['{{ Custom.Product_Used | upcase }}', 'EXCEL'],
  ['{{ custom.größe }}', '3'],
  ['{{ custom.seats }} since {{ custom.since }}', '12,500.5 since 2019'],
  ['{{ custom.renewal }}', 'March 9, 2026'],
  ['{{ custom.renewal | date: "%-d %B" }}', '9 March'],
  ['{{ custom.day_like }}', '2026-03-09'],
  ['{{ custom.customer }}, {{ custom.churned }}', 'Yes, No'],
  ['{{ custom.churned | default: "unknown" }}', 'No'],
  ['{{ custom.nothing | default: custom.product_used }}', 'Excel'],
  ['{{ custom.nothing }}', 'lacks custom.nothing'],
  ['{{ custom.constructor }} {{ custom.__proto__ }}', 'lacks custom.constructor, custom.__proto__'],
  ['{% if custom.seats > 100 %}many{% else %}few{% endif %}', 'many'],
  ['{% if custom.seats >= "12500.5" %}many{% else %}few{% endif %}', 'many'],
  ['{% if custom.seats == "twelve" %}a{% else %}b{% endif %}', 'b'],
  ['{% if custom.since < custom.seats %}less{% endif %}', 'less'],
  ['{% if custom.nothing > 1 or custom.nothing < 1 %}a{% else %}b{% endif %}', 'b'],
  ['{% if custom.renewal > today %}later{% endif %}', 'later'],
  ['{% if custom.customer %}a{% endif %}{% if custom.churned %}b{% endif %}', 'a'],
  ['{% if custom.churned == "no" and custom.customer == true %}a{% endif %}', 'a'],
  ['{% if custom.product_used contains "cel" %}a{% endif %}', 'a'],
  ['{% if custom.product_used > 5 %}a{% else %}b{% endif %}', 'b'],
  ['{% if custom.churned == blank %}empty{% endif %}', 'empty'],
])('%s says %s', (template, text) => {
  expect(say(template)).toBe(text);
});

test('each language writes them its own way', () => {
  const text = '{{ custom.seats }} {{ custom.renewal }} {{ custom.customer }} {{ custom.churned }}';
  expect(say(text, { ...VALUES, language: 'de' })).toBe('12.500,5 9. März 2026 Ja Nein');
});

describe('template syntax inside a value has no effect', () => {
  const line = NASTY.replace('\r\n', ' ');

  test('it is said as it is, on one line, and escaped in HTML', () => {
    expect(say('> {{ custom.note }} <')).toBe(`> ${line} <`);
    const shown = renderMessage({ message: '{{ custom.note }}' }, VALUES);
    expect('html' in shown && shown.html).toContain('&lt;b&gt;&quot;&amp;amp;&lt;/b&gt;');
  });

  test('neither when the message is written out for a lead and read again', () => {
    expect(say(fillTemplate('{{ custom.note }}', VALUES))).toBe(line);
  });

  test('nor in the names of columns', () => {
    for (const name of ['{{x}}', '<b>', '__proto__', 'constructor', '"quoted"', "it's", '{% if %}']) {
      const key = makeKey(name, new Set());
      const facts = toCustomFacts({ [key]: 'here' }, [{ key, type: 'text' }]);
      expect(say(`{{ custom.${key} }}`, { ...VALUES, custom: facts })).toBe('here');
    }
  });
});

test('values of columns that are gone are not said', () => {
  const facts = toCustomFacts({ a: 'x', b: 'y' }, [{ key: 'a', type: 'text' }]);
  expect(findMissing('{{ custom.a }}{{ custom.b }}', { ...VALUES, custom: facts })).toEqual(['custom.b']);
});

test('what a lead lacks is called by the name of the column', () => {
  expect(renderWithGaps('Use {{ custom.product_plan }}!', VALUES).text).toBe('Use [Product plan]!');
  expect(explainMissing(['custom.product_plan'])).toContain('This lead lacks: “Product plan”.');
  expect(describeTag('{% if custom.seats > 5 %}')).toBe('If Seats is more than 5');
});

test.each([
  ['Hi {{ custom.product_used }}{% if custom.seats > 5 %}!{% endif %}', null],
  ['{{ custom.product_usd }}', 'There is no variable “custom.product_usd”. Did you mean “custom.product_used”?'],
  ['{{ custom.seat }}', 'There is no variable “custom.seat”. Did you mean “custom.seats”?'],
  ['{{ custom.xyz }}', 'There is no variable “custom.xyz”.'],
  ['{{ custom }}', 'There is no variable “custom”.'],
  ['a\n{% if custom.gone %}b{% endif %}', 'Line 2: There is no variable “custom.gone”.'],
  ['{Hi {{custom.gone}}|Hello}', 'There is no variable “custom.gone”.'],
  ['{{ nobody }} {{ custom.gone }}', 'There is no variable “nobody”.'],
  ['Hi\n{{ seats }}', 'Line 2: There is no variable “seats”. Did you mean “custom.seats”?'],
  ['{% if Product_Usd %}x{% endif %}', 'There is no variable “Product_Usd”. Did you mean “custom.product_used”?'],
])('saving %j: %s', (template, problem) => {
  expect(findTemplateProblem(template, { custom: ['product_used', 'seats'] })).toBe(problem);
});
