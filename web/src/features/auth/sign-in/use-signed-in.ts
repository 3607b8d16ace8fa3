import type { signedInSchema, User } from '@overture/contract/auth';
import type { FactorMethod } from '@overture/contract/factors';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { z } from 'zod';
import { userQuery } from '../../../lib/api/session.ts';
import { useGo } from '../../../lib/navigation/navigation.tsx';
import { type Path, pb } from '../../../lib/navigation/paths.ts';
import { popReturnPath } from '../../../lib/navigation/return-path.ts';

/** For an invited address without an account. */
export type WaitingChoice = NonNullable<z.output<typeof signedInSchema>['choice']>;

/** The first half of a sign-in was right; what can be shown now. */
export interface WaitingSignIn {
  ticket: string;
  methods: FactorMethod[];
}

/** An identity whose address has an account here already. */
export interface WaitingLink {
  ticket: string;
  email: string;
}

export interface SignedInAnswer {
  /** Null while a second factor is asked for. */
  data: (User & { token: string }) | null;
  created?: boolean | undefined;
  mfa?: WaitingSignIn | undefined;
  /** Set while an identity of another provider waits for the account's password. */
  link?: WaitingLink | undefined;
  /** Set while a new user chooses an invitation. */
  choice?: WaitingChoice | undefined;
}

interface SigningIn {
  signedIn: (answer: SignedInAnswer) => void;
  /** The sign-in that waits for its second factor, if one does. */
  waiting: WaitingSignIn | null;
  /** The identity that waits for the account's password, if one does. */
  waitingLink: WaitingLink | null;
  /** The invitations that are chosen from, if there are any. */
  waitingChoice: WaitingChoice | null;
  startAgain: () => void;
}

/**
 * What follows every way of signing in: the second factor where one was set up, then the user is known and the page that was
 * wanted opens, or the dashboard, for a new account with its welcome. Who must set up a second factor is led there first.
 */
export function useSignedIn(): SigningIn {
  const client = useQueryClient();
  const go = useGo();
  const [{ mfa, link, choice }, setWaiting] = useState<Pick<SignedInAnswer, 'mfa' | 'link' | 'choice'>>({});
  const signedIn = useCallback(
    (answer: SignedInAnswer) => {
      if (!answer.data) return setWaiting(answer);
      // The browser's session is the HttpOnly cookie; the token of the answer is for API clients.
      const { token: _token, ...user } = answer.data;
      client.setQueryData(userQuery.queryKey, user);
      if (user.second_factor_due_at) return go(pb.secondFactor());
      const wanted = popReturnPath();
      // Those who join find the company described already.
      const founds = answer.created === true && user.is_founder;
      go(wanted && !founds ? (wanted as Path) : pb.dashboard(founds ? { onboarding: true } : {}));
    },
    [client, go],
  );
  return {
    signedIn,
    waiting: mfa ?? null,
    waitingLink: link ?? null,
    waitingChoice: choice ?? null,
    startAgain: () => setWaiting({}),
  };
}
