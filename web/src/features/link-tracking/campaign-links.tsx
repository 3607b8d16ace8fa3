import { linkTrackingEndpoints } from '@overture/contract/link-tracking';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryOptions, refetch } from '../../lib/api/api-client.ts';
import { useLiveEvent } from '../../lib/api/live.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { formatNumber } from '../../lib/format.ts';
import { shortUrl } from './lead-clicks.tsx';
import { t } from './texts.ts';

/** Links of a campaign with how many leads opened them. Nothing where no link was tracked. */
export function CampaignLinks({ campaignId }: { campaignId: number }) {
  const client = useQueryClient();
  const query = useQuery(queryOptions(linkTrackingEndpoints.listCampaignLinks, { params: { id: campaignId } }));
  useLiveEvent('clicks_changed', ({ campaign_id }) => {
    if (campaign_id === campaignId) void refetch(client, linkTrackingEndpoints.listCampaignLinks);
  });
  const failure = queryFailure(query, { title: t('links_failed'), compact: true });
  const links = query.data?.links ?? [];
  if (!failure && links.length === 0) return null;
  return (
    <section className="border border-line rounded-card bg-surface overflow-hidden" aria-label={t('links')}>
      <header className="py-3 px-4">
        <h3 className="m-0">{t('links')}</h3>
        <p className="m-0 text-ink-3 text-meta">{t('links_text')}</p>
      </header>
      {failure ?? (
        <div className="border-t border-line overflow-x-auto">
          <table className="w-full border-collapse text-table">
            <thead>
              <tr className="text-ink-3 text-meta">
                <th scope="col" className="py-2 px-4 font-medium text-left">
                  {t('head_link')}
                </th>
                {(['head_leads', 'head_clicks', 'head_programs'] as const).map((head) => (
                  <th key={head} scope="col" className="py-2 px-4 font-medium text-right whitespace-nowrap">
                    {t(head)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {links.map(({ id, url, leads, clicks, by_proxies, by_scanners }) => (
                <tr key={id} className="border-t border-line">
                  <th scope="row" className="py-2 px-4 font-normal text-left wrap-anywhere">
                    {shortUrl(url)}
                  </th>
                  <td className="py-2 px-4 text-right number">{formatNumber(leads)}</td>
                  <td className="py-2 px-4 text-right number">{formatNumber(clicks)}</td>
                  <td className="py-2 px-4 text-right number text-ink-3">{formatNumber(by_proxies + by_scanners)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
