import type { ChatPreview } from '@overture/contract/chats';
import { useEffect, useRef } from 'react';
import type { ChatActions } from './use-chat-actions.ts';

interface InboxKeys {
  chats: readonly ChatPreview[];
  chatId: number | undefined;
  /** The open conversation, also where the list does not hold it any more. */
  opened: ChatPreview | undefined;
  actions: ChatActions;
  open: (id: number | undefined) => void;
  textRef: React.RefObject<HTMLTextAreaElement | null>;
}

const fields = 'input,textarea,select,[contenteditable="true"]';
const overlays = '[role="dialog"],[role="menu"],[role="listbox"]';

const LONGEST_LOAD_IN_MS = 3000;

/** J and K walk, E archives or restores, R answers, U unread, S important, Esc closes. Keys typed into fields stay text. */
export function useInboxKeys(given: InboxKeys): void {
  const latest = useRef(given);
  useEffect(() => {
    latest.current = given;
  });
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const target = event.target as HTMLElement | null;
      if (target?.closest?.(fields) || document.querySelector(overlays)) return;
      if (press(event.key, latest.current)) event.preventDefault();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** True when the key did something. */
function press(key: string, { chats, chatId, opened, actions, open, textRef }: InboxKeys): boolean {
  switch (key.toLowerCase()) {
    case 'j':
      return walk(chats, chatId, 1, open);
    case 'k':
      return walk(chats, chatId, -1, open);
    case 'e':
      if (opened) actions.setArchived(opened, !opened.is_archived);
      return opened !== undefined;
    case 'u':
      if (opened) actions.markUnread(opened);
      return opened !== undefined;
    case 's':
      if (opened) actions.toggleFlag(opened);
      return opened !== undefined;
    case 'r':
      if (chatId !== undefined) focusOnceThere(textRef, performance.now() + LONGEST_LOAD_IN_MS);
      return chatId !== undefined;
    case 'escape':
      if (chatId !== undefined) open(undefined);
      return chatId !== undefined;
    default:
      return false;
  }
}

/** The field comes with the messages: R pressed a moment before that is not lost. Who turned to another field meanwhile keeps it. */
function focusOnceThere(textRef: InboxKeys['textRef'], deadline: number): void {
  if (document.activeElement?.closest(fields)) return;
  if (textRef.current) textRef.current.focus();
  else if (performance.now() < deadline) requestAnimationFrame(() => focusOnceThere(textRef, deadline));
}

function walk(
  chats: readonly ChatPreview[],
  chatId: number | undefined,
  step: 1 | -1,
  open: (id: number | undefined) => void,
): boolean {
  const index = chats.findIndex((chat) => chat.prospect.id === chatId);
  const next = chats[index === -1 ? 0 : index + step];
  if (!next) return false;
  open(next.prospect.id);
  document.querySelector(`[data-chat="${next.prospect.id}"]`)?.scrollIntoView({ block: 'nearest' });
  return true;
}
