import { announceHold, type HoldTx, release } from './absence.service.ts';
import type { RunningLead } from './message-holds.store.ts';
import { setHold } from './timed-holds.store.ts';

/** A message that its sender holds is tried every minute: smaller changes are not written. */
const SMALLEST_CHANGE_IN_MS = 3_600_000;

/**
 * Campaigns wait after a message of a team member. The caller has locked the leads.
 * @param until null if no message holds them any longer
 */
export async function holdForMessage(
  tx: HoldTx,
  prospectId: number,
  leads: readonly RunningLead[],
  until: Date | null,
): Promise<void> {
  if (until === null) return release(tx, 'own_message', prospectId, leads);
  const changed = leads.filter(
    ({ message_hold_until: before }) =>
      before === null || Math.abs(before.getTime() - until.getTime()) >= SMALLEST_CHANGE_IN_MS,
  );
  if (changed.length === 0) return;
  await setHold(
    tx,
    'own_message',
    changed.map(({ id }) => ({ id, until })),
  );
  await announceHold(tx, prospectId, changed);
}
