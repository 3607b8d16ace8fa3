import type { apiKeysEndpoints } from '@overture/contract/api-keys';
import type { RouteTable } from '../../kernel/slice.ts';
import { requireConfirmed } from '../step-up/index.ts';
import * as service from './api-keys.service.ts';

/** @param saveUses writes the counts of this process, for lists that are up to date */
export function createApiKeysRoutes(saveUses: () => Promise<void>): RouteTable<typeof apiKeysEndpoints> {
  return {
    listApiKeys: async (ctx) => {
      await saveUses();
      return { keys: await service.listApiKeys(ctx) };
    },
    createApiKey: async (ctx, { body }) => {
      requireConfirmed(ctx);
      return service.createApiKey(ctx, body);
    },
    updateApiKey: async (ctx, { params, body }) => {
      requireConfirmed(ctx);
      return { key: await service.updateApiKey(ctx, params.id, body) };
    },
    rotateApiKey: async (ctx, { params, body }) => {
      requireConfirmed(ctx);
      return service.rotateApiKey(ctx, params.id, body);
    },
    revokeApiKey: async (ctx, { params }) => ({ key: await service.revokeApiKey(ctx, params.id) }),
    getApiKeyUsage: async (ctx, { params }) => {
      await saveUses();
      return { days: await service.getApiKeyUsage(ctx, params.id) };
    },
  };
}
