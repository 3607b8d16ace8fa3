import { hasUnsubscribe } from '../message/unsubscribe.ts';
import { say, toSay } from '../text/say.ts';
import { contentOf, isAbTested, listVariants } from './ab-variant.ts';
import { type CONTENT_FIELDS, type Flow, type StepContent, walkFlow } from './flow.ts';
import type { StepType } from './step-types.ts';

/** Texts that leave as mails, as the editor calls them. */
const TEXTS = toSay({
  message: 'message',
  placeholder_message: 'fallback message',
  message_b: 'message of variant B',
  placeholder_message_b: 'fallback message of variant B',
}) satisfies Partial<Record<(typeof CONTENT_FIELDS)[number], string>>;

/** A step whose mails lack the link, which an organization can require in all of them. */
export interface UnlinkedStep {
  step_id: number;
  /** Counted along the flow, conditions left out, from 1. */
  step_number: number;
  step_type: StepType;
  /** What lacks it, and what to do, in words. */
  text: string;
}

/**
 * The mails of a flow without a link to unsubscribe in their text, in the order of the flow. The header that every mail carries does not count: not every
 * mail program shows it. Whether a condition around the link leaves it out for a lead is seen when its mail is written.
 */
export function findUnlinkedSteps(flow: Flow): UnlinkedStep[] {
  const steps = walkFlow(flow).filter((node) => node.kind === 'step');
  return steps.flatMap((step, index) => {
    const lacking = step.type === 'EMAIL' ? listUnlinked(step) : [];
    if (lacking.length === 0) return [];
    const step_number = index + 1;
    return [{ step_id: step.id, step_number, step_type: step.type, text: describe(step_number, lacking) }];
  });
}

/** The texts of a mail that lack the link; blank texts are not sent and don't count. */
export function listUnlinked(content: Partial<StepContent>): string[] {
  const fields = (Object.keys(TEXTS) as (keyof typeof TEXTS)[]).filter(
    (field) => isAbTested(content) || !field.endsWith('_b'),
  );
  const more = isAbTested(content) ? (content.more_variants ?? []) : [];
  const texts = [
    ...fields.map((field) => ({ name: say(TEXTS[field]), text: content[field] ?? '' })),
    ...more.flatMap(({ variant, message, placeholder_message }) => [
      { name: say('message of variant {variant}', { variant: variant.toUpperCase() }), text: message },
      {
        name: say('fallback message of variant {variant}', { variant: variant.toUpperCase() }),
        text: placeholder_message ?? '',
      },
    ]),
  ];
  const lacking = texts.filter(({ text }) => text.trim() !== '' && !hasUnsubscribe(text)).map(({ name }) => name);
  return [...lacking, ...listUnlinkedFormats(content)];
}

/** Formatted messages that lack a link which their text part has: most leads read only the formatted one. */
function listUnlinkedFormats(content: Partial<StepContent>): string[] {
  return listVariants(content).flatMap((variant) => {
    const { formatted, message } = contentOf(content, variant);
    if (!formatted || hasUnsubscribe(formatted) || !hasUnsubscribe(message)) return [];
    return [
      variant === 'a'
        ? say('formatted message')
        : say('formatted message of variant {variant}', { variant: variant.toUpperCase() }),
    ];
  });
}

function describe(step: number, lacking: readonly string[]): string {
  return say(
    'Step {step} (Email) has no unsubscribe link in its {texts}. Your organization requires one in every email. Open the step and press “Unsubscribe” above the text.',
    { step, texts: lacking.join(say(' and its ')) },
  );
}
