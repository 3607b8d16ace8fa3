import { useState } from 'react';
import { readStored, writeStoredEntry } from '../../../lib/storage.ts';

/** The message being written to a lead; remembered on this machine until it is sent. */
export function useDraft(id: number) {
  const [draft, setDraft] = useState(() => readStored('chat-drafts', {})[id] ?? '');
  function change(text: string) {
    setDraft(text);
    writeStoredEntry('chat-drafts', id, text === '' ? undefined : text);
  }
  return [draft, change] as const;
}
