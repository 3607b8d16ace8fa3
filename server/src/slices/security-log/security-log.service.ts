import type { Readable } from 'node:stream';
import type { SecurityEventItem, securityLogEndpoints } from '@overture/contract/security-log';
import { PAGE_SIZES } from '@overture/domain/limits';
import {
  MOST_EVENTS_COUNTED,
  SECURITY_EVENT_NAMES,
  SECURITY_EVENTS,
  type SecurityEventName,
} from '@overture/domain/security/events';
import { isDateRangeValid } from '@overture/domain/time/date-presets';
import type { z } from 'zod';
import { loadPage, type PageRequest } from '../../kernel/api-keys/cursor.ts';
import type { Context } from '../../kernel/context.ts';
import { streamCsv } from '../../kernel/csv-pages.ts';
import { ApiError } from '../../kernel/errors.ts';
import {
  countEvents,
  type EventQuery,
  type EventRow,
  listPeople,
  type PersonRow,
  pageEvents,
} from './security-log.store.ts';

type Filters = z.output<(typeof securityLogEndpoints)['downloadSecurityEvents']['query']>;

/** One page of the log, newest first. @throws bad_request, cursor_invalid */
export async function listSecurityEvents(
  ctx: Context,
  request: PageRequest,
  filters: Filters,
): Promise<{ events: SecurityEventItem[]; total_events: number; people: PersonRow[]; next_cursor: string | null }> {
  const query = parseQuery(filters);
  return ctx.read(async (tx) => {
    const total_events = await countEvents(tx, query, MOST_EVENTS_COUNTED);
    const { rows, next_cursor } = await loadPage(tx, request, {
      list: 'security-events',
      page_size: PAGE_SIZES.security_events,
      // A page behind the last one counted is not looked for.
      read: async (range) => (total_events > range.offset ? pageEvents(tx, query, range) : []),
      placeOf: ({ cursor, id }) => [cursor, id],
    });
    return { events: rows.map(present), total_events, people: await listPeople(tx), next_cursor };
  });
}

const HEADING = [
  'Time (UTC)',
  'Event',
  'Outcome',
  'Person',
  'Email',
  'Done by',
  'About',
  'Address',
  'Country',
  'Device',
];

/** The log as a file that is read while it is sent. @throws bad_request */
export function openSecurityEvents(ctx: Context, filters: Filters): Readable {
  const query = parseQuery(filters);
  return streamCsv<EventRow>(
    [...HEADING, 'Reason', 'Times'],
    (after, limit) =>
      ctx.transaction((tx) => pageEvents(tx, query, { limit, offset: 0, after: after && [after.cursor, after.id] })),
    (row) => toCells(present(row)),
  );
}

function toCells(item: SecurityEventItem): string[] {
  const { user, subject } = item;
  return [
    item.occurred_at,
    SECURITY_EVENTS[item.event].label,
    item.outcome,
    user?.name ?? '',
    user?.email ?? '',
    nameActor(item),
    subject?.label ?? '',
    item.ip ?? '',
    item.country ?? '',
    item.device ?? '',
    item.reason ?? '',
    String(item.repeats),
  ];
}

function nameActor({ actor, api_key, is_outside_actor, outside_actor_name }: SecurityEventItem): string {
  if (api_key) return `${api_key.is_app ? 'App' : 'Key'} ${api_key.name}`;
  return actor?.name ?? outside_actor_name ?? (is_outside_actor ? 'Someone outside your organization' : '');
}

function parseQuery({ kind, outcome, user_id, from_day, to_day }: Filters): EventQuery {
  if (from_day && to_day && !isDateRangeValid({ start_date: from_day, end_date: to_day })) {
    throw new ApiError('bad_request', { reason: 'The end date is before the start date.' });
  }
  return {
    events: kind ? SECURITY_EVENT_NAMES.filter((name) => SECURITY_EVENTS[name].kind === kind) : null,
    outcome: outcome ?? null,
    user_id: user_id ?? null,
    from_day: from_day ?? null,
    to_day: to_day ?? null,
  };
}

function present(row: EventRow): SecurityEventItem {
  const isOther = row.actor_id !== null && row.actor_id !== row.user_id;
  return {
    id: row.id,
    event: row.event as SecurityEventName,
    outcome: row.outcome,
    user: row.user,
    actor: isOther ? row.actor : null,
    is_outside_actor: isOther && row.actor === null,
    api_key: row.api_key,
    outside_actor_name: isOther && row.actor === null ? row.outside_actor_name : null,
    ip: row.ip,
    country: row.country,
    device: row.device,
    subject: presentSubject(row),
    reason: row.reason,
    repeats: row.repeats,
    occurred_at: row.occurred_at.toISOString(),
  };
}

function presentSubject({ subject_kind, subject_id, subject_label }: EventRow): SecurityEventItem['subject'] {
  if (subject_kind === null) return null;
  const kind = subject_kind as NonNullable<SecurityEventItem['subject']>['kind'];
  return { kind, id: subject_id, label: subject_label };
}
