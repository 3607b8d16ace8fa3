import { getRouteApi } from '@tanstack/react-router';
import { VerifyEmailForm } from '../features/auth/verify-email-form.tsx';

const route = getRouteApi('/public/verify-email');

export function VerifyEmailScreen() {
  const { email } = route.useSearch();
  return <VerifyEmailForm email={email} />;
}
