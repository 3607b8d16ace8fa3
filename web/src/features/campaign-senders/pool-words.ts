import type { Account } from '@overture/contract/accounts';
import { isHealthyStatus, senderName } from '@overture/domain/accounts';
import { t } from './texts.ts';

/** Today's budget of a sender that a campaign's first touches use: emails, or invites. */
export function calculateBudget({ account_type, used_today, caps_today }: Account) {
  return account_type === 'LINKEDIN'
    ? { used: used_today.linkedin_connections, cap: caps_today.invites }
    : { used: used_today.email_messages, cap: caps_today.emails };
}

/**
 * '3 senders × 40 a day, up to 54 today: Anna is warming up (14), Bo is disconnected.'
 * @param total what the campaign allows all of them together
 */
export function describePool(accounts: readonly Account[], limit: number, total: number | null = null): string {
  const sum = accounts.reduce((all, account) => all + calculateToday(account, limit), 0);
  const today = Math.min(sum, total ?? sum);
  const why = accounts.flatMap((account) => formatReason(account, limit) ?? []);
  if (today < sum) why.push(t('why_total', { limit: today }));
  const words = t('pool', { count: accounts.length, limit, today });
  return why.length === 0 ? `${words}.` : `${words}: ${why.join(', ')}.`;
}

function calculateToday(account: Account, limit: number): number {
  if (!isHealthyStatus(account.status) || account.held_until !== null) return 0;
  return Math.min(limit, calculateBudget(account).cap.amount);
}

/** Why it does less today than the campaign allows it. */
function formatReason(account: Account, limit: number): string | null {
  const name = senderName(account);
  const { cap } = calculateBudget(account);
  if (!isHealthyStatus(account.status)) return t('why_disconnected', { name });
  if (account.held_until !== null) return t('why_held', { name });
  if (cap.amount >= limit) return null;
  if (cap.rule === 'day_off') return t('why_day_off', { name });
  return t(cap.growth ? 'why_growing' : 'why_limit', { name, limit: cap.amount });
}
