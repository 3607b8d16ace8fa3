import { TextInput } from '@mantine/core';
import { authEndpoints } from '@overture/contract/auth';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { serverErrors } from '../../lib/api/form-schema.ts';
import { AppLink } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { browserZone } from '../../lib/time-zones.ts';
import { AuthForm, fieldText } from './auth-form.tsx';
import { FactorStep } from './sign-in/factor-step.tsx';
import { useSignedIn } from './sign-in/use-signed-in.ts';
import { t } from './texts.ts';
import { isShownAtField, useFieldErrors } from './use-field-errors.ts';

interface VerifyEmailFormProps {
  email: string | undefined;
  /** Asked for by signing in before the address was confirmed. */
  again: boolean;
  /** No code left: too many were mailed to this address. */
  slow: boolean;
}

/** The mailed code of 8 digits; afterwards /dashboard?onboarding=true. */
export function VerifyEmailForm({ email, again, slow }: VerifyEmailFormProps) {
  const givenEmail = email || undefined;
  const { signedIn, waiting, startAgain } = useSignedIn();
  const { errors, setErrors, check } = useFieldErrors();
  const resend = useMutation({
    ...mutationOptions(authEndpoints.resendCode),
    onError: (error) => setErrors(serverErrors(error)),
  });
  const verify = useMutation({
    ...mutationOptions(authEndpoints.verifyEmail),
    // The referral code stays until the first payment, which says what it brought.
    onSuccess: signedIn,
    onError: (error) => setErrors(serverErrors(error)),
  });
  function submit(form: FormData) {
    const typed = givenEmail ?? fieldText(form, 'email').trim();
    // A code pasted with spaces or a dash is the same code.
    const code = fieldText(form, 'code').replace(/[\s-]/g, '');
    if (check({ email: typed ? undefined : t('required'), code: code ? undefined : t('required') })) {
      resend.reset();
      verify.mutate({ body: { email: typed, code, time_zone: browserZone() } });
    }
  }
  function sendAgain(email: string) {
    verify.reset();
    setErrors({});
    resend.mutate({ body: { email } });
  }
  const failure = verify.error ?? resend.error;
  const isShownAbove = failure && !isShownAtField(failure, givenEmail ? ['code'] : ['code', 'email']);
  if (waiting) return <FactorStep waiting={waiting} onSignedIn={signedIn} onStartAgain={startAgain} />;
  return (
    <AuthForm
      title={t('verify_title')}
      intro={formatIntro(givenEmail, resend.data ? resend.data.mail_is_slow === true : slow)}
      submitLabel={t('verify')}
      pending={verify.isPending}
      error={isShownAbove ? errorMessage(failure, t('verify_failed')) : undefined}
      notice={failure ? undefined : formatNotice(resend.data, { again, slow })}
      onSubmit={submit}
      footer={
        <OtherWays onResend={givenEmail ? () => sendAgain(givenEmail) : undefined} isSending={resend.isPending} />
      }
    >
      {givenEmail ? null : (
        <TextInput name="email" type="email" label={t('email')} autoComplete="email" autoFocus error={errors.email} />
      )}
      <TextInput
        name="code"
        label={t('code')}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={16}
        autoFocus={givenEmail !== undefined}
        error={errors.code}
      />
    </AuthForm>
  );
}

function formatIntro(email: string | undefined, isSlow: boolean): string {
  if (email === undefined) return t('verify_intro_without');
  return t(isSlow ? 'verify_intro_slow' : 'verify_intro', { email });
}

/** What became of the mail that was asked for last. */
function formatNotice(
  resent: { mail_is_slow?: boolean | undefined } | undefined,
  { again, slow }: Pick<VerifyEmailFormProps, 'again' | 'slow'>,
): string | undefined {
  if (resent ? resent.mail_is_slow : slow) return t('mail_is_slow');
  if (resent) return t('resent');
  return again ? t('verify_again') : undefined;
}

interface OtherWaysProps {
  /** Left out where the address is not known. */
  onResend: (() => void) | undefined;
  isSending: boolean;
}

/** Where no code comes: another mail, or another address. */
function OtherWays({ onResend, isSending }: OtherWaysProps) {
  return (
    <>
      {onResend ? (
        <button
          type="button"
          className="bare text-accent cursor-pointer hover:underline"
          disabled={isSending}
          onClick={onResend}
        >
          {t('resend')}
        </button>
      ) : null}
      <AppLink to={pb.register()}>{t('other_email')}</AppLink>
    </>
  );
}

const route = getRouteApi('/public/verify-email');

export function VerifyEmailScreen() {
  const { email, again, slow } = route.useSearch();
  return <VerifyEmailForm email={email} again={again === true} slow={slow === true} />;
}
