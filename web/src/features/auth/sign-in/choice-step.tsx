import { Radio } from '@mantine/core';
import { identitySignInEndpoints } from '@overture/contract/identities';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, errorMessage, mutationOptions } from '../../../lib/api/api-client.ts';
import { readStored, writeStored } from '../../../lib/storage.ts';
import { browserZone } from '../../../lib/time-zones.ts';
import { AuthForm } from '../auth-form.tsx';
import { t } from '../texts.ts';
import type { SignedInAnswer, WaitingChoice } from './use-signed-in.ts';

interface ChoiceStepProps {
  choice: WaitingChoice;
  onSignedIn: (answer: SignedInAnswer) => void;
  onStartAgain: () => void;
}

const OWN = 'own';

/** Nothing is preselected: an invitation must not be accepted by accident. */
export function ChoiceStep({ choice, onSignedIn, onStartAgain }: ChoiceStepProps) {
  const [picked, setPicked] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  const join = useMutation({
    ...mutationOptions(identitySignInEndpoints.joinWithGoogle),
    onSuccess: (answer) => {
      writeStored('referral_code', undefined);
      onSignedIn(answer);
    },
  });
  const isOver = join.error instanceof ApiError && join.error.code === 'sign_in_expired';
  function submit() {
    if (isOver) return onStartAgain();
    setMissing(picked === null);
    if (picked === null) return;
    const referral_code = readStored('referral_code', '') || undefined;
    const invitation_id = picked === OWN ? null : Number(picked);
    join.mutate({ body: { ticket: choice.ticket, invitation_id, referral_code, time_zone: browserZone() } });
  }
  return (
    <AuthForm
      title={t('choice_title')}
      intro={t('choice_intro', { email: choice.email })}
      submitLabel={t(isOver ? 'start_again' : 'choice_submit')}
      pending={join.isPending}
      error={join.error ? errorMessage(join.error, t('google_failed')) : undefined}
      onSubmit={submit}
      footer={
        <button type="button" className="bare text-accent cursor-pointer hover:underline" onClick={onStartAgain}>
          {t('back_to_login')}
        </button>
      }
    >
      <Radio.Group
        aria-label={t('choice_title')}
        value={picked}
        onChange={setPicked}
        error={isMissing && picked === null ? t('choice_needed') : undefined}
      >
        <div className="grid gap-3 wrap-anywhere">
          {choice.invitations.map(({ id, organization_name, invited_by }) => (
            <Radio
              key={id}
              value={String(id)}
              label={t('choice_join', { organization: organization_name })}
              description={invited_by ? t('choice_invited_by', { inviter: invited_by }) : undefined}
            />
          ))}
          {choice.may_found ? <Radio value={OWN} label={t('choice_own')} description={t('choice_own_text')} /> : null}
        </div>
      </Radio.Group>
    </AuthForm>
  );
}
