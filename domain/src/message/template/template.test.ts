import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countCharacters, findLengthProblem } from '../message-length.ts';
import { findTemplateProblems, listDefaults, type MessageValues, parseTemplate, resolveTemplate } from '../resolve.ts';
import { parsePieces, parseSegments, writeSegments, writeToken } from '../tokens.ts';
import { fillTemplate, findMissing, renderMessage, renderSubject, renderWithGaps, variablesOf } from '../variables.ts';
import { countOutcomes } from './outcomes.ts';
import { describeProblem } from './problems.ts';
import { spinSeed } from './spin.ts';

const LEAD = {
  first_name: 'Ada',
  last_name: 'King',
  job_title: 'CEO',
  location: null,
  company_name: 'Acme',
  industry: 'Engines',
  email: 'ada@acme.example',
  website: 'https://acme.example',
  company_size: '51 - 200',
};
const VALUES: MessageValues = {
  variables: { ...variablesOf(LEAD), 'sender.first_name': 'Grace', 'campaign.name': 'Spring', today: '2026-03-09' },
  language: 'nl',
};
const say = (template: string, values: MessageValues = VALUES): string => {
  const result = renderMessage({ message: template }, values);
  return result.kind === 'ready' ? result.text : `lacks ${result.missing.join(', ')}`;
};

test('the words of a default are named where the lead reads them', () => {
  const text = `Hi {{ first_name | default: "there" }}, in {{ location | default: "your town" | upcase }}, again {{ location | default: "your town" | upcase }},
    {% if location %}{{ email | default: "no mail" }}{% else %}{{ location | default: industry }}{% endif %} {{ location }}`;
  expect(listDefaults(text, VALUES)).toEqual([
    { name: 'location', words: 'YOUR TOWN' },
    { name: 'location', words: 'Engines' },
  ]);
  expect(listDefaults(text, { variables: { first_name: 'Ada', location: 'Ghent', email: 'a@b.example' } })).toEqual([]);
});

describe('what a message says', () => {
  test.each([
    ['Hi {{ first_name | default: "there" }}', 'Hi Ada'],
    ['In {{ location | default: "your town" }}', 'In your town'],
    ['In {{ location | default: industry | upcase }}', 'In ENGINES'],
    ['In {{ location | upcase }}', 'lacks location'],
    ['{{ email }} {{website}} {{ Company_Size }}', 'ada@acme.example https://acme.example 51 - 200'],
    ['{{ sender.first_name }}, {{ campaign.name }}', 'Grace, Spring'],
    ['{{ today | date: "%A %-d %B" }}', 'maandag 9 maart'],
    ['{{ today }}', '9 maart 2026'],
    ['{% if job_title contains "CEO" and company_size > 50 %}Boss{% else %}You{% endif %}', 'Boss'],
    ['{% if company_size > 51 %}more{% elsif company_size >= 51 %}51{% endif %}', '51'],
    ['{% if location %}{{ location }}{% else %}nowhere{% endif %}', 'nowhere'],
    ['{% if location == blank %}none{% endif %}', 'none'],
    ['{% if location < 5 or location > 5 or location contains "a" %}x{% endif %}-', '-'],
    ['{% if first_name %}a{% if last_name %}b{% endif %}{% endif %}', 'ab'],
    ['a {b} c | d } { e', 'a {b} c | d } { e'],
    ['{{{first_name}}}', '{Ada}'],
    ['{{ "{" }}a|b}', '{a|b}'],
    ['{{ "😀😀😀" | truncate: 2, "" }}{{ "😀x" | first }}', '😀😀😀'],
  ])('%s', (template, expected) => {
    expect(say(template)).toBe(expected);
  });
  test('letters change case as the language of the message writes them', () => {
    const as = (language: string, first_name: string, filter: string) =>
      say(`{{ first_name | ${filter} }}`, { ...VALUES, variables: variablesOf({ ...LEAD, first_name }), language });
    expect(as('en', 'İBRAHİM', 'capitalize')).toBe('İbrahim');
    expect(as('en', 'İBRAHİM', 'downcase')).toBe('ibrahim');
    expect(as('tr', 'IŞIK', 'capitalize')).toBe('Işık');
    expect(as('tr', 'ışık', 'upcase')).toBe('IŞIK');
    expect(as('en', 'IRIS', 'capitalize')).toBe('Iris');
  });
  test('a branch that is not taken lacks nothing', () => {
    const template = '{% if location %}In {{ location }}{% endif %}Hi';
    expect(findMissing(template, VALUES)).toEqual([]);
    const snippet = writeToken({ kind: 'snippet', id: 1, name: 'Line' });
    expect(findMissing(`{% if location %}${snippet}{% endif %}${snippet}`, VALUES)).toEqual(['snippet:1:Line']);
  });
  test('what is looked at shows gaps, and what is rewritten keeps them', () => {
    const template = '{% if first_name %}Hi {{ first_name }}{% endif %} in {{ location | upcase }}';
    expect(renderWithGaps(template, VALUES).text).toBe('Hi Ada in [Location]');
    expect(fillTemplate(template, VALUES)).toBe('Hi Ada in {{ location | upcase }}');
  });
});

