import type { DomainEventOf } from '../../events.ts';
import type { SystemContext, SystemTransactionContext, TransactionContext } from '../../kernel/context.ts';
import { findSettings } from './address-checks.store.ts';
import * as store from './import-checks.store.ts';
import { canVerify, verifyDueAddresses } from './verify-address.service.ts';

/** The addresses that a file brought are checked, where the organization asks for it. */
export async function beginImportCheck(
  tx: TransactionContext,
  imported: DomainEventOf<'leads_imported'>,
): Promise<void> {
  if (canVerify(tx) && (await findSettings(tx)).checks_imports) await store.insertImportCheck(tx, imported);
}

/** Brings imports on by one step each, then asks about what waits: those of campaigns and of imports alike. */
export async function checkAddresses(system: SystemContext, signal: AbortSignal): Promise<void> {
  await system.systemTransaction(feedImportChecks);
  await verifyDueAddresses(system, signal);
}

/** A step of the imports that had none for longest; everything of it stands or falls with the transaction. */
async function feedImportChecks(tx: SystemTransactionContext): Promise<void> {
  for (const check of await store.claimOpenChecks(tx)) {
    await store.countAnswers(tx, check);
    if (check.state === 'stopped') {
      await store.dropUnasked(tx, check);
      continue;
    }
    if (!check.is_collected) await store.collectAddresses(tx, check);
    await store.askSome(tx, check);
    await store.finishCheck(tx, check);
  }
}
