import { getRouteApi } from '@tanstack/react-router';
import { ConsentReturn } from '../features/connect-mailbox/index.ts';

const route = getRouteApi('/private/connect-email/callback');

export function ConnectCallbackScreen() {
  return <ConsentReturn answer={route.useSearch()} />;
}
