import { Select, Textarea } from '@mantine/core';
import { type GuardState, guardEndpoints } from '@overture/contract/guard';
import { GUARD_CAUSES, GUARD_NOTE_MAX, type GuardCause } from '@overture/domain/sending/guard';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions, refetch } from '../../lib/api/api-client.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { t } from './texts.ts';

const causes: Record<GuardCause, string> = {
  list: t('cause_list'),
  domain: t('cause_domain'),
  text: t('cause_text'),
  other: t('cause_else'),
};

function useRelease({ scope, name }: GuardState, onClose: () => void) {
  const client = useQueryClient();
  return useMutation({
    ...mutationOptions(guardEndpoints.releaseGuard),
    onSuccess: async () => {
      onClose();
      toast.success(t(scope === 'campaign' ? 'released_campaign' : 'released', { name }));
      await whenRefetched();
    },
    onError: async (error) => {
      toast.error(errorMessage(error, t('failed')));
      await refetch(client, guardEndpoints.listGuardStates);
    },
  });
}

/** Asks for the cause before emails resume. */
export function ReleaseDialog({ state, onClose }: { state: GuardState; onClose: () => void }) {
  const [cause, setCause] = useState<GuardCause | null>(null);
  const [note, setNote] = useState('');
  const [isAsked, setAsked] = useState(false);
  const { name } = state;
  const release = useRelease(state, onClose);
  function submit() {
    setAsked(true);
    if (cause === null) return;
    release.mutate({ params: { id: state.id }, body: { cause, note: note.trim() === '' ? null : note.trim() } });
  }
  return (
    <FormDialog
      onClose={onClose}
      isChanged={note.trim() !== ''}
      title={t('dialog_title', { name })}
      confirmLabel={t('release')}
      pending={release.isPending}
      confirm={submit}
    >
      <div className="flex flex-col gap-4">
        <p className="text-ink-2">{t('dialog_text')}</p>
        <Select
          label={t('cause')}
          data={GUARD_CAUSES.map((value) => ({ value, label: causes[value] }))}
          value={cause}
          onChange={(value) => setCause(value as GuardCause | null)}
          error={isAsked && cause === null ? t('cause_needed') : undefined}
          data-autofocus
        />
        <Textarea
          label={t('note')}
          description={t('note_hint')}
          value={note}
          maxLength={GUARD_NOTE_MAX}
          autosize
          minRows={2}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </div>
    </FormDialog>
  );
}
