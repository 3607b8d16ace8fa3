import { getRouteApi } from '@tanstack/react-router';
import { EmailLinkForm, useFirst } from '../features/auth/index.ts';

const route = getRouteApi('/public/confirm-email');

export function ConfirmEmailScreen() {
  return <EmailLinkForm kind="confirm" code={useFirst(route.useSearch().code)} />;
}
