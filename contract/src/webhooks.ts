import { RIGHTS } from '@overture/domain/access/permissions';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { WEBHOOK_LIMITS, WEBHOOK_MODES, WEBHOOK_OFF_REASONS } from '@overture/domain/webhooks';
import { z } from 'zod';
import { cursorQuery, done, endpoint, idSchema, nextCursor, pageQuery, unused } from './endpoint.ts';
import { EVERY_WEBHOOK_EVENT, WEBHOOK_EVENT_TYPES } from './webhook-events.ts';

const eventType = z.enum(WEBHOOK_EVENT_TYPES);
/** Types of the catalog, or `*` for all of them, later ones too. */
const eventTypes = z
  .array(z.enum([EVERY_WEBHOOK_EVENT, ...WEBHOOK_EVENT_TYPES]))
  .min(1)
  .max(100);

const webhookSchema = z.object({
  id: z.number().int(),
  url: z.string(),
  description: z.string(),
  event_types: z.array(z.string()),
  mode: z.enum(WEBHOOK_MODES),
  is_active: z.boolean(),
  /** Why it is off; null while it is on. */
  off_reason: z.enum(WEBHOOK_OFF_REASONS).nullable(),
  off_at: z.string().nullable(),
  last_success_at: z.string().nullable(),
  /** The first failed try since the last success. */
  failing_since: z.string().nullable(),
  /** Until this instant the former secret signs too. */
  former_secret_until: z.string().nullable(),
  pending: z.number().int(),
  failed: z.number().int(),
  created_at: z.string(),
});
export type Webhook = z.output<typeof webhookSchema>;

const webhookBody = z.object({
  url: z.string().trim().min(1).max(WEBHOOK_LIMITS.url_max),
  description: z.string().trim().max(WEBHOOK_LIMITS.description_max).default(''),
  event_types: eventTypes,
  mode: z.enum(WEBHOOK_MODES).default('full'),
});

