import { SystemPage } from '../../features/admin/index.ts';

export function AdminSystemScreen() {
  return <SystemPage />;
}
