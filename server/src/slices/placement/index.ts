import type { SystemContext } from '../../kernel/context.ts';
import { deleteInBatches } from '../../kernel/rounds/batches.ts';
import type { Slice } from '../../kernel/slice.ts';
import { forgetTexts } from '../sent-actions/index.ts';
import { closeCopies, LOOKS_LOOP, SAMPLES_LOOP, SEED_COPY } from './copies/copies.store.ts';
import { searchSeeds } from './copies/look.service.ts';
import { planCopies } from './copies/sample.service.ts';
import { judgePlacement } from './falls.service.ts';
import { FALLS_LOOP } from './falls.store.ts';
import { seedLoginPurpose } from './seeds/seeds.service.ts';

export { seedCopyKind } from './copies/seed-copy-kind.service.ts';
export { placementRoutes } from './placement.routes.ts';

const TEXTS_KEPT_IN_DAYS = 2;
const AT_ONCE = 1000;

/** Texts of copies whose outcome stayed unknown name leads too. */
async function closeAll(ctx: SystemContext, signal: AbortSignal): Promise<void> {
  await deleteInBatches(ctx, closeCopies, signal);
  await deleteInBatches(
    ctx,
    async (tx) => (await forgetTexts(tx, SEED_COPY, TEXTS_KEPT_IN_DAYS, AT_ONCE)) >= AT_ONCE,
    signal,
  );
}

export const placementSlice: Slice = {
  name: 'placement',
  sealed: [{ table: 'seed_mailboxes', column: 'sealed_login', key: 'id', purpose: seedLoginPurpose }],
  loops: [
    { name: SAMPLES_LOOP, interval_in_ms: 5000, run: planCopies },
    { name: LOOKS_LOOP, interval_in_ms: 5000, run: searchSeeds },
    { name: FALLS_LOOP, interval_in_ms: 60_000, run: judgePlacement },
    { name: 'old-placement-copies', interval_in_ms: 3_600_000, run: closeAll },
  ],
};
