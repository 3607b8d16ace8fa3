import { type Approval, approvalsEndpoints } from '@overture/contract/approvals';
import { may } from '@overture/domain/access/permissions';
import { PAGE_SIZES } from '@overture/domain/limits';
import { IconAdjustments, IconRobot } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { queryOptions, refetch } from '../../lib/api/api-client.ts';
import { useLiveEvent } from '../../lib/api/live.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { useUser } from '../../lib/api/session.ts';
import { formatAgo } from '../../lib/format.ts';
import { sayWords } from '../../lib/language/said.ts';
import { DateText } from '../../ui/display/date-text.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { DataColumn } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { usePager } from '../../ui/table/use-pager.ts';
import { ApprovalState, askedBy } from './approval-words.tsx';
import { t } from './texts.ts';

const ApprovalPanel = lazyPart(() => import('./approval-panel.tsx').then((file) => ({ default: file.ApprovalPanel })));
const PolicyDialog = lazyPart(() => import('./policy-dialog.tsx').then((file) => ({ default: file.PolicyDialog })));

/** What assistants ask to send: a person looks at each and decides. */
export function ApprovalsPage() {
  const user = useUser();
  const client = useQueryClient();
  const { page, setPage } = usePager();
  const list = useQuery({
    ...queryOptions(approvalsEndpoints.listApprovals, { query: { page } }),
    placeholderData: keepPreviousData,
  });
  useLiveEvent('approvals_changed', () => void refetch(client, approvalsEndpoints.listApprovals));
  const [openedId, setOpenedId] = useState<number | null>(null);
  const [hasPolicy, setHasPolicy] = useState(false);
  const opened = list.data?.approvals.find(({ id }) => id === openedId);
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          may(user, 'settings') ? (
            <AppButton icon={<IconAdjustments size={16} aria-hidden />} onClick={() => setHasPolicy(true)}>
              {t('policy')}
            </AppButton>
          ) : null
        }
      />
      <DataTable<Approval>
        tableId="approvals"
        label={t('table')}
        columns={columns}
        rows={list.data?.approvals}
        rowId={({ id }) => id}
        rowLabel={({ preview }) => sayWords(preview.title)}
        skeletonRows={4}
        error={queryFailure(list)}
        empty={<EmptyState icon={<IconRobot size={22} />} title={t('empty')} text={t('empty_text')} />}
        onRowOpen={({ id }) => setOpenedId(id)}
        card={(approval) => ({
          title: sayWords(approval.preview.title),
          subtitle: askedBy(approval),
          end: <ApprovalState state={approval.state} />,
        })}
      />
      <Pagination
        page={page}
        pageSize={PAGE_SIZES.credits}
        total={list.data?.total_approvals ?? 0}
        onChange={setPage}
      />
      <Suspense fallback={null}>
        {opened ? <ApprovalPanel approval={opened} onClose={() => setOpenedId(null)} /> : null}
        {hasPolicy ? <PolicyDialog onClose={() => setHasPolicy(false)} /> : null}
      </Suspense>
    </>
  );
}

const columns: DataColumn<Approval>[] = [
  {
    id: 'what',
    header: t('column_what'),
    width: 320,
    title: ({ preview }) => sayWords(preview.title),
    cell: ({ preview }) => sayWords(preview.title),
  },
  { id: 'state', header: t('column_state'), width: 140, cell: ({ state }) => <ApprovalState state={state} /> },
  { id: 'by', header: t('column_by'), width: 180, title: askedBy, cell: askedBy },
  {
    id: 'when',
    header: t('column_when'),
    width: 140,
    cell: ({ requested_at }) => <DateText value={requested_at} format={formatAgo} empty="" />,
  },
];
