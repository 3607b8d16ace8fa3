import type { CampaignLead } from '@overture/contract/campaign-leads';
import type { EnrichmentPrompt } from '@overture/contract/enrichment';
import { IconSearch } from '@tabler/icons-react';
import { leadName } from '../leads/index.ts';
import { ResearchCell, useCellActions, useResults } from '../research-cells/index.ts';
import classes from './campaign-leads.module.css';
import type { ShownLookup } from './lookups/use-lead-lookups.ts';
import { t } from './texts.ts';

interface ContactCellProps {
  lead: CampaignLead;
  lookup: ShownLookup;
  /** Left out while the tasks load. */
  task: EnrichmentPrompt | undefined;
  value: string | null;
}

/** An address or number; where there is none, the look-up that finds it, with its price, and then what came of it. */
export function ContactCell({ lead, lookup, task, value }: ContactCellProps) {
  const { resultOf, isPending } = useResults();
  const { runCell } = useCellActions();
  if (value) return <span className="block px-3 truncate">{value}</span>;
  if (task === undefined) return null;
  if (isPending || resultOf(task.id, lead.id))
    return <ResearchCell task={task} lead={lead} leadName={leadName(lead)} />;
  if (runCell === undefined) return null;
  const cost = t('lookup_cost', { count: task.cost_per_lead });
  const label = `${t(lookup)} ${cost} ${t('lookup_for', { name: leadName(lead) })}`;
  return (
    <span className="block px-3">
      <button type="button" className={classes.lookup} aria-label={label} onClick={() => runCell(task, lead)}>
        <IconSearch size={14} aria-hidden />
        {t(lookup)} <span className="text-ink-2 number">{cost}</span>
      </button>
    </span>
  );
}
