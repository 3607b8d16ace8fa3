import { getRouteApi } from '@tanstack/react-router';
import { VerifyEmailForm } from '../features/auth/index.ts';

const route = getRouteApi('/public/verify-email');

export function VerifyEmailScreen() {
  const { email, again, slow } = route.useSearch();
  return <VerifyEmailForm email={email} again={again === true} slow={slow === true} />;
}
