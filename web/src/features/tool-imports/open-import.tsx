import { PasswordInput } from '@mantine/core';
import { type ToolImport, toolImportsEndpoints } from '@overture/contract/tool-imports';
import { TOOL_IMPORT_LIMITS } from '@overture/domain/limits';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { formatNumber } from '../../lib/format.ts';
import { ProgressLine } from '../../ui/feedback/progress-line.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { t } from './texts.ts';

const TEXTS = {
  reading: { label: 'reading', text: 'reading_text' },
  importing: { label: 'importing', text: 'importing_text' },
  undoing: { label: 'undoing', text: 'undoing_text' },
} as const;

/** An import that reads, imports or is undone. */
export function WorkingImport({ one }: { one: ToolImport }) {
  const stop = useStop(one);
  const { rows_done, rows_total } = one;
  const words = TEXTS[one.state as keyof typeof TEXTS];
  const done = formatNumber(rows_done);
  return (
    <section className="flex flex-col gap-2 p-4 border border-line rounded-card bg-surface" aria-live="polite">
      <ProgressLine
        label={t(words.label, { tool: one.tool_label })}
        done={rows_done}
        total={rows_total ?? undefined}
        count={
          rows_total === null ? t('objects', { done }) : t('objects_of', { done, total: formatNumber(rows_total) })
        }
        onStop={one.state === 'undoing' ? undefined : stop.ask}
      />
      <p className="m-0 text-ink-3 text-table">{one.note ?? t(words.text)}</p>
      {stop.dialog}
    </section>
  );
}

/** An import whose key was refused, or whose tool did not answer. */
export function PausedImport({ one }: { one: ToolImport }) {
  const [key, setKey] = useState('');
  const stop = useStop(one);
  const resume = useMutation(mutationOptions(toolImportsEndpoints.resumeToolImport));
  return (
    <form
      className="flex flex-col gap-4 p-4 border border-line rounded-card bg-surface"
      onSubmit={(event) => {
        event.preventDefault();
        resume.mutate({ params: { id: one.id }, body: key.trim() === '' ? {} : { api_key: key } });
      }}
    >
      <h2 className="text-section">{t('paused', { tool: one.tool_label })}</h2>
      <p role="alert" className="m-0 py-2 px-3 rounded-card bg-amber-soft text-amber text-table">
        {one.note}
      </p>
      <PasswordInput
        label={t('new_key')}
        description={t('new_key_hint')}
        value={key}
        maxLength={TOOL_IMPORT_LIMITS.key_max}
        autoComplete="off"
        error={resume.isError ? errorMessage(resume.error, t('resume_failed')) : undefined}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      <div className="flex flex-wrap gap-2">
        <AppButton kind="primary" type="submit" loading={resume.isPending}>
          {t('resume')}
        </AppButton>
        <AppButton onClick={stop.ask}>{t('stop')}</AppButton>
      </div>
      {stop.dialog}
    </form>
  );
}

/** Stopping, with its question. */
export function useStop(one: ToolImport) {
  const [isAsking, setAsking] = useState(false);
  const stop = useMutation({
    ...mutationOptions(toolImportsEndpoints.stopToolImport),
    onSettled: () => setAsking(false),
    onError: (error) => toast.error(errorMessage(error, t('stop_failed'))),
  });
  const dialog = (
    <ConfirmDialog
      opened={isAsking}
      onClose={() => setAsking(false)}
      title={t('stop_title')}
      confirmLabel={t('stop')}
      danger
      pending={stop.isPending}
      onConfirm={() => stop.mutate({ params: { id: one.id } })}
    >
      {t('stop_text')}
    </ConfirmDialog>
  );
  return { ask: () => setAsking(true), dialog };
}
