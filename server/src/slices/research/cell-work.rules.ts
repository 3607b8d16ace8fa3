import type { Prospect } from '@overture/contract/prospects';
import type { OutputType } from '@overture/domain/leads/lead-columns';
import type { ContactLookup, ResearchSource } from '@overture/domain/money/credits';

/** The value of another column of the lead that a question names. */
export interface NamedColumn {
  /** As the question names it: `research.recent_news`. */
  name: string;
  label: string;
  /** Null where it is empty. */
  value: string | null;
}

/** A column's question, as it was when the cell was claimed. */
export interface CellTask {
  prompt_id: number;
  name: string;
  /** The instructions; text of a user or of a built-in task. */
  prompt: string;
  output_type: OutputType;
  required_sources: readonly ResearchSource[];
  /** Set for contact look-ups, null for research. */
  data_enrichment_type: ContactLookup | null;
}

/** One lead and one task, to be worked on outside of any transaction. */
export interface CellInput {
  cell_id: number;
  task: CellTask;
  prospect: Prospect;
  /** Values of the columns that the question names, as far as they are no fields of the lead. */
  columns?: readonly NamedColumn[];
  /** Aborted by a stop, a lost lease or the end of the process; the work must then end promptly (within 5 s). */
  signal: AbortSignal;
}

/** A page that was really fetched. */
export interface CellSource {
  /** Absolute address. */
  source: string;
  title: string;
}

/** The steps tried, in order, with their results; shown in the cell's flyout. */
export interface CellStep {
  label: string;
  outcome: string;
  detail: string;
}

interface CellFindings {
  /** The reasoning, for a person to read. */
  explanation: string;
  sources: readonly CellSource[];
  steps?: readonly CellStep[];
  /** 0 to 100. */
  confidence?: number | null;
}

/**
 * A cell's outcome. Only `found` costs credits, and only if it is not `is_free` (known before). `postponed` returns the cell to the queue
 * until the given instant; after some tries it fails with the reason.
 */
export type CellOutcome =
  | ({
      kind: 'found';
      /** Text for SHORT_TEXT, LONG_TEXT and contact look-ups; a number, 1 to 5 for SCORE; true or false for BOOLEAN. */
      output: string | number | boolean;
      is_free?: boolean;
    } & CellFindings)
  | ({ kind: 'not_found' } & CellFindings)
  | { kind: 'failed'; error: string; steps?: readonly CellStep[] }
  | { kind: 'postponed'; until: Date; reason: string; steps?: readonly CellStep[] };
