import { type PushDevice, pushEndpoints } from '@overture/contract/push';
import { sessionsEndpoints } from '@overture/contract/sessions';
import { call } from '../../lib/api/api-client.ts';
import { readStored, writeStored } from '../../lib/storage.ts';

/** `needs_install`: iPhones and iPads push to applications of the home screen only. */
export type PushState = 'unsupported' | 'needs_install' | 'blocked' | 'off' | 'on';

const NO_DEVICE = { id: 0, session: 0, endpoint: '' };
const WORKER = '/push-worker.js';

const isAppleMobile = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) || (navigator.platform === 'MacIntel' && navigator.maxTouchPoints > 1);

export function getPushState(): PushState {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isAppleMobile() ? 'needs_install' : 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return Notification.permission === 'granted' && readStored('push-on', false) ? 'on' : 'off';
}

/** Call it for a press of a button only: browsers block sites that ask without one. @throws Error if the push service can't be reached */
export async function turnOnPush(): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return getPushState();
  await subscribe();
  writeStored('push-on', true);
  return getPushState();
}

/** @param deviceId of this browser, where the server knows it */
export async function turnOffPush(deviceId: number | undefined): Promise<PushState> {
  if (deviceId !== undefined) await call(pushEndpoints.deletePushDevice, { params: { id: deviceId } });
  writeStored('push-on', undefined);
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  return getPushState();
}

/** Saves the subscription after a new sign-in, and one that the browser renewed. Turned off in the list of devices, it stays off. */
export async function renewPush(): Promise<void> {
  if (getPushState() !== 'on') return;
  if (await isTurnedOffElsewhere()) await turnOffPush(undefined);
  else await subscribe();
}

/** The device is gone from the list, though the session, the subscription and the key are those it was saved with. */
async function isTurnedOffElsewhere(): Promise<boolean> {
  const { session, endpoint } = readStored('push-device', NO_DEVICE);
  const { public_key, devices } = await call(pushEndpoints.listPushDevices, {});
  if (devices.some(({ is_current }) => is_current)) return false;
  const registration = await navigator.serviceWorker.getRegistration();
  const known = await registration?.pushManager.getSubscription();
  if (known?.endpoint !== endpoint || encode(known.options.applicationServerKey) !== public_key) return false;
  return (await findSession()) === session;
}

async function rememberDevice(devices: readonly PushDevice[], endpoint: string): Promise<void> {
  const id = devices.find(({ is_current }) => is_current)?.id ?? 0;
  const known = readStored('push-device', NO_DEVICE);
  if (known.id !== id || known.endpoint !== endpoint)
    writeStored('push-device', { id, endpoint, session: await findSession().catch(() => 0) });
}

async function findSession(): Promise<number> {
  const { sessions } = await call(sessionsEndpoints.listSessions, {});
  return sessions.find(({ is_current }) => is_current)?.id ?? 0;
}

async function subscribe(): Promise<void> {
  const { public_key } = await call(pushEndpoints.listPushDevices, {});
  await navigator.serviceWorker.register(WORKER, { updateViaCache: 'none' });
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  const isOurs = encode(known?.options.applicationServerKey ?? null) === public_key;
  if (known && !isOurs) await known.unsubscribe();
  const subscription =
    known && isOurs ? known : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: public_key });
  const { endpoint = '', keys = {} } = subscription.toJSON();
  const { devices } = await call(pushEndpoints.addPushDevice, {
    body: { endpoint, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' } },
  });
  await rememberDevice(devices, endpoint);
}

function encode(key: ArrayBuffer | null): string {
  const text = String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0)));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
