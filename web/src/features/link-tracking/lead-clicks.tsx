import { linkTrackingEndpoints } from '@overture/contract/link-tracking';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryOptions, refetch } from '../../lib/api/api-client.ts';
import { useLiveEvent } from '../../lib/api/live.ts';
import { formatDateTime } from '../../lib/format.ts';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { t } from './texts.ts';

const TONES = { person: 'green', proxy: 'grey', scanner: 'grey' } as const;

/** Links that the lead opened; requests by programs are grey. Hidden without any. */
export function LeadClicks({ prospectId }: { prospectId: number }) {
  const client = useQueryClient();
  const query = useQuery(queryOptions(linkTrackingEndpoints.listLeadClicks, { params: { prospectId } }));
  useLiveEvent('clicks_changed', ({ prospect_id }) => {
    if (prospect_id === prospectId) void refetch(client, linkTrackingEndpoints.listLeadClicks);
  });
  const clicks = query.data?.clicks ?? [];
  if (clicks.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1 text-ink-3 text-meta font-medium tracking-normal">{t('clicks')}</h3>
      <ul className="flex flex-col m-0 p-0 border-t border-line list-none">
        {clicks.map((click) => (
          <li
            key={click.id}
            className="flex flex-wrap items-center justify-between gap-x-3 min-h-10 py-1.5 border-b border-line text-table"
          >
            <span
              className={`min-w-0 truncate ${click.class === 'person' ? '' : 'text-ink-3'}`}
              title={`${click.url}\n${click.campaign_name}`}
            >
              {shortUrl(click.url)}
            </span>
            <span className="inline-flex items-center gap-2">
              <span className="text-ink-3 number">{formatDateTime(click.clicked_at)}</span>
              <StatusChip tone={TONES[click.class]}>{t(`by_${click.class}`)}</StatusChip>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Without the scheme, which all of them share. */
export const shortUrl = (url: string): string => url.replace(/^https?:\/\//, '').replace(/\/$/, '');
