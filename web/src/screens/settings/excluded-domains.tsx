import { ExcludedDomainsPage } from '../../features/excluded-domains/index.ts';

export function ExcludedDomainsScreen() {
  return <ExcludedDomainsPage />;
}
