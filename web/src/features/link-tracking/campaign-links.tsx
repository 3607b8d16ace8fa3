import { linkTrackingEndpoints } from '@overture/contract/link-tracking';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryOptions, refetch } from '../../lib/api/api-client.ts';
import { useLiveEvent } from '../../lib/api/live.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { useThrottled } from '../../lib/throttle.ts';
import { FiguresCard } from './figures-card.tsx';
import { shortUrl } from './lead-clicks.tsx';
import { t } from './texts.ts';

/** A campaign of many thousands of leads is opened several times a second, and all its opens are counted each time. */
const COUNTED_EVERY_MS = 10_000;

/** Links and emails of a campaign with how many leads opened them. Nothing where nothing was tracked. */
export function CampaignLinks({ campaignId }: { campaignId: number }) {
  const client = useQueryClient();
  const params = { id: campaignId };
  const links = useQuery(queryOptions(linkTrackingEndpoints.listCampaignLinks, { params }));
  const opens = useQuery(queryOptions(linkTrackingEndpoints.listCampaignOpens, { params }));
  const update = useThrottled(() => {
    void refetch(client, linkTrackingEndpoints.listCampaignLinks, linkTrackingEndpoints.listCampaignOpens);
  }, COUNTED_EVERY_MS);
  useLiveEvent('clicks_changed', ({ campaign_id }) => {
    if (campaign_id === campaignId) update();
  });
  const noLinks = queryFailure(links, { title: t('links_failed'), compact: true });
  const noOpens = queryFailure(opens, { title: t('opens_failed'), compact: true });
  return (
    <>
      {noLinks || links.data?.links.length ? (
        <FiguresCard
          title={t('links')}
          text={t('links_text')}
          failure={noLinks}
          heads={[t('head_link'), t('head_leads'), t('head_clicks'), t('head_programs')]}
          rows={(links.data?.links ?? []).map(({ id, url, leads, clicks, by_proxies, by_scanners }) => ({
            id,
            name: shortUrl(url),
            figures: [leads, clicks, by_proxies + by_scanners],
          }))}
        />
      ) : null}
      {noOpens || opens.data?.steps.length ? (
        <FiguresCard
          title={t('opens_title')}
          text={t('opens_text')}
          failure={noOpens}
          heads={[t('head_email'), t('head_leads'), t('head_opens'), t('head_others')]}
          rows={(opens.data?.steps ?? []).map(({ step_id, subject, leads, opens: count, ...others }) => ({
            id: step_id,
            name: subject ?? t('follow_up'),
            figures: [leads, count, others.by_proxies + others.by_scanners + others.by_team],
          }))}
        />
      ) : null}
    </>
  );
}
