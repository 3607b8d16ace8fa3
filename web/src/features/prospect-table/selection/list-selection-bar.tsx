import type { EnrichmentPrompt } from '@overture/contract/enrichment';
import { IconDownload, IconListDetails, IconSend, IconTrash } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { tableRequest } from '../../../lib/api/table-request.ts';
import { formatNumber } from '../../../lib/format.ts';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { SelectionBar } from '../../../ui/table/selection-bar.tsx';
import type { RowSelection } from '../../../ui/table/use-row-selection.ts';
import { RunSelected } from '../../research-tasks/index.ts';
import { t } from '../texts.ts';
import type { ListTable } from '../use-list-table.ts';
import { chosenLeads, selectedLeads } from './page-selection.ts';
import { t as own } from './texts.ts';
import { useDeleteLeads } from './use-delete-leads.ts';

export type SelectedLeads = ReturnType<typeof selectedLeads> & ReturnType<typeof tableRequest>;

// Shown once leads are ticked.
const EraseSelected = lazyPart(() =>
  import('../../privacy/person-actions.tsx').then((file) => ({ default: file.EraseSelected })),
);
const CopyDialog = lazyPart(() =>
  import('../../searches/copy/copy-dialog.tsx').then((file) => ({ default: file.CopyDialog })),
);
const PushMenu = lazyPart(() =>
  import('../../integrations/push-menu.tsx').then((file) => ({ default: file.PushMenu })),
);

export interface ListSelectionBarProps {
  searchId: number;
  table: ListTable;
  selection: RowSelection;
  /** Left out where nothing can be added to campaigns. */
  onAddToCampaign?: ((leads: SelectedLeads, count: number) => void) | undefined;
  addLabel: string;
  /** Columns that may be run for the selected leads. */
  tasks: readonly EnrichmentPrompt[];
  isExporting: boolean;
  onExport: () => void;
}

/** What can be done with the selected leads. */
export function ListSelectionBar(props: ListSelectionBarProps) {
  const { selection, table, onAddToCampaign } = props;
  const [isAsking, setAsking] = useState(false);
  const { isPending, deleteLeads } = useDeleteLeads(props.searchId, table, () => {
    setAsking(false);
    selection.clear();
  });
  return (
    <>
      <SelectionBar count={selection.count} onClear={selection.clear}>
        {onAddToCampaign ? (
          <AppButton
            size="small"
            kind="primary"
            icon={<IconSend size={15} aria-hidden />}
            onClick={() => onAddToCampaign({ ...selectedLeads(selection), ...tableRequest(table) }, selection.count)}
          >
            {props.addLabel}
          </AppButton>
        ) : null}
        <RunSelected
          searchId={props.searchId}
          tasks={props.tasks}
          selected={chosenLeads(selection)}
          table={tableRequest(table)}
          onStarted={selection.clear}
        />
        <SendSelected searchId={props.searchId} table={table} selection={selection} />
        <AppButton
          size="small"
          icon={<IconDownload size={15} aria-hidden />}
          loading={props.isExporting}
          onClick={props.onExport}
        >
          {t('export')}
        </AppButton>
        <AppButton
          size="small"
          icon={<IconTrash size={15} aria-hidden />}
          loading={isPending && !isAsking}
          onClick={() => (selection.amount === undefined ? deleteLeads(selectedLeads(selection)) : setAsking(true))}
        >
          {t('delete')}
        </AppButton>
        <Erase selection={selection} />
      </SelectionBar>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={own('delete_title', { count: selection.count, shown: formatNumber(selection.count) })}
        confirmLabel={t('delete')}
        danger
        pending={isPending}
        onConfirm={() => deleteLeads(selectedLeads(selection))}
      >
        {own('delete_text')}
      </ConfirmDialog>
    </>
  );
}

type Chosen = Pick<ListSelectionBarProps, 'searchId' | 'table' | 'selection'>;

/** To another list, or to a CRM. */
const SendSelected = (props: Chosen) => (
  <>
    <CopySelected {...props} />
    <PushSelected {...props} />
  </>
);

function CopySelected({ searchId, table, selection }: Chosen) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <AppButton size="small" icon={<IconListDetails size={15} aria-hidden />} onClick={() => setOpen(true)}>
        {own('add_to_list')}
      </AppButton>
      <Suspense fallback={null}>
        {isOpen ? (
          <CopyDialog
            from={searchId}
            leads={selectedLeads(selection)}
            table={tableRequest(table)}
            count={selection.count}
            total={table.total ?? 0}
            onClose={() => setOpen(false)}
            onDone={selection.clear}
          />
        ) : null}
      </Suspense>
    </>
  );
}

function PushSelected({ searchId, table, selection }: Chosen) {
  return (
    <Suspense fallback={null}>
      <PushMenu
        leads={() => ({ ...selectedLeads(selection), ...tableRequest(table), search_id: searchId })}
        count={selection.count}
        onPushed={selection.clear}
      />
    </Suspense>
  );
}

const Erase = ({ selection }: { selection: RowSelection }) => (
  <Suspense fallback={null}>
    <EraseSelected ids={selectedLeads(selection).prospect_ids} onErased={selection.clear} />
  </Suspense>
);
