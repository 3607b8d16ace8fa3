import { type UserDraft, waitingDraftsEndpoints } from '@overture/contract/waiting-drafts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, call, queryOptions } from '../../../lib/api/api-client.ts';
import { useLiveEvent } from '../../../lib/api/live.ts';
import { type ComposeExtras, readStored, writeStoredEntry } from '../../../lib/storage.ts';
import { type useComposeExtras, withoutNull } from './use-compose-draft.ts';

/** The model's draft for the last reply, and what the user was writing, kept up to date by the live connection. */
export function useChatDraft(id: number) {
  const found = useQuery({
    ...queryOptions(waitingDraftsEndpoints.getChatDraft, { params: { id } }),
    // Another device may have written since this conversation was last open.
    staleTime: 0,
    gcTime: 0,
  });
  const update = (event: { prospect_id: number }) => {
    if (event.prospect_id === id) void found.refetch();
  };
  useLiveEvent('chat_message', update);
  useLiveEvent('chat_updated', update);
  useLiveEvent('chats_updated', ({ prospect_ids }) => {
    if (prospect_ids.includes(id)) void found.refetch();
  });
  return found;
}

/** Milliseconds without a key until what was typed is saved. */
const PAUSE_IN_MS = 700;

interface Known {
  message: string;
  /** As they are saved. */
  extras: string;
  version: number;
}

type Chosen = Pick<ReturnType<typeof useComposeExtras>, 'extras' | 'replace'>;

interface Written {
  draft: string;
  extras: ComposeExtras;
}

/**
 * The message being written to a lead. The browser keeps each key until the server has it; another device shows it from there.
 * @param saved what the server has; undefined until it is known
 */
export function useUserDraft(id: number, saved: UserDraft | null | undefined, { extras, replace }: Chosen) {
  const [draft, setDraft] = useState(() => readStored('chat-drafts', {})[id] ?? '');
  /** Written in another window or on another device since. */
  const [other, setOther] = useState<UserDraft | undefined>();
  const [isLoaded, setLoaded] = useState(false);
  const known = useRef<Known | undefined>(undefined);
  const latest = useRef<Written>({ draft, extras });
  latest.current = { draft, extras };
  const saves = useSaves(id, latest, known, setOther);
  // Sent from another window: what is still in this one must not be sent again.
  const clear = () => {
    setDraft('');
    replace({});
    // A save that is due before the next rendering would bring it back.
    latest.current = { ...latest.current, draft: '' };
    writeStoredEntry('chat-drafts', id, undefined);
  };
  useLiveEvent('chat_message', (event) => {
    if (event.prospect_id === id) saves.follow(clear);
  });
  useEffect(() => {
    if (saved === undefined || known.current !== undefined) return;
    known.current = toKnown(saved);
    setLoaded(true);
    if (saved === null || saved.message === latest.current.draft) return;
    if (latest.current.draft === '') setDraft(saved.message);
    else setOther(saved);
  }, [saved]);
  useSaveOfExtras(latest, known, saves);
  const change = useCallback(
    (text: string) => {
      setDraft(text);
      latest.current = { ...latest.current, draft: text };
      writeStoredEntry('chat-drafts', id, text === '' ? undefined : text);
      saves.schedule();
    },
    [id, saves],
  );
  return {
    draft,
    /** What the server has is in it: before, an empty text may not be empty. */
    isLoaded,
    change,
    /** What is sent now needs no saving: a save that comes after it would bring it back. */
    cancelSave: saves.cancel,
    /** Shows a text that the user did not write: only a change of it is saved. */
    show: setDraft,
    other: other?.message,
    useOther() {
      if (other !== undefined) {
        replace(other.extras);
        change(other.message);
      }
      setOther(undefined);
    },
    keepOwn: () => setOther(undefined),
  };
}

