import { type AssistantPolicy, approvalsEndpoints } from '@overture/contract/approvals';
import { ASSISTANT_LIMITS, SENDING_POLICIES } from '@overture/domain/assistants';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions, queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { whenRefetched } from '../../lib/api/writes.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { AmountInput } from '../../ui/inputs/amount-input.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { OptionCard } from '../../ui/inputs/option-card.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import { useStepUp } from '../security/index.ts';
import { t } from './texts.ts';

/** Chooses what assistants may send, and their limits. */
export function PolicyDialog({ onClose }: { onClose: () => void }) {
  const stored = useQuery(queryOptions(approvalsEndpoints.getAssistantPolicy));
  const [changes, setChanges] = useState<Partial<AssistantPolicy>>({});
  const stepUp = useStepUp();
  const save = useMutation({
    ...mutationOptions(approvalsEndpoints.setAssistantPolicy),
    onError: (error: Error, given) => {
      if (!stepUp.ask(error, () => save.mutate(given))) toast.error(errorMessage(error, t('failed')));
    },
    onSuccess: async () => {
      await whenRefetched();
      onClose();
      toast.success(t('policy_saved'));
    },
  });
  const policy = stored.data ? { ...stored.data, ...changes } : null;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('policy_title')}
      footer={
        <>
          <AppButton onClick={onClose}>{t('cancel')}</AppButton>
          <AppButton
            kind="primary"
            disabled={policy === null || Object.values(policy).some(Number.isNaN)}
            loading={save.isPending}
            onClick={() => policy && save.mutate({ body: policy })}
          >
            {t('save')}
          </AppButton>
        </>
      }
    >
      {queryFailure(stored, { compact: true })}
      {policy ? (
        <Fields policy={policy} onChange={(changed) => setChanges({ ...changes, ...changed })} />
      ) : (
        <Skeleton height={220} />
      )}
      {stepUp.dialog}
    </Dialog>
  );
}

interface FieldsProps {
  policy: AssistantPolicy;
  onChange: (changed: Partial<AssistantPolicy>) => void;
}

function Fields({ policy, onChange }: FieldsProps) {
  return (
    <div className="flex flex-col gap-4">
      <fieldset className="m-0 p-0 border-0 flex flex-col gap-2">
        <legend className="sr-only">{t('policy_title')}</legend>
        {SENDING_POLICIES.map((sending) => (
          <OptionCard
            key={sending}
            kind="radio"
            name="sending"
            label={t(`sending_${sending}`)}
            checked={policy.sending === sending}
            onChange={() => onChange({ sending })}
          />
        ))}
      </fieldset>
      {policy.sending === 'client' ? (
        <p role="alert" className="m-0 text-table text-red">
          {t('client_warning')}
        </p>
      ) : null}
      <AmountInput
        label={t('sends_per_day')}
        min={0}
        max={ASSISTANT_LIMITS.max_sends_per_day}
        value={policy.sends_per_day}
        onChange={(value) => onChange({ sends_per_day: value })}
      />
      <AmountInput
        label={t('credits_per_day')}
        min={0}
        max={ASSISTANT_LIMITS.max_credits_per_day}
        value={policy.credits_per_day}
        onChange={(value) => onChange({ credits_per_day: value })}
      />
    </div>
  );
}
