import { type ToolImport, type ToolImportSummary, toolImportsEndpoints } from '@overture/contract/tool-imports';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions, queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { StatusChip, type StatusTone } from '../../ui/feedback/status-chip.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { FileForm } from './file-form.tsx';
import { ImportReview } from './import-review.tsx';
import { PausedImport, WorkingImport } from './open-import.tsx';
import { StartForm } from './start-form.tsx';
import { t } from './texts.ts';

const REFRESHED_EVERY_MS = 2000;
const WORKING: readonly ToolImport['state'][] = ['reading', 'importing', 'undoing'];
const isWorking = ({ state }: ToolImport): boolean => WORKING.includes(state);
const isOpen = (one: ToolImport): boolean => isWorking(one) || one.state === 'paused' || one.state === 'review';

/** Moving in from another outreach tool: a key, what was found, and the import with its undo. */
export function ToolImportsPage() {
  const list = useQuery({
    ...queryOptions(toolImportsEndpoints.listToolImports),
    refetchInterval: ({ state }) => (state.data?.imports.some(isWorking) ? REFRESHED_EVERY_MS : false),
  });
  // The first file starts an import before the other files are sent.
  const [sending, setSending] = useState<Sending>(null);
  const found = list.data?.imports.find(isOpen);
  const past = list.data?.imports.filter((one) => !isOpen(one)) ?? [];
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      {queryFailure(list, { fallback: t('loading_failed') })}
      <div className="flex flex-col gap-6 px-gutter pb-8 max-w-[860px]">
        {list.data && (found === undefined || sending === 'first') ? (
          <StartForm tools={list.data.tools} onSending={(isSending) => setSending(isSending ? 'first' : null)} />
        ) : null}
        {found && sending === null ? <OpenImport one={found} /> : null}
        {found && takesFiles(found, sending) ? (
          <section className="flex flex-col gap-2 pt-6 border-t border-line">
            <h2 className="text-section">{t('add_files', { tool: found.tool_label })}</h2>
            <FileForm importId={found.id} onSending={(isSending) => setSending(isSending ? 'more' : null)} />
          </section>
        ) : null}
        <PastImports imports={past} canUndo={found === undefined} />
      </div>
    </>
  );
}

type Sending = 'first' | 'more' | null;

const takesFiles = ({ state, file_name }: ToolImport, sending: Sending): boolean =>
  sending === null ? state === 'review' && file_name !== null : sending === 'more';

function PastImports({ imports, canUndo }: { imports: readonly ToolImport[]; canUndo: boolean }) {
  if (imports.length === 0) return null;
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-section">{t('past')}</h2>
      <ul aria-label={t('past')} className="flex flex-col gap-3 m-0 p-0 list-none">
        {imports.map((one) => (
          <li key={one.id} className="flex flex-col gap-2 p-4 border border-line rounded-card bg-surface">
            <PastImport one={one} canUndo={canUndo} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function OpenImport({ one }: { one: ToolImport }) {
  if (one.state === 'paused') return <PausedImport one={one} />;
  return one.state === 'review' ? <ImportReview key={one.id} one={one} /> : <WorkingImport one={one} />;
}

const STATES: Partial<Record<ToolImport['state'], { tone: StatusTone; text: Parameters<typeof t>[0] }>> = {
  finished: { tone: 'green', text: 'state_finished_import' },
  stopped: { tone: 'grey', text: 'state_stopped_import' },
  failed: { tone: 'red', text: 'state_failed_import' },
  undone: { tone: 'grey', text: 'state_undone_import' },
};

function describeImported({ file_name }: ToolImport, { people, campaigns, lists }: ToolImportSummary): string {
  const counted = { count: people, shown: formatNumber(people) };
  return file_name === null
    ? t('imported', { ...counted, campaigns: formatNumber(campaigns) })
    : t('imported_file', { ...counted, lists: formatNumber(lists) });
}

function PastImport({ one, canUndo }: { one: ToolImport; canUndo: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const undo = useMutation({
    ...mutationOptions(toolImportsEndpoints.undoToolImport),
    onSettled: () => setAsking(false),
    onError: (error) => toast.error(errorMessage(error, t('undo_failed'))),
  });
  const state = STATES[one.state];
  const date = formatDate(one.finished_at ?? one.created_at);
  const { summary } = one;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="flex items-center gap-3 min-w-0">
          <strong className="truncate">{one.tool_label}</strong>
          {one.file_name === null ? null : <span className="text-ink-3 text-meta truncate">{one.file_name}</span>}
          {state ? <StatusChip tone={state.tone}>{t(state.text)}</StatusChip> : null}
        </span>
        {one.can_undo && canUndo ? (
          <AppButton size="small" onClick={() => setAsking(true)}>
            {t('undo')}
          </AppButton>
        ) : null}
      </div>
      {one.note === null ? null : <p className="m-0 text-table">{one.note}</p>}
      <p className="m-0 text-ink-3 text-meta">
        {one.created_by === null ? t('made', { date }) : t('made_by', { date, name: one.created_by })}
        {summary && one.state === 'finished' ? `: ${describeImported(one, summary)}` : null}
      </p>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('undo_title', { tool: one.tool_label })}
        confirmLabel={t('undo')}
        danger
        pending={undo.isPending}
        onConfirm={() => undo.mutate({ params: { id: one.id } })}
      >
        {t('undo_text')}
      </ConfirmDialog>
    </>
  );
}
