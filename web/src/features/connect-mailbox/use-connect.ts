import { accountsEndpoints } from '@overture/contract/accounts';
import type { appInfoEndpoints } from '@overture/contract/app-info';
import type { EndpointOutput } from '@overture/contract/endpoint';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call, errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { useGo } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { type ConnectForm, emptyForm, parseForm } from './connect-form.ts';
import type { KnownProvider } from './servers-step.tsx';
import type { Refusal } from './sign-in-progress.tsx';
import { t } from './texts.ts';

type SandboxMail = EndpointOutput<(typeof appInfoEndpoints)['getAppInfo']>['sandbox_mail'];
type Step = 'way' | 'address' | 'servers';

interface ConnectOptions {
  name: string;
  /** The sender that is connected again; its address cannot change. */
  account: { id: number; email: string } | undefined;
  sandbox: SandboxMail;
}

const nothingKnown: KnownProvider = { text: '', note: null, isCertain: false };

/** State of the connect page: which step, what is typed, what is known about the servers, and the sign-in itself. */
export function useConnect({ name, account, sandbox }: ConnectOptions) {
  const go = useGo();
  const [step, setStep] = useState<Step>(account ? 'address' : 'way');
  const [form, setForm] = useState<ConnectForm>(() => emptyForm(name, account?.email ?? ''));
  const [isSandbox, setSandbox] = useState(false);
  const [provider, setProvider] = useState<KnownProvider>(nothingKnown);
  const guess = useMutation({
    // What is known about the address only saves typing: without an answer the fields are empty.
    mutationFn: (email: string) =>
      call(accountsEndpoints.guessMailServers, { query: { email } }).catch(() => ({ provider: null })),
  });
  const connect = useMutation({
    ...mutationOptions(accountsEndpoints.connectMailbox),
    onSuccess: async () => {
      await whenRefetched();
      go(pb.senders({ linkStatus: 'success' }), { replace: true });
    },
  });
  const change = (next: Partial<ConnectForm>) => setForm((before) => ({ ...before, ...next }));

  async function findServers() {
    const email = form.email.trim();
    connect.reset();
    if (isSandbox && sandbox) {
      change({ email, username: email, smtpUsername: email, password: sandbox.password, ...toServers(sandbox) });
      setProvider({ text: t('sandbox_known'), note: null, isCertain: true });
      return setStep('servers');
    }
    const { provider: found } = await guess.mutateAsync(email);
    if (account && sandbox && (found === null || found.is_guess)) {
      // A mailbox of the sandbox that is connected again: its servers are known, its password is not.
      change({ email, username: email, smtpUsername: email, ...toServers(sandbox) });
      setProvider({ text: t('sandbox_known'), note: null, isCertain: false });
    } else {
      change({ email, username: email, smtpUsername: email, ...(found ? toServers(found) : {}) });
      const text = found?.label ? t('known', { provider: found.label }) : t('guessed');
      setProvider({ text, note: found?.note ?? null, isCertain: found !== null && !found.is_guess });
    }
    setStep('servers');
  }

  return {
    step,
    form,
    provider,
    change,
    findServers,
    isLooking: guess.isPending,
    isRunning: connect.isPending || connect.isSuccess,
    refusal: parseRefusal(connect.error),
    choose(way: 'imap' | 'sandbox') {
      setSandbox(way === 'sandbox');
      setStep('address');
    },
    back: () => setStep(step === 'servers' ? 'address' : 'way'),
    submit: () => connect.mutate({ body: parseForm(form, account?.id) }),
  };
}

function toServers(known: Pick<ConnectForm, 'imap' | 'smtp'>): Pick<ConnectForm, 'imap' | 'smtp'> {
  return { imap: known.imap, smtp: known.smtp };
}

/** Parses the refusal of a connect call: `IMAP sign-in failed: ...` names the server and its response. */
export function parseRefusal(error: unknown): Refusal | undefined {
  if (!error) return undefined;
  const message = errorMessage(error, t('failed'));
  if (!(error instanceof ApiError) || error.code !== 'mailbox_refused') return { protocol: null, message };
  const parts = /^(IMAP|SMTP) sign-in failed: (.*)$/s.exec(message);
  return parts ? { protocol: parts[1] as 'IMAP' | 'SMTP', message: parts[2] ?? '' } : { protocol: null, message };
}
