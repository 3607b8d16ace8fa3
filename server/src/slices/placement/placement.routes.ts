import type { placementEndpoints } from '@overture/contract/placement';
import type { RouteTable } from '../../kernel/slice.ts';
import { getPlacement } from './placement.service.ts';
import * as seeds from './seeds/seeds.service.ts';

export const placementRoutes: RouteTable<typeof placementEndpoints> = {
  listSeedMailboxes: seeds.listSeedMailboxes,
  addSeedMailbox: async (ctx, { body }) => ({ seed_mailbox: await seeds.addSeedMailbox(ctx, body) }),
  deleteSeedMailbox: async (ctx, { params }) => {
    await seeds.deleteSeedMailbox(ctx, params.id);
    return { success: true };
  },
  updatePlacementRule: async (ctx, { body }) => ({ rule: await seeds.updatePlacementRule(ctx, body) }),
  getPlacement,
};
