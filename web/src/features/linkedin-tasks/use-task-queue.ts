import { linkedinTasksEndpoints as endpoints, type LinkedinTask } from '@overture/contract/linkedin-tasks';
import { BY_HAND, type HandOutcome } from '@overture/domain/linkedin/by-hand';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, call, errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { useLiveEvent } from '../../lib/api/live.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { t } from './texts.ts';

interface Recorded {
  task: LinkedinTask;
  outcome: HandOutcome;
}

const toReservation = ({ id, token }: LinkedinTask) => ({ params: { id }, body: { token } });

/** The reserved card, the one before it while it can be undone, and the changes of both. One request runs at a time. */
export function useTaskQueue(accountId: number | undefined) {
  const card = useReservedCard(accountId);
  const { task, setStopped, next } = card;
  const [last, setLast] = useState<Recorded>();
  const finish = useMutation(mutationOptions(endpoints.finishLinkedinTask));
  const release = useMutation(mutationOptions(endpoints.releaseLinkedinTask));
  const undo = useMutation(mutationOptions(endpoints.undoLinkedinTask));
  const isWriting = finish.isPending || release.isPending || undo.isPending;
  const isBusy = card.isClaiming || isWriting;
  useForgetLast(last, setLast);

  function handleFailure(error: unknown): void {
    const code = error instanceof ApiError ? error.code : null;
    if (error instanceof ApiError && code === 'linkedin_task_stopped') setStopped(error.message);
    else toast.error(errorMessage(error, t('save_failed')));
    // The lead of the card was erased.
    if (code === 'linkedin_task_lost' || code === 'not_found') next();
  }

  function record(outcome: HandOutcome, isSentAnyway = false): void {
    if (!task || isBusy || !task.outcomes.includes(outcome)) return;
    const body = { token: task.token, outcome, ...(isSentAnyway ? { is_sent_anyway: true } : {}) };
    const onSuccess = () => {
      setLast({ task, outcome });
      next();
    };
    finish.mutate({ params: { id: task.id }, body }, { onSuccess, onError: handleFailure });
  }

  function putBack(): void {
    if (task && !isBusy) release.mutate(toReservation(task), { onSuccess: next, onError: handleFailure });
  }

  /** The server gives the card that was reserved first: the undone one, then the one on screen. */
  function undoLast(): void {
    if (!last || isWriting) return;
    const onSuccess = () => {
      toast.info(t('undone'));
      next();
    };
    const onError = (error: Error) => toast.error(errorMessage(error, t('save_failed')));
    undo.mutate(toReservation(last.task), { onSuccess, onError, onSettled: () => setLast(undefined) });
  }

  return { ...card, last, isBusy, record, putBack, undoLast };
}

export type TaskQueue = ReturnType<typeof useTaskQueue>;

/** Reserves a card when the page opens, and again whenever there is none and something was planned. */
function useReservedCard(accountId: number | undefined) {
  const [task, setTask] = useState<LinkedinTask | null>();
  const [stopped, setStopped] = useState<string | null>(null);
  const show = (found: LinkedinTask | null) => {
    setTask(found);
    setStopped(null);
  };
  const claim = useMutation({
    ...mutationOptions(endpoints.claimLinkedinTask),
    onSuccess: (found) => show(found.task),
  });
  const { mutate } = claim;
  const next = useCallback(
    () => mutate({ body: accountId === undefined ? {} : { account_id: accountId } }),
    [accountId, mutate],
  );
  useEffect(next, [next]);
  useReleaseOnLeave(task ?? null);
  useLiveEvent('linkedin_tasks', () => {
    if (task === null && !claim.isPending) next();
  });
  return { task, stopped, setStopped, next, isClaiming: claim.isPending, failure: claim.error };
}

/** The last outcome is shown as long as it can be undone. */
function useForgetLast(last: Recorded | undefined, setLast: (last: undefined) => void): void {
  useEffect(() => {
    if (!last) return;
    const timer = setTimeout(() => setLast(undefined), BY_HAND.undo_in_seconds * 1000);
    return () => clearTimeout(timer);
  }, [last, setLast]);
}

/** Others can take the card as soon as the page is left. */
function useReleaseOnLeave(task: LinkedinTask | null): void {
  const held = useRef(task);
  useEffect(() => {
    held.current = task;
  });
  useEffect(
    () => () => {
      // If this request is lost, the reservation ends after ten minutes.
      if (held.current) call(endpoints.releaseLinkedinTask, toReservation(held.current)).catch(() => undefined);
    },
    [],
  );
}
