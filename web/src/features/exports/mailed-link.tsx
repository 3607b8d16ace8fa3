import { activitiesEndpoints } from '@overture/contract/analytics';
import { campaignLeadsEndpoints } from '@overture/contract/campaign-leads';
import { campaignsEndpoints } from '@overture/contract/campaigns';
import { creditHistoryEndpoints } from '@overture/contract/credit-history';
import { enrichmentEndpoints } from '@overture/contract/enrichment';
import { type ScheduledExportLink, scheduledExportsEndpoints } from '@overture/contract/scheduled-exports';
import { searchesEndpoints } from '@overture/contract/searches';
import { suppressionsEndpoints } from '@overture/contract/suppressions';
import { EXPORT_SUBJECTS, SCHEDULED_EXPORT_LIMITS, showsDays } from '@overture/domain/scheduled-exports';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ApiError, addressOf, call, errorMessage, queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { formatDateTime } from '../../lib/format.ts';
import { exportTitle, scheduledExportLabel } from '../../lib/labels/organization/scheduled-export.ts';
import { saveCsvText, saveFile } from '../../lib/save-csv.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { t } from './texts.ts';

/** The export of a mailed link, with its button. The file comes from the same calls as by hand, which ask for the rights. */
export function MailedLink({ id }: { id: number }) {
  const query = useQuery({
    ...queryOptions(scheduledExportsEndpoints.getScheduledExportLink, { params: { id } }),
    retry: false,
  });
  if (query.error instanceof ApiError && query.error.status === 404)
    return (
      <p role="alert" className="m-0 p-4 border border-line rounded-card bg-surface">
        {t('link_expired')}
      </p>
    );
  if (!query.data) return queryFailure(query, { compact: true });
  const link = query.data;
  const { kind, start_date, end_date, time_zone, expires_at } = link;
  const reason = whyEmpty(link);
  return (
    <section
      aria-label={scheduledExportLabel(kind)}
      className="flex flex-wrap items-center gap-3 max-w-[860px] p-4 border border-line rounded-card bg-surface"
    >
      <div className="flex-1 min-w-50">
        <p className="m-0 font-medium">{exportTitle(link)}</p>
        <p className="m-0 text-ink-3 text-table">
          {reason ?? (
            <>
              {showsDays(kind) ? t('link_days', { from: start_date, to: end_date, zone: time_zone }) : t('link_now')}{' '}
              {t('link_until', { until: formatDateTime(expires_at) })}
            </>
          )}
        </p>
      </div>
      {reason === undefined ? <Download link={link} /> : null}
    </section>
  );
}

/** Why there is nothing to download any longer. */
function whyEmpty({ kind, search_id, campaign_id }: ScheduledExportLink): string | undefined {
  if (EXPORT_SUBJECTS[kind] === null || search_id !== null || campaign_id !== null) return undefined;
  return kind === 'list_leads' ? t('link_deleted_list') : t('link_deleted_campaign');
}

function Download({ link }: { link: ScheduledExportLink }) {
  const download = useMutation({
    mutationFn: () => saveExport(link),
    onError: (error) => toast.error(errorMessage(error, t('download_failed'))),
  });
  return (
    <AppButton
      kind="primary"
      icon={<IconDownload size={16} aria-hidden />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {t('download')}
    </AppButton>
  );
}

async function saveExport(link: ScheduledExportLink): Promise<void> {
  const { kind, search_id, campaign_id, start_date, end_date, time_zone } = link;
  const params = { id: campaign_id ?? 0 };
  switch (kind) {
    case 'campaign_leads':
      return saveFile(
        'leads.csv',
        addressOf(campaignLeadsEndpoints.downloadCampaignLeads, { params, query: { time_zone } }),
      );
    case 'campaign_messages':
      return saveFile(
        'messages.csv',
        addressOf(campaignLeadsEndpoints.downloadCampaignMessages, { params, query: { time_zone } }),
      );
    case 'campaign_figures':
      return saveFile(
        'campaigns.csv',
        addressOf(campaignsEndpoints.downloadCampaignAnalytics, { query: { start_date, end_date, time_zone } }),
      );
    case 'activities': {
      const filters = { fromDate: start_date, toDate: end_date, timeZone: time_zone };
      return saveFile('activity.csv', addressOf(activitiesEndpoints.downloadActivities, { query: { filters } }));
    }
    case 'credits':
      return saveFile('credits.csv', addressOf(creditHistoryEndpoints.downloadCredits, {}));
    case 'suppressions':
      return saveFile('suppressions.csv', addressOf(suppressionsEndpoints.downloadSuppressions, {}));
    case 'list_leads':
      return saveList(search_id ?? 0);
  }
}

/** With the answers of its research columns. */
async function saveList(searchId: number): Promise<void> {
  const columns = await call(enrichmentEndpoints.listResearchColumns, {
    params: { searchId },
    query: { prospect_ids: [] },
  });
  const answer = await call(searchesEndpoints.exportSearchProspects, {
    params: { id: searchId },
    body: { export_amount: SCHEDULED_EXPORT_LIMITS.leads, enrichment_prompts: columns.map(({ prompt }) => prompt.id) },
  });
  if ('csv_content' in answer) saveCsvText(answer.filename, answer.csv_content);
  else saveFile(answer.filename, answer.download_url);
}
