import { INBOX_LIMITS } from '@overture/domain/limits';
import type { Context } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import { stopLead } from '../../campaigns/index.ts';
import { changeHold, findHeldUntil } from '../../lead-holds/index.ts';

const DAY_IN_MS = 86_400_000;

/**
 * When campaigns continue for a lead who is out of office, or to whom a team member has written.
 * @param goesOnAfter the last day to wait, `YYYY-MM-DD`, or `now`, or `never`: they end for the lead
 * @throws ApiError absence_past, absence_far; not_found where no campaign waits
 */
export async function setAbsence(
  ctx: Pick<Context, 'transaction' | 'clock'>,
  prospectId: number,
  goesOnAfter: string,
): Promise<void> {
  if (goesOnAfter !== 'now' && goesOnAfter !== 'never') requireNearDay(goesOnAfter, ctx.clock.now());
  await ctx.transaction(async (tx) => {
    if (goesOnAfter !== 'never') await changeHold(tx, prospectId, goesOnAfter === 'now' ? null : goesOnAfter);
    else {
      const { away, own_message } = await findHeldUntil(tx, prospectId);
      orNotFound(away ?? own_message);
      await stopLead(tx, prospectId);
    }
    tx.live.publish('chat_updated', { prospect_id: prospectId });
  });
}

/** Today counts: somewhere it is still yesterday. */
function requireNearDay(day: string, now: Date): void {
  const ahead = Date.parse(`${day}T23:59:59Z`) - now.getTime();
  if (ahead <= 0) throw new ApiError('absence_past');
  if (ahead > (INBOX_LIMITS.reminder_days + 1) * DAY_IN_MS) throw new ApiError('absence_far');
}
