import { PasswordInput } from '@mantine/core';
import { identitySignInEndpoints } from '@overture/contract/identities';
import { useMutation } from '@tanstack/react-query';
import { ApiError, errorMessage, mutationOptions } from '../../../lib/api/api-client.ts';
import { AppLink } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { AuthForm, fieldText } from '../auth-form.tsx';
import { t } from '../texts.ts';
import { useFieldErrors } from '../use-field-errors.ts';
import type { SignedInAnswer, WaitingLink } from './use-signed-in.ts';

interface LinkStepProps {
  link: WaitingLink;
  onSignedIn: (answer: SignedInAnswer) => void;
  onStartAgain: () => void;
}

/** The account's password, once: afterwards Google alone signs in. */
export function LinkStep({ link, onSignedIn, onStartAgain }: LinkStepProps) {
  const { errors, check } = useFieldErrors();
  const finish = useMutation({ ...mutationOptions(identitySignInEndpoints.linkIdentity), onSuccess: onSignedIn });
  const isOver = finish.error instanceof ApiError && finish.error.code === 'sign_in_expired';
  function submit(form: FormData) {
    if (isOver) return onStartAgain();
    const password = fieldText(form, 'password');
    if (check({ password: password ? undefined : t('required') }))
      finish.mutate({ body: { ticket: link.ticket, password } });
  }
  return (
    <AuthForm
      title={t('link_title')}
      intro={t('link_intro', { email: link.email })}
      submitLabel={isOver ? t('start_again') : t('link_submit')}
      pending={finish.isPending}
      error={finish.error ? errorMessage(finish.error, '') : undefined}
      onSubmit={submit}
      footer={
        <>
          <AppLink to={pb.forgotPassword()}>{t('forgot_link')}</AppLink>
          <button type="button" className="bare text-accent cursor-pointer hover:underline" onClick={onStartAgain}>
            {t('back_to_login')}
          </button>
        </>
      }
    >
      <PasswordInput
        name="password"
        label={t('password')}
        autoComplete="current-password"
        autoFocus
        error={errors.password}
      />
    </AuthForm>
  );
}
