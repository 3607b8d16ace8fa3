import { firstWorkingDayAfter, holidaysOf, weekdaysOf } from '@overture/domain/sending/working-days';
import type { TransactionContext } from '../../kernel/context.ts';
import { orNotFound } from '../../kernel/errors.ts';
import { wakeCampaigns } from '../campaign-lanes/index.ts';
import { clearAway, type HeldLead, lockLeads, setAwayUntil } from './absence.store.ts';

/**
 * A person is away: after the commit nothing leaves for them before the first working day of each campaign after their last day. Calls
 * again with another day hold until that one.
 * @param last_day `YYYY-MM-DD`
 */
export async function holdForAbsence(
  tx: TransactionContext,
  absence: { prospect_id: number; last_day: string },
): Promise<void> {
  await hold(tx, absence, await lockLeads(tx, absence.prospect_id));
}

/**
 * Sets the day until which campaigns wait for a lead who is away.
 * @param goesOnAfter the last day to wait, `YYYY-MM-DD`; null to resume now
 * @throws ApiError not_found when no lead of the person is waiting
 */
export async function changeAbsence(
  tx: TransactionContext,
  prospect_id: number,
  goesOnAfter: string | null,
): Promise<void> {
  const away = (await lockLeads(tx, prospect_id)).filter(({ away_until }) => away_until !== null);
  orNotFound(away[0]);
  if (goesOnAfter !== null) return hold(tx, { prospect_id, last_day: goesOnAfter }, away);
  await clearAway(
    tx,
    away.map(({ id }) => id),
  );
  await recordAbsence(tx, prospect_id, away);
}

async function hold(
  tx: TransactionContext,
  { prospect_id, last_day }: { prospect_id: number; last_day: string },
  leads: readonly HeldLead[],
): Promise<void> {
  if (leads.length === 0) return;
  const until = (campaign: HeldLead): Date =>
    firstWorkingDayAfter(last_day, {
      zone: campaign.timezone,
      weekdays: weekdaysOf(campaign),
      holidays_of: holidaysOf(campaign),
    });
  await setAwayUntil(
    tx,
    leads.map((lead) => ({ id: lead.id, until: until(lead) })),
  );
  await recordAbsence(tx, prospect_id, leads);
}

async function recordAbsence(tx: TransactionContext, prospectId: number, leads: readonly HeldLead[]): Promise<void> {
  const campaigns = [...new Set(leads.map(({ campaign_id }) => campaign_id))].sort((a, b) => a - b);
  for (const campaign_id of campaigns)
    tx.live.publish('prospect_campaign', { campaign_id, prospect_ids: [prospectId] });
  await wakeCampaigns(tx, campaigns);
}
