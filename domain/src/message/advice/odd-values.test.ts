import { describe, expect, test } from 'vitest';
import type { Variable } from '../tokens.ts';
import { findOddValue } from './odd-values.ts';

const CASES: [Variable, string, string][] = [
  ['job_title', 'N/A', ''],
  ['job_title', '-', ''],
  ['company_name', ' -- ', ''],
  ['industry', 'null', ''],
  ['first_name', 'test', ''],
  ['location', 'unknown', ''],
  ['company_name', 'NA', ''],
  ['first_name', 'JOHN', 'John'],
  ['first_name', 'john', 'John'],
  ['first_name', 'JEAN-PIERRE', 'Jean-Pierre'],
  ['last_name', "O'NEIL", "O'Neil"],
  ['last_name', 'DE VRIES', 'de Vries'],
  ['last_name', 'van der berg', 'van der Berg'],
  ['first_name', 'Anna 🚀', 'Anna'],
  ['first_name', '🚀', ''],
  ['job_title', 'Growth 👩🏽‍💻 lead', 'Growth lead'],
  ['first_name', 'Dr. Anna', 'Anna'],
  ['first_name', 'Prof. Dr. Anna', 'Anna'],
  ['first_name', 'Dr.', ''],
  ['last_name', 'Smith, PhD', 'Smith'],
  ['last_name', 'Smith MBA', 'Smith'],
  ['last_name', 'Smith, M.D.', 'Smith'],
  ['first_name', 'Anna (she/her)', 'Anna'],
  ['first_name', '{{first_name}}', ''],
  ['first_name', 'First name', ''],
  ['last_name', 'anna@acme.com', ''],
  ['company_name', 'Acme, Inc.', 'Acme'],
  ['company_name', 'Acme Inc', 'Acme'],
  ['company_name', 'Acme GmbH', 'Acme'],
  ['company_name', 'Acme B.V.', 'Acme'],
  ['company_name', 'Acme GmbH & Co. KG', 'Acme'],
  ['company_name', 'Acme Pty Ltd', 'Acme'],
  ['company_name', 'Acme Sp. z o.o.', 'Acme'],
  ['company_name', 'Acme  Robotics', 'Acme Robotics'],
  ['first_name', '  ANNA  ', 'Anna'],
];

const FINE: [Variable, string | null][] = [
  ['first_name', null],
  ['first_name', ''],
  ['first_name', 'Anna'],
  ['first_name', 'JP'],
  ['first_name', 'Na'],
  ['first_name', 'Jean-Pierre'],
  ['first_name', '李'],
  ['last_name', 'McDonald'],
  ['last_name', 'van der Berg'],
  ['last_name', 'Ma'],
  ['last_name', 'Ing'],
  ['company_name', 'IBM'],
  ['company_name', 'Inc.'],
  ['company_name', 'Such as'],
  ['company_name', 'Pizza co'],
  ['company_name', 'Company'],
  ['company_name', '37signals'],
  ['job_title', 'CEO'],
  ['location', 'São Paulo'],
  ['company_name', 'A'.repeat(201)],
];

describe('values that would read odd in a message', () => {
  test.each(CASES)('%s “%s” becomes “%s”', (field, value, suggestion) => {
    expect(findOddValue(field, value)?.suggestion).toBe(suggestion);
  });

  test.each(FINE)('%s “%s” is fine', (field, value) => {
    expect(findOddValue(field, value)).toBeNull();
  });

  test('says all that is odd, and a cleaned value is clean', () => {
    expect(findOddValue('first_name', 'Dr.  ANNA 🚀')).toEqual({
      reason: 'has an emoji or symbol, has a title, is in capitals',
      suggestion: 'Anna',
    });
    for (const [field, , suggestion] of CASES) expect(findOddValue(field, suggestion)).toBeNull();
  });
});
