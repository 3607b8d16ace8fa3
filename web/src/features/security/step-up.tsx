import { PasswordInput, TextInput } from '@mantine/core';
import type { EndpointOutput } from '@overture/contract/endpoint';
import { factorsEndpoints } from '@overture/contract/factors';
import { identitiesEndpoints, identitySignInEndpoints, type LinkedIdentity } from '@overture/contract/identities';
import { ssoSignInEndpoints } from '@overture/contract/sso';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiError, addressOf, call, errorMessage, mutationOptions, queryOptions } from '../../lib/api/api-client.ts';
import { rememberReturnPath } from '../../lib/navigation/return-path.ts';
import { canUsePasskeys, PasskeyCancelled, signWithPasskey } from '../../lib/passkeys.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import classes from './security.module.css';
import { t } from './texts.ts';

interface StepUp {
  /** Takes a failure that asks for a proof: after it, `again` runs. Answers false for any other failure. */
  ask: (error: unknown, again: () => void) => boolean;
  dialog: ReactNode;
}

/** "Confirm it's you" around changes of credentials: the change is tried first and repeated after the proof. */
export function useStepUp(): StepUp {
  const [again, setAgain] = useState<(() => void) | null>(null);
  return {
    ask: (error, retry) => {
      if (!(error instanceof ApiError) || error.code !== 'step_up_needed') return false;
      setAgain(() => retry);
      return true;
    },
    dialog: (
      <StepUpDialog
        opened={again !== null}
        onClose={() => setAgain(null)}
        onConfirmed={() => {
          setAgain(null);
          again?.();
        }}
      />
    ),
  };
}

function StepUpDialog(props: { opened: boolean; onClose: () => void; onConfirmed: () => void }) {
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={t('step_up_title')} size="small">
      <StepUpForm onConfirmed={props.onConfirmed} />
    </Dialog>
  );
}

type Proof =
  | { method: 'password'; password: string }
  | { method: 'totp' | 'recovery'; code: string; password?: string }
  | { method: 'passkey' };

async function confirmWith(proof: Proof): Promise<unknown> {
  if (proof.method !== 'passkey') return call(factorsEndpoints.confirmPerson, { body: proof });
  const { options } = await call(factorsEndpoints.offerPasskeyConfirmation);
  const response = await signWithPasskey(options);
  return call(factorsEndpoints.confirmPerson, { body: { method: 'passkey', response: response as never } });
}

/**
 * What signing in takes: the password, and with a second factor a passkey, or a code beside the password. People with neither sign in
 * with their provider once more.
 */
function StepUpForm({ onConfirmed }: { onConfirmed: () => void }) {
  const factors = useQuery(queryOptions(factorsEndpoints.getFactors));
  const ways = useQuery(queryOptions(identitiesEndpoints.listIdentities));
  const confirm = useMutation({ mutationFn: confirmWith, onSuccess: onConfirmed });
  if (factors.isPending || ways.isPending) return <Skeleton height={120} />;
  // If the methods cannot be loaded, offer the password: the server says what else it accepts.
  const asks = describeAsked(factors.data, ways.data);
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [password, code] = [String(form.get('password') ?? ''), String(form.get('code') ?? '')];
    if (confirm.isPending || (asks.password && password === '') || (asks.code && code === '')) return;
    if (!asks.code) confirm.mutate({ method: 'password', password });
    else confirm.mutate({ method: asks.code, code, ...(asks.password ? { password } : {}) });
  }
  return (
    <form onSubmit={submit} className={classes.stack} noValidate>
      <p className={classes.note}>{t('step_up_text')}</p>
      {asks.password ? (
        <PasswordInput name="password" label={t('password')} autoComplete="current-password" data-autofocus />
      ) : null}
      {asks.code ? <CodeField method={asks.code} /> : null}
      <p role="alert" className={classes.problem}>
        {confirm.error && !(confirm.error instanceof PasskeyCancelled)
          ? errorMessage(confirm.error, t('failed'))
          : null}
      </p>
      <div className={`${classes.actions} empty:hidden`}>
        {asks.passkey ? (
          <AppButton disabled={confirm.isPending} onClick={() => confirm.mutate({ method: 'passkey' })}>
            {t('use_passkey')}
          </AppButton>
        ) : null}
        {asks.password || asks.code ? (
          <AppButton type="submit" kind="primary" loading={confirm.isPending}>
            {t('confirm')}
          </AppButton>
        ) : null}
      </div>
      {asks.provider ? <SignInOnceMore identities={ways.data?.identities ?? []} text={asks.provider} /> : null}
    </form>
  );
}

