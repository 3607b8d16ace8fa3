import { type BlockedLead, type Prospect, prospectsEndpoints } from '@overture/contract/prospects';
import { type LeadLock, touchLocksEndpoints } from '@overture/contract/touch-locks';
import { IconBan, IconLock } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useMemo } from 'react';
import { queryOptions } from '../../lib/api/api-client.ts';
import { formatDate } from '../../lib/format.ts';
import { suppressionReasonLabel } from '../../lib/labels/lead/suppression-reason.ts';
import { Tooltip } from '../../ui/display/tooltip.tsx';
import type { DataColumn } from '../../ui/table/columns.ts';
import { PersonCell } from '../leads/index.ts';
import { t } from './texts.ts';

interface Marks {
  reasons: ReadonlyMap<number, BlockedLead['reason']>;
  locks: ReadonlyMap<number, LeadLock>;
}

const MarksOfLeads = createContext<Marks>({ reasons: new Map(), locks: new Map() });

/**
 * Marks behind the names of leads that campaigns don't contact, or that one campaign holds. A failed request shows no marks. They reach the cells
 * beside the columns: a mark that comes renders no row again.
 */
export function BlockedMarks({ rows, children }: { rows: readonly Prospect[] | undefined; children: ReactNode }) {
  const prospect_ids = (rows ?? []).map(({ id }) => id);
  const asked = { query: { prospect_ids } };
  // Leads that stay while an endless table scrolls keep their marks.
  const options = { enabled: prospect_ids.length > 0, placeholderData: keepPreviousData };
  const blocked = useQuery({ ...queryOptions(prospectsEndpoints.listBlockedLeads, asked), ...options }).data?.leads;
  const locked = useQuery({ ...queryOptions(touchLocksEndpoints.listLeadLocks, asked), ...options, retry: false }).data
    ?.leads;
  const marks = useMemo(
    () => ({
      reasons: new Map(blocked?.map(({ prospect_id, reason }) => [prospect_id, reason])),
      locks: new Map(locked?.map((lock) => [lock.prospect_id, lock])),
    }),
    [blocked, locked],
  );
  return <MarksOfLeads value={marks}>{children}</MarksOfLeads>;
}

export function withBlockedMarks(columns: readonly DataColumn<Prospect>[]): readonly DataColumn<Prospect>[] {
  return columns.map((column) =>
    column.id === 'name'
      ? { ...column, cell: (lead) => <PersonCell person={lead} end={<LeadMark id={lead.id} />} /> }
      : column,
  );
}

/** A lead who gets nothing from any campaign shows that alone. */
function LeadMark({ id }: { id: number }) {
  const marks = use(MarksOfLeads);
  const [reason, lock] = [marks.reasons.get(id), marks.locks.get(id)];
  if (reason === undefined && lock === undefined) return null;
  const label = reason === undefined ? describeLock(lock!) : t('blocked', { reason: nameReason(reason) });
  return (
    <Tooltip label={label}>
      <span className="flex flex-none text-amber" role="img" aria-label={label}>
        {reason === undefined ? <IconLock size={15} aria-hidden /> : <IconBan size={15} aria-hidden />}
      </span>
    </Tooltip>
  );
}

const nameReason = (reason: BlockedLead['reason']): string =>
  reason === 'excluded_domain' ? t('blocked_domain') : suppressionReasonLabel(reason);

function nameLock({ is_foreign, reason, campaign_name, sender }: LeadLock): string {
  if (is_foreign) return t('lock_foreign');
  const campaign = campaign_name === null ? t('lock_other_campaign') : t('lock_campaign', { name: campaign_name });
  const who = sender === null ? campaign : t('lock_sender', { sender, campaign });
  return t(reason === 'in_contact' || reason === 'interested' ? 'lock_in_contact' : 'lock_contacted', { who });
}

function describeLock(lock: LeadLock): string {
  const words = nameLock(lock);
  return lock.until === null ? words : t('locked_until', { lock: words, date: formatDate(lock.until) });
}
