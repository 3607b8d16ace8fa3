import { getRouteApi } from '@tanstack/react-router';
import { LoginForm, useFromAddress } from '../features/auth/index.ts';

const route = getRouteApi('/public/login');

export function LoginScreen() {
  return <LoginForm returned={useFromAddress(route.useSearch())} />;
}
