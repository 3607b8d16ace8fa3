import { Menu } from '@mantine/core';
import { campaignEnrichmentEndpoints } from '@overture/contract/campaign-enrichment';
import type { EnrichmentPrompt } from '@overture/contract/enrichment';
import type { ContactLookup } from '@overture/domain/money/credits';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { tableRequest } from '../../../lib/api/table-request.ts';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { columnName } from '../../research-columns/index.ts';
import { RunAmounts } from '../../research-tasks/index.ts';
import classes from '../campaign-leads.module.css';
import { t } from '../texts.ts';
import type { CampaignTable } from '../use-campaign-table.ts';
import { useLookupTasks, useStartLookups } from './use-lead-lookups.ts';

interface LookupMenuProps {
  campaignId: number;
  table: Pick<CampaignTable, 'filters' | 'sort'>;
}

/** Look-ups for all leads of the view that lack the data, or for the first of them, each with what it costs at most. */
export function LookupMenu({ campaignId, table }: LookupMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const tasks = useLookupTasks();
  const start = useStartLookups(campaignId, table);
  if (tasks.length === 0) return null;
  return (
    <Menu
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      withinPortal
      classNames={{ dropdown: classes.lookupMenu ?? '' }}
    >
      <Menu.Target>
        <AppButton
          size="small"
          icon={<IconSearch size={15} aria-hidden />}
          loading={start.isPending}
          aria-haspopup="menu"
        >
          {t('lookup_menu')}
        </AppButton>
      </Menu.Target>
      <Menu.Dropdown>
        {tasks.map((task) => (
          <div key={task.id}>
            <Menu.Label>{columnName(task)}</Menu.Label>
            {isOpen ? (
              <LookupAmounts
                campaignId={campaignId}
                table={table}
                task={task}
                onRun={(amount, lookup) => start.mutate({ choice: { amount }, lookup })}
              />
            ) : null}
          </div>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface LookupAmountsProps extends LookupMenuProps {
  task: EnrichmentPrompt;
  onRun: (amount: number, lookup: ContactLookup) => void;
}

function LookupAmounts({ campaignId, table, task, onRun }: LookupAmountsProps) {
  const lookup = task.data_enrichment_type ?? 'FIND_EMAIL';
  const count = useQuery({
    ...queryOptions(campaignEnrichmentEndpoints.countUnenrichedLeads, {
      params: { id: campaignId },
      body: { data_enrichment_type: lookup, ...tableRequest(table) },
    }),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <RunAmounts
      count={count}
      noneText={t(lookup === 'FIND_PHONE' ? 'lookup_none_phone' : 'lookup_none_email')}
      costPerLead={task.cost_per_lead}
      isLookup
      onRun={(amount) => onRun(amount, lookup)}
    />
  );
}
