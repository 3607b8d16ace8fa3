import { describe, expect, test } from 'vitest';
import {
  type ConditionBlock,
  findBlockProblem,
  joinConditions,
  parseConditionBlock,
  questionOf,
  writeBlocks,
  writeConditionBlock,
} from './condition-blocks.ts';
import { findTemplateProblems } from './resolve.ts';
import { parseSegments } from './tokens.ts';

const block: ConditionBlock = { name: 'job_title', comparison: 'contains', value: 'CEO', yes: 'Sir', no: '' };

describe('a condition that is one block', () => {
  test.each<[string, Partial<ConditionBlock>]>([
    ['{% if job_title contains "CEO" %}Sir{% endif %}', {}],
    ['{% if job_title contains "CEO" %}Sir{% else %}Hi {{first_name}}\n{% endif %}', { no: 'Hi {{first_name}}\n' }],
    ['{% if custom.seats > 5 %}{a|b}{% endif %}', { name: 'custom.seats', comparison: '>', value: '5', yes: '{a|b}' }],
    [
      '{% if research.is_hiring %}You hire{% else %}You rest{% endif %}',
      { name: 'research.is_hiring', comparison: 'known', value: '', yes: 'You hire', no: 'You rest' },
    ],
    [
      '{% if website == blank %}No site{% endif %}',
      { name: 'website', comparison: 'empty', value: '', yes: 'No site' },
    ],
  ])('%j', (source, said) => {
    const read = parseConditionBlock(source);
    expect(read).toEqual({ ...block, ...said });
    expect(writeConditionBlock(read!)).toBe(source);
    expect(findTemplateProblems(source)).toEqual([]);
    expect(joinConditions(parseSegments(`A ${source} B`))).toEqual([
      { kind: 'text', text: 'A ' },
      { kind: 'condition', source },
      { kind: 'text', text: ' B' },
    ]);
  });

  test('by the tag it begins with', () => {
    expect(questionOf('{%if  job_title%}x{% endif %}')).toBe('{%if  job_title%}');
    expect(questionOf('none')).toBe('');
  });
});

test.each([
  ['no condition', 'Hi {{first_name}}'],
  ['one that goes on', '{% if job_title %}a{% elsif website %}b{% endif %}'],
  ['several questions', '{% if job_title and website %}a{% endif %}'],
  ['no end', '{% if job_title %}a'],
  ['no beginning', 'a{% else %}b{% endif %}'],
  ['two ends of no', '{% if job_title %}a{% else %}b{% else %}c{% endif %}'],
  ['a name that there is none', '{% if jobtitle %}a{% endif %}'],
  ['a comparison of two fields', '{% if job_title == industry %}a{% endif %}'],
  ['text beside it', '{% if job_title %}a{% endif %} b'],
])('%s is not one block', (_, source) => {
  expect(parseConditionBlock(source)).toBeNull();
  expect(writeBlocks(joinConditions(parseSegments(source)))).toBe(source);
});

test('of conditions in each other the inner ones are blocks, and the text stays as it is', () => {
  const inner = '{% if website %}b{% else %}c{% endif %}';
  const source = `{% if job_title %}a${inner}${inner}{% else %}d{% endif %}{% if email %}e{% endif %}`;
  const joined = joinConditions(parseSegments(source));
  expect(joined.map((segment) => ('source' in segment ? segment.source : segment.kind))).toEqual([
    '{% if job_title %}',
    'text',
    inner,
    inner,
    '{% else %}',
    'text',
    '{% endif %}',
    '{% if email %}e{% endif %}',
  ]);
  expect(writeBlocks(joined)).toBe(source);
  // Joined once more nothing changes: what holds a block is none.
  expect(joinConditions(joined)).toEqual(joined);
});

test('8,000 characters of nested conditions are cut into blocks in steps that grow with them', () => {
  const deep = '{% if email %}'.repeat(330) + '{% endif %}'.repeat(330);
  expect(deep.length).toBeGreaterThan(8000);
  const joined = joinConditions(parseSegments(deep));
  expect(joined.filter(({ kind }) => kind === 'condition')).toHaveLength(1);
  expect(writeBlocks(joined)).toBe(deep);
  expect(findTemplateProblems(deep)[0]?.text).toBe('A text can have 8000 characters at most.');
  const within = deep.slice('{% if email %}'.length * 10, -'{% endif %}'.length * 10);
  expect(findTemplateProblems(within)[0]?.text).toBe('Conditions can be nested 5 deep at most.');
});

test.each<[Partial<ConditionBlock>, ReturnType<typeof findBlockProblem>]>([
  [{}, null],
  [{ value: ' ' }, { field: 'value', kind: 'no_value' }],
  [{ comparison: 'known', value: '' }, null],
  [
    { comparison: '>', value: 'many' },
    { field: 'value', kind: 'no_number' },
  ],
  [{ comparison: '<=', value: '-12.5' }, null],
  [{ comparison: '<', value: '2026-03-09' }, null],
  [
    { yes: ' ', no: '\n' },
    { field: 'yes', kind: 'no_text' },
  ],
  [{ yes: '', no: 'Hello' }, null],
])('%j gives %j', (changed, problem) => {
  expect(findBlockProblem({ ...block, ...changed })).toEqual(problem);
});
