import { TextInput } from '@mantine/core';
import { type FactorMethod, factorSignInEndpoints } from '@overture/contract/factors';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call, errorMessage } from '../../../lib/api/api-client.ts';
import { PasskeyCancelled, signWithPasskey } from '../../../lib/passkeys.ts';
import { AuthForm, fieldText } from '../auth-form.tsx';
import { t } from '../texts.ts';
import { useFieldErrors } from '../use-field-errors.ts';
import type { SignedInAnswer, WaitingSignIn } from './use-signed-in.ts';

interface FactorStepProps {
  waiting: WaitingSignIn;
  onSignedIn: (answer: SignedInAnswer) => void;
  /** The sign-in took too long, or the person wants another account. */
  onStartAgain: () => void;
}

const switchLabels = { totp: 'use_app', recovery: 'use_recovery', passkey: 'use_passkey' } as const;

const link = 'bare text-accent cursor-pointer hover:underline';

/** The second step of a sign-in: a code of the app, a passkey, or a recovery code. */
export function FactorStep({ waiting, onSignedIn, onStartAgain }: FactorStepProps) {
  const [method, setMethod] = useState<FactorMethod>(waiting.methods[0] ?? 'recovery');
  const { errors, check } = useFieldErrors();
  const finish = useMutation({
    mutationFn: (code: string | null) => finishWith(waiting.ticket, method, code),
    onSuccess: onSignedIn,
  });
  const isOver = finish.error instanceof ApiError && finish.error.code === 'sign_in_expired';
  function submit(form: FormData) {
    if (isOver) return onStartAgain();
    if (method === 'passkey') return finish.mutate(null);
    const code = fieldText(form, 'code').trim();
    if (check({ code: code ? undefined : t('required') })) finish.mutate(code);
  }
  function choose(next: FactorMethod) {
    finish.reset();
    setMethod(next);
  }
  const texts = methodTexts[method];
  return (
    <AuthForm
      title={t('factor_title')}
      intro={t(texts.intro)}
      submitLabel={isOver ? t('start_again') : t(texts.submit)}
      pending={finish.isPending}
      error={failureText(finish.error)}
      onSubmit={submit}
      footer={
        <>
          {waiting.methods
            .filter((other) => other !== method)
            .map((other) => (
              <button key={other} type="button" className={link} onClick={() => choose(other)}>
                {t(switchLabels[other])}
              </button>
            ))}
          <button type="button" className={link} onClick={onStartAgain}>
            {t('back_to_login')}
          </button>
        </>
      }
    >
      {method === 'passkey' ? null : (
        <TextInput
          key={method}
          name="code"
          label={t(method === 'totp' ? 'app_code' : 'recovery_code')}
          autoComplete="one-time-code"
          inputMode={method === 'totp' ? 'numeric' : 'text'}
          maxLength={32}
          autoFocus
          error={errors.code}
        />
      )}
    </AuthForm>
  );
}

const methodTexts = {
  totp: { intro: 'factor_totp', submit: 'log_in' },
  recovery: { intro: 'factor_recovery', submit: 'log_in' },
  passkey: { intro: 'factor_passkey', submit: 'use_passkey' },
} as const;

async function finishWith(ticket: string, method: FactorMethod, code: string | null): Promise<SignedInAnswer> {
  if (method !== 'passkey') return call(factorSignInEndpoints.finishSignIn, { body: { ticket, method, code } });
  const { options } = await call(factorSignInEndpoints.offerPasskeyForTicket, { body: { ticket } });
  const response = await signWithPasskey(options);
  return call(factorSignInEndpoints.finishSignIn, { body: { ticket, method, response: response as never } });
}

function failureText(error: Error | null): string | undefined {
  if (!error) return undefined;
  return error instanceof PasskeyCancelled ? t('passkey_canceled') : errorMessage(error, t('passkey_failed'));
}
