import { expect, test } from 'vitest';
import { previewDomains } from './preview-domains.ts';

test('the first five rows, lower case, each once, nothing empty', () => {
  const rows = ['A.com', 'a.com', '', 'B.com', 'c.com', 'never.com'].map((value) => ['x', value]);
  const preview = { indexes: new Map([['Site', 1]]), rows };
  expect(previewDomains(preview, 'Site')).toEqual(['a.com', 'b.com', 'c.com']);
  expect(previewDomains(preview, 'Other')).toEqual([]);
});
