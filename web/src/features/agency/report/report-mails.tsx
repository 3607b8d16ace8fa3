import { Switch } from '@mantine/core';
import { agencyReportsEndpoints } from '@overture/contract/agency-reports';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { errorMessage, mutationOptions, queryOptions, refetch } from '../../../lib/api/api-client.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { t } from './texts.ts';

/** To whom the report is mailed each month; what is switched counts at once. */
export function ReportMailsCard({ id }: { id: number }) {
  const queries = useQueryClient();
  const params = { id };
  const found = useQuery(queryOptions(agencyReportsEndpoints.getReportMails, { params }));
  const save = useMutation({
    ...mutationOptions(agencyReportsEndpoints.setReportMails),
    onSuccess: async () => {
      await refetch(queries, agencyReportsEndpoints.getReportMails);
      toast.success(t('mails_saved'));
    },
    onError: (error) => toast.error(errorMessage(error, t('mails_failed'))),
  });
  const mails = found.data?.mails;
  const words = (address: string | null) => (address ? t('address', { address }) : t('no_address'));
  return (
    <section aria-label={t('mails')} className="max-w-240">
      <h2 className="text-section">{t('mails')}</h2>
      <p className="mt-1 mb-3 text-ink-3 text-table">{t('mails_text')}</p>
      {queryFailure(found, { compact: true })}
      {found.isPending ? <Skeleton height={120} radius={12} /> : null}
      {mails ? (
        <div className="grid gap-4 p-4 border border-line rounded-card bg-surface">
          <Switch
            label={t('to_agency')}
            description={words(mails.agency_address)}
            checked={mails.to_agency}
            disabled={save.isPending}
            onChange={({ currentTarget: { checked } }) =>
              save.mutate({ params, body: { to_agency: checked, to_client: mails.to_client } })
            }
          />
          <Switch
            label={t('to_client')}
            description={words(mails.client_address)}
            checked={mails.to_client}
            disabled={save.isPending}
            onChange={({ currentTarget: { checked } }) =>
              save.mutate({ params, body: { to_agency: mails.to_agency, to_client: checked } })
            }
          />
        </div>
      ) : null}
    </section>
  );
}
