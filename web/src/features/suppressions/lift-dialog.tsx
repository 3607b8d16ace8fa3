import { Textarea } from '@mantine/core';
import { type Suppression, suppressionsEndpoints } from '@overture/contract/suppressions';
import { nameEntry } from '@overture/domain/suppressions/entries';
import { needsOwnWords, SUPPRESSION_LIMITS } from '@overture/domain/suppressions/suppressions';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { suppressionReasonLabel } from '../../lib/labels/lead/suppression-reason.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { t } from './texts.ts';
import { refetchLists } from './use-suppressions.ts';

/** Asks why an entry is lifted; of who said no also for what they wrote since. */
export function LiftDialog({ suppression, onClose }: { suppression: Suppression; onClose: () => void }) {
  const { kind, reason } = suppression;
  const entry = nameEntry(suppression) ?? '';
  const [why, setWhy] = useState('');
  const [words, setWords] = useState('');
  const [isAsked, setAsked] = useState(false);
  const lift = useLift(onClose);
  const isWordy = needsOwnWords(reason);
  const problems = {
    why: why.trim() === '' ? t('lift_why_needed') : undefined,
    words:
      isWordy && words.trim().length < SUPPRESSION_LIMITS.words_min
        ? t('lift_words_needed', { least: SUPPRESSION_LIMITS.words_min })
        : undefined,
  };
  function submit() {
    setAsked(true);
    if (problems.why || problems.words) return;
    const persons_words = isWordy ? words.trim() : null;
    lift.mutate({ params: { id: suppression.id }, body: { reason, why: why.trim(), persons_words } });
  }
  return (
    <FormDialog
      onClose={onClose}
      isChanged={why !== '' || words !== ''}
      title={t('lift_title', { entry })}
      confirmLabel={t('lift')}
      pending={lift.isPending}
      confirm={submit}
    >
      <div className="flex flex-col gap-4">
        <Warning kind={kind} reason={reason} />
        <Textarea
          label={t('lift_why')}
          value={why}
          maxLength={SUPPRESSION_LIMITS.why_max}
          autosize
          minRows={2}
          data-autofocus
          error={isAsked && problems.why}
          onChange={(event) => setWhy(event.currentTarget.value)}
        />
        {isWordy ? <WordsField value={words} onChange={setWords} error={isAsked ? problems.words : undefined} /> : null}
      </div>
    </FormDialog>
  );
}

function Warning({ kind, reason }: Pick<Suppression, 'kind' | 'reason'>) {
  return (
    <>
      {needsOwnWords(reason) ? (
        <p className="text-amber">{t('lift_no', { reason: suppressionReasonLabel(reason) })}</p>
      ) : null}
      {reason === 'hard_bounce' ? <p className="text-amber">{t('lift_bounce')}</p> : null}
      {reason === 'left' ? <p className="text-amber">{t('lift_left')}</p> : null}
      <p className="text-ink-2">{t(kind === 'address' ? 'lift_text' : `lift_text_${kind}`)}</p>
    </>
  );
}

interface WordsFieldProps {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

function WordsField({ value, onChange, error }: WordsFieldProps) {
  return (
    <Textarea
      label={t('lift_words')}
      description={t('lift_words_hint')}
      value={value}
      maxLength={SUPPRESSION_LIMITS.words_max}
      autosize
      minRows={3}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function useLift(onClose: () => void) {
  const client = useQueryClient();
  return useMutation({
    ...mutationOptions(suppressionsEndpoints.liftSuppression),
    onSuccess: async ({ entry }) => {
      onClose();
      toast.success(t('lifted', { entry }));
      await whenRefetched();
    },
    onError: async (error) => {
      toast.error(errorMessage(error, t('lift_failed')));
      await refetchLists(client);
    },
  });
}
