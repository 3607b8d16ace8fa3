import type { Slice } from '../../kernel/slice.ts';
import { FOLLOW_CLIENTS_TASK, followClientsJob, followDiffering } from './clients.service.ts';
import { READ_CUSTOMER_TASK, runSyncJob, syncWaitingCustomers } from './customers.service.ts';
import { registerPaymentWebhook, servePaymentWebhooks } from './webhooks.service.ts';

export { runningMonth } from './client-months.store.ts';
export { wakeClientsFollower } from './clients.service.ts';
export { paymentsRoutes } from './payments.routes.ts';

export const paymentsSlice: Slice = {
  name: 'payments',
  tasks: { [READ_CUSTOMER_TASK]: runSyncJob, [FOLLOW_CLIENTS_TASK]: followClientsJob },
  loops: [
    { name: 'payments', interval_in_ms: 60_000, run: syncWaitingCustomers },
    { name: 'clients-on-subscriptions', interval_in_ms: 60_000, run: followDiffering },
    { name: 'payment-webhook', interval_in_ms: 3_600_000, run: registerPaymentWebhook },
  ],
  pages: servePaymentWebhooks,
};
