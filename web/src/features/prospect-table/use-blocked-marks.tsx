import { Tooltip } from '@mantine/core';
import { type BlockedLead, type Prospect, prospectsEndpoints } from '@overture/contract/prospects';
import { type LeadLock, touchLocksEndpoints } from '@overture/contract/touch-locks';
import { describeBlockingLock } from '@overture/domain/campaign/touch-locks';
import { SUPPRESSION_LABELS } from '@overture/domain/suppressions/suppressions';
import { IconBan, IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../lib/api/api-client.ts';
import { formatDate } from '../../lib/format.ts';
import type { DataColumn } from '../../ui/table/columns.ts';
import { PersonCell } from '../leads/index.ts';
import { t } from './texts.ts';

/**
 * The columns with a mark behind the name of leads that campaigns don't contact, or that one campaign holds. A failed request shows no
 * marks.
 */
export function useBlockedMarks(
  columns: readonly DataColumn<Prospect>[],
  rows: readonly Prospect[] | undefined,
): readonly DataColumn<Prospect>[] {
  const prospect_ids = (rows ?? []).map(({ id }) => id);
  const asked = { query: { prospect_ids } };
  const enabled = prospect_ids.length > 0;
  const blocked = useQuery({ ...queryOptions(prospectsEndpoints.listBlockedLeads, asked), enabled });
  const locked = useQuery({ ...queryOptions(touchLocksEndpoints.listLeadLocks, asked), enabled, retry: false });
  const reasons = new Map(blocked.data?.leads.map(({ prospect_id, reason }) => [prospect_id, reason]));
  const locks = new Map(locked.data?.leads.map((lock) => [lock.prospect_id, lock]));
  if (reasons.size === 0 && locks.size === 0) return columns;
  return columns.map((column) =>
    column.id === 'name'
      ? {
          ...column,
          cell: (lead) => (
            <PersonCell person={lead} end={<LeadMark reason={reasons.get(lead.id)} lock={locks.get(lead.id)} />} />
          ),
        }
      : column,
  );
}

interface LeadMarkProps {
  reason: BlockedLead['reason'] | undefined;
  lock: LeadLock | undefined;
}

/** A lead who gets nothing from any campaign shows that alone. */
function LeadMark({ reason, lock }: LeadMarkProps) {
  if (reason === undefined && lock === undefined) return null;
  const label = reason === undefined ? describeLock(lock!) : t('blocked', { reason: nameReason(reason) });
  return (
    <Tooltip label={label} withArrow>
      <span className="flex flex-none text-amber" role="img" aria-label={label}>
        {reason === undefined ? <IconLock size={15} aria-hidden /> : <IconBan size={15} aria-hidden />}
      </span>
    </Tooltip>
  );
}

const nameReason = (reason: BlockedLead['reason']): string =>
  reason === 'excluded_domain' ? t('blocked_domain') : SUPPRESSION_LABELS[reason];

function describeLock(lock: LeadLock): string {
  const words = describeBlockingLock(lock);
  return lock.until === null ? words : t('locked_until', { lock: words, date: formatDate(lock.until) });
}
