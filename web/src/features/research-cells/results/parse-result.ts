import type { AnswerContent, EnrichmentAnswer, EnrichmentPrompt } from '@overture/contract/enrichment';
import type { OutputType } from '@overture/domain/leads/lead-columns';

type Source = AnswerContent['sources'][number];
type Step = NonNullable<AnswerContent['steps']>[number];

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function parseSources(value: unknown): Source[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isRecord).map((source) => ({ source: text(source.source), title: text(source.title) }));
}

function parseSteps(value: unknown): Step[] {
  if (!Array.isArray(value)) return [];
  return value
    .filter(isRecord)
    .map((step) => ({ label: text(step.label), outcome: text(step.outcome), detail: text(step.detail) }));
}

/** What a result's JSON text holds; text that is no JSON is taken as the output itself. Undefined where there is none. */
export function parseResult(answer: EnrichmentAnswer | undefined): AnswerContent | undefined {
  if (answer === undefined || answer.answer === null) return undefined;
  const content = parseContent(answer.answer);
  const { output, status } = content;
  const isValue = typeof output === 'string' || typeof output === 'number' || typeof output === 'boolean';
  const sources = parseSources(content.sources);
  return {
    status: status === 'not_found' || status === 'edited' ? status : 'found',
    output: isValue && output !== '' ? output : null,
    explanation: text(content.explanation),
    sources: sources.length > 0 ? sources : parseSources(answer.sources),
    steps: parseSteps(content.steps),
    confidence: typeof content.confidence === 'number' ? content.confidence : null,
  };
}

function parseContent(json: string): Record<string, unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    parsed = json;
  }
  return isRecord(parsed) ? parsed : { status: 'found', output: parsed };
}

/** The version that a result answers, where the question is another one by now; null for one of today, or by hand. */
export function findFormerVersion(
  answer: EnrichmentAnswer,
  { question_version }: Pick<EnrichmentPrompt, 'question_version'>,
): number | null {
  const version = answer.version ?? 1;
  // A table shows many cells: only a result of a former version is parsed once more.
  if (answer.state !== 'done' || version >= question_version) return null;
  return parseResult(answer)?.status === 'edited' ? null : version;
}

/** Only addresses of the web become links: a result is text from outside. `address` is shown without the scheme and `www`. */
export function sourceLink(source: string): { href: string; address: string } | undefined {
  if (!URL.canParse(source)) return undefined;
  const url = new URL(source);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  return { href: url.href, address: `${url.host.replace(/^www\./, '')}${url.pathname.replace(/\/$/, '')}` };
}

/** Truth of a result of a Yes or No column; null where it is neither. */
export function parseTruthOutput(output: AnswerContent['output']): boolean | null {
  if (typeof output === 'boolean') return output;
  const word = String(output ?? '')
    .trim()
    .toLowerCase();
  if (word === 'yes' || word === 'true') return true;
  return word === 'no' || word === 'false' ? false : null;
}

/** A score of 1 to 5; null where the output is none. */
export function parseScore(output: AnswerContent['output']): number | null {
  const score = typeof output === 'boolean' || output === null ? Number.NaN : Number(output);
  return Number.isInteger(score) && score >= 1 && score <= 5 ? score : null;
}

/** What a person typed, as the calls take it for the format. Empty text clears the result. */
export function outputFromText(typed: string, type: OutputType): string | number | null {
  const trimmed = typed.trim();
  if (trimmed === '') return null;
  if (type !== 'NUMBER' && type !== 'SCORE') return trimmed;
  const number = Number(trimmed.replace(/,(?=\d{3}\b)/g, ''));
  // The server says in words why this is no number.
  return Number.isFinite(number) ? number : trimmed;
}
