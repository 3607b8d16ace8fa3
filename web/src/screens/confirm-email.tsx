import { getRouteApi } from '@tanstack/react-router';
import { EmailLinkForm, useFromAddress } from '../features/auth/index.ts';

const route = getRouteApi('/public/confirm-email');

export function ConfirmEmailScreen() {
  return <EmailLinkForm kind="confirm" code={useFromAddress(route.useSearch().code)} />;
}
