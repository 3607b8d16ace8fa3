import type { SystemTransactionContext } from '../../../../kernel/context.ts';
import * as lanes from '../lanes/lanes.store.ts';
import { type PutOffWalk, releasePutOff } from '../leads/put-off.store.ts';

/** Leads read in one tick, over all its campaigns: some 20 ms on a slow machine. A campaign of 100,000 that stand back is through in a minute and a half. */
const READ_A_TICK = 250;

/**
 * Goes on asking anew the leads that stand back, in running campaigns whose settings or senders have changed. Where a walk stands is kept
 * with what it did, so that it goes on after a crash; another change begins it again. Who was asked before is passed over.
 */
export async function askAnew(tx: SystemTransactionContext, claimed: readonly lanes.LaneRow[]): Promise<void> {
  const asking = claimed.filter((lane) => lane.asked_anew_up_to !== null && lane.campaign_status === 'ACTIVE');
  if (asking.length === 0) return;
  const amount = Math.max(1, Math.floor(READ_A_TICK / asking.length));
  const walks = asking.map(
    ({ campaign_id, asked_anew_up_to }): PutOffWalk => ({ campaign_id, after: asked_anew_up_to ?? 0, amount }),
  );
  const read = new Map((await releasePutOff(tx, walks)).map((row) => [row.campaign_id, row]));
  for (const lane of asking) {
    const row = read.get(lane.campaign_id);
    lane.asked_anew_up_to = row && row.amount === amount ? row.last_id : null;
  }
  await lanes.saveAskedAnew(tx, asking);
}