describe('problems', () => {
  test.each([
    ['Hi {{ frist_name }}', 3, 'There is no variable “frist_name”. Did you mean “first_name”?', 6],
    ['{{ firstName | upcase }}', 0, 'There is no variable “firstName”. Did you mean “first_name”?', 3],
    ['{{ first name }}', 0, 'There is no variable “first name”. Did you mean “first_name”?', 3],
    ['{{ company }}', 0, 'There is no variable “company”. Did you mean “company_name”?', 3],
    ['{{ sender.firstname }}', 0, 'There is no variable “sender.firstname”. Did you mean “sender.first_name”?', 3],
    ['{{ favourite_colour }}', 0, 'There is no variable “favourite_colour”.', 3],
    ['{% if jobtitle %}x{% endif %}', 0, 'There is no variable “jobtitle”. Did you mean “job_title”?', 6],
    ['{{ first_name | capitalise }}', 0, 'There is no filter “capitalise”. Did you mean “capitalize”?', 16],
    ['{{ first_name | "there" }}', 0, 'A fallback is written like this: | default: "there".', 14],
    ['{{ first_name | truncate: "x" }}', 0, '“truncate” is written like this: {{ job_title | truncate: 30 }}.', 16],
    [
      '{{ first_name | replace: "", "x" }}',
      0,
      '“replace” is written like this: {{ company_name | replace: " Inc.", "" }}.',
      16,
    ],
    [
      '{{ today | date: "%Q" }}',
      0,
      '“%Q” is no part of a date. There are %A, %a, %B, %b, %d, %-d, %e, %m, %-m, %Y, %y.',
      11,
    ],
    ['{{ first_name | default: “there” }}', 0, 'Put words in straight quotes here: "like this".', 25],
    ['Hi {{ first_name', 0, '“{{” is not closed. End it with “}}”, or write {{ "{{" }} to show it.', 3],
    [
      'Hi {{ first_name, {{ last_name }}',
      0,
      '“{{” is not closed. End it with “}}”, or write {{ "{{" }} to show it.',
      3,
    ],
    ['{{ }}', 0, '“{{ }}” names no variable.', 0],
    ['{% if first_name %}x', 0, 'This “if” has no “{% endif %}”.', 0],
    ['x{% endif %}', 0, '“endif” has no “{% if … %}” before it.', 1],
    ['{% if first_name = "x" %}{% endif %}', 0, 'Two things are compared with “==”.', 17],
    ['{% if first_name == %}{% endif %}', 0, 'Something is missing after “==”.', 17],
    ['{% if %}{% endif %}', 0, 'Something is missing after “if”.', 3],
    ['{% if (first_name) %}{% endif %}', 0, 'Brackets cannot be used in a condition.', 6],
    ['{% if first_name %}a{% else if last_name %}b{% endif %}', 0, 'Write “elsif” instead of “else if”.', 28],
    ['{% if first_name %}a{% else %}b{% else %}c{% endif %}', 0, "“else” can't follow “else”.", 31],
    ['{% for x in y %}{% endfor %}', 0, '“for” is no condition. There are if, elsif, else and endif.', 0],
    ['{a|{b|{c|d}}}', 0, 'Options in brackets can be nested two deep at most, as in {a|b {c|d}}.', 0],
  ])('%s', (template, _line, text, at) => {
    expect(findTemplateProblems(template)[0]).toMatchObject({ at, text });
    expect(findMissing(template, VALUES)[0]).toMatch(/^(broken|unknown):/);
    expect(say(template)).toMatch(/^lacks/);
  });
  test('a text of several lines reports the line', () => {
    const text = 'Hi\n\n{{ nobody }}';
    expect(describeProblem(text, findTemplateProblems(text)[0]!)).toBe('Line 3: There is no variable “nobody”.');
  });
  test('the six names and every token are read as ever', () => {
    const text = `{{First_Name}}{{ company_name }}<{"type":"link","text":"{a|b} {% x","url":"https://a.io/{{x}}"}>`;
    expect(findTemplateProblems(text)).toEqual([]);
    expect(say(text)).toBe('AdaAcme{a|b} {% x (https://a.io/{{x}})');
  });
});

