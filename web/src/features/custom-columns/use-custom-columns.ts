import { type LeadColumn, leadColumnsEndpoints } from '@overture/contract/lead-columns';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryOptions } from '../../lib/api/api-client.ts';

/** Shared by every screen; a change in the dialog fetches them again. */
const STALE_IN_MS = 60_000;

/** The organization's custom columns in their order; `columns` is undefined until they are known. */
export function useCustomColumns() {
  const query = useQuery({ ...queryOptions(leadColumnsEndpoints.listLeadColumns), staleTime: STALE_IN_MS });
  const all = query.data?.columns;
  const columns = useMemo((): LeadColumn[] | undefined => all?.filter(({ is_archived }) => !is_archived), [all]);
  return { all, columns, query };
}
