import { type CallCard, callsEndpoints as endpoints } from '@overture/contract/calls';
import type { EndpointOutput } from '@overture/contract/endpoint';
import { CALLS, type CallOutcome } from '@overture/domain/calls/call-outcomes';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, errorMessage, mutationOptions, call as request } from '../../../lib/api/api-client.ts';
import { useLiveEvent } from '../../../lib/api/live.ts';
import { browserZone } from '../../../lib/time-zones.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { t } from '../texts.ts';
import type { TodayFilters } from '../today-filters.tsx';

/** What a person records about the card in hand. */
export interface GivenOutcome {
  outcome: CallOutcome;
  label: string;
  note: string;
  call_outcome_id?: number;
  call_again_at?: string;
}

interface Recorded {
  call: CallCard;
  label: string;
  note: string;
}

type Claimed = EndpointOutput<typeof endpoints.claimCall>;

const toReservation = ({ id, token }: CallCard) => ({ params: { id }, body: { token } });

/** The reserved call, the one before it while it can be undone, and the changes of both. One request runs at a time. */
export function useCallQueue(first: number | undefined, filters: TodayFilters) {
  const card = useReservedCall(first, filters);
  const { call, next } = card;
  const [last, setLast] = useState<Recorded>();
  const { finish, release, postpone, undo, isWriting } = useWrites();
  const isBusy = card.isClaiming || isWriting;
  useForgetLast(last, setLast);

  function handleFailure(error: unknown): void {
    toast.error(errorMessage(error, t('save_failed')));
    const code = error instanceof ApiError ? error.code : null;
    if (code === 'call_lost' || code === 'not_found') next();
  }

  function record({ outcome, label, note, ...more }: GivenOutcome): void {
    if (!call || isBusy) return;
    const body = { token: call.token, outcome, ...(note.trim() ? { note } : {}), ...more };
    const onSuccess = () => {
      setLast({ call, label, note });
      next();
    };
    finish.mutate({ params: { id: call.id }, body }, { onSuccess, onError: handleFailure });
  }

  function putBack(): void {
    if (call && !isBusy) release.mutate(toReservation(call), { onSuccess: next, onError: handleFailure });
  }

  function putOff(until: Date, words: string): void {
    if (!call || isBusy) return;
    const onSuccess = () => {
      toast.info(t('postponed', { name: call.prospect.name, time: words }));
      next();
    };
    const body = { token: call.token, until: until.toISOString() };
    postpone.mutate({ params: { id: call.id }, body }, { onSuccess, onError: handleFailure });
  }

  return { ...card, ...useUndo(card, { last, setLast, undo, isWriting }), last, isBusy, record, putBack, putOff };
}

interface Undoable extends Pick<ReturnType<typeof useWrites>, 'undo' | 'isWriting'> {
  last: Recorded | undefined;
  setLast: (last: undefined) => void;
}

/** The undone card comes back with its notes; the one on screen returns to the queue. */
function useUndo({ call, show }: ReturnType<typeof useReservedCall>, { last, setLast, undo, isWriting }: Undoable) {
  /** Notes of an outcome that was taken back: they come back with the card. */
  const [kept, setKept] = useState<Recorded>();

  function undoLast(): void {
    if (!last || isWriting) return;
    const shown = call;
    // Kept before the answer: the live event of the change may bring the card first.
    setKept(last);
    undo.mutate(toReservation(last.call), {
      onSuccess: (answer) => {
        toast.info(t('undone'));
        show(answer.call);
        if (shown && shown.id !== answer.call.id)
          request(endpoints.releaseCall, toReservation(shown)).catch(() => undefined);
      },
      onError: (error) => {
        setKept(undefined);
        toast.error(errorMessage(error, t('save_failed')));
      },
      onSettled: () => setLast(undefined),
    });
  }

  return { undoLast, note: kept && call && kept.call.id === call.id ? kept.note : '' };
}

function useWrites() {
  const finish = useMutation(mutationOptions(endpoints.finishCall));
  const release = useMutation(mutationOptions(endpoints.releaseCall));
  const postpone = useMutation(mutationOptions(endpoints.postponeCall));
  const undo = useMutation(mutationOptions(endpoints.undoCall));
  const isWriting = finish.isPending || release.isPending || postpone.isPending || undo.isPending;
  return { finish, release, postpone, undo, isWriting };
}

export type CallQueueState = ReturnType<typeof useCallQueue>;

/** Reserves a call when the page opens, and again whenever there is none and something changed. */
function useReservedCall(first: number | undefined, filters: TodayFilters) {
  const [found, setFound] = useState<Claimed>();
  // An undone card is in hand: a claim that was on its way then no longer changes the screen, and no key waits for it.
  const [isShown, setIsShown] = useState(false);
  const latest = useRef(0);
  const claim = useMutation({
    ...mutationOptions(endpoints.claimCall),
    onMutate: () => {
      setIsShown(false);
      latest.current += 1;
      return latest.current;
    },
    onSuccess: (answer: Claimed, _, turn) => {
      if (turn === latest.current) setFound(answer);
    },
  });
  const { mutate } = claim;
  const { campaign_id, owner_id } = filters;
  const next = useCallback(() => {
    const chosen = { ...(campaign_id ? { campaign_id } : {}), ...(owner_id ? { owner_id } : {}) };
    mutate({ body: { timezone: browserZone(), ...chosen } });
  }, [mutate, campaign_id, owner_id]);
  useEffect(() => {
    const onError = (error: Error) => {
      toast.error(errorMessage(error, t('load_failed')));
      next();
    };
    if (first === undefined) next();
    else mutate({ body: { lead_id: first } }, { onError });
  }, [first, mutate, next]);
  const call = found?.call;
  useReleaseOnLeave(call ?? null);
  useLiveEvent('calls_changed', () => {
    if (found && call === null && !claim.isPending) next();
  });
  function show(shown: CallCard): void {
    latest.current += 1;
    setIsShown(true);
    setFound({ call: shown, opens_at: null });
  }
  return {
    call,
    opens_at: found?.opens_at ?? null,
    show,
    next,
    isClaiming: claim.isPending && !isShown,
    failure: claim.error,
  };
}

/** The last outcome is shown as long as it can be undone. */
function useForgetLast(last: Recorded | undefined, setLast: (last: undefined) => void): void {
  useEffect(() => {
    if (!last) return;
    const timer = setTimeout(() => setLast(undefined), CALLS.undo_in_seconds * 1000);
    return () => clearTimeout(timer);
  }, [last, setLast]);
}

/** Others can take the card as soon as the page is left. */
function useReleaseOnLeave(call: CallCard | null): void {
  const held = useRef(call);
  useEffect(() => {
    held.current = call;
  });
  useEffect(
    () => () => {
      // If this request is lost, the reservation ends after ten minutes.
      if (held.current) request(endpoints.releaseCall, toReservation(held.current)).catch(() => undefined);
    },
    [],
  );
}