const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
const deliverySchema = z.object({
  /** Of the message within our API; `message_id` is the receiver's `webhook-id`. */
  id: z.number().int(),
  message_id: z.string(),
  type: z.string(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.number().int(),
  occurred_at: z.string(),
  tried_at: z.string().nullable(),
  /** Null where no further try is planned. */
  next_attempt_at: z.string().nullable(),
  /** HTTP status of the last try; null where no response came. */
  code: z.number().int().nullable(),
  duration_in_ms: z.number().int().nullable(),
  error: z.string().nullable(),
});
export type WebhookDelivery = z.output<typeof deliverySchema>;

const ofDelivery = z.object({ id: idSchema, deliveryId: idSchema });
const changed = {
  recorded: { event: 'webhook_changed', subject: 'webhook' },
  roles: RIGHTS.integrations,
  touches: ['webhooks', 'webhook_deliveries'],
} as const;

export const webhooksEndpoints = {
  listWebhooks: endpoint('GET /webhooks/', {
    summary: 'Webhook endpoints of the organization',
    shows: ['webhooks'],
    roles: RIGHTS.integrations,
    ok: z.object({ webhooks: z.array(webhookSchema).max(WEBHOOK_LIMITS.endpoints), max_webhooks: z.number().int() }),
  }),
  getWebhookStorage: endpoint('GET /webhooks/storage/', {
    summary: 'How many messages are stored, and how many can be; above that, the oldest delivered ones are deleted',
    shows: ['webhook_deliveries'],
    roles: RIGHTS.integrations,
    ok: z.object({ stored_messages: z.number().int(), max_messages: z.number().int() }),
  }),
  createWebhook: endpoint('POST /webhooks/', {
    ...changed,
    summary: 'Add a webhook endpoint; its secret is in this response only',
    body: webhookBody,
    while_acting: 'refused',
    errors: ['step_up_needed', 'webhook_url_invalid', 'webhooks_full'],
    status: 201,
    ok: z.object({ webhook: webhookSchema, secret: z.string() }),
  }),
  updateWebhook: endpoint('PUT /webhooks/{id}/', {
    ...changed,
    summary: 'Change a webhook endpoint, or switch it on or off; another address needs what adding one needs',
    body: webhookBody.extend({ is_active: z.boolean() }),
    errors: ['step_up_needed', 'webhook_url_invalid'],
    ok: z.object({ webhook: webhookSchema }),
  }),
  deleteWebhook: endpoint('DELETE /webhooks/{id}/', {
    ...changed,
    summary: 'Delete a webhook endpoint and its delivery log',
    ok: done,
  }),
  rotateWebhookSecret: endpoint('POST /webhooks/{id}/rotate-secret/', {
    ...changed,
    summary: 'Make a new secret; messages carry a signature by both for 24 hours',
    while_acting: 'refused',
    errors: ['step_up_needed'],
    ok: z.object({ webhook: webhookSchema, secret: z.string() }),
  }),
  testWebhook: endpoint('POST /webhooks/{id}/test/', {
    summary: 'Send the event webhook.test to an endpoint',
    touches: ['webhooks', 'webhook_deliveries'],
    roles: RIGHTS.integrations,
    errors: ['webhook_off', 'rate_limited'],
    ok: z.object({ delivery_id: z.number().int() }),
  }),
  listWebhookDeliveries: endpoint('GET /webhooks/{id}/deliveries/', {
    summary: 'Delivery log of an endpoint, the newest first, 25 a page; kept for 30 days',
    shows: ['webhook_deliveries'],
    roles: RIGHTS.integrations,
    query: z.object({ page: pageQuery, ...cursorQuery, state: unused(z.enum(DELIVERY_STATES)) }),
    errors: ['cursor_invalid'],
    ok: z.object({
      ...nextCursor,
      deliveries: z.array(deliverySchema),
      /** Counted up to 10,000. */
      total: z.number().int(),
    }),
  }),
  getWebhookDelivery: endpoint('GET /webhooks/{id}/deliveries/{deliveryId}/', {
    summary: 'A delivery with what was sent and the first kilobyte of the response',
    shows: ['webhook_deliveries'],
    params: ofDelivery,
    roles: RIGHTS.integrations,
    ok: z.object({ delivery: deliverySchema, body: z.string(), answer: z.string().nullable() }),
  }),
  replayWebhookDelivery: endpoint('POST /webhooks/{id}/deliveries/{deliveryId}/replay/', {
    summary: 'Deliver a message again, with the same id and body',
    touches: ['webhooks', 'webhook_deliveries'],
    params: ofDelivery,
    roles: RIGHTS.integrations,
    errors: ['webhook_off'],
    ok: done,
  }),
  replayFailedWebhooks: endpoint('POST /webhooks/{id}/replay/', {
    summary: 'Deliver all failed messages since an instant again, 10,000 at most, the oldest first',
    touches: ['webhooks', 'webhook_deliveries'],
    roles: RIGHTS.integrations,
    body: z.object({ since: z.iso.datetime({ offset: true }) }),
    errors: ['webhook_off'],
    ok: z.object({ replayed: z.number().int() }),
  }),
  readWebhookEventTypes: endpoint('GET /webhooks/event-types/', {
    summary: 'The catalog of events',
    roles: RIGHTS.integrations,
    ok: z.object({ event_types: z.array(z.object({ type: eventType, summary: z.string() })).max(LIST_LIMITS.fixed) }),
  }),
  readWebhookSample: endpoint('GET /webhooks/event-types/{type}/sample/', {
    summary: 'An example of a message, as a full and as a thin endpoint gets it',
    params: z.object({ type: eventType }),
    roles: RIGHTS.integrations,
    ok: z.object({ full: z.record(z.string(), z.unknown()), thin: z.record(z.string(), z.unknown()) }),
  }),
};
