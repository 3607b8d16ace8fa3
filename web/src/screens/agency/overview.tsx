import { OverviewPage } from '../../features/agency/index.ts';

export function AgencyOverviewScreen() {
  return <OverviewPage />;
}
