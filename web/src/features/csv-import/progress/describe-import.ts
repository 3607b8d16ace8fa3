import type { Import } from '@overture/contract/searches';
import { formatDateTime, formatNumber } from '../../../lib/format.ts';
import { t } from './texts.ts';

export interface ImportProgressWords {
  label: string;
  done: number;
  total: number;
  count: string;
}

/** How far an import is: a file by its bytes, people from LinkedIn by their number; and why it pauses, when it does. */
export function describeProgress(item: Import): ImportProgressWords {
  const read = { count: item.total_rows, shown: formatNumber(item.total_rows) };
  if (item.kind === 'csv') {
    return { label: item.file_name, done: item.bytes_read, total: item.bytes_total, count: t('running_count', read) };
  }
  const done = item.added_prospects + item.duplicate_rows + item.bad_rows;
  if (item.status === 'finished') {
    // A source may hold fewer than were wanted: all there were is all of it.
    const added = { added: formatNumber(item.added_prospects), total: formatNumber(done) };
    return { label: item.file_name, done, total: Math.max(done, 1), count: t('people_imported', added) };
  }
  const total = item.amount ?? 0;
  const people = t('people_count', { done: formatNumber(done), total: formatNumber(total) });
  if (item.waiting_for === null || item.waits_until === null)
    return { label: item.file_name, done, total, count: people };
  const pause = t('people_waiting', { why: item.waiting_for, when: formatDateTime(item.waits_until) });
  return { label: item.file_name, done, total, count: `${people}. ${pause}` };
}
