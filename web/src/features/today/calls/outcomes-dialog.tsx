import { Select, TextInput } from '@mantine/core';
import { callsEndpoints as endpoints, type OwnCallOutcome } from '@overture/contract/calls';
import { CALLS, OWN_OUTCOME_MEANINGS, type OwnOutcomeMeaning } from '@overture/domain/calls/call-outcomes';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { errorMessage, mutationOptions, queryOptions } from '../../../lib/api/api-client.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { callOutcomeLabel } from '../../../lib/labels/inbox/call-outcome.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { AppButton, IconButton } from '../../../ui/inputs/app-button.tsx';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { t } from '../texts.ts';

const failed = (error: Error) => toast.error(errorMessage(error, t('save_failed')));
const HOURS = [1, 2, 4, 24];
const DAYS = [1, 2, 3, 5, 10];

/** Outcomes of calls that the organization adds to the built-in ones. */
export function OutcomesDialog({ onClose }: { onClose: () => void }) {
  const list = useQuery(queryOptions(endpoints.listCallOutcomes));
  const own = list.data?.call_outcomes;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('outcomes')}
      footer={<AppButton onClick={onClose}>{t('close')}</AppButton>}
    >
      <p className="text-ink-2 text-table">{t('outcomes_text')}</p>
      {list.isError && !own ? queryFailure(list) : null}
      {own?.length === 0 ? <p className="text-ink-3 text-table">{t('outcomes_empty')}</p> : null}
      {own && own.length > 0 ? (
        <ul className="flex flex-col gap-1 m-0 p-0 list-none">
          {own.map((outcome) => (
            <Row key={outcome.id} outcome={outcome} />
          ))}
        </ul>
      ) : null}
      {own && own.length < LIST_LIMITS.call_outcomes ? <AddForm key={own.length} /> : null}
    </Dialog>
  );
}

function Row({ outcome }: { outcome: OwnCallOutcome }) {
  const remove = useMutation({ ...mutationOptions(endpoints.deleteCallOutcome), onError: failed });
  const { id, name, means, again_in_hours, again_in_days, max_tries } = outcome;
  const again =
    again_in_hours !== null
      ? t('outcome_again_hours', { count: again_in_hours })
      : again_in_days !== null
        ? t('outcome_again_days', { count: again_in_days })
        : null;
  const rule = again === null ? null : `${again}, ${t('outcome_tries_count', { count: max_tries })}`;
  return (
    <li className="flex items-center justify-between gap-2 py-1 border-b border-line text-table">
      <span className="min-w-0">
        <span className="font-medium wrap-anywhere">{name}</span>{' '}
        <span className="text-ink-3">{[callOutcomeLabel(means), rule].filter(Boolean).join(', ')}</span>
      </span>
      <IconButton
        size="small"
        label={t('outcome_delete', { name })}
        disabled={remove.isPending}
        onClick={() => remove.mutate({ params: { id } })}
      >
        <IconTrash size={16} aria-hidden />
      </IconButton>
    </li>
  );
}

function AddForm() {
  const [name, setName] = useState('');
  const [means, setMeans] = useState<OwnOutcomeMeaning>('no_answer');
  const [again, setAgain] = useState('');
  const [tries, setTries] = useState(String(CALLS.max_tries));
  const create = useMutation({ ...mutationOptions(endpoints.createCallOutcome), onError: failed });
  const isTried = means === 'no_answer' || means === 'voicemail' || means === 'busy';
  function submit(event: FormEvent) {
    event.preventDefault();
    const [unit, amount] = again.split(':');
    const rule = unit === 'hours' ? { again_in_hours: Number(amount) } : { again_in_days: Number(amount) };
    create.mutate({ body: { name, means, ...(isTried ? { max_tries: Number(tries), ...(again ? rule : {}) } : {}) } });
  }
  return (
    <form className="grid gap-3 mt-3 sm:grid-cols-2" onSubmit={submit}>
      <TextInput
        label={t('outcome_name')}
        required
        maxLength={CALLS.name_max}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Select
        label={t('outcome_means')}
        allowDeselect={false}
        value={means}
        onChange={(value) => setMeans(value as OwnOutcomeMeaning)}
        data={OWN_OUTCOME_MEANINGS.map((value) => ({ value, label: callOutcomeLabel(value) }))}
      />
      {isTried ? (
        <>
          <Select
            label={t('outcome_again')}
            allowDeselect={false}
            value={again}
            onChange={(value) => setAgain(value ?? '')}
            data={[
              { value: '', label: t('outcome_again_default') },
              ...HOURS.map((count) => ({ value: `hours:${count}`, label: t('outcome_again_hours', { count }) })),
              ...DAYS.map((count) => ({ value: `days:${count}`, label: t('outcome_again_days', { count }) })),
            ]}
          />
          <Select
            label={t('outcome_tries')}
            allowDeselect={false}
            value={tries}
            onChange={(value) => setTries(value ?? '3')}
            data={Array.from({ length: 10 }, (_, n) => String(n + 1))}
          />
        </>
      ) : null}
      <div className="flex justify-end sm:col-span-2">
        <AppButton type="submit" kind="primary" loading={create.isPending} disabled={name.trim() === ''}>
          {t('outcome_add')}
        </AppButton>
      </div>
    </form>
  );
}
