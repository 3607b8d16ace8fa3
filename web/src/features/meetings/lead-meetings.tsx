import { meetingsEndpoints } from '@overture/contract/meetings';
import { BOOKING_PROVIDER_LABELS } from '@overture/domain/meetings';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryOptions, refetch } from '../../lib/api/api-client.ts';
import { useLiveEvent } from '../../lib/api/live.ts';
import { formatDateTime } from '../../lib/format.ts';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { t } from './texts.ts';

const TONES = { booked: 'green', cancelled: 'grey', no_show: 'amber' } as const;

/** Meetings that the lead booked. Hidden without any. */
export function LeadMeetings({ prospectId }: { prospectId: number }) {
  const client = useQueryClient();
  const query = useQuery(queryOptions(meetingsEndpoints.listLeadMeetings, { params: { prospectId } }));
  useLiveEvent('meetings_changed', ({ prospect_id }) => {
    if (prospect_id === prospectId) void refetch(client, meetingsEndpoints.listLeadMeetings);
  });
  const meetings = query.data?.meetings ?? [];
  if (meetings.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1 text-ink-3 text-meta font-medium tracking-normal">{t('meetings')}</h3>
      <ul className="flex flex-col m-0 p-0 border-t border-line list-none">
        {meetings.map(({ id, title, status, starts_at, provider }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-3 min-h-10 py-1.5 border-b border-line text-table"
          >
            <span className="min-w-0 truncate" title={BOOKING_PROVIDER_LABELS[provider]}>
              {title || t('meeting')}
            </span>
            <span className="inline-flex items-center gap-2">
              {starts_at === null ? null : <span className="text-ink-3 number">{formatDateTime(starts_at)}</span>}
              <StatusChip tone={TONES[status]}>{t(`status_${status}`)}</StatusChip>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
