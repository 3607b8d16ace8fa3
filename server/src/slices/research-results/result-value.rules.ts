import type { ANSWER_STATUSES, AnswerContent } from '@overture/contract/enrichment';
import type { OutputType } from '@overture/domain/leads/lead-columns';
import { cleanText, foldCase, isBlank } from '@overture/domain/text/text';
import { cutText } from '@overture/domain/text/text-bounds';

export type ResultOutput = AnswerContent['output'];

/** The columns that repeat an output for filters and sorts. */
export interface TypedColumns {
  folded_text: string | null;
  number_value: number | null;
  boolean_value: boolean | null;
  score_value: number | null;
}

const MAX_TEXT = 20_000;
const nothing: TypedColumns = { folded_text: null, number_value: null, boolean_value: null, score_value: null };

/** The output in its format (null where it is empty), or undefined when it is not of the format. */
export function parseOutput(type: OutputType, given: ResultOutput): ResultOutput | undefined {
  if (given === null || (typeof given === 'string' && isBlank(given))) return null;
  switch (type) {
    case 'SHORT_TEXT':
    case 'LONG_TEXT':
      return parseText(given);
    case 'NUMBER':
      return parseNumber(given);
    case 'SCORE':
      return parseScore(given);
    case 'BOOLEAN':
      return parseBoolean(given);
  }
}

function parseScore(given: string | number | boolean): number | undefined {
  const score = parseNumber(given);
  return score !== undefined && Number.isInteger(score) && score >= 1 && score <= 5 ? score : undefined;
}

function parseText(given: string | number | boolean): string | null | undefined {
  const text = cleanText(String(given));
  if (text.length > MAX_TEXT) return undefined;
  return isBlank(text) ? null : text;
}

function parseNumber(given: string | number | boolean): number | undefined {
  if (typeof given === 'boolean') return undefined;
  const number =
    typeof given === 'number' ? given : /^\s*[+-]?\d{1,300}(\.\d{1,300})?\s*$/.test(given) ? Number(given) : Number.NaN;
  // Minus zero is written as zero.
  return Number.isFinite(number) ? number + 0 : undefined;
}

function parseBoolean(given: string | number | boolean): boolean | undefined {
  if (typeof given === 'boolean') return given;
  const word = String(given).trim().toLowerCase();
  if (word === 'yes' || word === 'true') return true;
  return word === 'no' || word === 'false' ? false : undefined;
}

/** The value of a parsed output for filters and sorts. */
export function typedColumns(type: OutputType, output: ResultOutput): TypedColumns {
  if (output === null) return nothing;
  switch (type) {
    case 'SHORT_TEXT':
    case 'LONG_TEXT':
      return { ...nothing, folded_text: foldCase(String(output)) };
    case 'NUMBER':
      return { ...nothing, number_value: Number(output), folded_text: foldCase(String(output)) };
    case 'SCORE':
      return { ...nothing, score_value: Number(output) };
    case 'BOOLEAN':
      return { ...nothing, boolean_value: output === true };
  }
}

/** A result as stored JSON, without characters that PostgreSQL refuses. */
export function makeContent(given: {
  status: (typeof ANSWER_STATUSES)[number];
  output: ResultOutput;
  explanation?: string;
  sources?: readonly { source: string; title: string }[];
  steps?: readonly { label: string; outcome: string; detail: string }[];
  confidence?: number | null;
}): AnswerContent {
  const clean = (text: string, length: number): string => cutText(cleanText(text), length).toWellFormed();
  return {
    status: given.status,
    output: given.output,
    explanation: clean(given.explanation ?? '', MAX_TEXT),
    sources: (given.sources ?? [])
      .filter(({ source }) => /^https?:\/\//i.test(source))
      .slice(0, 50)
      .map(({ source, title }) => ({ source: clean(source, 2048), title: clean(title, 500) })),
    ...(given.steps
      ? {
          steps: given.steps.slice(0, 50).map(({ label, outcome, detail }) => ({
            label: clean(label, 200),
            outcome: clean(outcome, 200),
            detail: clean(detail, 2000),
          })),
        }
      : {}),
    ...(given.confidence === undefined || given.confidence === null
      ? {}
      : { confidence: Math.min(100, Math.max(0, given.confidence)) }),
  };
}
