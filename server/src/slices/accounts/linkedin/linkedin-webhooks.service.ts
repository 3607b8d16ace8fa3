import { isProviderError } from '@overture/adapters/kit/errors';
import type { LinkedinEvent } from '@overture/adapters/linkedin/linkedin.port';
import { isMessagingAccount } from '@overture/domain/accounts';
import { linkedinKey } from '@overture/domain/linkedin/linkedin-address';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { JobsInTransaction, SystemContext } from '../../../kernel/context.ts';
import { runBatch } from '../../../kernel/rounds/rounds.ts';
import { getOrigin } from '../../../kernel/security-log/request-origin.ts';
import { recordSecurityEvent } from '../../../kernel/security-log/security-log.ts';
import { insertLinkedinEvent, listUnwoken, withhold } from '../../linkedin-events/index.ts';
import * as store from './linkedin.store.ts';
import { isNotifyKey, linkedinEventsTask, parseReference } from './linkedin-link.rules.ts';
import { linkedinPaths } from './linkedin-link.service.ts';
import { pollMessagesNow } from './linkedin-polls.store.ts';
import { findLinked } from './withheld-messages.store.ts';

type SeatOwner = NonNullable<Awaited<ReturnType<typeof store.findSeatOwner>>>;

/** A message with its history is far below this. */
const maxBodyInBytes = 1024 * 1024;

/**
 * Webhooks of the LinkedIn provider. Each call is verified, stored and answered immediately; a job does the work. The connect callback has
 * our own signed reference and a key from its address, every other call the secret header.
 */
export function serveLinkedinWebhooks(app: FastifyInstance, ctx: SystemContext): void {
  app.post(linkedinPaths.notify, { bodyLimit: maxBodyInBytes }, async (request, reply) => {
    const status = await receiveConnected(ctx, request);
    if (status === 401) await recordRefused(ctx, request);
    return reply.status(status).send({ received: status === 200 });
  });
  app.post(linkedinPaths.events, { bodyLimit: maxBodyInBytes }, async (request, reply) => {
    if (!ctx.ports.linkedin.is_configured || !ctx.ports.linkedin.webhooks.isGenuine(request.headers)) {
      await recordRefused(ctx, request);
      return reply.status(401).send({ received: false });
    }
    const status = await receiveEvent(ctx, request.body);
    return reply.status(status).send({ received: status === 200 });
  });
}

function recordRefused(ctx: SystemContext, request: FastifyRequest): Promise<void> {
  const reason = request.routeOptions.url ?? 'webhook';
  return recordSecurityEvent(ctx, { event: 'webhook_refused', origin: getOrigin(request), reason });
}

async function receiveConnected(ctx: SystemContext, { body, query }: FastifyRequest): Promise<number> {
  if (!ctx.ports.linkedin.is_configured) return 401;
  const result = parseOrNull(() => ctx.ports.linkedin.webhooks.parseNotification(body));
  if (result === null) return 400;
  const reference = parseReference(ctx.vault, result.reference, ctx.clock.now());
  const { key } = query as { key?: unknown };
  if (reference === null || !isNotifyKey(ctx.vault, result.reference, key)) return 401;
  await storeEvent(ctx, reference.organization_id, {
    // A page creates one account: further reports about the same or another one are stored already.
    event_id: `connected:${result.reference.slice(-22)}`,
    type: 'connected',
    provider_account_id: result.account_id,
    payload: reference,
  });
  return 200;
}

async function receiveEvent(ctx: SystemContext, body: unknown): Promise<number> {
  let event: ReturnType<typeof ctx.ports.linkedin.webhooks.parseWebhook>;
  try {
    event = ctx.ports.linkedin.webhooks.parseWebhook(body);
  } catch (error) {
    if (isProviderError(error)) return 400;
    throw error;
  }
  if (event === null) return 200;
  const { event_id, account_id, type } = event;
  const owner = await ctx.systemTransaction((tx) => store.findSeatOwner(tx, account_id));
  // Seats of other installations that share the provider's account: heard, and none of our business.
  if (!owner) return 200;
  if (type === 'message_of_unknown_side') {
    await ctx.forOrganization(owner.organization_id).transaction((tx) => pollMessagesNow(tx, owner.id));
    return 200;
  }
  const payload = addSenderKey(await withholdEvent(ctx, owner, event));
  await storeEvent(ctx, owner.organization_id, { event_id, type, provider_account_id: account_id, payload });
  return 200;
}

/** Messages of strangers to messaging accounts are not stored. */
async function withholdEvent(ctx: SystemContext, owner: SeatOwner, event: LinkedinEvent): Promise<LinkedinEvent> {
  if (event.type !== 'message_received' || !isMessagingAccount(owner.account_type)) return event;
  const { message } = event;
  const linked = await ctx
    .forOrganization(owner.organization_id)
    .transaction((tx) => findLinked(tx, owner.id, [message.attendee_provider_id, message.sender_provider_id]));
  return { ...event, message: withhold(message, linked) };
}

/** By the key of their profile it is found out which lead has written, before the event is worked off. */
function addSenderKey(event: LinkedinEvent): LinkedinEvent {
  if (event.type !== 'message_received' || event.message.sender_profile_url === null) return event;
  const message = { ...event.message, sender_key: linkedinKey(event.message.sender_profile_url) };
  return { ...event, message };
}

async function storeEvent(
  ctx: SystemContext,
  organizationId: number,
  event: Omit<Parameters<typeof insertLinkedinEvent>[1], 'organization_id'>,
): Promise<void> {
  await ctx.forOrganization(organizationId).transaction(async (tx) => {
    await insertLinkedinEvent(tx, { ...event, organization_id: organizationId });
    wake(tx.jobs, organizationId);
  });
}

function wake(jobs: JobsInTransaction, organizationId: number): void {
  jobs.add(linkedinEventsTask, {}, { key: `${linkedinEventsTask}:${organizationId}` });
}

/** Wakes the work on reports that lie: at the start and every minute, should a job ever be lost. */
export async function wakeForWaitingEvents(ctx: SystemContext): Promise<void> {
  const organizations = await ctx.systemTransaction((tx) => listUnwoken(tx));
  await runBatch(ctx, {
    loop: 'linkedin-events',
    units: organizations.map((organization_id) => ({ organization_id, key: 'events' })),
    run: (part) =>
      ctx.systemTransaction(async (tx) => {
        for (const { organization_id: id } of part) wake(tx.forOrganization(id).jobs, id);
      }),
  });
}

function parseOrNull<Result>(read: () => Result): Result | null {
  try {
    return read();
  } catch (error) {
    if (isProviderError(error)) return null;
    throw error;
  }
}

/** Registers our webhooks at the provider; repeating it changes nothing. Where it can't reach us, comparing the accounts replaces it. */
export async function registerLinkedinWebhooks(ctx: SystemContext): Promise<void> {
  if (!ctx.ports.linkedin.is_configured) return;
  try {
    await ctx.ports.linkedin.webhooks.registerWebhooks(`${ctx.config.APP_URL}${linkedinPaths.events}`);
  } catch (error) {
    if (!isProviderError(error)) throw error;
    ctx.log.warn({ kind: error.kind, reason: error.reason }, 'webhook registration rejected by the LinkedIn provider');
  }
}
