import { randomBytes } from 'node:crypto';
import { WEBHOOK_EVENTS, type WebhookEventType } from '@overture/contract/webhook-events';
import type { Webhook, WebhookDelivery } from '@overture/contract/webhooks';
import { WEBHOOK_LIMITS } from '@overture/domain/webhooks';
import { loadPage, type PageRequest } from '../../kernel/api-keys/cursor.ts';
import type { ReadContext } from '../../kernel/context.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import type { SessionContext } from '../../kernel/slice.ts';
import { isOwnAddress } from '../brand-hosts/index.ts';
import { requireConfirmed } from '../step-up/index.ts';
import { secretPurpose } from './deliver.service.ts';
import * as log from './deliveries.store.ts';
import { renderBody } from './message-body.rules.ts';
import { formatSecret } from './signing.service.ts';
import * as store from './webhooks.store.ts';

const SECRET_BYTES = 32;
const TESTS_PER_HOUR = 60;

function present({
  state,
  off_reason,
  off_at,
  last_success_at,
  failing_since,
  former_secret_until,
  created_at,
  ...row
}: store.EndpointRow): Webhook {
  const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
  return {
    ...row,
    is_active: state === 'active',
    off_reason: state === 'active' ? null : off_reason,
    off_at: iso(off_at),
    last_success_at: iso(last_success_at),
    failing_since: iso(failing_since),
    former_secret_until: iso(former_secret_until),
    created_at: created_at.toISOString(),
  };
}

export async function listWebhooks(ctx: SessionContext): Promise<Webhook[]> {
  return (await ctx.read(store.listEndpoints)).map(present);
}

type Given = store.NewEndpoint;

/**
 * A receiver gets replies and leads of the organization. A session left open is not enough to name one, nor is acting for
 * another user. A key has the scope `export`.
 */
export function requireConfirmedPerson(ctx: SessionContext): void {
  if (ctx.session.api_key) return;
  if (ctx.user.actor_id !== ctx.user.id) throw new ApiError('not_while_acting');
  requireConfirmed(ctx);
}

/** Addresses of ours are no receivers. @throws webhook_url_invalid */
async function requireReceiver({ ports, system }: SessionContext, text: string): Promise<string> {
  const fault = ports.webhook_receivers.refuseUrl(text);
  if (fault !== null) throw new ApiError('webhook_url_invalid', { reason: fault });
  const url = new URL(text);
  if (await isOwnAddress(system, url))
    throw new ApiError('webhook_url_invalid', { reason: 'This is an address of ours. Please enter one of yours.' });
  return url.href;
}

/** @throws webhook_url_invalid, webhooks_full */
export async function createWebhook(ctx: SessionContext, given: Given): Promise<{ webhook: Webhook; secret: string }> {
  const url = await requireReceiver(ctx, given.url);
  const { secret, sealed } = makeSecret(ctx);
  return ctx.transaction(async (tx) => {
    const limit = WEBHOOK_LIMITS.endpoints;
    const id = await store.insertEndpoint(tx, { ...given, url, limit, sealed_secret: sealed });
    if (id === null) throw new ApiError('webhooks_full', { limit: String(limit) });
    return { webhook: await getWebhook(tx, id), secret };
  });
}

function makeSecret({ vault }: Pick<SessionContext, 'vault'>): { secret: string; sealed: Buffer } {
  const secret = formatSecret(randomBytes(SECRET_BYTES));
  return { secret, sealed: vault.seal(secretPurpose, secret) };
}

const getWebhook = async (tx: ReadContext, id: number): Promise<Webhook> =>
  present(orNotFound(await store.findEndpoint(tx, id)));

/** Another address is another receiver. @throws webhook_url_invalid, not_found, step_up_needed, not_while_acting */
export async function updateWebhook(
  ctx: SessionContext,
  id: number,
  given: Given & { is_active: boolean },
): Promise<Webhook> {
  const url = await requireReceiver(ctx, given.url);
  return ctx.transaction(async (tx) => {
    const known = orNotFound(await store.findEndpoint(tx, id));
    if (known.url !== url) requireConfirmedPerson(ctx);
    if (!(await store.updateEndpoint(tx, id, { ...given, url }))) throw new ApiError('not_found');
    if (!given.is_active) await log.failPending(tx, id);
    return getWebhook(tx, id);
  });
}

