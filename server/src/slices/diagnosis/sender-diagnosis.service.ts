import { isMessagingAccount } from '@overture/domain/accounts';
import { diagnoseSender, type ReachedLimit } from '@overture/domain/diagnosis/sender-diagnosis';
import { phraseCap, todaysCap } from '@overture/domain/sending/capacity';
import { planDay } from '@overture/domain/sending/day-plan';
import type { TransactionContext } from '../../kernel/context.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import type { SessionContext } from '../../kernel/slice.ts';
import { findAccount } from '../accounts/index.ts';
import { hasRunningPlan } from '../plans/index.ts';
import { domainBudget, listSenders, type Sender } from '../senders/index.ts';
import { findDayPlans, listDaysLeft } from '../sending-days/index.ts';
import { getSendingState } from '../sending-guard/index.ts';
import { diagnoseCampaigns, loadSenders } from './campaign-diagnosis.service.ts';
import { listCampaignsOfSender } from './campaign-facts.store.ts';
import { presentDiagnosis } from './present-diagnosis.rules.ts';

/** @throws not_found, bad_request for accounts that campaigns cannot send from */
export async function getSenderDiagnosis(ctx: SessionContext, id: number) {
  return ctx.transaction(async (tx) => {
    const { account_type } = orNotFound(await findAccount(tx, id));
    if (isMessagingAccount(account_type))
      throw new ApiError('bad_request', { reason: 'Campaigns do not send from this account.' });
    const sender = orNotFound((await loadSenders(tx, [id])).get(id));
    const [row] = await listSenders(tx, [id]);
    const of = await listCampaignsOfSender(tx, id);
    const campaigns = await diagnoseCampaigns(tx, [...new Set(of.map((one) => one.id))], id);
    const { is_held, now } = await getSendingState(tx);
    const limits = row && account_type !== 'LINKEDIN' ? await listReachedLimits(tx, row, now) : [];
    const has_plan = await hasRunningPlan(tx);
    const facts = { sender, is_held_after_restore: is_held, has_plan, campaigns, limits, now };
    return presentDiagnosis(diagnoseSender(facts), now);
  });
}

/** Limits of a mailbox that today's mails have reached. Those of LinkedIn belong to kinds of action: its campaigns name them. */
async function listReachedLimits(tx: TransactionContext, sender: Sender, now: Date): Promise<ReachedLimit[]> {
  const zone = 'UTC';
  const plans = await findDayPlans(tx, [{ account_id: sender.id, day: planDay(zone, now) }]);
  const cap = todaysCap(sender, 'email', { now, zone, plan: plans.get(sender.id) });
  const domain = domainBudget(sender);
  const own = { scope: 'account', scope_id: sender.id, cap: cap.amount };
  const days = await listDaysLeft(tx, domain ? [own, domain] : [own], now);
  return days.flatMap(({ scope, left, ends_at: until }): ReachedLimit[] => {
    if (left > 0) return [];
    if (scope !== 'account') return [{ rule: 'domain_limit', limit: domain?.cap ?? 0, growth: null, until }];
    return [{ rule: cap.rule, limit: cap.amount, growth: phraseCap(cap), until }];
  });
}
