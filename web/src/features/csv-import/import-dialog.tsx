import { leadColumnsEndpoints } from '@overture/contract/lead-columns';
import {
  IDENTITY_TARGETS,
  MAPPING_TARGETS,
  type MappingTarget,
  missingTargets,
} from '@overture/domain/csv/column-guess';
import { cutText } from '@overture/domain/text/text-bounds';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { ApiError, refetch } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import classes from './csv-import.module.css';
import { DropZone } from './file/drop-zone.tsx';
import type { ExtraProblem } from './file/extra-columns.ts';
import { MapStep } from './file/map-step.tsx';
import { useCsvFile } from './file/use-csv-file.ts';
import { ImportProgress } from './progress/import-progress.tsx';
import { ImportResult } from './progress/import-result.tsx';
import { isUnderWay, useImport } from './progress/imports-cache.ts';
import { startUpload, type Upload, useUploads, watchUpload } from './progress/uploads.ts';
import { t } from './texts.ts';

const ListBasis = lazy(() => import('../privacy/list-basis.tsx').then((file) => ({ default: file.ListBasis })));

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
    return <Ended upload={upload} onClose={onClose} onAgain={() => [setUploadId(undefined), csv.reset()]} />;
  const problem = problemOf(csv) ?? (upload?.state === 'failed' ? upload.problem : undefined);
  if (!csv.chosen) {
    return (
      <Dialog opened onClose={onClose} title={t('title')} size="large">
        <Steps current={1} />
        <DropZone onFile={(file) => void csv.choose(file)} problem={problem} reading={csv.reading} />
      </Dialog>
    );
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      closeOnOutside={false}
      title={t('title')}
      size="large"
      footer={<MapFooter csv={csv} problem={problem} onSend={send} />}
    >
      <Steps current={2} />
      <Suspense fallback={null}>
        <ListBasis list={search} />
      </Suspense>
      <MapStep
        chosen={csv.chosen}
        mapping={csv.mapping}
        onMapping={csv.setMapping}
        scan={csv.scan}
        custom={csv.custom}
        unlinked={csv.unlinked}
        stops={csv.stops}
        onAnother={csv.reset}
        onEncoding={(encoding) => csv.chosen && void csv.choose(csv.chosen.file, encoding)}
      />
    </Dialog>
  );
}

type Csv = ReturnType<typeof useCsvFile>;

/** The reason why the import cannot start, apart from missing columns. */
function problemOf(csv: Csv): string | undefined {
  if (csv.problem !== undefined) return csv.problem;
  if (csv.hasNoRows) return t('no_rows');
  return csv.custom.problem && extraWords(csv.custom.problem);
}

function MapFooter({ csv, problem, onSend }: { csv: Csv; problem: string | undefined; onSend: () => void }) {
  const missing = missingTargets(csv.mapping);
  const isBlocked = missing.length > 0 || csv.custom.problem !== undefined || csv.hasNoRows;
  return (
    <>
      <FootNote
        problem={problem}
        missing={missing}
        canShow={csv.problem === undefined && !csv.hasNoRows && csv.custom.problem !== undefined}
      />
      <AppButton onClick={csv.reset}>{t('back')}</AppButton>
      <AppButton kind="primary" disabled={isBlocked} onClick={onSend}>
        {t('import')}
      </AppButton>
    </>
  );
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

function extraWords(problem: ExtraProblem): string {
  if (problem.kind === 'too_many') return t('extra_too_many', { room: problem.room });
  const column = cutText(problem.header, 60);
  if (problem.kind === 'unanswered') return t('extra_unanswered', { column, example: cutText(problem.example, 20) });
  return t(problem.kind === 'no_name' ? 'extra_no_name' : 'extra_same_name', { column });
}

/** A lead can also be known by email or phone: said where its LinkedIn address is asked for. */
function labelsOf(missing: readonly MappingTarget[]): string {
  const label = (wanted: MappingTarget) => MAPPING_TARGETS.find(({ target }) => target === wanted)?.label ?? '';
  const names = missing.map((target) =>
    target === 'linkedin_url' ? IDENTITY_TARGETS.map(label).join(t('or')) : label(target),
  );
  return names.join(', ');
}

/** Focuses the invalid field, which may be scrolled out of view. */
function showProblem() {
  document.querySelector<HTMLElement>('[role="dialog"] [aria-invalid="true"]')?.focus();
}

interface FootNoteProps {
  problem: string | undefined;
  missing: readonly MappingTarget[];
  /** The problem belongs to a field. */
  canShow: boolean;
}

/** At the buttons, where it cannot scroll away: why the import cannot begin. */
function FootNote({ problem, missing, canShow }: FootNoteProps) {
  if (problem || missing.length === 0) {
    return (
      <span className="flex flex-1 flex-wrap items-center gap-2 min-w-0 text-table text-red">
        <span role="alert">{problem}</span>
        {canShow ? (
          <AppButton size="small" kind="quiet" onClick={showProblem}>
            {t('show_problem')}
          </AppButton>
        ) : null}
      </span>
    );
  }
  return (
    <span role="status" className="flex-1 min-w-0 text-table text-amber">
      <strong>{t('missing')}:</strong> {labelsOf(missing)}
    </span>
  );
}

function Steps({ current }: { current: 1 | 2 }) {
  const list = useRef<HTMLOListElement>(null);
  // The button that chose the file is gone: without this, the keyboard starts at the page again.
  useEffect(() => {
    if (current === 2) list.current?.focus();
  }, [current]);
  const names = [t('step_file'), t('step_map')];
  return (
    <ol
      ref={list}
      tabIndex={-1}
      className={`${classes.steps} flex outline-none gap-6 mt-0 mx-0 mb-4 p-0 text-ink-3 text-table list-none`}
      aria-label={t('step_of', { step: current, name: names[current - 1] ?? '' })}
    >
      {names.map((name, index) => (
        <li
          key={name}
          data-state={index + 1 < current ? 'done' : index + 1 === current ? 'current' : 'next'}
          aria-current={index + 1 === current ? 'step' : undefined}
        >
          <span
            className={`${classes.stepNumber} grid place-items-center size-5 rounded-full bg-pressed text-meta font-medium number`}
          >
            {index + 1}
          </span>
          {name}
        </li>
      ))}
    </ol>
  );
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
  const { total_rows, unfit_values = 0, odd_values = 0, incomplete_rows = 0 } = answer;
  return (
    <ResultDialog onClose={onClose} secondary={<AppButton onClick={onAgain}>{t('import_another')}</AppButton>}>
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
  if (item && !isUnderWay(item)) {
    return (
      <ResultDialog onClose={onClose} title={title} hasLeads={item.status !== 'failed' || item.added_prospects > 0}>
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
