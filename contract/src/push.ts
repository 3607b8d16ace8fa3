import { LIST_LIMITS } from '@overture/domain/list-limits';
import { z } from 'zod';
import { done, endpoint } from './endpoint.ts';

const pushDeviceSchema = z.object({
  id: z.number().int(),
  /** Browser and system as they name themselves: "Safari on iOS". */
  name: z.string(),
  /** The browser that asks. */
  is_current: z.boolean(),
  created_at: z.iso.datetime(),
  /** When it last got a notification. */
  pushed_at: z.iso.datetime().nullable(),
});
export type PushDevice = z.output<typeof pushDeviceSchema>;

const shown = z.object({
  /** The key that a browser subscribes with, as base64url. */
  public_key: z.string(),
  devices: z.array(pushDeviceSchema).max(LIST_LIMITS.push_devices),
});

/** As `PushSubscription.toJSON()` has it. */
const subscription = z.object({
  endpoint: z.string().max(1000),
  keys: z.object({ p256dh: z.string().max(200), auth: z.string().max(100) }),
});

export const pushEndpoints = {
  listPushDevices: endpoint('GET /user/push-devices/', {
    summary: 'Browsers and phones of the caller that get a notification of new replies while the application is closed',
    shows: ['push_devices'],
    ok: shown,
  }),
  addPushDevice: endpoint('PUT /user/push-devices/', {
    summary: 'Turn notifications on for the browser that asks, until it signs out',
    touches: ['push_devices'],
    roles: 'own',
    body: subscription,
    errors: ['push_device_refused'],
    ok: shown,
  }),
  deletePushDevice: endpoint('DELETE /user/push-devices/{id}/', {
    summary: 'Turn notifications off for a browser or phone of the caller',
    touches: ['push_devices'],
    roles: 'own',
    ok: done,
  }),
};
