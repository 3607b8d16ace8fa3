import { ExcludedDomainsPage } from '../../features/excluded-domains/domains-page.tsx';

export function ExcludedDomainsScreen() {
  return <ExcludedDomainsPage />;
}
