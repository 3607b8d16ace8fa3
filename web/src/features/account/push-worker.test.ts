import { readFile } from 'node:fs/promises';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';

const code = await readFile(new URL('../../../public/push-worker.js', import.meta.url), 'utf8');

interface Window {
  url: string;
  visibilityState: 'visible' | 'hidden';
  focus(): Promise<void>;
  navigate: (url: string) => Promise<void>;
}

const windowAt = (path: string, visibilityState: Window['visibilityState'] = 'hidden') => ({
  url: `https://app.example${path}`,
  visibilityState,
  focus: vi.fn(async () => undefined),
  navigate: vi.fn(async (_url: string) => undefined),
});

/** Runs the worker of the browser beside these windows. */
function startWorker(windows: readonly Window[]) {
  const listeners = new Map<string, (event: object) => void>();
  const showNotification = vi.fn(async (_title: string, _options: object) => undefined);
  const openWindow = vi.fn(async (_url: string) => undefined);
  const self = {
    addEventListener: (type: string, listener: (event: object) => void) => void listeners.set(type, listener),
    clients: { matchAll: async () => windows, openWindow },
    registration: { showNotification },
    location: { origin: 'https://app.example' },
  };
  runInNewContext(code, { self, URL });
  const send = async (type: string, event: object) => {
    let work: Promise<void> | undefined;
    listeners.get(type)?.({ ...event, waitUntil: (given: Promise<void>) => (work = given) });
    await work;
  };
  return {
    showNotification,
    openWindow,
    push: (text: string) => send('push', { data: { json: () => JSON.parse(text) } }),
    click: (path: string) => send('notificationclick', { notification: { close: () => undefined, data: { path } } }),
  };
}

const NEWS = JSON.stringify({ title: 'New reply from Ada', tag: 'replies-7', path: '/inbox?chat=3', must_show: false });

test('a notification is shown unless the application is visible, also one that cannot be read', async () => {
  const closed = startWorker([windowAt('/campaigns')]);
  await closed.push(NEWS);
  await closed.push('not JSON');
  expect(closed.showNotification.mock.calls).toEqual([
    ['New reply from Ada', { tag: 'replies-7', data: { path: '/inbox?chat=3' } }],
    ['New reply', { tag: 'replies', data: { path: '/inbox' } }],
  ]);
  const open = startWorker([windowAt('/campaigns', 'visible')]);
  await open.push(NEWS);
  expect(open.showNotification).not.toHaveBeenCalled();
  await open.push(NEWS.replace('false', 'true'));
  expect(open.showNotification).toHaveBeenCalledOnce();
});

test('a click opens the conversation in an open inbox or in a new window, and leaves other pages as they are', async () => {
  const [editor, inbox] = [windowAt('/campaigns/7'), windowAt('/inbox?chat=1')];
  const both = startWorker([editor, inbox]);
  await both.click('/inbox?chat=3');
  expect(inbox.navigate.mock.calls).toEqual([['https://app.example/inbox?chat=3']]);
  expect(inbox.focus).toHaveBeenCalledOnce();
  const other = startWorker([editor]);
  await other.click('/inbox?chat=3');
  expect(other.openWindow.mock.calls).toEqual([['https://app.example/inbox?chat=3']]);
  await other.click('https://elsewhere.example/inbox');
  expect(other.openWindow).toHaveBeenCalledOnce();
  expect(editor.navigate).not.toHaveBeenCalled();
});
