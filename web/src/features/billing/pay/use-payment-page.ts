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

/** Opens card and invoices in a new tab. */
export function usePortalPage() {
  return useMutation({
    mutationFn: () => call(paymentEndpoints.getCustomerPortal),
    onSuccess: ({ customer_portal_link }) => void window.open(customer_portal_link, '_blank', 'noopener'),
    onError: fail,
  });
}
