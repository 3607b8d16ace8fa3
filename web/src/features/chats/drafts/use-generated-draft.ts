import { DRAFT_TONES, type DraftChange, type DraftTone, draftsEndpoints } from '@overture/contract/drafts';
import type { EndpointOutput } from '@overture/contract/endpoint';
import { useEffect, useRef, useState } from 'react';
import { callUntil } from '../../../lib/api/api-client.ts';
import { readStored, writeStored } from '../../../lib/storage.ts';

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
  | { is: 'filled'; written: Written; before: string[] };

interface Composing {
  id: number;
  draft: string;
  onDraft: (text: string) => void;
  textRef: React.RefObject<HTMLTextAreaElement | null>;
}

export interface GeneratedDraft {
  state: DraftReplyState;
  tone: DraftTone;
  generate: (wanted?: Partial<Wanted>) => void;
  cancel: () => void;
  use: () => void;
  undo: () => void;
  dismiss: () => void;
}

function parseTone(): DraftTone {
  const stored = readStored('reply-tone', 'professional');
  return DRAFT_TONES.find((tone) => tone === stored) ?? 'professional';
}

/**
 * Asks for a reply and fills the composer with it. What stood there comes back by Undo; what is typed meanwhile is never written over.
 */
export function useGeneratedDraft({ id, draft, onDraft, textRef }: Composing): GeneratedDraft {
  const [state, setState] = useState<DraftReplyState>({ is: 'idle' });
  const [tone, setTone] = useState(parseTone);
  const running = useRef<AbortController | undefined>(undefined);
  const history = useRef<string[]>([]);
  const latest = useRef({ draft, onDraft });
  latest.current = { draft, onDraft };
  useEffect(() => () => running.current?.abort(), []);
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
    const control = renew(running);
    const asked = latest.current.draft;
    setState({ is: 'writing', wanted });
    try {
      const written = await requestReply(id, wanted, asked, control.signal);
      if (control.signal.aborted) return;
      if (latest.current.draft === asked) fill(written);
      else setState({ is: 'ready', written });
    } catch (error) {
      if (!control.signal.aborted) setState({ is: 'failed', wanted, error });
    }
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
      if (state.is === 'ready') fill(state.written);
    },
    undo() {
      if (state.is !== 'filled') return;
      const before = state.before.slice(0, -1);
      onDraft(state.before.at(-1) ?? '');
      history.current = before;
      setState(before.length > 0 ? { ...state, before } : { is: 'idle' });
      textRef.current?.focus();
    },
    dismiss: () => setState({ is: 'idle' }),
  };
}

function requestReply(id: number, wanted: Wanted, draft: string, signal: AbortSignal): Promise<Written> {
  const body = { ...wanted, draft: draft.trim() === '' ? null : draft };
  return callUntil(draftsEndpoints.generateResponse, { params: { id }, body }, signal);
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
