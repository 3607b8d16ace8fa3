import { SuppressionsPage } from '../../features/suppressions/index.ts';

export function SuppressionsScreen() {
  return <SuppressionsPage />;
}
