import { paymentEndpoints } from '@overture/contract/payments';
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { useUser } from '../../../lib/api/session.ts';
import { formatNumber } from '../../../lib/format.ts';
import { AppLink } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { t } from './texts.ts';

/** What the agency's subscription costs for its clients. Hidden where no plans are sold. */
export function SubscriptionLine() {
  const { has_payments } = useUser().organization;
  const subscription = useQuery({ ...queryOptions(paymentEndpoints.getSubscription), enabled: has_payments });
  if (!has_payments) return null;
  if (!subscription.data) return queryFailure(subscription);
  const { status, clients } = subscription.data.data;
  const isRunning = status === 'active' || status === 'past_due';
  const words = { count: clients.clients, price: formatNumber(clients.price.total) };
  return (
    <p className="m-0 max-w-240 text-ink-2 text-table number">
      {t(isRunning ? 'on_subscription' : 'no_subscription', words)}{' '}
      <AppLink to={pb.billing()}>{t('your_plan')}</AppLink>
    </p>
  );
}
