import type { ToolStep } from '@overture/adapters/outreach-tools/outreach-tools.port';
import { MAX_DELAY_IN_HOURS } from '@overture/domain/flow/delays';
import type { StepContent } from '@overture/domain/flow/flow';
import type { StepType } from '@overture/domain/flow/step-types';
import { customName } from '@overture/domain/leads/custom-columns';
import { CHARACTER_LIMITS, FLOW_LIMITS } from '@overture/domain/limits';
import { translateForeign } from '@overture/domain/message/foreign';
import { parseSegments } from '@overture/domain/message/tokens';
import { foldCase, quoteName } from '@overture/domain/text/text';
import { cutText } from '@overture/domain/text/text-bounds';

export interface MovedStep extends Partial<StepContent> {
  type: StepType;
  delay_in_hours: number;
}

/** `{{name}}` and `{{name|fallback}}`. */
const VARIABLE = /\{\{([^{}|]{1,80})(\|[^{}|]{1,200})?\}\}/g;
const LONGEST_TEXT = 40_000;

/**
 * Steps of a tool as ours, and what of them is lost, in sentences.
 * @param keys keys of columns by the folded name of the tool's variable
 */
export function toMovedSteps(
  given: readonly ToolStep[],
  keys: ReadonlyMap<string, string>,
): { steps: MovedStep[]; notes: string[] } {
  const notes: string[] = [];
  const kept = given.filter((_, index) => index < FLOW_LIMITS.max_nodes);
  if (given.length > kept.length) notes.push(`Only the first ${kept.length} of ${given.length} steps fit.`);
  const unknown = new Set<string>();
  const steps = kept.map((step, index): MovedStep => {
    const place = `Step ${index + 1}`;
    const [first, second, ...others] = step.variants;
    if (others.length > 0) notes.push(`${place} has ${step.variants.length} variants. The first two are kept.`);
    if (step.delay_in_hours > MAX_DELAY_IN_HOURS)
      notes.push(
        `${place} waits longer than ${MAX_DELAY_IN_HOURS / 24} days; it waits ${MAX_DELAY_IN_HOURS / 24} days here.`,
      );
    const write = (text: string, limit: number, what: string) => {
      const ours = toText(text, keys, unknown);
      if (ours.length > limit) notes.push(`${place}: the ${what} is cut to ${limit} characters.`);
      return cutText(ours, limit);
    };
    const isThread = index > 0 && (first?.subject ?? '').trim() === '';
    const limit = step.type === 'LINKEDIN_INVITE' ? CHARACTER_LIMITS.invite_note : CHARACTER_LIMITS.message;
    return {
      type: step.type ?? 'EMAIL',
      delay_in_hours: Math.min(Math.max(0, Math.ceil(step.delay_in_hours)), MAX_DELAY_IN_HOURS),
      subject_line: isThread ? '' : write(first?.subject ?? '', CHARACTER_LIMITS.subject, 'subject'),
      message: write(first?.text ?? '', limit, 'text'),
      ...(second && {
        subject_line_b: isThread ? '' : write(second.subject, CHARACTER_LIMITS.subject, 'subject'),
        message_b: write(second.text, limit, 'text'),
      }),
    };
  });
  if (unknown.size > 0)
    notes.push(`Variables without a column here: ${[...unknown].slice(0, 10).map(quoteName).join(', ')}.`);
  return { steps, notes };
}

/** A text with the tool's variables written as ours. */
function toText(text: string, keys: ReadonlyMap<string, string>, unknown: Set<string>): string {
  const own = cutText(text, LONGEST_TEXT).replaceAll(VARIABLE, (source, name: string, fallback?: string) => {
    const key = keys.get(foldCase(name.trim()));
    if (key === undefined) return source;
    const words = fallback?.slice(1).trim().replaceAll('"', '”');
    return words ? `{{ ${customName(key)} | default: "${words}" }}` : `{{${customName(key)}}}`;
  });
  const ours = translateForeign(own);
  for (const segment of parseSegments(ours)) if (segment.kind === 'unknown_variable') unknown.add(segment.name);
  return ours;
}
