import type { AccountStatus } from '@overture/domain/accounts';
import type { TransactionContext } from '../../kernel/context.ts';
import { recordSecurityEvent } from '../../kernel/security-log/security-log.ts';
import type { StatusSource } from './accounts.store.ts';
import * as store from './accounts.store.ts';

const maxReasonLength = 500;

/**
 * The one place where a sender's status changes. Browsers and other slices hear of it with the commit; nothing happens
 * when it is the same as before. Receiving well does not clear a refusal found while sending: only a reconnect does.
 * @param source who found out: `receiving` is the sync, `sending` the engine
 */
export async function setAccountStatus(
  tx: Pick<TransactionContext, 'db' | 'live' | 'events'>,
  id: number,
  status: AccountStatus,
  reason: string | null,
  source: StatusSource = 'sending',
): Promise<void> {
  const words = reason?.replaceAll('\u0000', '').slice(0, maxReasonLength) ?? null;
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

/** A sender was connected, or connected again: the organisation's security log says by whom. */
export async function recordConnected(
  tx: TransactionContext,
  row: Pick<store.AccountRow, 'id' | 'email' | 'name'>,
  userId?: number,
): Promise<void> {
  await recordSecurityEvent(tx, {
    event: 'sender_connected',
    ...(userId === undefined ? {} : { user_id: userId }),
    subject: { kind: 'sender', id: row.id, label: row.email ?? row.name },
  });
}
