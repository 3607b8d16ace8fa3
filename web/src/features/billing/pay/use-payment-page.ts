import { paymentEndpoints } from '@overture/contract/payments';
import { useMutation } from '@tanstack/react-query';
import { call, errorMessage } from '../../../lib/api/api-client.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import type { ExtrasValue } from './extras-fields.tsx';
import { t } from './texts.ts';

const fail = (error: unknown) => toast.error(errorMessage(error, t('page_failed')));

/** Leads the browser to the page where the plan is paid. Stays pending until the page changes. */
export function usePlanPage() {
  return useMutation({
    mutationFn: (extras: ExtrasValue) => call(paymentEndpoints.getPlanLink, { query: extras }),
    onSuccess: ({ payment_link }) => window.location.assign(payment_link),
    onError: fail,
  });
}

export function useCreditsPage() {
  return useMutation({
    mutationFn: (credits: number) => call(paymentEndpoints.getCreditsLink, { query: { credits } }),
    onSuccess: ({ payment_link }) => window.location.assign(payment_link),
    onError: fail,
  });
}

/** Opens card and invoices in a new tab. Browsers allow one only in the click: it opens empty and is led on by the answer. */
export function usePortalPage() {
  return useMutation({
    mutationFn: async () => {
      const tab = window.open('', '_blank');
      // The provider's page must not reach back into this one.
      if (tab) tab.opener = null;
      try {
        const { customer_portal_link } = await call(paymentEndpoints.getCustomerPortal);
        (tab ?? window).location.assign(customer_portal_link);
      } catch (error) {
        tab?.close();
        throw error;
      }
    },
    onError: fail,
  });
}
