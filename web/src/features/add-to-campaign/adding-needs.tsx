import type { EnrichmentCosts, MissingData } from '@overture/contract/campaign-enrichment';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useUser } from '../../lib/api/session.ts';
import { formatNumber } from '../../lib/format.ts';
import { IncompleteList } from '../missing-data/index.ts';
import classes from './adding-needs.module.css';
import { t } from './texts.ts';

interface AddingNeedsProps {
  /** Left out while they are counted, and where counting failed: the panel is then hidden. */
  costs: EnrichmentCosts | undefined;
  missing: MissingData | undefined;
}

/** What the campaign will need for these leads: credits for look-ups, and data that messages name. */
export function AddingNeeds({ costs, missing }: AddingNeedsProps) {
  const credits = useUser().organization.email_credits;
  const needed = costs?.enrichment_costs ?? 0;
  if (needed === 0 && !missing?.has_missing_data) return null;
  return (
    <div className={classes.needs}>
      {needed > 0 ? (
        <p className={classes.line}>
          <span>{t('costs')}</span>
          <span className="number">{t('credits', { count: needed, shown: formatNumber(needed) })}</span>
        </p>
      ) : null}
      {needed > credits ? (
        <p className={classes.warning} role="status">
          <IconAlertTriangle size={16} aria-hidden />
          {t('low_credits', { credits: formatNumber(credits), needed: formatNumber(needed) })}
        </p>
      ) : null}
      {missing?.has_missing_data ? <IncompleteList missing={missing} /> : null}
    </div>
  );
}
