import { firstWorkingDayAfter, holidaysOf, weekdaysOf } from '@overture/domain/sending/working-days';
import type { TransactionContext } from '../../kernel/context.ts';
import { orNotFound } from '../../kernel/errors.ts';
import { wakeCampaigns } from '../campaign-lanes/index.ts';
import { type HeldLead, lockLeads } from './absence.store.ts';
import { clearHold, markHoldChosen, setHold, type TimedHold } from './timed-holds.store.ts';

/**
 * A person is away: after the commit nothing leaves for them before the first working day of each campaign after their last day. Calls
 * again with another day hold until that one.
 * @param last_day `YYYY-MM-DD`
 */
export async function holdForAbsence(
  tx: TransactionContext,
  absence: { prospect_id: number; last_day: string },
): Promise<void> {
  await holdUntilWorkingDay(tx, 'away', absence, await lockLeads(tx, absence.prospect_id));
}

/**
 * Sets the day until which campaigns wait for a lead who is away, or to whom a team member has written.
 * @param goesOnAfter the last day to wait, `YYYY-MM-DD`; null to resume now
 * @throws ApiError not_found when no lead of the person is waiting
 */
export async function changeHold(
  tx: TransactionContext,
  prospect_id: number,
  goesOnAfter: string | null,
): Promise<void> {
  const leads = await lockLeads(tx, prospect_id);
  const held = {
    away: leads.filter(({ away_until }) => away_until !== null),
    own_message: leads.filter(({ message_hold_until }) => message_hold_until !== null),
  };
  orNotFound(held.away[0] ?? held.own_message[0]);
  for (const hold of ['away', 'own_message'] as const) {
    if (goesOnAfter !== null) await holdUntilWorkingDay(tx, hold, { prospect_id, last_day: goesOnAfter }, held[hold]);
    else await release(tx, hold, prospect_id, held[hold]);
  }
  await markHoldChosen(
    tx,
    held.own_message.map(({ id }) => id),
  );
}

async function holdUntilWorkingDay(
  tx: TransactionContext,
  hold: TimedHold,
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
  await setHold(
    tx,
    hold,
    leads.map((lead) => ({ id: lead.id, until: until(lead) })),
  );
  await announceHold(tx, prospect_id, leads);
}

type LeadOfCampaign = Pick<HeldLead, 'id' | 'campaign_id'>;

/** Also of a transaction over several organizations. */
export type HoldTx = Pick<TransactionContext, 'db' | 'organization' | 'live'>;

/** The hold is over for these leads, whom the caller has locked. */
export async function release(
  tx: HoldTx,
  hold: TimedHold,
  prospectId: number,
  leads: readonly LeadOfCampaign[],
): Promise<void> {
  if (leads.length === 0) return;
  await clearHold(
    tx,
    hold,
    leads.map(({ id }) => id),
  );
  await announceHold(tx, prospectId, leads);
}

/** Publishes that leads are held or released, and wakes the engine. */
export async function announceHold(tx: HoldTx, prospectId: number, leads: readonly LeadOfCampaign[]): Promise<void> {
  const campaigns = [...new Set(leads.map(({ campaign_id }) => campaign_id))].sort((a, b) => a - b);
  for (const campaign_id of campaigns)
    tx.live.publish('prospect_campaign', { campaign_id, prospect_ids: [prospectId] });
  await wakeCampaigns(tx, campaigns);
}
