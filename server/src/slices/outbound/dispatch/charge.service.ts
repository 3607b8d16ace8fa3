import { scopeOf } from '@overture/domain/sending/capacity';
import type { SystemTransactionContext } from '../../../kernel/context.ts';
import type { IntentHead } from '../../action-kinds/index.ts';
import { domainBudget, listSenders } from '../../senders/index.ts';
import { chargeDays } from '../../sending-days/index.ts';
import { saveDebits } from '../intents/intents.store.ts';
import type { OutboundKinds } from '../intents/outbound.rules.ts';
import { takesSendersDay } from './debit.service.ts';

type SentUnknown = IntentHead & { at: Date };

/**
 * Actions that left without the database knowing it, after a restore or a failover: they use up the day on which they left, of their sender, of its
 * domain and of their campaign. Otherwise the sender would send twice its limit on that day. The caller has locked them; days come last in the order of locks.
 */
export async function chargeSent(
  tx: SystemTransactionContext,
  kinds: OutboundKinds,
  sent: readonly SentUnknown[],
): Promise<void> {
  const paced = sent.filter(({ kind }) => {
    const known = kinds.get(kind);
    return known !== undefined && takesSendersDay(known);
  });
  if (paced.length === 0) return;
  const ids = [...new Set(paced.map(({ account_id }) => account_id))];
  const senders = new Map((await listSenders(tx, ids)).map((sender) => [sender.id, sender]));
  const uses = paced.flatMap(({ id, organization_id, action, account_id, at }) => {
    const sender = senders.get(account_id);
    if (!sender) return [];
    const own = { id, organization_id, scope_id: account_id, at };
    if (action !== 'email') return [{ ...own, scope: scopeOf(action) }];
    const domain = domainBudget(sender);
    return [
      { ...own, scope: 'account' },
      ...(domain ? [{ ...own, scope: domain.scope, scope_id: domain.scope_id }] : []),
    ];
  });
  const charged = await chargeDays(tx, [...uses, ...(await listOwnUses(tx, kinds, paced))]);
  const days = Map.groupBy(charged, ({ use }) => use.id);
  await saveDebits(
    tx,
    [...days].map(([id, of]) => ({ id, day_ids: of.map(({ day_id }) => day_id) })),
  );
}

/** Days of the kinds themselves: the limits of a campaign. */
async function listOwnUses(tx: SystemTransactionContext, kinds: OutboundKinds, sent: readonly SentUnknown[]) {
  const uses = [];
  for (const [name, group] of Map.groupBy(sent, ({ kind }) => kind)) {
    const heads = new Map(group.map((intent) => [intent.id, intent]));
    for (const budget of (await kinds.get(name)?.listSentBudgets?.(tx, group)) ?? []) {
      const { organization_id, at } = heads.get(budget.id)!;
      uses.push({ ...budget, organization_id, at });
    }
  }
  return uses;
}
