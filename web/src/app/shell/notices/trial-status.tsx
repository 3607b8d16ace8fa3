import type { User } from '@overture/contract/auth';
import { canClickCredits, canSeeBilling, canSeeUpgradeOffers } from '@overture/domain/access/permissions';
import { creditAllowance, creditGaugeShare, trialProgressPercent } from '@overture/domain/money/credits';
import { formatNumber } from '../../../lib/format.ts';
import { setPlanDialog } from '../../../lib/plan/plan-dialogs.ts';
import { Tooltip } from '../../../ui/display/tooltip.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { t } from '../../texts.ts';

/** Credits as a ring, and the days of the trial while it lasts. */
export function TrialStatus({ user, isNarrow }: { user: User; isNarrow: boolean }) {
  const { organization } = user;
  const total = creditAllowance(organization);
  const credits = formatCredits(organization, total);
  const days = t('trial_days', { count: organization.trial_days_remaining });
  const meter = <CreditMeter share={creditGaugeShare(organization.email_credits)} label={credits} />;
  if (isNarrow) {
    return (
      <Tooltip label={organization.is_in_trial ? `${t('trial')}: ${days}. ${credits}` : credits} side="end">
        {canBuy(user) ? (
          <button
            type="button"
            className="bare grid place-items-center h-10 cursor-pointer"
            aria-label={t(organization.active_subscription ? 'get_credits' : 'upgrade_now')}
            onClick={() => setPlanDialog(organization.active_subscription ? 'credits' : 'upgrade')}
          >
            {meter}
          </button>
        ) : (
          <div className="grid place-items-center h-10">{meter}</div>
        )}
      </Tooltip>
    );
  }
  return (
    <section
      className="flex flex-col gap-1.75 p-3 border border-line rounded-card bg-surface"
      aria-label={organization.is_in_trial ? t('trial') : t('credits')}
    >
      <div className="flex items-center gap-2.5">
        {meter}
        <div className="flex flex-col min-w-0 text-ink-3 text-meta [&_strong]:text-ink [&_strong]:text-table [&_strong]:font-medium">
          <strong>{organization.is_in_trial ? t('trial') : t('credits')}</strong>
          <span className="number">{credits}</span>
        </div>
      </div>
      {organization.is_in_trial ? (
        <>
          <span className="text-ink-3 text-meta number">{days}</span>
          <div className="h-1 overflow-hidden rounded-[2px] bg-pressed" aria-hidden>
            <div
              className="h-full rounded-[2px] bg-accent-line"
              style={{ width: `${trialProgressPercent(organization.trial_days_remaining)}%` }}
            />
          </div>
        </>
      ) : null}
      <Offer user={user} />
    </section>
  );
}

/** Without a plan and after the trial there is no allowance to measure the balance by. */
function formatCredits(organization: User['organization'], total: number): string {
  const { is_unlimited, is_in_trial, active_subscription, email_credits } = organization;
  if (is_unlimited) return t('credits_unlimited');
  const credits = formatNumber(email_credits);
  return is_in_trial || active_subscription
    ? t('credits_of', { credits, total: formatNumber(total) })
    : t('credits_left', { credits, count: email_credits });
}

const canBuy = (user: User): boolean =>
  user.organization.has_payments && canSeeBilling(user) && canSeeUpgradeOffers(user);

/** What can be bought: a plan while there is none, and credits, which need one. */
function Offer({ user }: { user: User }) {
  const { organization } = user;
  if (!canBuy(user)) return null;
  return (
    <>
      {organization.active_subscription ? null : (
        <AppButton kind="primary" size="small" fullWidth onClick={() => setPlanDialog('upgrade')}>
          {t('upgrade_now')}
        </AppButton>
      )}
      <AppButton
        size="small"
        fullWidth
        disabled={!organization.active_subscription || !canClickCredits(user, organization)}
        onClick={() => setPlanDialog('credits')}
      >
        {t('get_credits')}
      </AppButton>
    </>
  );
}

function CreditMeter({ share, label }: { share: number; label: string }) {
  const length = 2 * Math.PI * 11;
  const shown = Math.max(0, Math.min(1, share));
  return (
    <svg viewBox="0 0 28 28" width={30} height={30} role="img" aria-label={label} className="flex-none">
      <circle cx="14" cy="14" r="11" fill="none" strokeWidth="3" className="stroke-pressed" />
      <circle
        cx="14"
        cy="14"
        r="11"
        fill="none"
        strokeWidth="3"
        strokeLinecap="round"
        strokeDasharray={`${shown * length} ${length}`}
        transform="rotate(-90 14 14)"
        className="stroke-accent-line"
        visibility={shown === 0 ? 'hidden' : undefined}
      />
    </svg>
  );
}
