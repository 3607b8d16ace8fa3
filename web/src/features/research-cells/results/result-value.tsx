import type { AnswerContent, EnrichmentPrompt } from '@overture/contract/enrichment';
import { IconCheck, IconX } from '@tabler/icons-react';
import { formatNumber, locale } from '../../../lib/format.ts';
import classes from '../research-cells.module.css';
import { t } from '../texts.ts';
import { parseScore, parseTruthOutput } from './parse-result.ts';

type Output = AnswerContent['output'];

/** Decimals are kept as they were found. Grouped from 10,000: a year stays a year. */
const grouped = new Intl.NumberFormat(locale, { maximumFractionDigits: 6, useGrouping: 'min2' });

/** An output in words, for screen readers, hover and copying. */
export function outputText(output: Output, prompt: Pick<EnrichmentPrompt, 'output_type'>): string {
  if (output === null) return '';
  if (prompt.output_type === 'BOOLEAN') {
    const truth = parseTruthOutput(output);
    return truth === null ? String(output) : t(truth ? 'yes' : 'no');
  }
  if (prompt.output_type === 'SCORE') {
    const score = parseScore(output);
    return score === null ? String(output) : t('score', { score });
  }
  return typeof output === 'number' ? grouped.format(output) : String(output);
}

/** An output as its format shows it: text, number, Yes/No chip, score of five dots. */
export function ResultValue({ output, prompt }: { output: Output; prompt: Pick<EnrichmentPrompt, 'output_type'> }) {
  if (output === null) return <span className="text-ink-2">{t('not_found')}</span>;
  if (prompt.output_type === 'BOOLEAN') {
    const truth = parseTruthOutput(output);
    if (truth !== null) return <TruthChip truth={truth} />;
  }
  if (prompt.output_type === 'SCORE') {
    const score = parseScore(output);
    if (score !== null) return <ScoreDots score={score} />;
  }
  const isNumber = typeof output === 'number';
  return <span className={isNumber ? 'number truncate' : 'truncate'}>{outputText(output, prompt)}</span>;
}

function TruthChip({ truth }: { truth: boolean }) {
  const Icon = truth ? IconCheck : IconX;
  return (
    <span className={classes.truth} data-truth={truth}>
      <Icon size={12} stroke={2.4} aria-hidden />
      {t(truth ? 'yes' : 'no')}
    </span>
  );
}

const scores = [1, 2, 3, 4, 5];

function ScoreDots({ score }: { score: number }) {
  return (
    <span className="inline-flex items-center gap-1.75" title={t('score', { score: formatNumber(score) })}>
      <span className="inline-flex gap-0.75" aria-hidden>
        {scores.map((step) => (
          <span key={step} className={classes.dot} data-on={step <= score || undefined} />
        ))}
      </span>
      <span className="number">{score}</span>
    </span>
  );
}
