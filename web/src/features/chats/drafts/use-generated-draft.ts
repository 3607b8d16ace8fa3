import { DRAFT_TONES, type DraftChange, type DraftTone, draftsEndpoints } from '@overture/contract/drafts';
import type { EndpointOutput } from '@overture/contract/endpoint';
import { type WaitingDraft, waitingDraftsEndpoints } from '@overture/contract/waiting-drafts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call, callUntil, errorMessage, refetch } from '../../../lib/api/api-client.ts';
import { readStored, writeStored } from '../../../lib/storage.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import type { TextField } from '../text-field.ts';
import { t } from './texts.ts';

type Written = EndpointOutput<(typeof draftsEndpoints)['generateResponse']>;

interface Wanted {
  tone: DraftTone;
  change: DraftChange | null;
  /** Said by a person, for this one reply, where the organization keeps answers from the model. */
  sends_conversation?: boolean;
}

/** State of the draft: requested, refused, ready, or in the composer with the previous texts, the latest last. */
export type DraftReplyState =
  | { is: 'idle' }
  | { is: 'writing'; wanted: Wanted }
  | { is: 'failed'; wanted: Wanted; error: unknown }
  | { is: 'ready'; written: Written }
  /** The model writes one for the last reply, or could not. */
  | { is: 'coming' }
  | { is: 'missing'; reason: NonNullable<WaitingDraft['reason']> }
  | { is: 'filled'; written: Written; before: string[] };

interface Composing {
  id: number;
  draft: string;
  onDraft: (text: string) => void;
  /** Shows a text as if no one wrote it. */
  onShow: (text: string) => void;
  waiting: WaitingDraft | null;
  /** The waiting draft from which the text was made. */
  madeFrom: number | undefined;
  onMadeFrom: (draftId: number) => void;
  /** A draft was discarded: on to the next, where drafts are worked off. */
  onDiscarded: () => void;
  textRef: React.RefObject<TextField | null>;
}

export interface GeneratedDraft {
  state: DraftReplyState;
  tone: DraftTone;
  generate: (wanted?: Partial<Wanted>) => void;
  cancel: () => void;
  use: () => void;
  undo: () => void;
  dismiss: () => void;
  /** Present while the text is, or may become, the draft that waited. */
  discard: (() => void) | undefined;
}

function parseTone(): DraftTone {
  const stored = readStored('reply-tone', 'professional');
  return DRAFT_TONES.find((tone) => tone === stored) ?? 'professional';
}

/**
 * Asks for a reply and fills the composer with it. Undo restores the previous text; text typed before the draft arrives is never overwritten.
 */
export function useGeneratedDraft(composing: Composing): GeneratedDraft {
  const { id, draft, onDraft, textRef } = composing;
  const [state, setState] = useState<DraftReplyState>({ is: 'idle' });
  const [tone, setTone] = useState(parseTone);
  const running = useRef<AbortController | undefined>(undefined);
  const history = useRef<string[]>([]);
  const latest = useRef({ draft, onDraft });
  latest.current = { draft, onDraft };
  useEffect(() => () => running.current?.abort(), []);
  useWaitingDraft(composing, setState);
  const discard = useDiscard(composing, setState);
  // Sent or emptied by hand: nothing of it is left to change.
  useOnceTrue(state.is === 'filled' && draft === '', () => {
    history.current = [];
    setState({ is: 'idle' });
  });

  function fill(written: Written) {
    history.current = [...history.current, latest.current.draft];
    latest.current.onDraft(written.response);
    setState({ is: 'filled', written, before: history.current });
    textRef.current?.focus();
  }
  async function ask(wanted: Wanted) {
    const asked = latest.current.draft;
    setState({ is: 'writing', wanted });
    const next = await requestReply(id, wanted, asked, renew(running).signal);
    if (next?.is === 'ready' && latest.current.draft === asked) fill(next.written);
    else if (next !== undefined) setState(next);
  }
  return {
    state,
    tone,
    generate({ change = null, tone: chosen = tone, sends_conversation = false } = {}) {
      setTone(chosen);
      writeStored('reply-tone', chosen);
      void ask({ tone: chosen, change, ...(sends_conversation ? { sends_conversation } : {}) });
    },
    cancel() {
      running.current?.abort();
      setState({ is: 'idle' });
      textRef.current?.focus();
    },
    use() {
      if (state.is !== 'ready') return;
      if (composing.waiting?.state === 'waiting') composing.onMadeFrom(composing.waiting.id);
      fill(state.written);
    },
    undo() {
      if (state.is !== 'filled') return;
      const before = state.before.slice(0, -1);
      onDraft(state.before.at(-1) ?? '');
      history.current = before;
      setState(before.length > 0 ? { ...state, before } : describeShown(composing.waiting));
      textRef.current?.focus();
    },
    dismiss: () => setState({ is: 'idle' }),
    discard,
  };
}

