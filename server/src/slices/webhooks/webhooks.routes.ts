import { WEBHOOK_EVENT_TYPES, WEBHOOK_EVENTS } from '@overture/contract/webhook-events';
import type { webhooksEndpoints } from '@overture/contract/webhooks';
import { WEBHOOK_LIMITS } from '@overture/domain/webhooks';
import { ApiError } from '../../kernel/errors.ts';
import type { RouteTable } from '../../kernel/slice.ts';
import { countStored } from './deliveries.store.ts';
import * as service from './webhooks.service.ts';
import { deleteEndpoint } from './webhooks.store.ts';

export const webhooksRoutes: RouteTable<typeof webhooksEndpoints> = {
  listWebhooks: async (ctx) => ({
    webhooks: await service.listWebhooks(ctx),
    max_webhooks: WEBHOOK_LIMITS.endpoints,
  }),
  getWebhookStorage: async (ctx) => ({
    stored_messages: await ctx.read(countStored),
    max_messages: WEBHOOK_LIMITS.messages_kept,
  }),
  createWebhook: async (ctx, { body }) => {
    service.requireConfirmedPerson(ctx);
    return service.createWebhook(ctx, body);
  },
  updateWebhook: async (ctx, { params, body }) => ({ webhook: await service.updateWebhook(ctx, params.id, body) }),
  deleteWebhook: async (ctx, { params }) => {
    if (!(await ctx.transaction((tx) => deleteEndpoint(tx, params.id)))) throw new ApiError('not_found');
    return { success: true };
  },
  rotateWebhookSecret: async (ctx, { params }) => {
    service.requireConfirmedPerson(ctx);
    return service.rotateSecret(ctx, params.id);
  },
  testWebhook: async (ctx, { params }) => ({ delivery_id: await service.testWebhook(ctx, params.id) }),
  listWebhookDeliveries: (ctx, { params, query }) => service.listDeliveries(ctx, params.id, query, query.state ?? null),
  getWebhookDelivery: (ctx, { params }) => service.getDelivery(ctx, params.id, params.deliveryId),
  replayWebhookDelivery: async (ctx, { params }) => {
    await service.replayDelivery(ctx, params.id, params.deliveryId);
    return { success: true };
  },
  replayFailedWebhooks: async (ctx, { params, body }) => ({
    replayed: await service.replayFailed(ctx, params.id, body.since),
  }),
  readWebhookEventTypes: async () => ({
    event_types: WEBHOOK_EVENT_TYPES.map((type) => ({ type, summary: WEBHOOK_EVENTS[type].summary })),
  }),
  readWebhookSample: async (ctx, { params }) => service.renderSample(ctx.organization.id, params.type),
};
