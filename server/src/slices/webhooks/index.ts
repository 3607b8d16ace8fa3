import type { DomainEventOf } from '../../events.ts';
import type { SystemContext, TransactionContext } from '../../kernel/context.ts';
import { deleteInBatches } from '../../kernel/rounds/batches.ts';
import type { Slice } from '../../kernel/slice.ts';
import { deliverSlowWebhooks, deliverWebhooks, secretPurpose } from './deliver.service.ts';
import { pruneExcess, pruneMessages } from './deliveries.store.ts';
import { FAST_LOOP, SLOW_LOOP } from './queue.store.ts';
import { enqueueEvents, eraseMessages } from './webhooks.store.ts';

export { webhooksRoutes } from './webhooks.routes.ts';
export { countOff, enqueueEvents, enqueueForEndpoint, hasReceiver } from './webhooks.store.ts';

async function pruneAll(ctx: SystemContext, signal: AbortSignal): Promise<void> {
  await deleteInBatches(ctx, pruneMessages, signal);
  await deleteInBatches(ctx, (tx) => pruneExcess(tx), signal);
}

/** No sender has it: the field is there, and null. */
const UNKNOWN = 0;

/** Clicked twice, it is one opt-out of that day. */
async function enqueueUnsubscribe(
  tx: TransactionContext,
  { prospect_id }: DomainEventOf<'lead_unsubscribed'>,
): Promise<void> {
  const day = tx.clock.now().toISOString().slice(0, 10);
  await enqueueEvents(tx, [{ type: 'prospect.unsubscribed', prospect_id, event_key: `${prospect_id}/${day}` }]);
}

/** Each change of a meeting is sent once. */
async function enqueueMeeting(tx: TransactionContext, event: DomainEventOf<'meeting_changed'>): Promise<void> {
  const { prospect_id, change, meeting, changed_at } = event;
  const event_key = `${meeting.id}/${change}/${changed_at}`;
  await enqueueEvents(tx, [{ type: `meeting.${change}`, prospect_id, event_key, data: { meeting } }]);
}

async function enqueueClick(tx: TransactionContext, event: DomainEventOf<'link_clicked'>): Promise<void> {
  const { campaign_lead_id, campaign_id, prospect_id, node_id, account_id, link } = event;
  if (link === undefined || node_id === undefined) return;
  const of = { prospect_id, campaign_id, account_id: account_id ?? UNKNOWN, node_id };
  const event_key = `${campaign_lead_id}/${link.id}`;
  await enqueueEvents(tx, [{ type: 'link.clicked', ...of, event_key, data: { url: link.url } }]);
}

async function enqueueOpen(tx: TransactionContext, event: DomainEventOf<'mail_opened'>): Promise<void> {
  const { campaign_lead_id, campaign_id, prospect_id, node_id, account_id } = event;
  const of = { prospect_id, campaign_id, account_id: account_id ?? UNKNOWN, node_id };
  await enqueueEvents(tx, [{ type: 'email.opened', ...of, event_key: `${campaign_lead_id}/${node_id}` }]);
}

async function enqueueFall(tx: TransactionContext, event: DomainEventOf<'placement_fell'>): Promise<void> {
  const { fall_id, account_id, campaign_id, cause, words } = event;
  const data = { cause, reason: words };
  await enqueueEvents(tx, [{ type: 'placement.fell', account_id, campaign_id, event_key: String(fall_id), data }]);
}

/** Receivers get the id alone, and nothing about the person stays in the log. */
async function enqueueErasure(tx: TransactionContext, { prospect_ids }: DomainEventOf<'people_erased'>): Promise<void> {
  await eraseMessages(tx, prospect_ids);
  await enqueueEvents(
    tx,
    prospect_ids.map((id) => ({ type: 'prospect.erased', event_key: String(id), data: { prospect: { id } } })),
  );
}

export const webhooksSlice: Slice = {
  name: 'webhooks',
  sealed: [
    { table: 'webhook_endpoints', column: 'sealed_secret', key: 'id', purpose: secretPurpose },
    { table: 'webhook_endpoints', column: 'sealed_former_secret', key: 'id', purpose: secretPurpose },
  ],
  loops: [
    { name: FAST_LOOP, interval_in_ms: 250, run: deliverWebhooks },
    { name: SLOW_LOOP, interval_in_ms: 1000, run: deliverSlowWebhooks },
    { name: 'old-webhook-messages', interval_in_ms: 3_600_000, run: pruneAll },
  ],
  on: {
    lead_unsubscribed: enqueueUnsubscribe,
    people_erased: enqueueErasure,
    link_clicked: enqueueClick,
    mail_opened: enqueueOpen,
    meeting_changed: enqueueMeeting,
    placement_fell: enqueueFall,
  },
};
