import type { Account } from '@overture/contract/accounts';
import { isEmailAccount } from '@overture/domain/accounts';
import { formatNumber } from '../../../lib/format.ts';
import { useSenders } from '../../accounts/index.ts';
import { t } from './texts.ts';

/** What campaigns use of a sender today: a first message comes on top of it. Nothing for senders without limits. */
export function SenderBudget({ accountId }: { accountId: number }) {
  const account = useSenders().data?.accounts.find(({ id }) => id === accountId);
  const budget = account && findBudget(account);
  if (!budget) return null;
  const given = { used: formatNumber(budget.used), limit: formatNumber(budget.limit) };
  return (
    <p className="m-0 mb-1.5 text-ink-3 text-meta">
      {t(budget.kind, given)} {t('not_counted')}
    </p>
  );
}

function findBudget({ account_type, used_today, caps_today }: Account) {
  if (account_type === 'LINKEDIN')
    return { kind: 'messages' as const, used: used_today.linkedin_messages, limit: caps_today.messages.amount };
  if (!isEmailAccount(account_type)) return null;
  return { kind: 'emails' as const, used: used_today.email_messages, limit: caps_today.emails.amount };
}
