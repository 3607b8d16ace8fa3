import { AgencyTemplatesPage } from '../../features/agency/index.ts';

export function AgencyTemplatesScreen() {
  return <AgencyTemplatesPage />;
}
