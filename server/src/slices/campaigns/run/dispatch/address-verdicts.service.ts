import type { SystemTransactionContext } from '../../../../kernel/context.ts';
import { decideFirstMails } from '../../../address-checks/index.ts';
import { type IntentHead, riskyBudget, type Verdict } from '../../../outbound/index.ts';
import type { DispatchFacts } from './dispatch-facts.store.ts';

/** A mail that could go, the first one to its lead in this campaign. */
export interface FirstMail {
  intent: IntentHead;
  lead: DispatchFacts;
  verdict: Extract<Verdict, { verdict: 'go' }>;
}

/** What the check of the address makes of first mails, by intent: those that go unchanged are left out. */
export async function checkAddresses(
  tx: SystemTransactionContext,
  firsts: readonly FirstMail[],
  now: Date,
): Promise<Map<number, Verdict>> {
  const given = firsts.map(({ lead }) => ({ organization_id: lead.organization_id, email: lead.email ?? '' }));
  const decisions = await decideFirstMails(tx, given, now);
  const verdicts = new Map<number, Verdict>();
  for (const [index, { intent, verdict }] of firsts.entries()) {
    const decision = decisions[index]!;
    if (decision.act === 'wait')
      verdicts.set(intent.id, { verdict: 'hold', rule: 'address_check', until: decision.until });
    else if (decision.act === 'stop')
      verdicts.set(intent.id, { verdict: 'hold', rule: 'address_held', until: null, reason: decision.reason });
    else if (decision.act === 'send_rarely')
      verdicts.set(intent.id, { ...verdict, budgets: [...verdict.budgets, riskyBudget(intent.account_id)] });
  }
  return verdicts;
}
