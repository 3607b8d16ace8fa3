import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { RegisterForm } from '../features/auth/index.ts';
import { writeStored } from '../lib/storage.ts';

const route = getRouteApi('/public/register');

/** Remembers the referral code of the address for the moment of registration. */
export function RegisterScreen() {
  const { referral } = route.useSearch();
  useEffect(() => {
    if (referral) writeStored('referral_code', referral);
  }, [referral]);
  return <RegisterForm />;
}