/** @throws not_found */
export async function rotateSecret(ctx: SessionContext, id: number): Promise<{ webhook: Webhook; secret: string }> {
  const { secret, sealed } = makeSecret(ctx);
  return ctx.transaction(async (tx) => {
    if (!(await store.rotateSecret(tx, id, sealed, WEBHOOK_LIMITS.rotation_in_hours))) throw new ApiError('not_found');
    return { webhook: await getWebhook(tx, id), secret };
  });
}

/** @throws not_found, webhook_off */
async function requireActive(tx: ReadContext, id: number): Promise<void> {
  if (orNotFound(await store.findEndpoint(tx, id)).state !== 'active') throw new ApiError('webhook_off');
}

/** @throws not_found, webhook_off, rate_limited */
export async function testWebhook(ctx: SessionContext, id: number): Promise<number> {
  await ctx.rate_limits.spend('webhook-tests', String(ctx.organization.id), TESTS_PER_HOUR, 3600);
  return ctx.transaction(async (tx) => {
    await requireActive(tx, id);
    return store.enqueueTest(tx, id, { type: 'webhook.test', data: WEBHOOK_EVENTS['webhook.test'].sample });
  });
}

function presentDelivery({ occurred_at, tried_at, next_attempt_at, ...row }: log.DeliveryRow): WebhookDelivery {
  return {
    ...row,
    occurred_at: occurred_at.toISOString(),
    tried_at: tried_at?.toISOString() ?? null,
    next_attempt_at: next_attempt_at?.toISOString() ?? null,
  };
}

/** @throws not_found, cursor_invalid */
export async function listDeliveries(
  ctx: SessionContext,
  id: number,
  request: PageRequest,
  state: string | null,
): Promise<{ deliveries: WebhookDelivery[]; total: number; next_cursor: string | null }> {
  return ctx.read(async (tx) => {
    await getWebhook(tx, id);
    const { rows, next_cursor } = await loadPage(tx, request, {
      list: `webhook-deliveries ${id}`,
      page_size: WEBHOOK_LIMITS.deliveries_a_page,
      read: (range) => log.listDeliveries(tx, id, state, range),
      placeOf: (row) => [row.id],
    });
    return { deliveries: rows.map(presentDelivery), total: await log.countDeliveries(tx, id, state), next_cursor };
  });
}

/** What was sent is rendered as it was: the message does not change. @throws not_found */
export async function getDelivery(ctx: SessionContext, id: number, deliveryId: number) {
  const found = orNotFound(await ctx.read((tx) => log.findDelivery(tx, id, deliveryId)));
  const { data, answer, mode, ...row } = found;
  const body = renderBody(ctx.organization.id, mode, { ...row, data, occurred_at: row.occurred_at.toISOString() });
  return { delivery: presentDelivery(row), body, answer };
}

/** @throws not_found, webhook_off */
export async function replayDelivery(ctx: SessionContext, id: number, deliveryId: number): Promise<void> {
  await ctx.transaction(async (tx) => {
    await requireActive(tx, id);
    if (!(await log.replayDelivery(tx, id, deliveryId))) throw new ApiError('not_found');
  });
}

/** @throws not_found, webhook_off */
export async function replayFailed(ctx: SessionContext, id: number, since: string): Promise<number> {
  return ctx.transaction(async (tx) => {
    await requireActive(tx, id);
    return log.replayFailed(tx, id, since);
  });
}

/** A message of this type, with made-up data. */
export function renderSample(organization_id: number, type: WebhookEventType) {
  const message = {
    id: 1024,
    message_id: 'msg_0f6b2d1c9a8e4f70b3d5c6a7e8f90123',
    type,
    data: WEBHOOK_EVENTS[type].sample,
    occurred_at: '2026-03-14T09:26:53.000Z',
  };
  const render = (mode: 'full' | 'thin'): Record<string, unknown> =>
    JSON.parse(renderBody(organization_id, mode, message));
  return { full: render('full'), thin: render('thin') };
}
