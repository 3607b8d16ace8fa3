import { ProviderError } from '../kit/errors.ts';
import type { PaymentsPort } from './payments.port.ts';

/** Used on installations without payments: it is never called. */
export function createMissingPayments(): PaymentsPort {
  const refuse = async (): Promise<never> => {
    throw new ProviderError('rejected', 'Payments are not set up. Set STRIPE_API_KEY and STRIPE_WEBHOOK_SECRET.', {
      concerns: 'service',
    });
  };
  return {
    is_configured: false,
    check: refuse,
    createCustomer: refuse,
    createPlanCheckout: refuse,
    createCreditsCheckout: refuse,
    createPortal: refuse,
    readCustomer: refuse,
    setEnding: refuse,
    changeExtras: refuse,
    setClients: refuse,
    chargeClientMonth: refuse,
    findCustomer: refuse,
    webhooks: {
      path: '/webhooks/payments',
      parse() {
        throw new ProviderError('rejected', 'Payments are not set up.', { concerns: 'service' });
      },
      register: refuse,
    },
  };
}
