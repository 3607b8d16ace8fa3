import { findMailExchangers } from '@overture/adapters/mailbox/mail-exchangers';
import { scopeOf } from '@overture/domain/sending/capacity';
import { planDay } from '@overture/domain/sending/day-plan';
import type { AccountFacts } from '../slices/accounts/index.ts';
import { listLosses } from '../slices/campaigns/index.ts';
import { domainBudget, listUncountedDays } from '../slices/senders/index.ts';
import { findDayPlans, listDaysLeft, listRiskUse, listWeeks } from '../slices/sending-days/index.ts';

/** What the slices after accounts know about a sender. */
export const accountFacts: AccountFacts = {
  async describeUsage(tx, rows) {
    const now = tx.clock.now();
    const ids = rows.map((row) => row.id);
    const scopes = ['account', ...(['invite', 'message', 'inmail'] as const).map(scopeOf)];
    const days = ids.flatMap((id) => scopes.map((scope) => ({ scope, scope_id: id, cap: 0 })));
    const domains = new Map(rows.map((row) => [row.id, domainBudget(row)]));
    days.push(...[...domains.values()].flatMap((budget) => (budget ? [{ ...budget, cap: 0 }] : [])));
    // With a cap of nothing, what is left is what was used, below zero.
    const used = new Map(
      (await listDaysLeft(tx, days, now)).map((day) => [`${day.scope}:${day.scope_id}`, 0 - day.left]),
    );
    const weeks = await listWeeks(tx, ids, now);
    const risks = await listRiskUse(tx, ids, now);
    const ended = await listUncountedDays(tx, ids);
    const day = planDay('UTC', now);
    const plans = await findDayPlans(
      tx,
      ids.map((account_id) => ({ account_id, day })),
    );
    const of = (scope: string, id: number) => used.get(`${scope}:${id}`) ?? 0;
    return new Map(
      ids.map((id) => {
        const invites = of(scopeOf('invite'), id);
        const usage = {
          email_messages: of('account', id),
          linkedin_messages: of(scopeOf('message'), id),
          linkedin_connections: invites,
          linkedin_inmails: of(scopeOf('inmail'), id),
          linkedin_weekly_connections: invites + (weeks.get(id)?.used ?? 0),
        };
        const domain = domains.get(id);
        const own_domain_used = domain ? of(domain.scope, domain.scope_id) : 0;
        const plan = plans.get(id) ?? null;
        return [id, { used: usage, ended: ended.get(id) ?? [], own_domain_used, plan, risk_use: risks.get(id) ?? {} }];
      }),
    );
  },
  listAffectedCampaigns: (tx, accountId) => listLosses(tx, accountId),
  findMailExchangers,
};
