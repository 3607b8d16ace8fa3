import { Switch } from '@mantine/core';
import type { LookupCost } from '@overture/contract/campaign-enrichment';
import type { ContactLookup } from '@overture/domain/money/credits';
import { formatNumber } from '../../lib/format.ts';
import { t } from './texts.ts';

/** Credits that these look-ups cost at most: the number a user agrees to. */
export const sumLookups = (lookups: readonly LookupCost[]): number =>
  lookups.reduce((sum, { credits }) => sum + credits, 0);

interface LookupAgreementProps {
  lookups: readonly LookupCost[];
  isAgreed: boolean;
  onChange: (isAgreed: boolean) => void;
}

/** What conditions may look up and what that costs at most, agreed to or not. Nothing where a flow looks nothing up. */
export function LookupAgreement({ lookups, isAgreed, onChange }: LookupAgreementProps) {
  if (lookups.length === 0) return null;
  const names = lookups.map(({ lookup, leads }) => countFound(lookup, leads));
  const credits = formatNumber(sumLookups(lookups));
  return (
    <div className="p-3 border border-line rounded-card">
      <Switch
        label={t('look_up')}
        description={isAgreed ? t('look_up_text', { names: names.join(t('and')), credits }) : t('look_up_off')}
        checked={isAgreed}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </div>
  );
}

function countFound(lookup: ContactLookup, count: number): string {
  const amount = { count, shown: formatNumber(count) };
  if (lookup === 'FIND_EMAIL') return t('emails', amount);
  return lookup === 'FIND_PHONE' ? t('phones', amount) : t('websites', amount);
}
