import { type DueWeek, findDueWeek } from '@overture/domain/campaign/weekly-mail';
import type { SystemContext, SystemTransactionContext } from '../../kernel/context.ts';
import { getMailCalendar } from '../sending-guard/index.ts';
import type { DueOrganization } from './weekly-mails.store.ts';

interface DueUnit extends DueOrganization {
  key: string;
  week: DueWeek;
}

/**
 * Organizations whose Monday 08:00 has come, until the end of Tuesday, in pages. A week that was due before a restore is left out, and
 * so is everything while sending is held.
 * @param listOrganizations the next ones, by id, in which something may be due
 */
export async function* findDueWeeks(
  ctx: SystemContext,
  signal: AbortSignal,
  listOrganizations: (tx: SystemTransactionContext, afterId: number) => Promise<DueOrganization[]>,
): AsyncGenerator<DueUnit[], void, void> {
  const { is_held, mayHaveLeft } = await getMailCalendar(ctx);
  if (is_held) return;
  for (let after = 0; !signal.aborted; ) {
    const from = after;
    const found = await ctx.systemTransaction((tx) => listOrganizations(tx, from));
    const last = found.at(-1);
    if (!last) return;
    after = last.organization_id;
    const now = ctx.clock.now();
    yield found.flatMap(({ organization_id, time_zone }) => {
      const week = findDueWeek(now, time_zone);
      return week === null || mayHaveLeft(week.since)
        ? []
        : [{ organization_id, key: String(organization_id), time_zone, week }];
    });
  }
}
