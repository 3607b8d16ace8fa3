import type { Campaign } from '@overture/contract/campaigns';
import type { EnrichmentPrompt } from '@overture/contract/enrichment';
import { Suspense, useState } from 'react';
import { tableRequest } from '../../lib/api/table-request.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { RowSelection } from '../../ui/table/use-row-selection.ts';
import type { LeadSelection } from '../add-to-campaign/index.ts';
import { chosenLeads, selectedLeads } from '../prospect-table/index.ts';
import type { useLeadActions } from './actions/use-lead-actions.ts';
import { LeadsSelectionBar } from './leads-selection-bar.tsx';
import { useStartLookups } from './lookups/use-lead-lookups.ts';
import type { CampaignTable } from './use-campaign-table.ts';

const AddToCampaignDialog = lazyPart(() =>
  import('../add-to-campaign/add-to-campaign-dialog.tsx').then((file) => ({ default: file.AddToCampaignDialog })),
);

// Shown once leads are ticked.
const PushMenu = lazyPart(() => import('../integrations/push-menu.tsx').then((file) => ({ default: file.PushMenu })));

interface ChosenLeadsProps {
  campaignId: number;
  table: CampaignTable;
  selection: RowSelection;
  actions: ReturnType<typeof useLeadActions>;
  onAsk: (action: { kind: 'move_back' | 'archive' }) => void;
  /** Look-ups that may be started; left out where research is switched off. */
  lookups: readonly EnrichmentPrompt[] | undefined;
  /** Senders that can take over leads; empty if one sender has all. */
  senders: Campaign['accounts'];
}

/** What can be done with the ticked leads, and the campaign they go into. */
export function ChosenLeads({ campaignId, table, selection, actions, onAsk, lookups, senders }: ChosenLeadsProps) {
  const [moving, setMoving] = useState<{ leads: LeadSelection; count: number } | undefined>();
  const start = useStartLookups(campaignId, table, selection.clear);
  const leads = () => ({ ...selectedLeads(selection), ...tableRequest(table) });
  return (
    <>
      <LeadsSelectionBar
        selection={selection}
        isExporting={actions.exportCsv.isPending}
        onExport={() => actions.exportCsv.mutate(selectedLeads(selection))}
        onAddToCampaign={() => setMoving({ leads: leads(), count: selection.count })}
        lookups={
          lookups && {
            tasks: lookups,
            isPending: start.isPending,
            onRun: ({ data_enrichment_type: lookup }) =>
              lookup && start.mutate({ choice: chosenLeads(selection), lookup }),
          }
        }
        onAsk={(kind) => onAsk({ kind })}
        senders={senders}
        onHandOver={(account) => actions.handOver.mutate({ ...selectedLeads(selection), account })}
        pushMenu={
          <Suspense fallback={null}>
            <PushMenu
              leads={() => ({ ...leads(), campaign_id: campaignId })}
              count={selection.count}
              onPushed={selection.clear}
            />
          </Suspense>
        }
      />
      {moving ? (
        <Suspense fallback={null}>
          <AddToCampaignDialog
            source={{ kind: 'campaign', id: campaignId }}
            {...moving}
            onClose={() => setMoving(undefined)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
