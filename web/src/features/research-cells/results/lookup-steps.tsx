import type { AnswerContent } from '@overture/contract/enrichment';
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react';
import { inPageLanguage } from '../../../lib/texts.ts';
import classes from '../research-cells.module.css';
import { t } from './texts.ts';

type Step = NonNullable<AnswerContent['steps']>[number];
type Tone = 'green' | 'grey' | 'red';

/** Servers say what came of a step in a word (`not_found`); people read it with spaces. */
function inWords(outcome: string): string {
  const words = outcome.replaceAll('_', ' ').trim();
  return inPageLanguage(words.charAt(0).toUpperCase() + words.slice(1));
}

function pickTone(outcome: string): Tone {
  if (/fail|error|unavailable|refused/i.test(outcome)) return 'red';
  if (/^(found|hit|known|valid|verified|confirmed|accepted|done)/i.test(outcome)) return 'green';
  return 'grey';
}

const icons = { green: IconCheck, grey: IconMinus, red: IconX } as const;

/** What a contact look-up tried, cheapest first, and what came of each step. */
export function LookupSteps({ steps }: { steps: readonly Step[] }) {
  return (
    <section>
      <h3 className="mb-0.75 text-ink-3 text-meta font-medium tracking-normal">{t('steps')}</h3>
      <ol className="mt-1 mx-0 mb-0 p-0 list-none">
        {steps.map((step, index) => {
          const tone = pickTone(step.outcome);
          const Icon = icons[tone];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps never move, and one may be tried twice.
            <li key={index} className={`${classes.step} relative flex gap-2.5 pb-2.5 last:pb-0`} data-tone={tone}>
              <span
                className={`${classes.stepDot} grid flex-none place-items-center size-4.5 mt-px rounded-full bg-grey-soft text-grey`}
                aria-hidden
              >
                <Icon size={11} stroke={2.6} />
              </span>
              <span className="flex-1 min-w-0">
                <span className="flex justify-between gap-2">
                  <span>{inPageLanguage(step.label)}</span>
                  <span className={`${classes.outcome} flex-none text-ink-3 text-meta`}>{inWords(step.outcome)}</span>
                </span>
                {step.detail ? (
                  <span className="block text-ink-3 text-meta wrap-anywhere">{inPageLanguage(step.detail)}</span>
                ) : null}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
