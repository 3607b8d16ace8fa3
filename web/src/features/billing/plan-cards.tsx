import type { Organization } from '@overture/contract/organization';
import { creditAllowance, trialProgressPercent } from '@overture/domain/money/credits';
import { formatNumber } from '../../lib/format.ts';
import { ThinBar } from '../../ui/display/spark.tsx';
import { t } from './texts.ts';

interface PlanCardProps {
  organization: Organization;
  supportEmail: string | null;
}

/** What the organization has; who runs the installation decides about it. */
export function PlanCard({ organization, supportEmail }: PlanCardProps) {
  const { is_unlimited, is_in_trial, active_subscription } = organization;
  return (
    <section className="grid content-start gap-2 p-4 border border-line rounded-card bg-surface">
      <h2 className="text-section">{t(is_in_trial && !is_unlimited ? 'trial' : 'subscription')}</h2>
      {is_unlimited ? (
        <Plan name={t('unlimited')} text={t('unlimited_text')} />
      ) : is_in_trial ? (
        <Trial days={organization.trial_days_remaining} />
      ) : active_subscription ? (
        <Plan name={t('starter')} text={t('starter_text')} />
      ) : (
        <p className="text-title font-semibold">
          {t(organization.had_subscription ? 'subscription_over' : 'trial_over')}
        </p>
      )}
      <p className="text-ink-3 text-table">{supportEmail ? t('contact', { email: supportEmail }) : t('managed')}</p>
    </section>
  );
}

function Plan({ name, text }: { name: string; text: string }) {
  return (
    <>
      <p className="text-title font-semibold">{name}</p>
      <p>{text}</p>
    </>
  );
}

function Trial({ days }: { days: number }) {
  const words = t('trial_days', { count: days });
  const parts = [{ value: trialProgressPercent(days), tone: 'accent' as const, label: words }];
  return (
    <>
      <p className="text-title font-semibold">{words}</p>
      <ThinBar parts={parts} total={100} label={words} />
    </>
  );
}

interface CreditsCardProps {
  organization: Organization;
  /** Undefined while it loads. */
  usedThisMonth: number | undefined;
}

export function CreditsCard({ organization, usedThisMonth }: CreditsCardProps) {
  const { is_unlimited, email_credits } = organization;
  const left = t('credits_left', { credits: formatNumber(email_credits) });
  const parts = [{ value: email_credits, tone: 'accent' as const, label: left }];
  return (
    <section className="grid content-start gap-2 p-4 border border-line rounded-card bg-surface">
      <h2 className="text-section">{t('credits')}</h2>
      <p className="text-title font-semibold number">{is_unlimited ? t('credits_unlimited') : left}</p>
      {is_unlimited ? null : <ThinBar parts={parts} total={creditAllowance(organization)} label={left} />}
      <p className="text-ink-3 text-table number">
        {usedThisMonth === undefined ? ' ' : t('credits_month', { credits: formatNumber(usedThisMonth) })}
      </p>
    </section>
  );
}
