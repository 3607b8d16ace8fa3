import { type MissingData, MOST_INCOMPLETE_SHOWN } from '@overture/contract/campaign-enrichment';
import { labelMissing } from '@overture/domain/message/missing-words';
import { IconAlertTriangle, IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { leadName } from '../leads/index.ts';
import classes from './incomplete-list.module.css';
import { t } from './texts.ts';

/** Leads that lack something a message names, by name on demand; they wait until it is there. */
export function IncompleteList({ missing }: { missing: MissingData }) {
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
        <ul
          className={`${classes.people} max-h-45 mt-2 mx-0 mb-0 py-0 px-3 overflow-y-auto list-none`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard has to reach what lies below.
          tabIndex={0}
          aria-label={t('incomplete', { count, shown: formatNumber(count) })}
        >
          {missing.prospects_with_missing_data.map((lead) => (
            <li key={lead.prospect_id}>
              <span className="truncate">{leadName(lead)}</span>
              <span className="text-end text-ink-3">{lead.missing_variables.map(variableLabel).join(', ')}</span>
            </li>
          ))}
          {count > MOST_INCOMPLETE_SHOWN ? (
            <li className="text-end text-ink-3">
              {t('incomplete_more', { shown: formatNumber(count - MOST_INCOMPLETE_SHOWN) })}
            </li>
          ) : null}
        </ul>
      ) : null}
      <p className="mt-2 text-ink-3 text-table">{t('incomplete_note')}</p>
    </div>
  );
}

function variableLabel(name: string): string {
  const label = labelMissing(name);
  return name.startsWith('unknown:') ? t('unknown_variable', { name: label }) : label.replaceAll('_', ' ');
}
