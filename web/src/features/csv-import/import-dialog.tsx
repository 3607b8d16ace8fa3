import { leadColumnsEndpoints } from '@overture/contract/lead-columns';
import type { Import } from '@overture/contract/searches';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiError, refetch } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import { useCsvFile } from './file/use-csv-file.ts';
import { FileDialog, problemOf } from './file-dialog.tsx';
import { ImportProgress } from './progress/import-progress.tsx';
import { ImportResult } from './progress/import-result.tsx';
import { isUnderWay, useImport } from './progress/imports-cache.ts';
import { startUpload, type Upload, useUploads, watchUpload } from './progress/uploads.ts';
import { t } from './texts.ts';
import { useTrial } from './trial/use-trial.ts';
import { canUndo, UndoImport } from './undo/undo-import.tsx';

interface ImportDialogProps {
  search: { id: number; name: string };
  /** An import whose progress or result is looked at; left out to begin a new one. */
  importId?: number | undefined;
  onClose: () => void;
  /** People that have just come, for the table behind. */
  onImported?: (ids: number[]) => void;
}

/** Import of a CSV file: choose, match, then progress and what became of every row. Closing it stops nothing. */
export function ImportDialog({ search, importId, onClose, onImported }: ImportDialogProps) {
  const csv = useCsvFile();
  const [uploadId, setUploadId] = useState<string | undefined>();
  const check = useTrial(search.id, csv.chosen?.file, csv.request);
  const upload = useUploads().find(({ id }) => id === uploadId);
  useEffect(() => (uploadId === undefined ? undefined : watchUpload(uploadId)), [uploadId]);
  useAnswer(upload?.answer, onImported);
  function send() {
    if (!csv.chosen) return;
    csv.setProblem(undefined);
    const { file } = csv.chosen;
    setUploadId(startUpload({ search_id: search.id, search_name: search.name, file, ...csv.request }));
  }
  const shownImport = importId ?? (upload?.answer?.total_rows === undefined ? upload?.answer?.import_id : undefined);
  if (shownImport !== undefined) return <FollowedImport importId={shownImport} onClose={onClose} />;
  if (upload?.state === 'sending') return <Sending upload={upload} onClose={onClose} />;
  if (upload?.answer)
    return (
      <Ended upload={upload} onClose={onClose} onAgain={() => [setUploadId(undefined), check.leave(), csv.reset()]} />
    );
  const problem = problemOf(csv) ?? check.problem ?? (upload?.state === 'failed' ? upload.problem : undefined);
  return <FileDialog search={search} csv={csv} check={check} problem={problem} onSend={send} onClose={onClose} />;
}

/** Refreshes the table behind with the leads of an import, and with columns of the file that became custom columns. */
function useAnswer(answer: Upload['answer'], onImported: ImportDialogProps['onImported']) {
  const client = useQueryClient();
  const arrivedIds = answer?.prospects?.map(({ id }) => id).join();
  useEffect(() => {
    if (arrivedIds) onImported?.(arrivedIds.split(',').map(Number));
  }, [arrivedIds, onImported]);
  const importId = answer?.import_id;
  useEffect(() => {
    if (importId !== undefined) void refetch(client, leadColumnsEndpoints.listLeadColumns);
  }, [client, importId]);
}

function Sending({ upload, onClose }: { upload: Upload; onClose: () => void }) {
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('title')}
      footer={
        <AppButton kind="primary" onClick={onClose}>
          {t('hide')}
        </AppButton>
      }
    >
      <ImportProgress upload={upload} />
    </Dialog>
  );
}

function Ended({ upload, onClose, onAgain }: { upload: Upload; onClose: () => void; onAgain: () => void }) {
  const answer = upload.answer;
  if (answer?.total_rows === undefined) return null;
  const { added_prospects = 0, duplicate_rows = 0, skipped_rows = 0, bad_rows = 0 } = answer;
  const { total_rows, unfit_values = 0, odd_values = 0, incomplete_rows = 0, updated_prospects = 0 } = answer;
  const { conflict_rows = 0 } = answer;
  return (
    <ResultDialog
      onClose={onClose}
      secondary={
        <>
          <UndoImport importId={answer.import_id} onBegun={onClose} />
          <AppButton onClick={onAgain}>{t('import_another')}</AppButton>
        </>
      }
    >
      <ImportResult
        importId={answer.import_id}
        fileName={upload.file_name}
        status="finished"
        counts={{
          added_prospects,
          duplicate_rows,
          skipped_rows,
          bad_rows,
          unfit_values,
          odd_values,
          incomplete_rows,
          updated_prospects,
          conflict_rows,
          total_rows,
        }}
      />
    </ResultDialog>
  );
}

function ResultDialog({
  onClose,
  title = t('title'),
  hasLeads = true,
  secondary,
  children,
}: {
  onClose: () => void;
  title?: string;
  hasLeads?: boolean;
  secondary?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      footer={
        <>
          {secondary}
          <AppButton kind="primary" onClick={onClose}>
            {t(hasLeads ? 'show_leads' : 'close')}
          </AppButton>
        </>
      }
    >
      {children}
    </Dialog>
  );
}

/** A large import: live until it ends, then its result. */
function FollowedImport({ importId, onClose }: { importId: number; onClose: () => void }) {
  const { item, lookup } = useImport(importId);
  const title = item && item.kind !== 'csv' ? item.file_name : t('title');
  if (item && !isUnderWay(item)) return <EndedImport item={item} title={title} onClose={onClose} />;
  if (!item && lookup.isError) {
    const isUnknown = lookup.error instanceof ApiError && lookup.error.status === 404;
    return (
      <ResultDialog onClose={onClose} title={t('import')} hasLeads={false}>
        {isUnknown ? <p role="status">{t('unknown')}</p> : queryFailure(lookup, { compact: true })}
      </ResultDialog>
    );
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      footer={
        <AppButton kind="primary" onClick={onClose}>
          {t('hide')}
        </AppButton>
      }
    >
      <ImportProgress running={item} />
    </Dialog>
  );
}

function EndedImport({ item, title, onClose }: { item: Import; title: string; onClose: () => void }) {
  return (
    <ResultDialog
      onClose={onClose}
      title={title}
      hasLeads={item.status !== 'failed' || item.added_prospects > 0}
      secondary={canUndo(item) ? <UndoImport importId={item.id} onBegun={onClose} /> : null}
    >
      <ImportResult
        importId={item.id}
        fileName={item.file_name}
        kind={item.kind}
        sourceUrl={item.source_url}
        counts={item}
        status={item.status === 'queued' || item.status === 'running' ? 'finished' : item.status}
        error={item.error}
      />
    </ResultDialog>
  );
}
