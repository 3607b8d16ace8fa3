// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeStored } from '../../lib/storage.ts';
import { press, refusal, show } from '../../lib/testing/show.tsx';
import { getPushState, renewPush } from './push.ts';
import { PushSection } from './push-section.tsx';

const LIST = 'GET /user/push-devices/';
const PUT = 'PUT /user/push-devices/';
const device = {
  id: 7,
  name: 'Safari on iOS',
  is_current: false,
  created_at: '2026-11-30T08:00:00.000Z',
  pushed_at: null,
};
const answer = (...devices: object[]) => ({ public_key: 'BKey', devices });

/** A browser with push whose person gives this answer. */
function stubBrowser(permission: NotificationPermission) {
  const subscription = {
    endpoint: 'https://push.example/1',
    options: { applicationServerKey: Uint8Array.of(4, 167, 178).buffer },
    toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: vi.fn(async () => true),
  };
  const pushManager = {
    getSubscription: vi.fn(async () => null as typeof subscription | null),
    subscribe: vi.fn(async () => subscription),
  };
  const notification = { permission: 'default' as NotificationPermission, requestPermission: async () => permission };
  notification.requestPermission = async () => {
    notification.permission = permission;
    return permission;
  };
  vi.stubGlobal('Notification', notification);
  vi.stubGlobal('PushManager', class {});
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      register: vi.fn(async () => ({})),
      ready: Promise.resolve({ pushManager }),
      getRegistration: async () => ({ pushManager }),
    },
  });
  return { pushManager, subscription };
}

const SESSIONS = 'GET /user/sessions/';
const signedInAs = (id: number) => ({
  sessions: [
    {
      ...{ id, device: 'Chrome on Linux', place: 'Private network', ip: '127.0.0.1', method: 'password' },
      ...{ has_second_factor: false, is_current: true, acted_by: null },
      ...{ created_at: '2026-11-30T08:00:00.000Z', last_seen_at: '2026-11-30T08:00:00.000Z' },
    },
  ],
});

beforeEach(() => {
  writeStored('push-on', undefined);
  writeStored('push-device', undefined);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

test('a press subscribes with the key of the server and saves the device, and another press ends it', async () => {
  const { pushManager, subscription } = stubBrowser('granted');
  const mine = { ...device, id: 8, is_current: true };
  let devices: object[] = [];
  const { sent } = await show(<PushSection />, {
    [LIST]: () => answer(...devices),
    [SESSIONS]: signedInAs(1),
    [PUT]: () => {
      devices = [mine];
      return answer(mine);
    },
    'DELETE /user/push-devices/8/': () => {
      devices = [];
      return { success: true };
    },
  });
  await press('Turn on for this device');
  expect(await screen.findByText('On for this device, until you sign out.')).toBeTruthy();
  expect(pushManager.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'BKey' });
  expect(sent(PUT)).toEqual([{ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }]);
  pushManager.getSubscription.mockResolvedValue(subscription);
  await press('Turn off for this device');
  expect(await screen.findByText('Off for this device.')).toBeTruthy();
  expect(subscription.unsubscribe).toHaveBeenCalled();
});

test('other devices are listed and can be turned off', async () => {
  stubBrowser('granted');
  let devices: object[] = [device];
  await show(<PushSection />, {
    [LIST]: () => answer(...devices),
    'DELETE /user/push-devices/7/': () => {
      devices = [];
      return { success: true };
    },
  });
  expect(await screen.findByText('Safari on iOS')).toBeTruthy();
  await press('Turn off for Safari on iOS');
  await expect.poll(() => screen.queryByText('Safari on iOS')).toBeNull();
});

test('a refusal, a blocked site and a browser without push are said in words', async () => {
  stubBrowser('granted');
  await show(<PushSection />, {
    [LIST]: answer(),
    [PUT]: refusal(400, 'push_device_refused', "This browser's push service can't be used."),
  });
  await press('Turn on for this device');
  expect(await screen.findByText('Off for this device.')).toBeTruthy();
  cleanup();
  stubBrowser('denied');
  await show(<PushSection />, { [LIST]: answer() });
  await press('Turn on for this device');
  expect(await screen.findByText(/Your browser blocks notifications/)).toBeTruthy();
  cleanup();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  await show(<PushSection />, { [LIST]: answer() });
  expect(await screen.findByText(/can't receive notifications while/)).toBeTruthy();
});

test('a device that was turned off elsewhere stays off, and a new sign-in turns it on again', async () => {
  const { pushManager, subscription } = stubBrowser('granted');
  let [devices, signedIn]: [object[], number] = [[], 1];
  const { sent } = await show(<PushSection />, {
    [LIST]: () => answer(...devices),
    [SESSIONS]: () => signedInAs(signedIn),
    [PUT]: () => {
      devices = [{ ...device, id: 7 + signedIn, is_current: true }];
      return answer(...devices);
    },
  });
  await press('Turn on for this device');
  expect(await screen.findByText('On for this device, until you sign out.')).toBeTruthy();
  pushManager.getSubscription.mockResolvedValue(subscription);
  await renewPush();
  expect(sent(PUT)).toHaveLength(2);
  // The session ended, and its device with it.
  [devices, signedIn] = [[], 2];
  await renewPush();
  expect(sent(PUT)).toHaveLength(3);
  devices = [];
  await renewPush();
  expect([sent(PUT).length, getPushState()]).toEqual([3, 'off']);
  expect(subscription.unsubscribe).toHaveBeenCalledOnce();
});
