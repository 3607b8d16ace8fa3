import { clientCapEndpoints } from '@overture/contract/credit-caps';
import { CREDIT_CAP_MAX } from '@overture/domain/money/credits';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions, queryOptions } from '../../../lib/api/api-client.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { AmountInput } from '../../../ui/inputs/amount-input.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { t } from '../texts.ts';

const USUAL_CAP = 1000;

/** What a client may use of its credits in a month. */
export function ClientCap({ id }: { id: number }) {
  const query = useQuery(queryOptions(clientCapEndpoints.getClientCreditCap, { params: { id } }));
  return (
    <section className="grid gap-3 p-4 border border-line rounded-card bg-surface" aria-label={t('cap')}>
      <h2 className="text-section">{t('cap')}</h2>
      {queryFailure(query, { compact: true })}
      {query.isPending ? <Skeleton width={220} /> : null}
      {/* Resets when the stored cap changes. */}
      {query.data ? <CapForm key={query.data.cap} id={id} {...query.data} /> : null}
    </section>
  );
}

function CapForm({ id, cap, used }: { id: number; cap: number | null; used: number }) {
  const [credits, setCredits] = useState(cap ?? USUAL_CAP);
  const save = useMutation({
    ...mutationOptions(clientCapEndpoints.setClientCreditCap),
    onSuccess: () => toast.success(t('cap_saved')),
    onError: (error) => toast.error(errorMessage(error, t('update_failed'))),
  });
  const set = (value: number | null) => {
    if (!save.isPending) save.mutate({ params: { id }, body: { credits: value } });
  };
  return (
    <Form
      className="flex flex-wrap items-end gap-3"
      onSubmit={() => {
        if (!Number.isNaN(credits)) set(credits);
      }}
    >
      <AmountInput
        label={t('cap_label')}
        description={
          cap === null
            ? t('cap_none', { used: formatNumber(used) })
            : t('cap_used', { used: formatNumber(used), cap: formatNumber(cap) })
        }
        value={credits}
        min={0}
        max={CREDIT_CAP_MAX}
        onChange={setCredits}
      />
      <AppButton type="submit" loading={save.isPending}>
        {t('cap_save')}
      </AppButton>
      {cap === null ? null : (
        <AppButton kind="quiet" onClick={() => set(null)}>
          {t('cap_remove')}
        </AppButton>
      )}
    </Form>
  );
}
