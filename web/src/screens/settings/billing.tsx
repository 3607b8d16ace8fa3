import { BillingPage } from '../../features/billing/index.ts';

export function BillingScreen() {
  return <BillingPage />;
}
