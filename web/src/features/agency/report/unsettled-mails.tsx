import { agencyReportsEndpoints, type ReportMails } from '@overture/contract/agency-reports';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorMessage, mutationOptions, refetch } from '../../../lib/api/api-client.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { formatMonth } from '../format-month.ts';
import { t } from './texts.ts';

type Unsettled = ReportMails['unsettled'][number];

/** Reports that may not have arrived. A person decides, because nothing is mailed twice automatically. */
export function UnsettledMails({ id, unsettled }: { id: number; unsettled: readonly Unsettled[] }) {
  const queries = useQueryClient();
  const again = useMutation({
    ...mutationOptions(agencyReportsEndpoints.mailReportAgain),
    onSuccess: () => toast.success(t('again_done')),
    onError: (error) => toast.error(errorMessage(error, t('again_failed'))),
    onSettled: () => refetch(queries, agencyReportsEndpoints.getReportMails),
  });
  return (
    <ul aria-label={t('unsettled')} className="grid gap-2 m-0 p-0 list-none">
      {unsettled.map(({ user_id, name, month, refused }) => (
        <li
          key={`${user_id} ${month}`}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2 px-3 rounded-control bg-amber-soft text-amber text-table"
        >
          <span className="min-w-0 wrap-anywhere">
            {refused === null
              ? t('unknown', { name, month: formatMonth(month) })
              : t('refused', { name, month: formatMonth(month), reason: refused })}
          </span>
          <AppButton
            size="small"
            loading={
              again.isPending && again.variables.body.user_id === user_id && again.variables.body.month === month
            }
            disabled={again.isPending}
            onClick={() => again.mutate({ params: { id }, body: { user_id, month } })}
          >
            {t('again')}
          </AppButton>
        </li>
      ))}
    </ul>
  );
}
