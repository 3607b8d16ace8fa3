import { type AccountDeliverability, accountsEndpoints } from '@overture/contract/accounts';
import type { CheckStatus } from '@overture/domain/deliverability/deliverability';
import { IconAlertTriangle, IconHelpCircle, IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, errorMessage, queryOptions } from '../../lib/api/api-client.ts';
import { formatDateTime } from '../../lib/format.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { StatusChip, type StatusTone } from '../../ui/feedback/status-chip.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { CopyButton } from '../../ui/inputs/copy-button.tsx';
import classes from './accounts.module.css';
import { t } from './texts.ts';

const tones: Record<CheckStatus, StatusTone> = { pass: 'green', warn: 'amber', fail: 'red', unknown: 'grey' };
const icons: Partial<Record<CheckStatus, React.ReactNode>> = {
  warn: <IconAlertTriangle size={13} stroke={2} />,
  unknown: <IconHelpCircle size={13} stroke={2} />,
};

/** What DNS says about a mailbox' domain: one line a check, with what to change (issue 4 section 5). */
export function DeliverabilityPanel({ accountId }: { accountId: number }) {
  const client = useQueryClient();
  const options = queryOptions(accountsEndpoints.getDeliverability, { params: { id: accountId } });
  const report = useQuery(options);
  const again = useMutation({
    mutationFn: () =>
      call(accountsEndpoints.getDeliverability, { params: { id: accountId }, query: { refresh: true } }),
    onSuccess: (answer) => client.setQueryData(options.queryKey, answer),
  });
  const error = again.error ?? report.error;
  return (
    <section className="mt-6 pt-4 border-t border-line" aria-labelledby="deliverability-title">
      <header className="flex items-center justify-between gap-3">
        <h3 id="deliverability-title">{t('deliverability_title')}</h3>
        <AppButton
          size="small"
          icon={<IconRefresh size={15} aria-hidden />}
          loading={again.isPending}
          disabled={report.isPending}
          onClick={() => again.mutate()}
        >
          {t('deliverability_again')}
        </AppButton>
      </header>
      {report.data ? <Checks report={report.data} /> : null}
      {report.isPending ? (
        <div role="status" aria-label={t('deliverability_checking')}>
          <Skeleton width="80%" />
        </div>
      ) : null}
      {error ? (
        <p className="mt-2 text-red text-table" role="alert">
          {errorMessage(error, t('deliverability_failed'))}
        </p>
      ) : null}
    </section>
  );
}

function Checks({ report }: { report: AccountDeliverability }) {
  return (
    <>
      <p className="mt-1 mb-2 text-ink-3 text-meta">
        {t('deliverability_text', { domain: report.domain, time: formatDateTime(report.checked_at) })}
      </p>
      <ul className={`${classes.checks} m-0 p-0 list-none`}>
        {report.checks.map(({ id, status, found, advice, record }) => (
          <li key={id}>
            <span className="flex items-center justify-between gap-3 [&_strong]:font-medium">
              <strong>{t(`check_${id}`)}</strong>
              <StatusChip tone={tones[status]} icon={icons[status]}>
                {t(`check_is_${status}`)}
              </StatusChip>
            </span>
            <p className="mt-0.5 text-ink-2 text-table wrap-anywhere">{found}</p>
            {advice ? <p className="mt-0.5 text-table wrap-anywhere text-ink">{advice}</p> : null}
            {record ? (
              <div className={classes.record}>
                <span>
                  {record.type} {record.name}
                </span>
                <code>{record.value}</code>
                <CopyButton value={record.value} label={t('check_copy')} />
              </div>
            ) : null}
          </li>
        ))}
      </ul>
    </>
  );
}
