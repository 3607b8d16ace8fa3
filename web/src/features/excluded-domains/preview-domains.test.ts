import { expect, test } from 'vitest';
import { previewDomains } from './preview-domains.ts';

test('the first five rows as they would be excluded, each once, and what is rejected', () => {
  const rows = ['https://A.com/about', 'a.com', '', 'Acme Inc', 'Ada@c.com', 'never.com'].map((value) => ['x', value]);
  const preview = { indexes: new Map([['Site', 1]]), rows };
  expect(previewDomains(preview, 'Site')).toEqual({ excluded: ['a.com', 'ada@c.com'], rejected: ['Acme Inc'] });
  expect(previewDomains(preview, 'Other')).toEqual({ excluded: [], rejected: [] });
});
