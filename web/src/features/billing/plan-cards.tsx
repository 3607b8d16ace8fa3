import type { User } from '@overture/contract/auth';
import type { Organization } from '@overture/contract/organization';
import { paymentEndpoints, type SubscriptionState } from '@overture/contract/payments';
import { canSeeUpgradeOffers } from '@overture/domain/access/permissions';
import { creditAllowance, trialProgressPercent } from '@overture/domain/money/credits';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { formatNumber } from '../../lib/format.ts';
import { setPlanDialog } from '../../lib/plan/plan-dialogs.ts';
import { ThinBar } from '../../ui/display/spark.tsx';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { SubscriptionDetails } from './subscription-details.tsx';
import { t } from './texts.ts';

interface PlanCardProps {
  user: User;
  supportEmail: string | null;
}

/** Plan and price of the organization. Without paid plans the operator decides. */
export function PlanCard({ user, supportEmail }: PlanCardProps) {
  const { organization } = user;
  const { is_unlimited, is_in_trial, has_payments } = organization;
  const subscription = useQuery({ ...queryOptions(paymentEndpoints.getSubscription), enabled: has_payments });
  const managed = supportEmail ? t('contact', { email: supportEmail }) : t('managed');
  return (
    <Card title={t(is_in_trial && !is_unlimited ? 'trial' : 'subscription')}>
      <PlanName organization={organization} subscription={subscription.data?.data} />
      {has_payments ? (
        <>
          {subscription.error ? queryFailure(subscription, { compact: true }) : null}
          {subscription.isPending ? <Skeleton height={32} /> : null}
          {subscription.data ? <SubscriptionDetails subscription={subscription.data.data} /> : null}
        </>
      ) : (
        <p className="text-ink-3 text-table">{managed}</p>
      )}
    </Card>
  );
}

export function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid content-start gap-2 p-4 border border-line rounded-card bg-surface">
      <h2 className="text-section">{title}</h2>
      {children}
    </section>
  );
}

interface PlanNameProps {
  organization: Organization;
  subscription: SubscriptionState | undefined;
}

function PlanName({ organization, subscription }: PlanNameProps) {
  const { is_unlimited, is_in_trial, active_subscription, had_subscription } = organization;
  if (is_unlimited) return <Plan name={t('unlimited')} text={t('unlimited_text')} />;
  if (is_in_trial) return <Trial days={organization.trial_days_remaining} />;
  if (active_subscription)
    return subscription?.is_partner ? (
      <Plan name={t('partner')} text={t('partner_text')} />
    ) : (
      <Plan name={t('starter')} text={t('starter_text')} />
    );
  return <p className="text-title font-semibold">{t(had_subscription ? 'subscription_over' : 'trial_over')}</p>;
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
  user: User;
  /** Undefined while it loads. */
  usedThisMonth: number | undefined;
}

export function CreditsCard({ user, usedThisMonth }: CreditsCardProps) {
  const { organization } = user;
  const { is_unlimited, email_credits, has_payments, active_subscription } = organization;
  const left = t('credits_left', { credits: formatNumber(email_credits) });
  const parts = [{ value: email_credits, tone: 'accent' as const, label: left }];
  return (
    <Card title={t('credits')}>
      <p className="text-title font-semibold number">{is_unlimited ? t('credits_unlimited') : left}</p>
      {is_unlimited ? null : <ThinBar parts={parts} total={creditAllowance(organization)} label={left} />}
      <p className="text-ink-3 text-table number">
        {usedThisMonth === undefined ? ' ' : t('credits_month', { credits: formatNumber(usedThisMonth) })}
      </p>
      {has_payments && active_subscription && canSeeUpgradeOffers(user) ? (
        <div className="mt-1">
          <AppButton onClick={() => setPlanDialog('credits')}>{t('get_credits')}</AppButton>
        </div>
      ) : null}
    </Card>
  );
}
