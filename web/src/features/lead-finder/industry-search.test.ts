import { expect, test } from 'vitest';
import { findIndustries, industryLabel } from './industry-search.ts';

const all = {
  Technology: ['Software Development', 'IT Services'],
  Manufacturing: ['Dairy', 'Softwood Products'],
  'Hospitals and Health Care': ['Hospitals'],
};

test('names that begin with the text come first, a main industry before its parts', () => {
  expect(findIndustries(all, 'soft').map(industryLabel)).toEqual([
    'Software Development (Technology)',
    'Softwood Products (Manufacturing)',
  ]);
  expect(findIndustries(all, 'HOSP').map(industryLabel)).toEqual([
    'Hospitals and Health Care',
    'Hospitals (Hospitals and Health Care)',
  ]);
  expect(findIndustries(all, 'services').map(industryLabel)).toEqual(['IT Services (Technology)']);
  expect(findIndustries(all, 'nothing of it')).toEqual([]);
});
