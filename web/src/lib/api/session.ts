import { authEndpoints, type User } from '@overture/contract/auth';
import { queryOptions as plainQueryOptions, type QueryClient, useQuery } from '@tanstack/react-query';
import { ApiError, call, isWorthAnother, queryKey } from './api-client.ts';

/** The signed-in user; null when there is no session (or the user could not be fetched). */
export const userQuery = plainQueryOptions({
  queryKey: queryKey(authEndpoints.getUser),
  queryFn: async (): Promise<User | null> => {
    try {
      const { user } = await call(authEndpoints.getUser);
      return user.id > 0 ? user : null;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
  // A server that is away is no sign-out: the page waits for it instead of showing the sign-in.
  retry: (failures, error) => failures < 2 || isWorthAnother(failures, error),
});

/** The user on screens behind the guard, where there always is one. */
export function useUser(): User {
  const { data } = useQuery(userQuery);
  if (!data) throw new Error('useUser is only for screens behind the guard');
  return data;
}

/** Fetches the user again (after a change of name, credits, accounts). */
export function refetchUser(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: userQuery.queryKey });
}
