import { PasswordInput } from '@mantine/core';
import { identitiesEndpoints } from '@overture/contract/identities';
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../lib/api/api-client.ts';
import { t } from './texts.ts';

/** False for people who sign in by a provider alone; true until it is known. */
export function useHasPassword(): boolean {
  return useQuery(queryOptions(identitiesEndpoints.listIdentities)).data?.has_password ?? true;
}

/** The field that proves the person, for those who have a password. */
export function CurrentPassword({ shown }: { shown: boolean }) {
  if (!shown) return null;
  return <PasswordInput name="current_password" label={t('current_password')} autoComplete="current-password" />;
}
