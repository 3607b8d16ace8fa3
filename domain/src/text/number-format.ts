const STEPS = [
  { size: 1e9, letter: 'B' },
  { size: 1e6, letter: 'M' },
  { size: 1e3, letter: 'K' },
] as const;

/** A number abbreviated with K and M (leads 9): 999, 1K, 1.2K, 12K, 1.5M. Cut, never rounded up, so that 999,999 is not '1000K'. */
export function formatCount(count: number): string {
  if (!Number.isFinite(count)) return '-';
  const size = Math.abs(count);
  const step = STEPS.find((candidate) => size >= candidate.size);
  if (step === undefined) return String(Math.trunc(count));
  const value = size / step.size;
  const digits = value < 10 ? Math.trunc(value * 10) / 10 : Math.trunc(value);
  return `${count < 0 ? '-' : ''}${digits}${step.letter}`;
}

/** A number in full with separators, for tooltips: 1,240,000. */
export function formatFullCount(count: number): string {
  return Number.isFinite(count) ? Math.trunc(count).toLocaleString('en-US') : '-';
}

/** Share of two numbers as a percentage, 0 to 100; 0 when there is nothing to share. */
export function percentOf(part: number, whole: number): number {
  return whole > 0 ? (part / whole) * 100 : 0;
}

/** '12.5%', '40%'; one decimal where it says something. */
export function formatPercent(percent: number): string {
  const rounded = Math.round(percent * 10) / 10;
  return `${rounded}%`;
}

/** Bar width of a reply rate: capped at 100 percent (campaigns 2 Campaigns list). */
export function barPercent(percent: number): number {
  return Math.min(100, Math.max(0, percent));
}

/** A file size in words: 312 B, 4.2 KB, 10 MB. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${Math.max(0, Math.trunc(bytes))} B`;
  const isMegabytes = bytes >= 1024 * 1024;
  const value = bytes / (isMegabytes ? 1024 * 1024 : 1024);
  return `${value < 10 ? Math.round(value * 10) / 10 : Math.round(value)} ${isMegabytes ? 'MB' : 'KB'}`;
}
