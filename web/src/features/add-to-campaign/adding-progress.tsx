import { useState } from 'react';
import { useLiveEvent } from '../../lib/api/live.ts';
import { formatNumber } from '../../lib/format.ts';
import { ProgressLine } from '../../ui/feedback/progress-line.tsx';
import { t } from './texts.ts';

interface AddingProgressProps {
  campaign: number;
  count: number;
}

/** Progress of adding `count` leads. The bar is indeterminate until the server reports progress. */
export function AddingProgress({ campaign, count }: AddingProgressProps) {
  const [reported, setReported] = useState<{ done: number; total: number }>();
  useLiveEvent('adding_progress', ({ campaign_id, added_prospects, total_prospects }) => {
    if (campaign_id !== campaign) return;
    setReported((before) => ({
      // Events replayed after a lost connection must not turn the bar back.
      done: before?.total === total_prospects ? Math.max(before.done, added_prospects) : added_prospects,
      total: total_prospects,
    }));
  });
  const label = t('adding', { count, shown: formatNumber(count) });
  if (reported === undefined) return <ProgressLine label={label} done={0} />;
  const words = t('adding_count', { done: formatNumber(reported.done), total: formatNumber(reported.total) });
  return <ProgressLine label={label} done={reported.done} total={reported.total} count={words} />;
}
