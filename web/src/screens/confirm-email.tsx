import { getRouteApi } from '@tanstack/react-router';
import { EmailLinkForm } from '../features/auth/email-link-form.tsx';
import { useFirst } from '../features/auth/use-first.ts';

const route = getRouteApi('/public/confirm-email');

export function ConfirmEmailScreen() {
  return <EmailLinkForm kind="confirm" code={useFirst(route.useSearch().code)} />;
}
