import { TextInput } from '@mantine/core';
import { type DataProblem, dataProblemsEndpoints } from '@overture/contract/data-problems';
import { DATA_PROBLEM_LIMITS } from '@overture/domain/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { call, errorMessage } from '../../lib/api/api-client.ts';
import { refetchUser } from '../../lib/api/session.ts';
import { formatNumber } from '../../lib/format.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import { fieldLabel } from './problem-words.ts';
import { t } from './texts.ts';
import { refetchProblems } from './use-problems.ts';

interface FixDialogProps {
  campaignId: number;
  problem: DataProblem;
  fix: DataProblem['fixes'][number] | 'look_up';
  onClose: () => void;
}

/** One decision for all leads that lack one thing at one step. */
export function FixDialog(props: FixDialogProps) {
  const { problem, fix } = props;
  if (fix === 'stand_in' || fix === 'fallback') return <WordsDialog {...props} fix={fix} />;
  const { leads: count, look_up_credits } = problem;
  const shown = formatNumber(count);
  if (fix !== 'look_up') {
    return (
      <Confirmed
        {...props}
        title={t(`${fix}_title`, { count, shown, number: problem.step_number })}
        confirm={t(`${fix}_confirm`)}
      >
        {t(`${fix}_text`)}
      </Confirmed>
    );
  }
  const credits = look_up_credits ?? 0;
  return (
    <Confirmed
      {...props}
      title={t('look_up_title', { field: fieldLabel(problem.field) })}
      confirm={t('look_up_confirm')}
    >
      {credits === 0 ? t('look_up_done') : t('look_up_text', { count: credits, shown: formatNumber(credits) })}
    </Confirmed>
  );
}

function useFix({ campaignId, problem, fix, onClose }: FixDialogProps) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (words: string | undefined) => {
      const place = { step_id: problem.step_id, field: problem.field };
      const params = { id: campaignId };
      if (fix === 'look_up') {
        const { started_cells } = await call(dataProblemsEndpoints.lookUpMissing, { params, body: place });
        return started_cells;
      }
      const body = { ...place, fix, words: words ?? null, seen_leads: problem.leads };
      return (await call(dataProblemsEndpoints.fixDataProblem, { params, body })).changed_leads;
    },
    onSuccess: (count) => {
      const word = fix === 'look_up' ? 'looking' : 'done';
      toast.success(count === 0 ? t('done_none') : t(word, { count, shown: formatNumber(count) }));
      onClose();
    },
    onSettled: async () => {
      if (fix === 'look_up') void refetchUser(client);
      await refetchProblems(client);
    },
  });
}

function Confirmed(props: FixDialogProps & { title: string; confirm: string; children: string }) {
  const change = useFix(props);
  return (
    <ConfirmDialog
      opened
      onClose={props.onClose}
      title={props.title}
      confirmLabel={props.confirm}
      danger={props.fix === 'remove'}
      pending={change.isPending}
      onConfirm={() => change.mutate(undefined)}
    >
      {props.children}
      {change.error ? (
        <p role="alert" className="mt-2 text-red">
          {errorMessage(change.error, t('decide_failed'))}
        </p>
      ) : null}
    </ConfirmDialog>
  );
}

function WordsDialog(props: FixDialogProps & { fix: 'stand_in' | 'fallback' }) {
  const { problem, fix, onClose } = props;
  const [words, setWords] = useState('');
  const change = useFix(props);
  const form = useId();
  const count = problem.leads;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (words.trim() !== '' && !change.isPending) change.mutate(words);
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      size="small"
      closeOnOutside={words === ''}
      title={t(`${fix}_title`, { field: fieldLabel(problem.field) })}
      footer={
        <>
          <AppButton onClick={onClose}>{t('cancel')}</AppButton>
          <AppButton kind="primary" type="submit" form={form} disabled={words.trim() === ''} loading={change.isPending}>
            {t('apply')}
          </AppButton>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <TextInput
          label={t('words')}
          value={words}
          maxLength={DATA_PROBLEM_LIMITS.stand_in}
          data-autofocus
          autoComplete="off"
          description={t(`words_hint_${fix}`, { count, shown: formatNumber(count) })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={change.error ? errorMessage(change.error, t('decide_failed')) : null}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  );
}
