import { getRouteApi } from '@tanstack/react-router';
import { ConnectPage } from '../features/connect-mailbox/index.ts';

const route = getRouteApi('/private/connect-email');

export function ConnectEmailScreen() {
  const { account_id } = route.useSearch();
  return <ConnectPage accountId={account_id} />;
}
