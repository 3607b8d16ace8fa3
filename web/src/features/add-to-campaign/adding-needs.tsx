import { type EnrichmentCosts, type MissingData, MOST_INCOMPLETE_SHOWN } from '@overture/contract/campaign-enrichment';
import { labelMissing } from '@overture/domain/message/missing-words';
import { IconAlertTriangle, IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { useUser } from '../../lib/session.ts';
import classes from './adding-needs.module.css';
import { t } from './texts.ts';

interface AddingNeedsProps {
  /** Left out while they are counted, and where counting failed: the panel is then hidden (leads 8). */
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
      {missing?.has_missing_data ? <Incomplete missing={missing} /> : null}
    </div>
  );
}

/** Leads that lack something a message names, by name on demand. */
function Incomplete({ missing }: { missing: MissingData }) {
  const [isOpen, setOpen] = useState(false);
  const count = missing.total_missing_data;
  return (
    <div>
      <button type="button" className={classes.toggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <IconAlertTriangle size={16} aria-hidden />
        <span>{t('incomplete', { count, shown: formatNumber(count) })}</span>
        <IconChevronDown size={15} aria-hidden />
      </button>
      {isOpen ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard has to reach what lies below.
        <ul className={classes.people} tabIndex={0} aria-label={t('incomplete', { count, shown: formatNumber(count) })}>
          {missing.prospects_with_missing_data.map((lead) => (
            <li key={lead.prospect_id}>
              <span className="truncate">{`${lead.first_name} ${lead.last_name}`.trim()}</span>
              <span className={classes.lacks}>{lead.missing_variables.map(variableLabel).join(', ')}</span>
            </li>
          ))}
          {count > MOST_INCOMPLETE_SHOWN ? (
            <li className={classes.lacks}>
              {t('incomplete_more', { shown: formatNumber(count - MOST_INCOMPLETE_SHOWN) })}
            </li>
          ) : null}
        </ul>
      ) : null}
    </div>
  );
}

function variableLabel(name: string): string {
  const label = labelMissing(name);
  return name.startsWith('unknown:') ? t('unknown_variable', { name: label }) : label.replaceAll('_', ' ');
}