type Factors = EndpointOutput<typeof factorsEndpoints.getFactors>;
type Ways = EndpointOutput<typeof identitiesEndpoints.listIdentities>;

/**
 * A code of the app, or a recovery code for people whose passkeys do not work here. Who signs in with Single Sign-On may do that instead:
 * a password of before may be long forgotten.
 */
function describeAsked(factors: Factors | undefined, ways: Ways | undefined) {
  const { has_password: hasPassword = true, identities = [] } = ways ?? {};
  const { passkeys = [] } = factors ?? {};
  const passkey = canUsePasskeys() && passkeys.some((one) => one.works_here);
  const code = findCodeMethod(factors, passkey);
  const password = hasPassword && (code !== null || passkeys.length === 0);
  const instead = identities.some((identity) => identity.provider === 'sso') ? ('step_up_instead' as const) : null;
  const none = identities.length > 0 ? ('step_up_provider' as const) : ('step_up_nothing' as const);
  return { passkey, code, password, provider: !hasPassword && code === null ? none : instead };
}

function findCodeMethod(factors: Factors | undefined, hasPasskeyHere: boolean): 'totp' | 'recovery' | null {
  if (factors?.totp_confirmed_at) return 'totp';
  return factors?.passkeys.length && !hasPasskeyHere ? 'recovery' : null;
}

function CodeField({ method }: { method: 'totp' | 'recovery' }) {
  const keyboard = method === 'totp' ? ({ inputMode: 'numeric' } as const) : {};
  const label = t(method === 'totp' ? 'totp_code' : 'recovery_code');
  return <TextInput name="code" label={label} autoComplete="one-time-code" maxLength={64} {...keyboard} />;
}

/** A session that has just begun needs no further proof (docs/decisions/0151): the page is opened again by it. */
function SignInOnceMore({ identities, text }: { identities: LinkedIdentity[]; text: Parameters<typeof t>[0] }) {
  const sso = useMutation({
    ...mutationOptions(ssoSignInEndpoints.startSso),
    onSuccess: ({ data }) => window.location.assign(data.redirect_url),
  });
  const own = (provider: LinkedIdentity['provider']) => identities.find((identity) => identity.provider === provider);
  const [google, company] = [text === 'step_up_instead' ? undefined : own('google'), own('sso')];
  const leave = (go: () => void) => () => {
    rememberReturnPath(window.location.pathname + window.location.search);
    go();
  };
  return (
    <>
      <p className={classes.note}>{t(text)}</p>
      {google ? (
        <AppButton
          fullWidth
          onClick={leave(() => window.location.assign(addressOf(identitySignInEndpoints.startGoogle, {})))}
        >
          {t('step_up_google')}
        </AppButton>
      ) : null}
      {company ? (
        <AppButton
          fullWidth
          loading={sso.isPending}
          onClick={leave(() =>
            sso.mutate({ body: { organization_domain: company.email.slice(company.email.lastIndexOf('@') + 1) } }),
          )}
        >
          {t('step_up_sso')}
        </AppButton>
      ) : null}
      <p role="alert" className={classes.problem}>
        {sso.error ? errorMessage(sso.error, t('failed')) : null}
      </p>
    </>
  );
}
