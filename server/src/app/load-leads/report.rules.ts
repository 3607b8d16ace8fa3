import type { LoadCounts } from './load-state.service.ts';

/** One line about how far a load is. @param rowsPerSecond of this run */
export function progressLine(path: string, counts: LoadCounts, rowsPerSecond: number): string {
  const speed = `${formatCount(Math.round(rowsPerSecond))} rows a second`;
  return `${path}: ${formatCount(counts.read)} rows read, ${formatCount(counts.new)} new, ${formatCount(counts.updated)} updated (${speed})`;
}

/** The closing account: every row of the file is in exactly one line. */
export function accountLines(path: string, counts: LoadCounts): string[] {
  const { read, ...parts } = counts;
  const sum = Object.values(parts).reduce((total, count) => total + count, 0);
  if (sum !== read) throw new Error(`${read} rows were read and ${sum} accounted for`);
  const width = formatCount(read).length;
  const line = (count: number, text: string): string => `  ${formatCount(count).padStart(width)} ${text}`;
  return [
    `${path}:`,
    line(read, 'rows read'),
    line(parts.new, 'new people'),
    line(parts.updated, 'people who were there, updated'),
    line(parts.duplicate, 'duplicates within the file'),
    line(parts.skipped, 'skipped: neither a LinkedIn address nor an email'),
    line(parts.bad, 'bad: could not be read'),
  ];
}

export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}
