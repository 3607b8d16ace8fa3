import { accountsEndpoints } from '@overture/contract/accounts';
import type { SeatType } from '@overture/domain/accounts';
import { useMutation } from '@tanstack/react-query';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { useGo } from '../../lib/navigation/navigation.tsx';
import type { Path } from '../../lib/navigation/paths.ts';
import { linkExpiry, openAddress } from './open-connect-page.ts';
import { t } from './texts.ts';

/** The provider's own page on which LinkedIn, or a messaging service, is connected: made at the click, then gone to. */
export function useLinkedinPage() {
  const go = useGo();
  const link = useMutation({
    ...mutationOptions(accountsEndpoints.linkLinkedin),
    onSuccess: ({ url }) => openAddress(url, (path) => go(path as Path)),
  });
  return {
    open: (account_type: SeatType = 'LINKEDIN', is_risk_accepted = false) =>
      link.mutate({
        body: { expiresOn: linkExpiry(), account_type, ...(is_risk_accepted ? { is_risk_accepted } : {}) },
      }),
    /** Which of them is being opened. */
    opening: link.isPending ? (link.variables?.body?.account_type ?? 'LINKEDIN') : null,
    isOpening: link.isPending,
    /** Why it could not be opened, in words. */
    problem: link.error ? errorMessage(link.error, t('connect_failed')) : null,
  };
}