describe('options', () => {
  const GREETING = '{Hi|Hello|Hey} {{ first_name }}, {one {a|b}|two}';
  const seeds = Array.from({ length: 300 }, (_, lead) => ({ ...VALUES, seed: spinSeed(lead, 7) }));
  test('all of them come, each about as often, and the same for the same lead and step', () => {
    const said = seeds.map((values) => say(GREETING, values));
    expect(new Set(said).size).toBe(9);
    expect(seeds.map((values) => say(GREETING, values))).toEqual(said);
    const first = ['Hi ', 'Hello ', 'Hey '].map((word) => said.filter((text) => text.startsWith(word)).length);
    for (const count of first) expect(count).toBeGreaterThan(70);
    expect(countOutcomes(parseTemplate(GREETING).nodes)).toBe(9);
    const steps = [7, 8].map((step) => seeds.map((_, lead) => say('{a|b}', { ...VALUES, seed: spinSeed(lead, step) })));
    expect(steps[0]).not.toEqual(steps[1]);
  });
  test('an option the lead lacks data for is not drawn', () => {
    const said = seeds.map((values) => say('{In {{ location }}|Hello}', values));
    expect(new Set(said)).toEqual(new Set(['Hello']));
    expect(say('{In {{ location }}|{{ location }}!}')).toBe('lacks location');
  });
  test('a bracket does not close in another branch', () => {
    expect(say('{a|{% if first_name %}b}{% endif %}c')).toBe('{a|b}c');
    expect(say('{ {% if first_name %}x|x{% endif %}|{% if first_name %} x|x{% endif %}}')).toBe(' x|x');
    expect(say('{{% if location %}x{% else %}y{% endif %}|y}')).toBe('y');
  });
  test('the longest outcome is what is counted', () => {
    expect(countCharacters('{Hi|Hello|Hey}!')).toBe(6);
    expect(countCharacters('{% if industry %}12345{% else %}123{% endif %}')).toBe(5);
    expect(countCharacters('{{ first_name | default: "a very long default" }}')).toBe(19);
    expect(countCharacters('{{ first_name | upcase }}')).toBe('{{first_name}}'.length);
    const note = `{${'x'.repeat(200)}|y}`;
    expect(findLengthProblem(note, 'invite_note')).toBeNull();
    expect(findLengthProblem(`${note}z`, 'invite_note')).toBe('You are above the 200 character limit!');
    expect(findLengthProblem(`{${'x|'.repeat(4500)}y}`, 'message')).toBe('You are above the 8000 character limit!');
  });
});

