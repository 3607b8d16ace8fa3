import { accountsEndpoints, type LinkedinSignIn } from '@overture/contract/accounts';
import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, call, errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { t } from './texts.ts';
import { refetchSenders } from './use-senders.ts';

export type Checkpoint = NonNullable<LinkedinSignIn['checkpoint']>;

/** How often it is asked whether a sign-in was confirmed in LinkedIn's app. */
const LOOK_AGAIN_IN_MS = 3000;

/** A sign-in to LinkedIn with a password: from the form over what LinkedIn asks for to the sender. */
export function useLinkedinSignIn(onConnected: () => void) {
  const client = useQueryClient();
  const [checkpoint, setCheckpoint] = useState<Checkpoint>();
  const goOn = async (answer: LinkedinSignIn) => {
    if (answer.checkpoint) return setCheckpoint(answer.checkpoint);
    // What was asked for stays on screen until the dialog closes: an empty form before that looks like a failure.
    await refetchSenders(client);
    toast.success(t('connected_toast'));
    onConnected();
  };
  const signIn = useMutation({ ...mutationOptions(accountsEndpoints.signInToLinkedin), onSuccess: goOn, gcTime: 0 });
  const answer = useMutation({ ...mutationOptions(accountsEndpoints.answerLinkedinCheckpoint), onSuccess: goOn });
  const approval = useApproval(checkpoint, goOn);
  const failed = checkpoint ? (answer.error ?? approval.error) : signIn.error;
  return {
    checkpoint,
    signIn: (username: string, password: string) =>
      signIn.mutate({ body: { username, password, is_risk_accepted: true } }),
    answer: (code: string) => checkpoint && answer.mutate({ body: { token: checkpoint.token, code } }),
    isSigningIn: signIn.isPending || (signIn.isSuccess && !checkpoint),
    isAnswering: answer.isPending || answer.data?.checkpoint === null,
    /** What LinkedIn or we have against it, in words. */
    problem: failed ? errorMessage(failed, t('sign_in_failed')) : null,
    /** LinkedIn has given this sign-in up: it has to be started again. */
    isOver: failed instanceof ApiError && failed.code === 'linkedin_checkpoint_expired',
    restart() {
      setCheckpoint(undefined);
      signIn.reset();
      answer.reset();
    },
  };
}

/** A password or an answer is on its way to LinkedIn. One that waits for the network has not left yet. */
export function useIsLinkedinAsked(): boolean {
  const hasLeft = ({ state }: { state: { isPaused: boolean } }) => !state.isPaused;
  const { mutationKey: signIn } = mutationOptions(accountsEndpoints.signInToLinkedin);
  const { mutationKey: answer } = mutationOptions(accountsEndpoints.answerLinkedinCheckpoint);
  const signingIn = useIsMutating({ mutationKey: signIn, predicate: hasLeft });
  const answering = useIsMutating({ mutationKey: answer, predicate: hasLeft });
  return signingIn + answering > 0;
}

/** Asks again and again while LinkedIn waits for a yes in its app. */
function useApproval(checkpoint: Checkpoint | undefined, goOn: (answer: LinkedinSignIn) => Promise<void>) {
  const isAwaited = checkpoint?.type === 'app_approval';
  const look = useQuery({
    queryKey: ['linkedin-approval', checkpoint?.token],
    queryFn: () => call(accountsEndpoints.answerLinkedinCheckpoint, { body: { token: checkpoint?.token ?? '' } }),
    enabled: isAwaited,
    refetchInterval: ({ state }) => (isFinal(state.error) || state.data?.account ? false : LOOK_AGAIN_IN_MS),
    retry: false,
    gcTime: 0,
  });
  const isConfirmed = look.data !== undefined && look.data.checkpoint === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the answer turns to yes
  useEffect(() => {
    if (isAwaited && isConfirmed && look.data) void goOn(look.data);
  }, [isAwaited, isConfirmed]);
  return { error: isAwaited && isFinal(look.error) ? look.error : null };
}

/** A refusal stays one; no answer, or one of a server that is starting, says nothing of the confirmation. */
function isFinal(error: Error | null): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}
