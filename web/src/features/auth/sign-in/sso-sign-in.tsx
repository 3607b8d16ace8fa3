import { TextInput } from '@mantine/core';
import { ssoSignInEndpoints } from '@overture/contract/sso';
import { emailDomain } from '@overture/domain/addresses/email-address';
import { IconBuilding } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { errorMessage, mutationOptions } from '../../../lib/api/api-client.ts';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { AuthForm, fieldText } from '../auth-form.tsx';
import { t } from '../texts.ts';
import { useFieldErrors } from '../use-field-errors.ts';
import type { ReturnState } from './google-sign-in.tsx';
import type { SignedInAnswer } from './use-signed-in.ts';

export function SsoButton({ onClick }: { onClick: () => void }) {
  return (
    <AppButton fullWidth icon={<IconBuilding size={16} aria-hidden />} onClick={onClick}>
      {t('sso_sign_in')}
    </AppButton>
  );
}

/** The work email says which organization's own sign-in page to go to. */
export function SsoStep({ onBack }: { onBack: () => void }) {
  const { errors, check } = useFieldErrors();
  const start = useMutation({
    ...mutationOptions(ssoSignInEndpoints.startSso),
    onSuccess: ({ data }) => window.location.assign(data.redirect_url),
  });
  function submit(form: FormData) {
    const organization_domain = emailDomain(fieldText(form, 'email'));
    if (check({ email: organization_domain ? undefined : t('sso_email_needed') }) && organization_domain)
      start.mutate({ body: { organization_domain } });
  }
  return (
    <AuthForm
      title={t('sso_title')}
      intro={t('sso_intro')}
      submitLabel={t('sso_continue')}
      // The other page takes a moment to come.
      pending={start.isPending || start.isSuccess}
      error={start.error ? errorMessage(start.error, t('sso_failed')) : undefined}
      onSubmit={submit}
      footer={
        <button type="button" className="bare text-accent cursor-pointer hover:underline" onClick={onBack}>
          {t('back_to_login')}
        </button>
      }
    >
      <TextInput
        name="email"
        type="email"
        label={t('work_email')}
        autoComplete="email"
        autoFocus
        error={errors.email}
      />
    </AuthForm>
  );
}

/** Finishes what began at the organization's provider, once: its ticket fits this browser only. */
export function useSsoReturn(ticket: string | undefined, onSignedIn: (answer: SignedInAnswer) => void): ReturnState {
  const isStarted = useRef(false);
  const finish = useMutation({ ...mutationOptions(ssoSignInEndpoints.finishSso), onSuccess: onSignedIn });
  const { mutate } = finish;
  useEffect(() => {
    if (ticket === undefined || isStarted.current) return;
    isStarted.current = true;
    mutate({ body: { ticket } });
  }, [ticket, mutate]);
  return {
    isRunning: ticket !== undefined && (finish.isIdle || finish.isPending),
    problem: finish.error ? errorMessage(finish.error, t('sso_failed')) : undefined,
  };
}