describe('values are data', () => {
  const NASTY = [
    '{{ last_name }}',
    '{% if x %}',
    '{a|b}',
    '<b>&"',
    '<{"type":"unsubscribe","text":"x"}>',
    'a\r\nBcc: x\u0000\u0007',
  ];
  test.each(NASTY)('%j', (nasty) => {
    const values = { ...VALUES, variables: { ...VALUES.variables, ...variablesOf({ ...LEAD, company_name: nasty }) } };
    const printed = variablesOf({ ...LEAD, company_name: nasty }).company_name!;
    for (const template of [
      '{{company_name}}',
      '{{ company_name | strip }}',
      '{% if company_name %}{{ company_name }}{% endif %}',
      '{ {{company_name}} | {{company_name}} }',
    ])
      expect(say(template, values).trim()).toBe(printed);
    const result = renderMessage({ message: '{{ company_name }}' }, values);
    expect(result.kind === 'ready' && result.html).not.toMatch(/<b>|<a |<\{/);
    expect(renderSubject('{Re|Re}: {{ company_name | upcase }}', values)).toMatchObject({
      text: expect.not.stringMatching(/\p{Cc}/u),
    });
    // Rewritten for one lead it is a message again, and still says the same.
    const rewritten = fillTemplate('At {{ company_name }} {b}|', values);
    expect(say(rewritten, values)).toBe(`At ${printed} {b}|`);
  });
  test('any value appears in the message unchanged', () => {
    const text = fc.string({ unit: fc.constantFrom(...'{}%|<>"ab \'') }).filter((value) => value.trim() !== '');
    fc.assert(
      fc.property(text, text, (first, second) => {
        const values = { variables: { first_name: first, company_name: second } };
        const said = resolveTemplate('{{first_name}}{{ company_name | downcase }}', values).parts;
        expect(said.map((part) => 'text' in part && part.text)).toEqual([first, second.toLowerCase()]);
        expect(say(fillTemplate('{{first_name}}{{company_name}}', values), values)).toBe(first + second);
      }),
    );
  });
});

describe('bounds', () => {
  test('of 800 conditions in each other the sixth ends the reading', () => {
    const opening = '{% if a %}'.replace('a', 'email');
    const { problems, nodes } = parseTemplate(opening.repeat(571));
    expect(problems).toEqual([
      { at: 5 * opening.length, kind: 'broken', text: 'Conditions can be nested 5 deep at most.' },
    ]);
    expect(JSON.stringify(nodes).match(/"kind":"if"/g)).toHaveLength(5);
    expect(parseTemplate('{% if'.repeat(800)).problems.length).toBeLessThanOrEqual(20);
    expect(parseTemplate('{% if email %}'.repeat(800)).problems[0]?.text).toBe(
      'A text can have 8000 characters at most.',
    );
  });
  test('any text takes steps linear in its length', () => {
    const steps = (text: string) => {
      const work = { steps: 0 };
      parsePieces(text, work);
      return work.steps;
    };
    const piece = fc.constantFrom('{{', '}}', '{%', '%}', '{', '}', '|', '"', "'", ' a ', '<{"', '{{ "', "{{ '", '{{{');
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 8 }), (parts) => {
        const text = parts.join('').repeat(400);
        expect(steps(text)).toBeLessThanOrEqual(8 * text.length + 50);
      }),
      { numRuns: 300 },
    );
  });
  test('no filter makes a value longer than a field', () => {
    const grow =
      '{{ "aaaaaaaaaa" | replace: "a", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" | replace: "a", "aaaaaaaaaaaaaaaaaa" }}';
    expect(say(grow)).toHaveLength(2000);
  });
  test('any text is read, and written back as it was', () => {
    const piece = fc.constantFrom(
      '{{',
      '}}',
      '{% if ',
      '%}',
      '{% endif %}',
      'email',
      '{',
      '}',
      '|',
      '"',
      ' ',
      '\n',
      '{{ email }}',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (parts) => {
        const text = parts.join('');
        const bare = text.replace(/\{\{\s*(\w+)\s*\}\}/g, '{{$1}}');
        expect(writeSegments(parseSegments(text)).replace(/\{\{\s*(\w+)\s*\}\}/g, '{{$1}}')).toBe(bare);
        const { problems } = parseTemplate(text);
        expect(problems.every(({ at }) => at >= 0 && at <= text.length)).toBe(true);
      }),
    );
  });
});
