import type { pushEndpoints } from '@overture/contract/push';
import type { RouteTable } from '../../kernel/slice.ts';
import { addPushDevice, deletePushDevice, listPushDevices } from './push-devices.service.ts';

export const pushRoutes: RouteTable<typeof pushEndpoints> = {
  listPushDevices: (ctx) => listPushDevices(ctx),
  addPushDevice: (ctx, { body }) => addPushDevice(ctx, body),
  deletePushDevice: async (ctx, { params }) => {
    await deletePushDevice(ctx, params.id);
    return { success: true };
  },
};
