import { Tooltip } from '@mantine/core';
import { type BlockedLead, type Prospect, prospectsEndpoints } from '@overture/contract/prospects';
import { SUPPRESSION_LABELS } from '@overture/domain/suppressions/suppressions';
import { IconBan } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../lib/api/api-client.ts';
import type { DataColumn } from '../../ui/table/columns.ts';
import { PersonCell } from '../leads/index.ts';
import { t } from './texts.ts';

/** The columns with a mark behind the name of leads that campaigns don't contact. A failed request shows no marks. */
export function useBlockedMarks(
  columns: readonly DataColumn<Prospect>[],
  rows: readonly Prospect[] | undefined,
): readonly DataColumn<Prospect>[] {
  const prospect_ids = (rows ?? []).map(({ id }) => id);
  const { data } = useQuery({
    ...queryOptions(prospectsEndpoints.listBlockedLeads, { query: { prospect_ids } }),
    enabled: prospect_ids.length > 0,
  });
  const reasons = new Map(data?.leads.map(({ prospect_id, reason }) => [prospect_id, reason]));
  if (reasons.size === 0) return columns;
  return columns.map((column) =>
    column.id === 'name'
      ? { ...column, cell: (lead) => <PersonCell person={lead} end={<BlockedMark reason={reasons.get(lead.id)} />} /> }
      : column,
  );
}

function BlockedMark({ reason }: { reason: BlockedLead['reason'] | undefined }) {
  if (reason === undefined) return null;
  const label = t('blocked', {
    reason: reason === 'excluded_domain' ? t('blocked_domain') : SUPPRESSION_LABELS[reason],
  });
  return (
    <Tooltip label={label} withArrow>
      <span className="flex flex-none text-amber" role="img" aria-label={label}>
        <IconBan size={15} aria-hidden />
      </span>
    </Tooltip>
  );
}
