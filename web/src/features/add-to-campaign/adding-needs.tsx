import type { EnrichmentCosts, MissingData } from '@overture/contract/campaign-enrichment';
import { sumCredits } from '@overture/domain/money/credits';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useUser } from '../../lib/api/session.ts';
import { formatNumber } from '../../lib/format.ts';
import { IncompleteList } from '../missing-data/index.ts';
import { LookupAgreement } from '../node-kinds/index.ts';
import { t } from './texts.ts';
import type { Agreement } from './use-adding-counts.ts';

interface AddingNeedsProps {
  /** Left out while they are counted, and where counting failed: the panel is then hidden. */
  costs: EnrichmentCosts | undefined;
  missing: MissingData | undefined;
  agreement: Agreement;
}

/** What the campaign will need for these leads: credits for look-ups, and data that messages name. */
export function AddingNeeds({ costs, missing, agreement }: AddingNeedsProps) {
  const credits = useUser().organization.email_credits;
  const { lookups, isAgreed, agree } = agreement;
  const needed = (costs?.enrichment_costs ?? 0) - (isAgreed ? 0 : sumCredits(lookups));
  if (needed === 0 && lookups.length === 0 && !missing?.has_missing_data) return null;
  return (
    <div className="flex flex-col gap-2 pt-3 border-t border-line text-table">
      <LookupAgreement lookups={lookups} isAgreed={isAgreed} onChange={agree} />
      {needed > 0 ? (
        <p className="flex justify-between gap-3 text-ink-2">
          <span>{t('costs')}</span>
          <span className="number">{t('credits', { count: needed, shown: formatNumber(needed) })}</span>
        </p>
      ) : null}
      {needed > credits ? (
        <p className="flex items-center gap-2 py-2 px-3 rounded-control bg-amber-soft text-amber" role="status">
          <IconAlertTriangle size={16} aria-hidden />
          {t('low_credits', { credits: formatNumber(credits), needed: formatNumber(needed) })}
        </p>
      ) : null}
      {missing?.has_missing_data ? <IncompleteList missing={missing} /> : null}
    </div>
  );
}
