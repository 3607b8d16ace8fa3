import { OfferPage } from '../../features/agency/index.ts';

export function PlanScreen() {
  return <OfferPage />;
}
