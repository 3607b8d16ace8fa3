import { pushEndpoints } from '@overture/contract/push';
import { call } from '../../lib/api/api-client.ts';
import { readStored, writeStored } from '../../lib/storage.ts';

/** `needs_install`: iPhones and iPads push to applications of the home screen only. */
export type PushState = 'unsupported' | 'needs_install' | 'blocked' | 'off' | 'on';

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

/** Saves the subscription after a new sign-in, and one that the browser renewed. */
export async function renewPush(): Promise<void> {
  if (getPushState() === 'on') await subscribe();
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
  await call(pushEndpoints.addPushDevice, {
    body: { endpoint, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' } },
  });
}

function encode(key: ArrayBuffer | null): string {
  const text = String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0)));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
