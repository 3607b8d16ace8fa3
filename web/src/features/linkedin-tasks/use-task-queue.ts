import { linkedinTasksEndpoints as endpoints, type LinkedinTask } from '@overture/contract/linkedin-tasks';
import { BY_HAND, type HandOutcome } from '@overture/domain/linkedin/by-hand';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, call, errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { useLiveEvent } from '../../lib/api/live.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { t } from './texts.ts';

export interface Recorded {
  task: LinkedinTask;
  outcome: HandOutcome;
}

/** The card in hand, the one before it as long as it can be undone, and what moves them. One request runs at a time. */
export function useTaskQueue(accountId: number | undefined) {
  const [task, setTask] = useState<LinkedinTask | null>();
  const [stopped, setStopped] = useState<string | null>(null);
  const [last, setLast] = useState<Recorded>();
  const claim = useMutation({
    ...mutationOptions(endpoints.claimLinkedinTask),
    onSuccess: (found) => show(found.task),
  });
  const finish = useMutation(mutationOptions(endpoints.finishLinkedinTask));
  const release = useMutation(mutationOptions(endpoints.releaseLinkedinTask));
  const undo = useMutation(mutationOptions(endpoints.undoLinkedinTask));
  const isBusy = claim.isPending || finish.isPending || release.isPending || undo.isPending;

  function show(next: LinkedinTask | null): void {
    setTask(next);
    setStopped(null);
  }
  const { mutate } = claim;
  const next = useCallback(
    () => mutate({ body: accountId === undefined ? {} : { account_id: accountId } }),
    [accountId, mutate],
  );
  useEffect(next, [next]);
  useReleaseOnLeave(task ?? null);
  useForgetLast(last, setLast);
  // An empty page fills itself when a campaign plans something.
  useLiveEvent('linkedin_tasks', () => {
    if (task === null && !isBusy) next();
  });

  function fail(error: unknown): void {
    const code = error instanceof ApiError ? error.code : null;
    if (error instanceof ApiError && code === 'linkedin_task_stopped') setStopped(error.message);
    else toast.error(errorMessage(error, t('save_failed')));
    if (code === 'linkedin_task_lost') next();
  }

  function record(outcome: HandOutcome, isSentAnyway = false): void {
    if (!task || isBusy || !task.outcomes.includes(outcome)) return;
    const body = { token: task.token, outcome, ...(isSentAnyway ? { is_sent_anyway: true } : {}) };
    const onSuccess = () => {
      setLast({ task, outcome });
      next();
    };
    finish.mutate({ params: { id: task.id }, body }, { onSuccess, onError: fail });
  }

  function putBack(): void {
    if (!task || isBusy) return;
    const given = { params: { id: task.id }, body: { token: task.token } };
    release.mutate(given, { onSuccess: next, onError: fail });
  }

  /** The undone card comes first; the one in hand goes back to the queue. */
  function takeBack(): void {
    if (!last || isBusy) return;
    const other = task;
    undo.mutate(
      { params: { id: last.task.id }, body: { token: last.task.token } },
      {
        onSuccess: (undone) => {
          setLast(undefined);
          show(undone.task);
          toast.info(t('undone'));
          if (other) release.mutate({ params: { id: other.id }, body: { token: other.token } });
        },
        onError: (error) => {
          setLast(undefined);
          toast.error(errorMessage(error, t('save_failed')));
        },
      },
    );
  }

  return {
    task,
    stopped,
    setStopped,
    last,
    isBusy,
    failure: claim.isError ? claim.error : null,
    next,
    record,
    putBack,
    takeBack,
  };
}

export type TaskQueue = ReturnType<typeof useTaskQueue>;

/** The bar to undo goes away with the time to undo. */
function useForgetLast(last: Recorded | undefined, setLast: (last: undefined) => void): void {
  useEffect(() => {
    if (!last) return;
    const timer = setTimeout(() => setLast(undefined), BY_HAND.undo_in_seconds * 1000);
    return () => clearTimeout(timer);
  }, [last, setLast]);
}

/** A card that was only looked at is free for others as soon as the page is left. */
function useReleaseOnLeave(task: LinkedinTask | null): void {
  const held = useRef(task);
  useEffect(() => {
    held.current = task;
  });
  useEffect(
    () => () => {
      const { current } = held;
      if (!current) return;
      // The reservation ends by itself when this request is lost.
      call(endpoints.releaseLinkedinTask, { params: { id: current.id }, body: { token: current.token } }).catch(
        () => undefined,
      );
    },
    [],
  );
}
