import type { Account } from '@overture/contract/accounts';
import {
  dailyLimitBounds,
  displayAccountStatus,
  inmailsPerDay,
  isMessagingAccount,
  isSignedOut,
  labelAccountType,
} from '@overture/domain/accounts';
import { formatDateTime } from '../../lib/format.ts';
import { describeGrowth } from '../../lib/growth-words.ts';
import { linkedinActionLabel } from '../../lib/labels/campaign/linkedin-action.ts';
import { AccountGlyph } from '../../ui/display/account-glyph.tsx';
import { PersonAvatar } from '../../ui/display/person-avatar.tsx';
import { ThinBar } from '../../ui/display/spark.tsx';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import classes from './accounts.module.css';
import { t } from './texts.ts';

/** Picture, name, address and kind of a sender. */
export function SenderName({ account }: { account: Account }) {
  return (
    <span className="flex items-center gap-2.75 min-w-0">
      <PersonAvatar name={account.name} picture_url={account.picture_url} size={34} />
      <span className="flex flex-col min-w-0 [&_strong]:font-medium">
        <strong className="truncate">{account.name}</strong>
        <span className="flex items-center gap-1.25 text-ink-3 text-meta font-normal truncate">
          <AccountGlyph type={account.account_type} size={13} />
          <span className="truncate">{senderMeta(account)}</span>
        </span>
      </span>
    </span>
  );
}

/** Address of a mailbox; of a LinkedIn account its tier, which decides what it may do. */
export function senderMeta(account: Account): string {
  const { account_type, tier, email } = account;
  if (isMessagingAccount(account_type))
    return [labelAccountType(account_type), account.phone].filter(Boolean).join(' ');
  if (account_type !== 'LINKEDIN') return email ?? labelAccountType(account_type);
  const kind = tier ? `${labelAccountType(account_type)} ${t(`tier_${tier}`)}` : labelAccountType(account_type);
  return account.is_assisted ? `${kind}, ${t('by_hand')}` : kind;
}

/** Connected or not, and why nothing leaves where nothing does. */
export function SenderStatus({ account }: { account: Account }) {
  const words = describeState(account);
  return (
    <span className="flex flex-col items-start gap-0.75 min-w-0">
      <SenderChip account={account} />
      {words ? (
        <span className="line-clamp-4 max-w-full text-ink-3 text-meta leading-[1.3] whitespace-normal" title={words}>
          {words}
        </span>
      ) : null}
    </span>
  );
}

/** Why a sender sends less than usual, or nothing; null otherwise. The full reason is above the table. */
function describeState(account: Account): string | null {
  const { held_until, held_reason, guard_reason, domain_hold_reason, status, status_reason, action_holds } = account;
  if (displayAccountStatus(status) === 'Disconnected') return status_reason;
  if (held_until) return `${t('held_until', { time: formatDateTime(held_until) })} ${held_reason ?? ''}`.trim();
  if (guard_reason) return t('guarded', { reason: guard_reason });
  if (domain_hold_reason) return describeDomain(account.domain_grace_until);
  if (status === 'CONNECTING') return t('connecting');
  if (action_holds.length === 0) return status_reason;
  return action_holds
    .map(({ action, until }) => t('hold_short', { action: linkedinActionLabel(action), time: formatDateTime(until) }))
    .join(' ');
}

/** Short: the settings say what to enter. */
function describeDomain(grace: string | null): string {
  return grace === null ? t('domain_hold_short') : t('domain_grace_short', { time: formatDateTime(grace) });
}

/** The status alone: connected or not, and beside it what a person should look at. */
export function SenderChip({ account }: { account: Account }) {
  const isConnected = displayAccountStatus(account.status) === 'Connected';
  const more = findMore(account);
  return (
    <span className={`${classes.chips} flex flex-wrap gap-1 min-w-0`}>
      <StatusChip tone={isConnected ? 'green' : 'red'}>
        {t(isConnected ? 'status_connected' : 'status_disconnected')}
      </StatusChip>
      {more ? <StatusChip tone="amber">{t(more)}</StatusChip> : null}
    </span>
  );
}

function findMore(account: Account): 'status_sign_in' | 'status_held' | 'status_guarded' | 'status_paused' | null {
  if (isSignedOut(account.status)) return 'status_sign_in';
  if (displayAccountStatus(account.status) === 'Disconnected') return null;
  if (account.held_until) return 'status_held';
  if (account.guard_reason || isHeldForDomain(account)) return 'status_guarded';
  return account.action_holds.length > 0 ? 'status_paused' : null;
}

