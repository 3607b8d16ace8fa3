import { OrganizationsPage } from '../../features/admin/index.ts';

export function AdminDashboardScreen() {
  return <OrganizationsPage />;
}
