import { accountsEndpoints } from '@overture/contract/accounts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { AppLink } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { t } from '../texts.ts';

const NAMES = { spf: 'SPF', dkim: 'DKIM', dmarc: 'DMARC', mx: 'MX', reverse_dns: 'reverse DNS' } as const;

/** Failed checks of the sender's domain. They never block activation: emails wait. */
export function DeliverabilityWarning({ accountId }: { accountId: number }) {
  const report = useQuery({
    ...queryOptions(accountsEndpoints.getDeliverability, { params: { id: accountId } }),
    retry: false,
  });
  const bad = (report.data?.checks ?? []).filter(({ status }) => status === 'fail' || status === 'warn');
  if (!report.data || bad.length === 0) return null;
  const isHeld = report.data.hold_reason !== null && report.data.grace_until === null;
  return (
    <p className="mt-1 text-amber text-meta" role="status">
      <IconAlertTriangle size={14} aria-hidden />{' '}
      {t(isHeld ? 'deliverability_held' : 'deliverability', {
        domain: report.data.domain,
        checks: bad.map(({ id }) => NAMES[id]).join(', '),
      })}{' '}
      <AppLink to={pb.senders({ settings: accountId })}>{t('deliverability_link')}</AppLink>
    </p>
  );
}
