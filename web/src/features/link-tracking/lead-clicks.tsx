import { linkTrackingEndpoints } from '@overture/contract/link-tracking';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryOptions, refetch } from '../../lib/api/api-client.ts';
import { useLiveEvent } from '../../lib/api/live.ts';
import { RequestList } from './request-list.tsx';
import { t } from './texts.ts';

/** Emails and links that the lead opened; requests by programs are grey. Hidden without any. */
export function LeadClicks({ prospectId }: { prospectId: number }) {
  const client = useQueryClient();
  const params = { prospectId };
  const clicks = useQuery(queryOptions(linkTrackingEndpoints.listLeadClicks, { params })).data?.clicks ?? [];
  const opens = useQuery(queryOptions(linkTrackingEndpoints.listLeadOpens, { params })).data?.opens ?? [];
  useLiveEvent('clicks_changed', ({ prospect_id }) => {
    if (prospect_id !== prospectId) return;
    void refetch(client, linkTrackingEndpoints.listLeadClicks);
    void refetch(client, linkTrackingEndpoints.listLeadOpens);
  });
  return (
    <>
      {clicks.length === 0 ? null : (
        <RequestList
          title={t('clicks')}
          requests={clicks.map(({ url, campaign_name, clicked_at, ...click }) => ({
            ...click,
            at: clicked_at,
            text: shortUrl(url),
            more: campaign_name,
          }))}
        />
      )}
      {opens.length === 0 ? null : (
        <RequestList
          title={t('opens')}
          hint={t('estimates')}
          requests={opens.map(({ subject, campaign_name, opened_at, ...open }) => ({
            ...open,
            at: opened_at,
            text: subject ?? t('follow_up'),
            more: campaign_name,
          }))}
        />
      )}
    </>
  );
}

/** Without the scheme, which all of them share. */
export const shortUrl = (url: string): string => url.replace(/^https?:\/\//, '').replace(/\/$/, '');
