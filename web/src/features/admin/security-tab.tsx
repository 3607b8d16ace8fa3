import { adminFiguresEndpoints } from '@overture/contract/admin-figures';
import { PAGE_SIZES } from '@overture/domain/limits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { usePager } from '../../ui/table/use-pager.ts';
import { EventTable } from '../security-log/index.ts';
import { t } from './texts.ts';

/** The security log of an organization, as its own managers read it. */
export function SecurityTab({ id }: { id: number }) {
  const { page, setPage } = usePager();
  const list = useQuery({
    ...queryOptions(adminFiguresEndpoints.listAdminSecurityEvents, { params: { id }, query: { page } }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <EventTable
        rows={list.data?.events}
        isStale={list.isPlaceholderData}
        error={queryFailure(list)}
        empty={<EmptyState title={t('no_events')} />}
      />
      <Pagination
        page={page}
        pageSize={PAGE_SIZES.security_events}
        total={list.data?.total_events}
        onChange={setPage}
      />
    </>
  );
}
