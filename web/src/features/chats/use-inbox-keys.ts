import type { ChatPreview } from '@overture/contract/chats';
import { useEffect, useRef } from 'react';
import type { InboxCommands } from './changes/use-inbox-commands.ts';
import type { ChatSelection } from './changes/use-selection.ts';
import type { TextField } from './text-field.ts';
import type { ChatActions } from './use-chat-actions.ts';

interface InboxKeys {
  chats: readonly ChatPreview[];
  chatId: number | undefined;
  /** The open conversation, even if it left the list. */
  opened: ChatPreview | undefined;
  actions: ChatActions;
  commands: InboxCommands;
  selection: ChatSelection & { chats: readonly ChatPreview[] };
  open: (id: number | undefined) => void;
  textRef: React.RefObject<TextField | null>;
  /** Starts a first message to a lead. */
  onNew: () => void;
}

const fields = 'input:not([type="checkbox"]),textarea,select,[contenteditable="true"]';
const overlays = '[role="dialog"],[role="menu"],[role="listbox"]';

/** Some fields keep a list in the page that they do not show. */
const isOverlayShown = (): boolean =>
  [...document.querySelectorAll(overlays)].some((element) => element.checkVisibility?.() ?? true);

const LONGEST_LOAD_IN_MS = 3000;

/**
 * J and K walk, X selects, E archives or restores, U unread, S important, I says what they say, L labels, A assigns, H reminds, R answers, G generates a reply, D discards the draft, Ctrl-Enter sends it, N writes a first message, / searches,
 * Esc closes. What is selected is meant before what is open. Keys typed into fields stay text.
 */
export function useInboxKeys(given: InboxKeys): void {
  const latest = useRef(given);
  useEffect(() => {
    latest.current = given;
  });
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.altKey) return;
      const isSend = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
      if (!isSend && (event.ctrlKey || event.metaKey)) return;
      const target = event.target as HTMLElement | null;
      if (target?.closest?.(fields) || isOverlayShown()) return;
      const isDone = isSend ? sendShown(latest.current, event.shiftKey) : pressOne(event.key, latest.current);
      if (isDone) event.preventDefault();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

const BUTTONS = new Map([
  ['g', generateReply],
  ['d', discardDraft],
]);

function pressOne(key: string, keys: InboxKeys): boolean {
  const button = BUTTONS.get(key.toLowerCase());
  return button ? button() : press(key, keys);
}

/** Ctrl-Enter outside of the field sends the draft that is in it. */
function sendShown({ textRef }: InboxKeys, isNext: boolean): boolean {
  const field = textRef.current;
  if (!field || field.value.trim() === '') return false;
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, shiftKey: isNext, bubbles: true }));
  return true;
}

const DIALOGS = new Map<string, Parameters<InboxCommands['open']>[0]>([
  ['i', 'class'],
  ['l', 'labels'],
  ['a', 'assign'],
  ['h', 'remind'],
]);

/** True when the key did something. */
function press(key: string, keys: InboxKeys): boolean {
  const { chats, chatId, selection, commands, open, textRef } = keys;
  const letter = key.toLowerCase();
  const dialog = DIALOGS.get(letter);
  if (dialog) return onMeant(keys, (meant) => commands.open(dialog, meant));
  switch (letter) {
    case 'j':
      return walk(chats, chatId, 1, open);
    case 'k':
      return walk(chats, chatId, -1, open);
    case 'x':
      if (chatId !== undefined) selection.toggle(chatId);
      return chatId !== undefined;
    case 'n':
      keys.onNew();
      return true;
    case '/':
      document.querySelector<HTMLInputElement>('[data-inbox-search] input')?.focus();
      return true;
    case 'r':
      if (chatId !== undefined) focusOnceThere(textRef, performance.now() + LONGEST_LOAD_IN_MS);
      return chatId !== undefined;
    case 'escape':
      return leave(keys);
    default:
      return mark(key, keys);
  }
}

/** E, U and S: of one conversation or of all that are selected. */
function mark(key: string, { opened, actions, commands, selection }: InboxKeys): boolean {
  const isMany = selection.chats.length > 0;
  if (!isMany && opened === undefined) return false;
  switch (key.toLowerCase()) {
    case 'e':
      if (isMany) commands.archive(selection.chats);
      else if (opened) actions.setArchived(opened, !opened.is_archived);
      return true;
    case 'u':
      if (isMany) commands.toggleRead(selection.chats);
      else if (opened) actions.markUnread(opened);
      return true;
    case 's':
      if (isMany) commands.toggleFlag(selection.chats);
      else if (opened) actions.toggleFlag(opened);
      return true;
    default:
      return false;
  }
}

function onMeant({ opened, selection }: InboxKeys, work: (meant: readonly ChatPreview[]) => void): boolean {
  const meant = selection.chats.length > 0 ? selection.chats : opened ? [opened] : [];
  if (meant.length > 0) work(meant);
  return meant.length > 0;
}

/** Escape clears the selection first, then closes the conversation. */
function leave({ chatId, selection, open }: InboxKeys): boolean {
  if (selection.ids.size > 0) selection.clear();
  else if (chatId !== undefined) open(undefined);
  else return false;
  return true;
}

/** Presses the button of the open conversation. False where it is not offered or already at work. */
export function generateReply(): boolean {
  return click('[data-generate-reply] button:not(:disabled)');
}

/** Discards the draft that waited for this reply. */
export function discardDraft(): boolean {
  return click('[data-discard-draft] button:not(:disabled)');
}

function click(selector: string): boolean {
  const button = document.querySelector<HTMLButtonElement>(selector);
  button?.click();
  return button !== null;
}

/** Opens the next conversation after "Send and open the next", with its field ready to type in. A focus moved elsewhere stays. */
export function focusNextField(textRef: InboxKeys['textRef'], openNext: () => void): void {
  const sent = textRef.current;
  openNext();
  const deadline = performance.now() + LONGEST_LOAD_IN_MS;
  const focus = (): void => {
    const next = textRef.current;
    const active = document.activeElement;
    if (active !== sent && active?.closest(fields)) return;
    if (next && next !== sent) next.focus();
    else if (performance.now() < deadline) requestAnimationFrame(focus);
  };
  requestAnimationFrame(focus);
}

/** The field renders with the messages: an R pressed before that is not lost. A focus moved elsewhere stays. */
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

/**
 * The conversation to open after one was answered or left the list: the one below it in the order of the moment it was opened. Sending
 * moves a conversation to the top, and the one below it would then be one that is already answered. Else one that was loaded since, else
 * the one above.
 * @param opened ids of the list when the conversation was opened
 * @param listed ids of the list now
 */
export function findNextChat(
  chatId: number,
  { opened, listed, leaving }: { opened: readonly number[]; listed: readonly number[]; leaving: readonly number[] },
): number | undefined {
  const order = opened.includes(chatId) ? opened : listed;
  const place = order.indexOf(chatId);
  const loadedSince = listed.slice(listed.findLastIndex((id) => order.includes(id)) + 1);
  const stays = (id: number): boolean => listed.includes(id) && !leaving.includes(id);
  return [...order.slice(place + 1), ...loadedSince].find(stays) ?? order.slice(0, Math.max(0, place)).findLast(stays);
}
