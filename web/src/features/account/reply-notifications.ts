import { readStored, writeStored } from '../../lib/storage.ts';

/** State of the notifications of this browser. */
export type NotificationState = 'unsupported' | 'blocked' | 'off' | 'on';

export function getNotificationState(): NotificationState {
  if (!('Notification' in globalThis)) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return Notification.permission === 'granted' && readStored('reply-notifications', false) ? 'on' : 'off';
}

/** Requests the permission. Call it for a press of a button only: browsers block sites that ask without one. */
export async function turnOnNotifications(): Promise<NotificationState> {
  const permission = await Notification.requestPermission();
  if (permission === 'granted') writeStored('reply-notifications', true);
  return getNotificationState();
}

export function turnOffNotifications(): NotificationState {
  writeStored('reply-notifications', undefined);
  return getNotificationState();
}

/** Notifications of several tabs with one tag are shown once. */
export function showNotification(title: string, tag: string, onOpen: () => void): void {
  try {
    const shown = new Notification(title, { tag });
    shown.onclick = () => {
      window.focus();
      onOpen();
      shown.close();
    };
  } catch {
    // Browsers of phones leave notifications to installed applications.
  }
}

/** Replies are collected for this long: a mailbox that was offline brings many. */
const COLLECTED_IN_MS = 1000;

export interface NewReply {
  prospect_id: number;
  message_id: number;
}

/** Collects replies that arrive in a background tab. Replies that a visible tab has received are left out. */
export class BackgroundReplies {
  readonly #announce: (replies: readonly NewReply[]) => void;
  readonly #waiting = new Map<number, NewReply>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(announce: (replies: readonly NewReply[]) => void) {
    this.#announce = announce;
  }

  add(reply: NewReply): void {
    if (document.visibilityState === 'visible') {
      writeStored('seen-reply', reply.message_id);
      return;
    }
    this.#waiting.set(reply.message_id, reply);
    this.#timer ??= setTimeout(() => this.#flush(), COLLECTED_IN_MS);
  }

  #flush(): void {
    this.#timer = undefined;
    const seen = readStored('seen-reply', 0);
    const replies = [...this.#waiting.values()].filter(({ message_id }) => message_id > seen);
    this.#waiting.clear();
    if (replies.length > 0) this.#announce(replies);
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
