import { type ArchiveImport, archiveImportsEndpoints } from '@overture/contract/archive-imports';
import { IconDatabaseImport } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions, queryOptions } from '../../../lib/api/api-client.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { formatDate, formatNumber } from '../../../lib/format.ts';
import { ProgressLine } from '../../../ui/feedback/progress-line.tsx';
import { StatusChip } from '../../../ui/feedback/status-chip.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { useStepUp } from '../../security/index.ts';
import { ImportReport, ImportResults } from './import-report.tsx';
import { MoveInDialog } from './move-in-dialog.tsx';
import { t } from './texts.ts';

const REFRESHED_EVERY_MS = 2000;
const WORKING = ['checking', 'working', 'undoing'] as const;
const OPEN: readonly ArchiveImport['state'][] = [...WORKING, 'checked', 'stopped', 'failed'];
const isWorking = ({ state }: ArchiveImport): boolean => (WORKING as readonly string[]).includes(state);

/** Archives of other installations: uploaded, checked, moved in and undone here. */
export function ImportsSection() {
  const list = useQuery({
    ...queryOptions(archiveImportsEndpoints.listArchiveImports),
    refetchInterval: ({ state }) => (state.data?.imports.some(isWorking) ? REFRESHED_EVERY_MS : false),
  });
  const [isChoosing, setChoosing] = useState(false);
  const imports = list.data?.imports;
  return (
    <section aria-label={t('title')} className="flex flex-col gap-3 px-gutter pb-6 max-w-[760px]">
      <h2 className="m-0 text-section">{t('title')}</h2>
      <p className="m-0 text-ink-3">{t('subtitle')}</p>
      <div>
        <AppButton
          icon={<IconDatabaseImport size={16} aria-hidden />}
          disabled={imports?.some(({ state }) => OPEN.includes(state))}
          onClick={() => setChoosing(true)}
        >
          {t('choose')}
        </AppButton>
      </div>
      {queryFailure(list, { fallback: t('loading_failed') })}
      {imports?.length ? (
        <ul aria-label={t('list')} className="flex flex-col gap-3 m-0 p-0 list-none">
          {imports.map((one) => (
            <li key={one.id} className="flex flex-col gap-3 p-4 border border-line rounded-card bg-surface">
              {isWorking(one) ? <Progress one={one} /> : <Result one={one} />}
              <p className="m-0 text-ink-3 text-meta break-words">{describe(one)}</p>
            </li>
          ))}
        </ul>
      ) : null}
      {isChoosing ? <MoveInDialog onClose={() => setChoosing(false)} /> : null}
    </section>
  );
}

function describe({ file_name, created_at, created_by }: ArchiveImport): string {
  const given = { name: file_name, date: formatDate(created_at) };
  return created_by === null ? t('uploaded', given) : t('uploaded_by', { ...given, person: created_by });
}

const LABELS = { checking: 'checking', working: 'moving_in', undoing: 'undoing' } as const;

function Progress({ one }: { one: ArchiveImport }) {
  const stop = useStop(one);
  const state = one.state as keyof typeof LABELS;
  const total = one.rows_total ?? undefined;
  const given = { done: formatNumber(one.rows_done), total: formatNumber(total ?? 0) };
  return (
    <>
      <ProgressLine
        label={t(LABELS[state])}
        done={one.rows_done}
        total={total}
        count={state === 'working' && total !== undefined ? t('rows', given) : ''}
        onStop={state === 'undoing' ? undefined : stop.run}
      />
      <p className="m-0 text-ink-3 text-table">{t(`${LABELS[state]}_text`)}</p>
    </>
  );
}

function useStop({ id, state }: ArchiveImport) {
  const stop = useMutation({
    ...mutationOptions(archiveImportsEndpoints.stopArchiveImport),
    onSuccess: () => toast.success(t(state === 'working' ? 'stopped_toast' : 'discarded_toast')),
    onError: (error) => toast.error(errorMessage(error, t('stop_failed'))),
  });
  return { run: () => stop.mutate({ params: { id } }), isPending: stop.isPending };
}

const TONES = {
  ...({ checked: 'amber', refused: 'red', discarded: 'grey', stopped: 'amber', failed: 'red', done: 'green' } as const),
  undone: 'grey',
} as const;

function Result({ one }: { one: ArchiveImport }) {
  const state = one.state as keyof typeof TONES;
  const date = one.expires_at === null ? '' : formatDate(one.expires_at);
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <StatusChip tone={TONES[state]}>{t(`state_${state}`)}</StatusChip>
        {one.error === null ? null : <span className="text-table">{one.error}</span>}
      </div>
      {state === 'checked' && one.report ? <ImportReport report={one.report} /> : null}
      {state === 'stopped' || state === 'failed' ? <p className="m-0 text-table">{t('stopped_text')}</p> : null}
      {state === 'undone' ? null : <ImportResults results={one.results} />}
      {date !== '' && state === 'checked' ? <p className="m-0 text-table">{t('until_discard', { date })}</p> : null}
      {date !== '' && state === 'done' ? <p className="m-0 text-table">{t('until_undo', { date })}</p> : null}
      <Actions one={one} />
    </>
  );
}

function Actions({ one }: { one: ArchiveImport }) {
  const { id, state } = one;
  const [isUndoing, setUndoing] = useState(false);
  const stop = useStop(one);
  const stepUp = useStepUp();
  const start = useMutation({
    ...mutationOptions(archiveImportsEndpoints.startArchiveImport),
    onError: (error) => stepUp.ask(error, begin) || toast.error(errorMessage(error, t('start_failed'))),
  });
  const undo = useMutation({
    ...mutationOptions(archiveImportsEndpoints.undoArchiveImport),
    onSuccess: () => setUndoing(false),
    onError: (error) => stepUp.ask(error, revert) || toast.error(errorMessage(error, t('undo_failed'))),
  });
  const begin = () => start.mutate({ params: { id } });
  const revert = () => undo.mutate({ params: { id } });
  const isInterrupted = state === 'stopped' || state === 'failed';
  const canUndo =
    isInterrupted || (state === 'done' && one.expires_at !== null && new Date(one.expires_at) > new Date());
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {state === 'checked' || isInterrupted ? (
        <AppButton kind="primary" loading={start.isPending} onClick={begin}>
          {t(isInterrupted ? 'continue' : 'start')}
        </AppButton>
      ) : null}
      {state === 'checked' ? (
        <AppButton loading={stop.isPending} onClick={stop.run}>
          {t('discard')}
        </AppButton>
      ) : null}
      {canUndo ? <AppButton onClick={() => setUndoing(true)}>{t('undo')}</AppButton> : null}
      <ConfirmDialog
        opened={isUndoing}
        onClose={() => setUndoing(false)}
        title={t('undo_title')}
        confirmLabel={t('undo')}
        danger
        pending={undo.isPending}
        onConfirm={revert}
      >
        {t('undo_text')}
      </ConfirmDialog>
      {stepUp.dialog}
    </div>
  );
}
