import { getRouteApi } from '@tanstack/react-router';
import { BillingPage } from '../../features/billing/index.ts';

const route = getRouteApi('/private/settings/billing');

export function BillingScreen() {
  const { bought } = route.useSearch();
  return <BillingPage bought={bought} />;
}