/** True while campaign mails wait for the records of the sender's domain. */
function isHeldForDomain(account: Pick<Account, 'domain_hold_reason' | 'domain_grace_until'>): boolean {
  return account.domain_hold_reason !== null && account.domain_grace_until === null;
}

/** Today's budgets as thin bars, one a kind of action. */
export function SenderLimits({ account }: { account: Account }) {
  if (isMessagingAccount(account.account_type))
    return <span className="text-ink-3 text-meta whitespace-normal">{t('messaging_limits')}</span>;
  return <Budgets account={account} />;
}

function Budgets({ account }: { account: Account }) {
  const inmails = account.account_type === 'LINKEDIN' ? inmailsPerDay(account.tier) : 0;
  const week = account.linkedin_weekly_connections;
  const budgets = describeBudgets(account);
  const growth = budgets.find(({ cap }) => cap.growth)?.cap.growth;
  return (
    <span className="flex flex-col gap-1 w-full py-2.25">
      {budgets.map(({ id, label, used, cap }) => (
        <span key={id} className="grid grid-cols-[auto_minmax(48px,1fr)_auto] items-center gap-2 text-meta">
          <span className="text-ink-3">{label}</span>
          <ThinBar
            total={Math.max(1, cap.amount)}
            label={t('used', { label, used, limit: cap.amount })}
            parts={[{ value: used, tone: used >= cap.amount ? 'amber' : 'accent', label }]}
          />
          <span className="text-ink-2 number" title={cap.growth ? describeGrowth(cap.growth) : undefined}>
            {t('used_short', { used, limit: cap.amount })}
          </span>
        </span>
      ))}
      <RiskGauge risk={account.risk_budget} />
      {growth ? <span className="text-ink-3 text-meta number">{capitalize(describeGrowth(growth))}</span> : null}
      {inmails > 0 ? <span className="text-ink-3 text-meta">{t('inmails_text', { count: inmails })}</span> : null}
      {week === null ? null : (
        <span className="text-ink-3 text-meta number">
          {t('week_text', { used: account.used_today.linkedin_weekly_connections, limit: week })}
        </span>
      )}
      {account.linkedin_invite_usage ? (
        <span className="text-ink-3 text-meta number">
          {t('invite_usage', {
            percent: account.linkedin_invite_usage.percent,
            time: formatDateTime(account.linkedin_invite_usage.told_at),
          })}
        </span>
      ) : null}
    </span>
  );
}

/** Points of all LinkedIn actions together, and why they are few. */
function RiskGauge({ risk }: { risk: Account['risk_budget'] }) {
  if (!risk) return null;
  const { points, used_today: used, reasons } = risk;
  const reason = reasons.map((one) => t(`risk_${one}`)).join('; ');
  return (
    <>
      <span className="grid grid-cols-[auto_minmax(48px,1fr)_auto] items-center gap-2 text-meta">
        <span className="text-ink-3">{t('risk')}</span>
        <ThinBar
          total={Math.max(1, points)}
          label={t('risk_used', { used, points })}
          parts={[
            { value: Math.min(used, Math.max(1, points)), tone: used >= points ? 'amber' : 'accent', label: t('risk') },
          ]}
        />
        <span className="text-ink-2 number">{t('used_short', { used, limit: points })}</span>
      </span>
      {reason ? <span className="text-ink-3 text-meta whitespace-normal">{t('risk_reason', { reason })}</span> : null}
    </>
  );
}

function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Today's budgets of a sender: emails, or invites and messages. */
export function describeBudgets(account: Account) {
  const bounds = dailyLimitBounds(account.account_type, account.tier);
  const used = account.used_today;
  return [
    bounds.email_max_messages && {
      id: 'emails',
      label: t('emails'),
      used: used.email_messages,
      limit: account.email_max_messages,
      cap: account.caps_today.emails,
    },
    bounds.linkedin_max_connections && {
      id: 'invites',
      label: t('invites'),
      used: used.linkedin_connections,
      limit: account.linkedin_max_connections,
      cap: account.caps_today.invites,
    },
    bounds.linkedin_max_messages && {
      id: 'messages',
      label: t('messages'),
      used: used.linkedin_messages,
      limit: account.linkedin_max_messages,
      cap: account.caps_today.messages,
    },
  ].filter((budget) => budget !== undefined);
}
