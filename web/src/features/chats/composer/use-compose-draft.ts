import type { UserDraft } from '@overture/contract/waiting-drafts';
import { useState } from 'react';
import { type ComposeExtras, readStored, writeStoredEntry } from '../../../lib/storage.ts';

/** What is chosen beside the words of a message: sender, copies, subject, signature. Remembered with the draft. */
export function useComposeExtras(id: number) {
  const [extras, setExtras] = useState<ComposeExtras>(() => readStored('chat-draft-extras', {})[id] ?? {});
  function change(next: ComposeExtras) {
    const all = { ...extras, ...next };
    setExtras(all);
    writeStoredEntry('chat-draft-extras', id, all);
  }
  /** What another device saved, where this one has nothing of its own. */
  function restore(saved: UserDraft['extras']) {
    if (Object.keys(extras).length === 0) change(withoutNull(saved));
  }
  function clear() {
    // The sender is kept for the next message to the same lead.
    const kept = extras.account_id === undefined ? {} : { account_id: extras.account_id };
    setExtras(kept);
    writeStoredEntry('chat-draft-extras', id, extras.account_id === undefined ? undefined : kept);
  }
  /** What another window saved takes the place of what was chosen here. */
  function replace(saved: UserDraft['extras']) {
    const next = withoutNull(saved);
    setExtras(next);
    writeStoredEntry('chat-draft-extras', id, next);
  }
  return { extras, change, restore, replace, clear };
}

export function withoutNull({
  account_id,
  cc,
  bcc,
  subject,
  formatted_text,
  forward,
  draft_id,
}: UserDraft['extras']): ComposeExtras {
  return {
    ...(account_id ? { account_id } : {}),
    ...(cc ? { cc } : {}),
    ...(bcc ? { bcc } : {}),
    ...(subject ? { subject } : {}),
    ...(formatted_text ? { formatted_text } : {}),
    ...(forward ? { forward } : {}),
    ...(draft_id ? { draft_id } : {}),
  };
}
