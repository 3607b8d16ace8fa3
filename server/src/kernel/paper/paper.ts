import type { InterfaceLanguage } from '@overture/domain/text/interface-languages';
import { defineWork, runInThread } from '../thread-pool.ts';

/** Words and figures as they are printed. */
export interface Paper {
  /** The organization: on top and at the foot of every page, and in the file's metadata. The logo, a PNG, is on top. */
  brand: { name: string; color: string; logo?: Uint8Array | null };
  title: string;
  /** Words under the title, a line each. */
  notes: readonly string[];
  /** Figures under the head, three in a row. */
  figures?: readonly PaperFigure[];
  parts: readonly PaperPart[];
  made_at: Date;
  /** Of its words. */
  language: InterfaceLanguage;
}

export interface PaperFigure {
  label: string;
  value: string;
  note: string;
  /** A bar each, at most one a day of a month. */
  bars: readonly number[];
}

export interface PaperPart {
  heading: string;
  /** The first column is aligned left, the others right. */
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  /** How many times the room of each of the others the first column has; two without it. */
  first_share?: number;
  /** Below the rows, in bold. */
  total?: readonly string[];
  /** A line under all of it. */
  note?: string;
  /** What is said where there are no rows. */
  empty?: string;
}

const drawing = defineWork<Paper, Uint8Array>({
  module: new URL('./draw-paper.ts', import.meta.url),
  timeout_in_ms: 15_000,
  max_waiting: 50,
});

/** A PDF file of A4 pages. @param owner whose work it is. @throws unavailable when too much waits */
export async function printPaper(paper: Paper, owner: number): Promise<Buffer> {
  return Buffer.from(await runInThread(drawing, paper, { owner }));
}
