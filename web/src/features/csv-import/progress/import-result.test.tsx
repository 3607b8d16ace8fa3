// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { afterEach, expect, test } from 'vitest';
import { ImportResult } from './import-result.tsx';

afterEach(cleanup);

const none = { added_prospects: 0, duplicate_rows: 0, skipped_rows: 0, bad_rows: 0, total_rows: 0 };
const show = (given: Partial<ComponentProps<typeof ImportResult>>) =>
  render(
    <MantineProvider>
      <ImportResult importId={1} fileName="LinkedIn post" counts={none} status="finished" {...given} />
    </MantineProvider>,
  );

test('an import that read nothing says why, without counts', () => {
  const error = 'The LinkedIn post was not found, or this account cannot see it.';
  show({ kind: 'linkedin-post', status: 'failed', error });
  expect(screen.getByRole('status').textContent).toBe(`Import failedLinkedIn post${error}`);
});

test('one that failed half-way still accounts for what it read', () => {
  show({ kind: 'linkedin-post', status: 'failed', counts: { ...none, added_prospects: 25, total_rows: 25 } });
  expect(screen.getByText('25 entries in total')).toBeTruthy();
  expect(screen.getByText('25').previousElementSibling?.textContent).toBe('Added');
});

test('people from LinkedIn can be followed to where they were read', () => {
  const sourceUrl = 'https://www.linkedin.com/groups/1234567/';
  show({ kind: 'linkedin-group', sourceUrl, counts: { ...none, added_prospects: 3, total_rows: 3 } });
  const link = screen.getByRole('link', { name: 'linkedin.com/groups/1234567/' });
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([sourceUrl, 'noopener noreferrer']);
});

test.each([
  ['nothing', { added_prospects: 3 }, null],
  ['a duplicate', { added_prospects: 2, duplicate_rows: 1 }, 'Download the report'],
  ['a skipped row', { added_prospects: 2, skipped_rows: 1 }, 'Download the report'],
  ['a damaged name', { added_prospects: 3, odd_values: 1 }, 'Download the report'],
  ['a lead without a name', { added_prospects: 3, incomplete_rows: 1 }, 'Download the report'],
  ['a bad row', { added_prospects: 2, bad_rows: 1 }, 'Download bad rows'],
])('the report of a file with %s can be downloaded', (_what, given, label) => {
  show({ counts: { ...none, ...given, total_rows: 3 } });
  expect(screen.queryByRole('link')?.textContent ?? null).toBe(label);
});
