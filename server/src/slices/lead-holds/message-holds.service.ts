import { loadNow } from '../../kernel/clock.ts';
import { announceHold, type HoldTx, release } from './absence.service.ts';
import type { RunningLead } from './message-holds.store.ts';
import { setHold } from './timed-holds.store.ts';

/** A message that its sender holds is tried every minute: smaller changes are not written. */
const SMALLEST_CHANGE_IN_MS = 3_600_000;

/**
 * Campaigns wait after a message of a team member, at least as long as a user chose. The caller has locked the leads.
 * @param until null if no message holds them any longer
 */
export async function holdForMessage(
  tx: HoldTx,
  prospectId: number,
  leads: readonly RunningLead[],
  until: Date | null,
): Promise<void> {
  const now = await loadNow(tx);
  const held = leads.map((lead) => ({ ...lead, until: findEnd([until, lead.message_hold_chosen_until], now) }));
  await release(
    tx,
    'own_message',
    prospectId,
    held.filter((lead) => lead.until === null),
  );
  const changed = held.flatMap(({ until: end, ...lead }) =>
    end !== null && isOther(lead, end) ? [{ ...lead, until: end }] : [],
  );
  if (changed.length === 0) return;
  await setHold(tx, 'own_message', changed);
  await announceHold(tx, prospectId, changed);
}

/** The latest of these moments; null if all are over. */
function findEnd(ends: readonly (Date | null)[], now: Date): Date | null {
  const latest = Math.max(...ends.map((end) => end?.getTime() ?? 0));
  return latest > now.getTime() ? new Date(latest) : null;
}

const isOther = ({ message_hold_until: before }: RunningLead, until: Date): boolean =>
  before === null || Math.abs(before.getTime() - until.getTime()) >= SMALLEST_CHANGE_IN_MS;
