import { getRouteApi } from '@tanstack/react-router';
import { CreatePasswordForm, useFromAddress } from '../features/auth/index.ts';

const route = getRouteApi('/public/create-password');

export function CreatePasswordScreen() {
  const { code, resetting } = useFromAddress(route.useSearch());
  return <CreatePasswordForm code={code} resetting={resetting === true} />;
}
