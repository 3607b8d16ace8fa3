import { accountsEndpoints } from '@overture/contract/accounts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { queryOptions, refetch } from '../../lib/api/api-client.ts';
import { useLiveEvent } from '../../lib/api/live.ts';
import { refetchUser } from '../../lib/api/session.ts';

export const sendersQuery = queryOptions(accountsEndpoints.listAccounts);

/** The senders of the organization, kept up to date by the live connection. */
export function useSenders() {
  const client = useQueryClient();
  const update = () => void refetch(client, accountsEndpoints.listAccounts);
  useLiveEvent('account_status', update);
  useLiveEvent('account_connected', update);
  // Budgets are used up while one looks: a minute is close enough for a bar.
  return useQuery({ ...sendersQuery, refetchInterval: 60_000 });
}

/** After a change of senders: the list, and the user whose shell shows them. */
export async function refetchSenders(client: QueryClient): Promise<void> {
  await Promise.all([refetch(client, accountsEndpoints.listAccounts), refetchUser(client)]);
}
