import { TemplatesPage } from '../../features/admin/index.ts';

export function AdminTemplatesScreen() {
  return <TemplatesPage />;
}
