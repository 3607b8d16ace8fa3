import { appInfoEndpoints } from '@overture/contract/app-info';
import { identitySignInEndpoints } from '@overture/contract/identities';
import { IconBrandGoogle } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { addressOf, errorMessage, mutationOptions, queryOptions } from '../../../lib/api/api-client.ts';
import { isCustomBranded, useBranding } from '../../../lib/branding.ts';
import { readStored, writeStored } from '../../../lib/storage.ts';
import { browserZone } from '../../../lib/time-zones.ts';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { t } from '../texts.ts';
import type { SignedInAnswer } from './use-signed-in.ts';

/** Leads to Google's page. Hidden where it was not set up, and on hosts with a brand of their own. */
export function GoogleButton() {
  const branding = useBranding();
  const { data } = useQuery({ ...queryOptions(appInfoEndpoints.getAppInfo), staleTime: Number.POSITIVE_INFINITY });
  if (isCustomBranded(branding) || !data?.sign_in_with.includes('google')) return null;
  return (
    <AppButton
      fullWidth
      icon={<IconBrandGoogle size={16} aria-hidden />}
      onClick={() => window.location.assign(addressOf(identitySignInEndpoints.startGoogle, {}))}
    >
      {t('google_sign_in')}
    </AppButton>
  );
}

/** What another provider's page, or our own way there, put into the address of /login. */
export interface ProviderReturn {
  /** Of an organization's own provider. */
  sso?: string | undefined;
  code?: string | undefined;
  state?: string | undefined;
  error?: string | undefined;
}

export interface ReturnState {
  isRunning: boolean;
  problem: string | undefined;
}

/** Finishes what began at Google, once: its code is good for one try. */
export function useGoogleReturn(given: ProviderReturn, onSignedIn: (answer: SignedInAnswer) => void): ReturnState {
  const isStarted = useRef(false);
  const finish = useMutation({
    ...mutationOptions(identitySignInEndpoints.signInWithGoogle),
    onSuccess: (answer) => {
      writeStored('referral_code', undefined);
      onSignedIn(answer);
    },
  });
  const { mutate } = finish;
  useEffect(() => {
    const { code, state } = given;
    if (code === undefined || isStarted.current) return;
    isStarted.current = true;
    const referral_code = readStored('referral_code', '') || undefined;
    mutate({ body: { code, state, referral_code, time_zone: browserZone() } });
  }, [given, mutate]);
  const isRunning = given.code !== undefined && (finish.isIdle || finish.isPending);
  if (finish.error) return { isRunning, problem: errorMessage(finish.error, t('google_failed')) };
  return { isRunning, problem: given.error === undefined ? undefined : describeReturn(given.error) };
}

function describeReturn(error: string): string {
  if (error === 'access_denied') return t('google_canceled');
  if (error === 'sso_failed') return t('sso_failed');
  if (error === 'sign_in_expired') return t('sso_expired');
  return error === 'identity_unavailable' ? t('google_away') : t('google_failed');
}
