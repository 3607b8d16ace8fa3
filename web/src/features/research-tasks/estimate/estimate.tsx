import type { LookupEstimate } from '@overture/contract/enrichment';
import { formatNumber, formatPercent } from '../../../lib/format.ts';
import { t } from './texts.ts';

/** What is known and left, and what it costs: at most, and likely where enough look-ups of the last days say it. */
export function Estimate({ estimate }: { estimate: LookupEstimate }) {
  const { likely_credits, found_percent } = estimate;
  const shown = { chosen: formatNumber(estimate.chosen), known: formatNumber(estimate.known) };
  const most = formatNumber(estimate.most_credits);
  return (
    <p className="m-0 py-1.5 px-2.25 max-w-80 text-ink-2 text-meta number">
      {t('estimate_leads', {
        ...{ count: estimate.chosen, ...shown, tried: formatNumber(estimate.tried) },
        left: formatNumber(estimate.to_look_up),
      })}{' '}
      {estimate.to_look_up === 0
        ? null
        : likely_credits === null || found_percent === null
          ? t('estimate_most', { most })
          : t('estimate_likely', { most, likely: formatNumber(likely_credits), percent: formatPercent(found_percent) })}
    </p>
  );
}
