import type { Import } from '@overture/contract/searches';
import { describe, expect, test } from 'vitest';
import { describeProgress } from './describe-import.ts';

const file: Import = {
  id: 1,
  kind: 'csv',
  search_id: 1,
  search_name: 'Leads',
  file_name: 'leads.csv',
  status: 'running',
  added_prospects: 3,
  duplicate_rows: 2,
  skipped_rows: 4,
  bad_rows: 1,
  unfit_values: 0,
  odd_values: 0,
  incomplete_rows: 0,
  updated_prospects: 0,
  conflict_rows: 0,
  undo_state: null,
  undo_until: null,
  undone_prospects: 0,
  kept_prospects: 0,
  total_rows: 10,
  bytes_read: 50,
  bytes_total: 200,
  amount: null,
  source_url: null,
  waiting_for: null,
  waits_until: null,
  error: null,
  created_at: '2026-11-21T10:00:00.000Z',
  finished_at: null,
};
const people: Import = { ...file, kind: 'linkedin-post', file_name: 'LinkedIn post', amount: 100, bytes_total: 0 };

describe('how far an import is', () => {
  test('a file by its bytes', () => {
    expect(describeProgress(file)).toEqual({ label: 'leads.csv', done: 50, total: 200, count: '10 rows read' });
  });

  test('people by their number; companies that were skipped do not count towards it', () => {
    expect(describeProgress(people)).toEqual({ label: 'LinkedIn post', done: 6, total: 100, count: '6 of 100 people' });
  });

  test('a source with fewer people than wanted has ended with all of them', () => {
    expect(describeProgress({ ...people, status: 'finished' })).toEqual({
      label: 'LinkedIn post',
      done: 6,
      total: 6,
      count: '3 of 6 people added',
    });
    expect(describeProgress({ ...people, status: 'cancelled' }).count).toBe('6 of 100 people');
  });

  test('a pause says why and until when', () => {
    const paused = {
      ...people,
      waiting_for: 'LinkedIn asked this account to slow down.',
      waits_until: file.created_at,
    };
    expect(describeProgress(paused).count).toMatch(
      /^6 of 100 people\. LinkedIn asked .* slow down\. It continues .*21/,
    );
  });
});