const toWritten = ({ message, sources, left_out, pitches_after_refusal, credits }: WaitingDraft): Written => ({
  response: message ?? '',
  sources,
  left_out,
  pitches_after_refusal,
  credits,
});

/**
 * Puts the draft that waits into an empty composer. A newer one takes its place as long as no one changed it; a text that was typed stays,
 * and the draft is offered beside it.
 */
function useWaitingDraft(composing: Composing, setState: (state: DraftReplyState) => void): void {
  const { waiting } = composing;
  const latest = useRef(composing);
  latest.current = composing;
  const shown = useRef('');
  const key = waiting === null ? '' : `${waiting.id} ${waiting.state}`;
  const shownKey = useRef<string | undefined>(undefined);
  useEffect(() => {
    // Only another draft, or another state of it, is news.
    if (shownKey.current === key) return;
    shownKey.current = key;
    const { waiting: found, draft, onShow, madeFrom, onMadeFrom } = latest.current;
    const isUntouched = draft === '' || draft === shown.current;
    if (found?.state !== 'waiting') {
      if (shown.current !== '' && isUntouched) onShow('');
      shown.current = '';
      setState(describeMissing(found));
      return;
    }
    if (isUntouched) {
      shown.current = found.message ?? '';
      onShow(shown.current);
      onMadeFrom(found.id);
      setState(describeShown(found));
    } else if (madeFrom === found.id) setState(describeShown(found));
    else setState({ is: 'ready', written: toWritten(found) });
  }, [key, setState]);
}

/** The text is the draft that waits, or was made from it. */
function describeShown(found: WaitingDraft | null): DraftReplyState {
  return found?.state === 'waiting' ? { is: 'filled', written: toWritten(found), before: [''] } : { is: 'idle' };
}

function describeMissing(found: WaitingDraft | null): DraftReplyState {
  if (found?.state === 'writing') return { is: 'coming' };
  return found?.reason ? { is: 'missing', reason: found.reason } : { is: 'idle' };
}

/** Removes the draft that waits, with the text that was made from it. */
function useDiscard(
  { id, waiting, onDraft, onDiscarded }: Composing,
  setState: (state: DraftReplyState) => void,
): (() => void) | undefined {
  const client = useQueryClient();
  if (waiting?.state !== 'waiting') return undefined;
  return () => {
    onDraft('');
    setState({ is: 'idle' });
    onDiscarded();
    call(waitingDraftsEndpoints.discardDraft, { params: { id }, body: { draft_id: waiting.id } }).catch((error) => {
      toast.error(errorMessage(error, t('discard_failed')));
      void refetch(client, waitingDraftsEndpoints.getChatDraft);
    });
  };
}

/** The draft, or why there is none; undefined where the user stopped waiting. */
async function requestReply(
  id: number,
  wanted: Wanted,
  draft: string,
  signal: AbortSignal,
): Promise<DraftReplyState | undefined> {
  const body = { ...wanted, draft: draft.trim() === '' ? null : draft };
  try {
    const written = await callUntil(draftsEndpoints.generateResponse, { params: { id }, body }, signal);
    return signal.aborted ? undefined : { is: 'ready', written };
  } catch (error) {
    return signal.aborted ? undefined : { is: 'failed', wanted, error };
  }
}

/** Ends what was asked for before; answers what ends the next. */
function renew(running: React.RefObject<AbortController | undefined>): AbortController {
  running.current?.abort();
  const control = new AbortController();
  running.current = control;
  return control;
}

function useOnceTrue(isTrue: boolean, act: () => void): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    if (isTrue) latest.current();
  }, [isTrue]);
}
