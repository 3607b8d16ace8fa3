import type { Slice } from '../../kernel/slice.ts';
import { READ_CUSTOMER_TASK, readCustomerJob, readWaitingCustomers } from './customers.service.ts';
import { registerPaymentWebhook, servePaymentWebhooks } from './webhooks.service.ts';

export { paymentsRoutes } from './payments.routes.ts';

export const paymentsSlice: Slice = {
  name: 'payments',
  tasks: { [READ_CUSTOMER_TASK]: readCustomerJob },
  loops: [
    { name: 'payments', interval_in_ms: 60_000, run: readWaitingCustomers },
    { name: 'payment-webhook', interval_in_ms: 3_600_000, run: registerPaymentWebhook },
  ],
  pages: servePaymentWebhooks,
};
