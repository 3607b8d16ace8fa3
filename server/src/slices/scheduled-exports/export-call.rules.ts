import { SCHEDULED_EXPORT_LIMITS, type ScheduledExportKind } from '@overture/domain/scheduled-exports';
import type { DateRange } from '@overture/domain/time/date-presets';

interface ExportCall {
  method: 'GET' | 'POST';
  /** With its query. */
  path: string;
  /** JSON. */
  body: string | null;
}

interface Subject {
  kind: ScheduledExportKind;
  search_id: number | null;
  campaign_id: number | null;
}

/** The call of the API that makes the file of an export: programs make it with their own key, and its rights hold for them. */
export function findExportCall(
  { kind, search_id, campaign_id }: Subject,
  { start_date, end_date }: DateRange,
  time_zone: string,
): ExportCall {
  const get = (path: string, query: Record<string, string> = {}): ExportCall => {
    const text = new URLSearchParams(query).toString();
    return { method: 'GET', path: text === '' ? path : `${path}?${text}`, body: null };
  };
  switch (kind) {
    case 'list_leads':
      return {
        method: 'POST',
        path: `/search/${search_id}/prospects/export-csv/`,
        body: JSON.stringify({ export_amount: SCHEDULED_EXPORT_LIMITS.leads }),
      };
    case 'campaign_leads':
      return get(`/campaigns/${campaign_id}/prospects/csv/`, { time_zone });
    case 'campaign_messages':
      return get(`/campaigns/${campaign_id}/messages/csv/`, { time_zone });
    case 'campaign_figures':
      return get('/dashboard/campaign-analytics/csv/', { start_date, end_date, time_zone });
    case 'activities':
      return get('/activities/csv/', {
        filters: JSON.stringify({ fromDate: start_date, toDate: end_date, timeZone: time_zone }),
      });
    case 'credits':
      return get('/organization/credits/csv/');
    case 'suppressions':
      return get('/suppressions/csv/');
  }
}
