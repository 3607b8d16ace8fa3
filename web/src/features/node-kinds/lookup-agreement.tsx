import { Switch } from '@mantine/core';
import type { LookupCost } from '@overture/contract/campaign-enrichment';
import { CONTACT_LOOKUP_COSTS, type ContactLookup, sumCredits } from '@overture/domain/money/credits';
import { formatNumber } from '../../lib/format.ts';
import { t } from './texts.ts';

interface LookupAgreementProps {
  lookups: readonly LookupCost[];
  isAgreed: boolean;
  onChange: (isAgreed: boolean) => void;
}

/** What conditions may look up and what that costs at most, agreed to or not. */
export function LookupAgreement({ lookups, isAgreed, onChange }: LookupAgreementProps) {
  const names = lookups.map(({ lookup, leads }) => countFound(lookup, leads));
  const credits = formatNumber(sumCredits(lookups));
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

export function LookupPrice({ lookup }: { lookup: ContactLookup }) {
  return <span>{t('price', { credits: CONTACT_LOOKUP_COSTS[lookup] })}</span>;
}
