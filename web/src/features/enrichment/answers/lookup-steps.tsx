import type { AnswerContent } from '@overture/contract/enrichment';
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react';
import { t } from '../texts.ts';
import classes from './flyout.module.css';

type Step = NonNullable<AnswerContent['steps']>[number];
type Tone = 'green' | 'grey' | 'red';

/** Servers say what came of a step in a word (`not_found`); people read it with spaces. */
function inWords(outcome: string): string {
  const words = outcome.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function toneOf(outcome: string): Tone {
  if (/fail|error|unavailable|refused/i.test(outcome)) return 'red';
  if (/^(found|hit|known|valid|verified|confirmed|accepted|done)/i.test(outcome)) return 'green';
  return 'grey';
}

const icons = { green: IconCheck, grey: IconMinus, red: IconX } as const;

/** What a contact look-up tried, cheapest first, and what came of each step. */
export function LookupSteps({ steps }: { steps: readonly Step[] }) {
  return (
    <section>
      <h3 className={classes.label}>{t('steps')}</h3>
      <ol className={classes.steps}>
        {steps.map((step, index) => {
          const tone = toneOf(step.outcome);
          const Icon = icons[tone];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps never move, and one may be tried twice.
            <li key={index} className={classes.step} data-tone={tone}>
              <span className={classes.stepDot} aria-hidden>
                <Icon size={11} stroke={2.6} />
              </span>
              <span className={classes.stepText}>
                <span className={classes.stepLine}>
                  <span>{step.label}</span>
                  <span className={classes.outcome}>{inWords(step.outcome)}</span>
                </span>
                {step.detail ? <span className={classes.stepDetail}>{step.detail}</span> : null}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
