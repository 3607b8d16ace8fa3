import type { Account } from '@overture/contract/accounts';
import type { LinkedAccountSummary } from '@overture/contract/auth';
import { isEmailAccount, type LeadsOfDeleted } from '@overture/domain/accounts';
import { ownDomain } from '@overture/domain/sending/own-domain';
import type { Context, ReadContext, TransactionContext } from '../../kernel/context.ts';
import { storeJobSecret } from '../../kernel/db/job-secrets.ts';
import { requireMayDelete } from '../../kernel/edits/made-by.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import { findSealedConnection, sealPurpose } from '../mailbox-connections/index.ts';
import { withdrawMailbox } from '../mailbox-leases/index.ts';
import { announceStatus } from './account-status.service.ts';
import { type CountedUse, findLimitErrors, pickOwnLimits, presentAccount } from './accounts.rules.ts';
import * as store from './accounts.store.ts';
import { revokeConsentTask } from './consent/consent-end.service.ts';
import { signOutTask } from './linkedin/linkedin-link.rules.ts';

type Ctx = Pick<Context, 'read' | 'transaction' | 'organization'>;
type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** Today's usage by sender id. The engine, a later slice, provides it. */
export type DescribeUsage = (tx: ReadContext, rows: readonly store.AccountRow[]) => Promise<Map<number, CountedUse>>;

export async function listAccounts(ctx: Ctx, describeUsage: DescribeUsage): Promise<Account[]> {
  return ctx.read(async (tx) => {
    const rows = await store.listAccounts(tx, tx.organization.id);
    const usage = await describeUsage(tx, rows);
    return rows.map((row) => presentAccount(row, usage.get(row.id), tx.clock.now(), rows));
  });
}

/** Changes limits and spacing; 400 with the allowed range when a limit exceeds what type and tier allow. */
export async function updateAccount(
  ctx: Ctx,
  id: number,
  change: store.AccountChange & { own_domain_max_messages?: number | null | undefined },
  describeUsage: DescribeUsage,
): Promise<Account> {
  return ctx.transaction(async (tx) => {
    const row = orNotFound(await store.findAccount(tx, id));
    const errors = findLimitErrors(row, change);
    if (Object.keys(errors).length > 0) throw new ApiError('validation_failed', {}, errors);
    orNotFound(await store.updateAccount(tx, id, pickOwnLimits(row, change)));
    const all = await store.listAccounts(tx, tx.organization.id);
    const changed = new Set([id, ...(await shareDomainCap(tx, row, all, change.own_domain_max_messages ?? null))]);
    for (const account_id of changed) tx.events.emit({ type: 'account_limits_changed', account_id });
    const fresh = orNotFound(await store.findAccount(tx, id));
    return presentAccount(fresh, (await describeUsage(tx, [fresh])).get(id), tx.clock.now(), all);
  });
}

/** Sets the shared cap on all mailboxes of a domain. Returns them. */
async function shareDomainCap(
  tx: Tx,
  row: store.AccountRow,
  all: readonly store.AccountRow[],
  cap: number | null,
): Promise<number[]> {
  const domain = isEmailAccount(row.account_type) ? ownDomain(row.email) : null;
  if (cap === null || domain === null) return [];
  const ids = all.flatMap(({ id, account_type, email }) =>
    isEmailAccount(account_type) && ownDomain(email) === domain ? [id] : [],
  );
  await store.setOwnDomainCap(tx, ids, cap === 0 ? null : cap);
  return ids;
}

/** Disconnects a sender: secrets destroyed, the row kept as DELETED for history, its sync ended. */
export async function removeAccount(ctx: Ctx, id: number, leads: LeadsOfDeleted): Promise<void> {
  await ctx.transaction(async (tx) => {
    const row = orNotFound(await store.findAccount(tx, id));
    await requireMayDelete(tx, 'accounts', [id]);
    const sealed = await findSealedConnection(tx, id);
    orNotFound(await store.markRemoved(tx, id));
    if (sealed && row.account_type !== 'IMAP') {
      const secret_id = await storeJobSecret(tx, { purpose: sealPurpose, sealed });
      if (secret_id !== null) tx.jobs.add(revokeConsentTask, { secret_id });
    }
    if (row.provider_account_id) {
      tx.jobs.add(signOutTask, { provider_account_id: row.provider_account_id });
    } else await withdrawMailbox(tx, id);
    tx.events.emit({ type: 'account_removed', account_id: id, leads });
    announceStatus(tx, id, 'DELETED');
  });
}

/** The senders for the navigation of the signed-in user. */
export async function listAccountSummaries(tx: Tx): Promise<LinkedAccountSummary[]> {
  const rows = await store.listAccounts(tx, tx.organization.id);
  return rows.map((row) => ({
    id: row.id,
    account_id: String(row.id),
    account_type: row.account_type,
    status: row.status,
    name: row.name,
    email: row.email,
    picture_url: row.picture_url,
    tier: row.tier,
    is_base_account: row.is_base_account,
    created_at: row.created_at.toISOString(),
    email_max_messages: row.email_max_messages,
    linkedin_max_connections: row.linkedin_max_connections,
    linkedin_max_messages: row.linkedin_max_messages,
  }));
}
