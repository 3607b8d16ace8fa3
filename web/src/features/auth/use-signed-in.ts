import type { User } from '@overture/contract/auth';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useGo } from '../../lib/navigation.tsx';
import { pb } from '../../lib/paths.ts';
import { userQuery } from '../../lib/session.ts';

interface SignedInAnswer {
  data: User & { token: string };
  created?: boolean | undefined;
}

/** What follows every way of signing in: the user is known and the dashboard opens, for a new account with its welcome. */
export function useSignedIn(): (answer: SignedInAnswer) => void {
  const client = useQueryClient();
  const go = useGo();
  return useCallback(
    (answer) => {
      // The browser's session is the HttpOnly cookie; the token of the answer is for API clients and is not kept.
      const { token: _token, ...user } = answer.data;
      client.setQueryData(userQuery.queryKey, user);
      go(pb.dashboard(answer.created ? { onboarding: true } : {}));
    },
    [client, go],
  );
}
