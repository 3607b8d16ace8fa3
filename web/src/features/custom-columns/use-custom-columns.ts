import { type LeadColumn, leadColumnsEndpoints } from '@overture/contract/lead-columns';
import type { Prospect } from '@overture/contract/prospects';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { queryOptions } from '../../lib/api/api-client.ts';

/** Shared by every screen; a change in the dialog fetches them again. */
const STALE_IN_MS = 60_000;

/**
 * The organization's custom columns in their order; `columns` is undefined until they are known.
 * @param leads with values of a column that is not known yet (an import made it): the columns are fetched again
 */
export function useCustomColumns(leads: readonly Prospect[] = []) {
  const query = useQuery({ ...queryOptions(leadColumnsEndpoints.listLeadColumns), staleTime: STALE_IN_MS });
  const { data, refetch } = query;
  const all = data?.columns;
  const columns = useMemo((): LeadColumn[] | undefined => all?.filter(({ is_archived }) => !is_archived), [all]);
  const keys = new Set(all?.map(({ key }) => key));
  const hasNew =
    all !== undefined && leads.some(({ custom = {} }) => Object.keys(custom).some((key) => !keys.has(key)));
  useEffect(() => {
    if (hasNew) void refetch();
  }, [hasNew, refetch]);
  return { all, columns, query };
}
