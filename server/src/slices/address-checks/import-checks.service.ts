import type { DomainEventOf } from '../../events.ts';
import type { SystemContext, SystemTransactionContext, TransactionContext } from '../../kernel/context.ts';
import { runUnits } from '../../kernel/rounds/rounds.ts';
import { getSetting } from '../organization-settings/index.ts';
import { CHECKS_LOOP } from './address-checks.store.ts';
import * as store from './import-checks.store.ts';
import { canVerify, verifyDueAddresses } from './verify-address.service.ts';

/** The addresses that a file brought are checked, where the organization asks for it. */
export async function beginImportCheck(
  tx: TransactionContext,
  imported: DomainEventOf<'leads_imported'>,
): Promise<void> {
  if (canVerify(tx) && (await getSetting(tx, 'checks_imports'))) await store.insertImportCheck(tx, imported);
}

/** Brings imports on by one step each, then asks about what waits: those of campaigns and of imports alike. */
export async function checkAddresses(system: SystemContext, signal: AbortSignal): Promise<void> {
  const open = await system.systemRead(store.listOpenChecks);
  await runUnits(
    system,
    {
      loop: CHECKS_LOOP,
      units: open.map((check) => ({ ...check, key: `import ${check.import_id}` })),
      share: 2,
      at_once: 1,
      time_box_in_ms: 30_000,
      run: (check) => system.systemTransaction((tx) => feedImportCheck(tx, check)),
    },
    signal,
  );
  await verifyDueAddresses(system, signal);
}

/** A step of an import, in one transaction. */
async function feedImportCheck(
  tx: SystemTransactionContext,
  given: Parameters<typeof store.claimOpenCheck>[1],
): Promise<void> {
  const check = await store.claimOpenCheck(tx, given);
  if (!check) return;
  await store.countAnswers(tx, check);
  if (check.state === 'stopped') return store.discardPending(tx, check);
  if (!check.is_collected) await store.collectAddresses(tx, check);
  await store.startNextBatch(tx, check);
  await store.finishCheck(tx, check);
}