/** Recipients are saved with the words; chosen after them, they are saved too. A text that the user did not write is not. */
function useSaveOfExtras(
  latest: React.RefObject<Written>,
  known: React.RefObject<Known | undefined>,
  saves: ReturnType<typeof createSaves>,
): void {
  const { draft, extras } = latest.current;
  const chosen = JSON.stringify(toSaved(extras));
  const isForward = Boolean(extras.forward);
  useEffect(() => {
    const { current } = known;
    if (current?.message !== draft || current.extras === chosen) return;
    if (current.version > 0 || isForward) saves.schedule();
  }, [draft, chosen, isForward, known, saves]);
}

/** Saves in order: after a pause, and immediately when the conversation closes. */
function useSaves(...given: Parameters<typeof createSaves>) {
  const [saves] = useState(() => createSaves(...given));
  useEffect(() => {
    window.addEventListener('pagehide', saves.flush);
    return () => {
      window.removeEventListener('pagehide', saves.flush);
      saves.flush();
    };
  }, [saves]);
  return saves;
}

function createSaves(
  id: number,
  latest: React.RefObject<Written>,
  known: React.RefObject<Known | undefined>,
  onOther: (other: UserDraft) => void,
) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  async function save(): Promise<void> {
    const { draft } = latest.current;
    const extras = toSaved(latest.current.extras);
    const written = { message: draft, extras: JSON.stringify(extras) };
    if (isKnown(written, known.current)) return writeStoredEntry('chat-drafts', id, undefined);
    const body = { message: draft, extras, version: known.current?.version ?? 0 };
    try {
      const { own } = await call(waitingDraftsEndpoints.saveChatDraft, { params: { id }, body });
      known.current = { ...written, version: own?.version ?? 0 };
      // The server has it: what stays in the browser would be older on the next visit.
      if (latest.current.draft === draft) writeStoredEntry('chat-drafts', id, undefined);
    } catch (error) {
      // Otherwise the browser keeps it, and the next key tries again.
      if (!(error instanceof ApiError) || error.code !== 'draft_changed') return;
      const own = await load();
      known.current = toKnown(own);
      if (own === null) await save();
      else if (own.message !== latest.current.draft) onOther(own);
    }
  }
  const load = async (): Promise<UserDraft | null> =>
    (await call(waitingDraftsEndpoints.getChatDraft, { params: { id } })).own;
  const isSaved = () => (known.current?.version ?? 0) > 0 && known.current?.message === latest.current.draft;
  const enqueue = (work: () => Promise<void>) => {
    last = last.then(work).catch(() => undefined);
  };
  function cancel(): void {
    clearTimeout(timer);
    timer = undefined;
  }
  function flush(): void {
    if (timer === undefined) return;
    cancel();
    enqueue(save);
  }
  return {
    cancel,
    flush,
    /** Looks whether what is shown, and was saved, is still kept. */
    follow: (onSent: () => void) =>
      enqueue(async () => {
        if (!isSaved() || (await load()) !== null || !isSaved()) return;
        known.current = toKnown(null);
        onSent();
      }),
    schedule() {
      clearTimeout(timer);
      timer = setTimeout(flush, PAUSE_IN_MS);
    },
  };
}

/** Without a text nothing is kept, except a mail that is sent on. */
function isKnown({ message, extras }: Omit<Known, 'version'>, known: Known | undefined): boolean {
  if (known?.message !== message) return false;
  return known.extras === extras || (message === '' && known.version === 0 && extras.includes('"forward":null'));
}

function toKnown(saved: UserDraft | null): Known {
  const extras = JSON.stringify(toSaved(withoutNull(saved?.extras ?? {})));
  return { message: saved?.message ?? '', extras, version: saved?.version ?? 0 };
}

function toSaved({ account_id, cc, bcc, subject, formatted_text, forward, draft_id }: ComposeExtras) {
  return {
    account_id: account_id ?? null,
    cc: cc ?? null,
    bcc: bcc ?? null,
    subject: subject ?? null,
    formatted_text: formatted_text || null,
    forward: forward ?? null,
    draft_id: draft_id ?? null,
  };
}
