import type { SystemFinding } from '@overture/contract/admin-system';
import type { CheckStatus } from '@overture/domain/deliverability/deliverability';
import { cutText } from '@overture/domain/text/text-bounds';

type Area = SystemFinding['area'];
/** What a look found; a text alone is a pass. */
type Outcome = string | { status: CheckStatus; text: string; advice?: string | null };

const ANSWER_LIMIT_IN_MS = 6000;

export interface Question {
  area: Area;
  title: string;
  /** What to do where the look fails. */
  advice: string;
  limit_in_ms?: number;
}

export function found(area: Area, title: string, outcome: Outcome): SystemFinding {
  if (typeof outcome === 'string') return { area, title, status: 'pass', text: outcome, advice: null };
  return { area, title, status: outcome.status, text: outcome.text, advice: outcome.advice ?? null };
}

/** Never throws and never waits longer than the limit: what fails, or does not answer, is a finding. */
export async function ask(
  { area, title, advice, limit_in_ms = ANSWER_LIMIT_IN_MS }: Question,
  look: (signal: AbortSignal) => Promise<Outcome>,
): Promise<SystemFinding> {
  const signal = AbortSignal.timeout(limit_in_ms);
  const silence = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error(`No answer within ${limit_in_ms / 1000} s.`)));
  });
  try {
    const outcome = await Promise.race([look(signal), silence]);
    return found(area, title, outcome);
  } catch (error) {
    return found(area, title, { status: 'fail', text: firstLine(error), advice });
  }
}

/** Foreign words are cut: one line, and none of them long. */
function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  const [line = ''] = text.replaceAll('\0', '').split('\n');
  return cutText(line, 300) || 'It failed without saying why.';
}
