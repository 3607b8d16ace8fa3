import { getRouteApi } from '@tanstack/react-router';
import { ConsentReturn } from '../features/connect-mailbox/consent-return.tsx';

const route = getRouteApi('/private/connect-email/callback');

export function ConnectCallbackScreen() {
  return <ConsentReturn answer={route.useSearch()} />;
}
