import { AgencyBillingPage } from '../../features/agency/index.ts';

export function AgencyBillingScreen() {
  return <AgencyBillingPage />;
}
