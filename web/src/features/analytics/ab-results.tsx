import type { AbTest, StepMetrics } from '@overture/contract/analytics';
import { stepVariantsEndpoints } from '@overture/contract/step-variants';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../lib/api/api-client.ts';
import { formatPercent } from '../../lib/format.ts';
import { nodeKindLabel } from '../../lib/labels/campaign/node-kind.ts';
import { saveCsv } from '../../lib/save-csv.ts';
import { inPageLanguage } from '../../lib/texts.ts';
import { StatusChip, type StatusTone } from '../../ui/feedback/status-chip.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { VariantsButton } from '../message-editor/index.ts';
import classes from './analytics.module.css';
import type { OpenCategory } from './people-dialog.tsx';
import { Figure, numberSteps } from './step-funnel.tsx';
import { t } from './texts.ts';

const tones: Record<AbTest['verdict'], StatusTone> = {
  not_enough_data: 'grey',
  no_difference: 'amber',
  a: 'green',
  b: 'green',
};

interface AbResultsProps {
  campaignId: number;
  tests: readonly AbTest[];
  steps: readonly StepMetrics[];
  onOpen: (open: OpenCategory) => void;
}

function nameStep({ step_type }: AbTest, number: number | undefined): string {
  const step = nodeKindLabel(step_type);
  return number === undefined ? t('senders_deleted', { step }) : t('senders_step', { number, step });
}

/** All variants of every tested step: sent, replies, positive replies, and how sure the rate is. */
export function AbResults({ campaignId, tests, steps, onOpen }: AbResultsProps) {
  const numbers = numberSteps(steps);
  return (
    <section className={classes.card} aria-label={t('ab')}>
      <header className={classes.cardHead}>
        <div>
          <h3>{t('ab')}</h3>
          <p>{t('ab_text')}</p>
        </div>
        <AppButton size="small" icon={<IconDownload size={15} aria-hidden />} onClick={() => saveTests(tests)}>
          {t('download')}
        </AppButton>
      </header>
      {tests.map((test) => (
        <div key={test.step_id} className="py-3 px-4 border-t border-line text-table">
          <header className="flex items-center justify-between gap-3 font-medium">
            <span>{nameStep(test, numbers.get(test.step_id))}</span>
            <StatusChip tone={tones[test.verdict]}>{t(`verdict_${test.verdict}`)}</StatusChip>
          </header>
          {test.variants.map((result) => (
            <Variant key={result.variant} test={test} result={result} onOpen={onOpen} />
          ))}
          {numbers.has(test.step_id) ? <TestState campaignId={campaignId} stepId={test.step_id} /> : null}
        </div>
      ))}
    </section>
  );
}

/** What the rule for a winner says, and where shares are set; the test over the whole life of the campaign is above it. */
function TestState({ campaignId, stepId }: { campaignId: number; stepId: number }) {
  const input = { params: { id: campaignId, stepId } };
  const { data } = useQuery(queryOptions(stepVariantsEndpoints.getStepVariants, input));
  const { winner, verdict } = data?.variants ?? {};
  return (
    <footer className="flex items-center justify-between gap-3 pt-2 max-sm:flex-col max-sm:items-start">
      <span className="text-ink-2">{inPageLanguage(winner?.words ?? verdict?.words)}</span>
      <VariantsButton campaignId={campaignId} stepId={stepId} />
    </footer>
  );
}

interface VariantProps {
  test: AbTest;
  result: AbTest['variants'][number];
  onOpen: (open: OpenCategory) => void;
}

function Variant({ test, result, onOpen }: VariantProps) {
  const { variant } = result;
  const name = variant.toUpperCase();
  const step = nodeKindLabel(test.step_type);
  const figure = (key: string, word: string, value: number) => (
    <Figure
      name={word}
      value={value}
      onOpen={() =>
        onOpen({ category: `${key}_${variant}_${test.step_id}`, name: t('ab_of', { step, variant: name, word }) })
      }
    />
  );
  const { rate, low, high } = result.reply_rate;
  const words = t('ab_interval', { low: formatPercent(low), high: formatPercent(high) });
  return (
    <div className={classes.variant}>
      <strong>{name}</strong>
      {figure('sent', t('ab_sent'), result.sent)}
      {figure('replied', t('ab_replied'), result.replies)}
      {figure('interested', t('ab_positive'), result.interested)}
      <span
        className={`${classes.interval} relative h-1.5 rounded-[3px] bg-pressed max-sm:col-[2/-1]`}
        role="img"
        aria-label={words}
        title={words}
      >
        <span style={{ insetInlineStart: `${low}%`, width: `${Math.max(0.5, high - low)}%` }} />
        <i style={{ insetInlineStart: `${rate}%` }} />
      </span>
      <span className="number">{result.sent === 0 ? '–' : `${formatPercent(rate)} (${words})`}</span>
    </div>
  );
}

function saveTests(tests: readonly AbTest[]) {
  saveCsv(
    'ab-tests.csv',
    ['step_id', 'variant', 'sent', 'replies', 'interested', 'reply_rate', 'low', 'high', 'verdict'],
    tests.flatMap((test) =>
      test.variants.map(({ variant, sent, replies, interested, reply_rate }) => {
        const { rate, low, high } = reply_rate;
        return [test.step_id, variant, sent, replies, interested, rate, low, high, t(`verdict_${test.verdict}`)];
      }),
    ),
  );
}
