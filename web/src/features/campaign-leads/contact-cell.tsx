import type { CampaignLead } from '@overture/contract/campaign-leads';
import { CONTACT_LOOKUP_COSTS } from '@overture/domain/credits';
import { IconSearch } from '@tabler/icons-react';
import classes from './campaign-leads.module.css';
import { leadName } from './lead-name.ts';
import { t } from './texts.ts';
import { useLookupCell } from './use-lead-lookups.ts';

interface ContactCellProps {
  lead: CampaignLead;
  lookup: 'FIND_EMAIL' | 'FIND_PHONE';
  value: string | null;
}

/** An address or number; where there is none, the look-up that finds it, with its price. */
export function ContactCell({ lead, lookup, value }: ContactCellProps) {
  const { state, look } = useLookupCell(lead.id, lookup);
  if (value) return <span className="truncate">{value}</span>;
  if (state === 'loading') {
    return (
      <span className={classes.nothing} role="status">
        {t('lookup_loading')}
      </span>
    );
  }
  if (state === 'not_found') return <span className={classes.nothing}>{t('lookup_not_found')}</span>;
  if (look === undefined) return null;
  const cost = t('lookup_cost', { count: CONTACT_LOOKUP_COSTS[lookup] });
  const label = `${t(lookup)} ${cost} ${t('lookup_for', { name: leadName(lead) })}`;
  return (
    <button type="button" className={classes.lookup} aria-label={label} onClick={look}>
      <IconSearch size={14} aria-hidden />
      {t(lookup)} <span className={`${classes.lookupCost} number`}>{cost}</span>
    </button>
  );
}
