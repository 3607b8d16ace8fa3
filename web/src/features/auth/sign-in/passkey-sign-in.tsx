import { factorSignInEndpoints } from '@overture/contract/factors';
import { IconKey } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { call, errorMessage } from '../../../lib/api/api-client.ts';
import { canUsePasskeys, PasskeyCancelled, signWithPasskey } from '../../../lib/passkeys.ts';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { t } from '../texts.ts';
import type { SignedInAnswer } from './use-signed-in.ts';

/** Signing in without a password; not shown where this browser or address cannot do it. */
export function PasskeySignIn({ onSignedIn }: { onSignedIn: (answer: SignedInAnswer) => void }) {
  const signIn = useMutation({
    mutationFn: async () => {
      const { options } = await call(factorSignInEndpoints.offerPasskeySignIn);
      const response = await signWithPasskey(options);
      return call(factorSignInEndpoints.signInWithPasskey, { body: { response: response as never } });
    },
    onSuccess: onSignedIn,
  });
  if (!canUsePasskeys()) return null;
  const isFailed = signIn.error && !(signIn.error instanceof PasskeyCancelled);
  return (
    <>
      <AppButton
        fullWidth
        icon={<IconKey size={16} aria-hidden />}
        loading={signIn.isPending}
        onClick={() => signIn.mutate()}
      >
        {t('passkey_sign_in')}
      </AppButton>
      {isFailed ? (
        <p
          role="alert"
          className="flex gap-2 py-2.25 px-3 rounded-control text-table bg-red-soft text-red [&_svg]:flex-none [&_svg]:mt-px"
        >
          {errorMessage(signIn.error, t('passkey_failed'))}
        </p>
      ) : null}
    </>
  );
}
