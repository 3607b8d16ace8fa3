import { findTemplateProblem, type KnownKeys, listNeeds } from '../message/resolve.ts';
import { parseRichText } from '../message/rich/rich-blocks.ts';
import { cleanRichText, writeRichPlain } from '../message/rich/rich-output.ts';
import { RICH_LIMITS } from '../message/rich/rich-text.ts';
import { say } from '../text/say.ts';
import { contentOf, listVariants } from './ab-variant.ts';
import { type FormattedTexts, type StepContent, VARIANTS } from './flow.ts';
import type { StepType } from './step-types.ts';

/** Formatted texts that belong to the variants of a step, cleaned; null for none. Only emails have them. */
export function cleanFormattedTexts(
  type: StepType,
  given: FormattedTexts | null | undefined,
  content: Partial<StepContent>,
): FormattedTexts | null {
  if (type !== 'EMAIL' || !given) return null;
  const kept = listVariants(content).flatMap((variant) => {
    const html = given[variant];
    const clean = html ? cleanRichText(html) : null;
    return clean !== null && clean.length <= RICH_LIMITS.html && contentOf(content, variant).message !== ''
      ? [[variant, clean] as const]
      : [];
  });
  return kept.length === 0 ? null : Object.fromEntries(kept);
}

/** Formatted texts of a step after an edit of its messages: one whose message was written without it is dropped, because it says something else now. */
export function retainFormattedTexts(before: Partial<StepContent>, after: Partial<StepContent>): FormattedTexts {
  const kept = Object.entries(before.formatted_texts ?? {}) as [keyof FormattedTexts, string][];
  return Object.fromEntries(
    kept.filter(([variant]) => contentOf(before, variant).message === contentOf(after, variant).message),
  );
}

/**
 * Why a formatted text can't be sent, in words, or null. Its text part has to name everything that it names: what a lead lacks is looked
 * up by the text part.
 */
export function findFormattedProblem(content: Partial<StepContent>, known: KnownKeys = {}): string | null {
  for (const variant of VARIANTS) {
    const html = content.formatted_texts?.[variant];
    if (!html) continue;
    const text = writeRichPlain(parseRichText(html));
    const problem = findTemplateProblem(text, known);
    if (problem !== null)
      return say('Formatted text of variant {variant}: {problem}', { variant: variant.toUpperCase(), problem });
    const named = listNeeds(contentOf(content, variant).message);
    const lacking = listNeeds(text).find((need) => !named.includes(need));
    if (lacking !== undefined)
      return say(
        'The text part of variant {variant} lacks “{lacking}”, which the formatted text uses. Add it to the text part, or write the text part from the formatted text.',
        { variant: variant.toUpperCase(), lacking },
      );
  }
  return null;
}

/** Formatted texts of unknown shape, as stored flows have them. */
export function parseFormattedTexts(
  type: StepType,
  value: unknown,
  content: Partial<StepContent>,
): FormattedTexts | null {
  if (typeof value !== 'object' || value === null) return null;
  const given = VARIANTS.flatMap((variant) => {
    const html = (value as Record<string, unknown>)[variant];
    return typeof html === 'string' && html.length <= RICH_LIMITS.html ? [[variant, html] as const] : [];
  });
  return cleanFormattedTexts(type, Object.fromEntries(given), content);
}
