// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  BackgroundReplies,
  getNotificationState,
  turnOffNotifications,
  turnOnNotifications,
} from './reply-notifications.ts';

let visibility: DocumentVisibilityState = 'hidden';
beforeEach(() => {
  visibility = 'hidden';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A browser whose person gives this answer. */
function stubBrowser(answer: NotificationPermission): void {
  const browser = {
    permission: 'default' as NotificationPermission,
    requestPermission: async () => {
      browser.permission = answer;
      return answer;
    },
  };
  vi.stubGlobal('Notification', browser);
}

test('it is on only after a person turned it on and the browser agreed', async () => {
  vi.stubGlobal('Notification', undefined);
  Reflect.deleteProperty(globalThis, 'Notification');
  expect(getNotificationState()).toBe('unsupported');
  stubBrowser('denied');
  expect(getNotificationState()).toBe('off');
  expect(await turnOnNotifications()).toBe('blocked');
  stubBrowser('granted');
  expect(getNotificationState()).toBe('off');
  expect(await turnOnNotifications()).toBe('on');
  expect(turnOffNotifications()).toBe('off');
});

test('replies in the background are announced together, once', () => {
  vi.useFakeTimers();
  const announced: number[][] = [];
  const replies = new BackgroundReplies((found) => announced.push(found.map(({ message_id }) => message_id)));
  for (const message_id of [1, 2, 2]) replies.add({ prospect_id: 7, message_id });
  vi.advanceTimersByTime(1000);
  expect(announced).toEqual([[1, 2]]);
  replies.add({ prospect_id: 7, message_id: 3 });
  replies.close();
  vi.advanceTimersByTime(5000);
  expect(announced).toEqual([[1, 2]]);
});

test('a visible tab stays quiet, and quiets the others', () => {
  vi.useFakeTimers();
  const announced: number[] = [];
  const watched = new BackgroundReplies(() => announced.push(-1));
  const hidden = new BackgroundReplies((found) => announced.push(...found.map(({ message_id }) => message_id)));
  hidden.add({ prospect_id: 7, message_id: 4 });
  visibility = 'visible';
  watched.add({ prospect_id: 7, message_id: 4 });
  visibility = 'hidden';
  hidden.add({ prospect_id: 7, message_id: 5 });
  vi.advanceTimersByTime(1000);
  expect(announced).toEqual([5]);
});
