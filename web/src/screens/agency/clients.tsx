import { ClientsPage } from '../../features/agency/index.ts';

export function ClientsScreen() {
  return <ClientsPage />;
}
