import type { AccountStatus } from '@overture/domain/accounts';
import { toStorableText } from '@overture/domain/text/storable-text';
import type { TransactionContext } from '../../kernel/context.ts';
import { recordSecurityEvent } from '../../kernel/security-log/security-log.ts';
import type { StatusSource } from './accounts.store.ts';
import * as store from './accounts.store.ts';

const maxReasonLength = 500;

/**
 * The only place that changes a sender's status. Browsers and other slices are notified with the commit; an unchanged status has no effect.
 * Successful receiving does not clear a refusal found while sending: only a reconnect does.
 * @param source `receiving` is the sync, `sending` the engine
 */
export async function setAccountStatus(
  tx: Pick<TransactionContext, 'db' | 'live' | 'events'>,
  id: number,
  status: AccountStatus,
  reason: string | null,
  source: StatusSource = 'sending',
): Promise<void> {
  const words = reason === null ? null : toStorableText(reason, maxReasonLength);
  if (await store.updateStatus(tx, id, status, words, source)) announceStatus(tx, id, status);
}

export function announceStatus(
  tx: Pick<TransactionContext, 'live' | 'events'>,
  id: number,
  status: AccountStatus,
): void {
  tx.live.publish('account_status', { account_id: id, status });
  tx.events.emit({ type: 'account_status_changed', account_id: id, status });
}

/** Stops sending from the senders a user connected until they are reconnected. */
export async function stopUserSenders(
  tx: Pick<TransactionContext, 'db' | 'live' | 'events'>,
  userId: number,
  reason: string,
): Promise<void> {
  for (const { id } of await store.listConnectedBy(tx, userId)) await setAccountStatus(tx, id, 'STOPPED', reason);
}

/** A sender was connected, or connected again: it is remembered by whom, and the organization's security log says so. */
export async function recordConnected(
  tx: TransactionContext,
  row: Pick<store.AccountRow, 'id' | 'email' | 'name'>,
  userId?: number,
): Promise<void> {
  await store.scheduleDomainCheck(tx, row.id);
  await store.setConnectedBy(tx, row.id, userId ?? tx.user?.id ?? null);
  await recordSecurityEvent(tx, {
    event: 'sender_connected',
    ...(userId === undefined ? {} : { user_id: userId }),
    subject: { kind: 'sender', id: row.id, label: row.email ?? row.name },
  });
}
