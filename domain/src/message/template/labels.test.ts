import { expect, test } from 'vitest';
import { findTemplateProblems } from '../resolve.ts';
import {
  describeOutput,
  describeTag,
  parseConditionForm,
  parseOutputForm,
  writeConditionForm,
  writeOutputForm,
} from './labels.ts';

test.each([
  ['{{first_name}}', 'First name', { name: 'first_name', fallback: null, letters: null }],
  ['{{ first_name | default: "there" }}', 'First name', { name: 'first_name', fallback: 'there', letters: null }],
  [
    `{{ company_name | upcase | default: 'the "x"' }}`,
    'Company name',
    { name: 'company_name', fallback: 'the "x"', letters: 'upcase' },
  ],
  ['{{ first_name | default: "there" | upcase }}', 'First name', null],
  ['{{ first_name | truncate: 3 }}', 'First name', null],
  ['{{ first_name | default: last_name }}', 'First name', null],
  ['{{ "x" }}', '“x”', null],
])('%s', (source, words, form) => {
  expect([describeOutput(source), parseOutputForm(source)]).toEqual([words, form]);
  const written = form === null ? null : writeOutputForm(form as NonNullable<ReturnType<typeof parseOutputForm>>);
  expect(written).toBe(form === null ? null : source);
});

test('a fallback with quotes of both kinds can still be read', () => {
  const form = { name: 'first_name', fallback: `a "b" 'c'`, letters: null } as const;
  expect(parseOutputForm(writeOutputForm(form))?.fallback).toBe('a "b" ’c’');
});

test.each([
  [
    '{% if job_title contains "CEO" and company_size > 50 %}',
    'If Job title contains “CEO” and Company size is more than 50',
    null,
  ],
  [
    '{% elsif first_name == blank %}',
    'Otherwise, if First name is empty',
    { name: 'first_name', comparison: 'empty', value: '' },
  ],
  [
    '{% if company_size >= 50 %}',
    'If Company size is at least 50',
    { name: 'company_size', comparison: '>=', value: '50' },
  ],
  ['{% if industry %}', 'If Industry is known', { name: 'industry', comparison: 'known', value: '' }],
  [
    '{% if job_title contains "5" %}',
    'If Job title contains “5”',
    { name: 'job_title', comparison: 'contains', value: '5' },
  ],
  ['{% else %}', 'Otherwise', null],
  ['{% endif %}', 'End of if', null],
])('%s', (source, words, form) => {
  expect([describeTag(source), parseConditionForm(source)]).toEqual([words, form]);
  if (form === null) return;
  const kind = source.includes('elsif') ? 'elsif' : 'if';
  const written = writeConditionForm(kind, form as NonNullable<ReturnType<typeof parseConditionForm>>);
  expect(written).toBe(source);
  expect(findTemplateProblems(`${kind === 'if' ? '' : '{% if email %}'}${written}{% endif %}`)).toEqual([]);
});
