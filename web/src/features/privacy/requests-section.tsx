import { SegmentedControl } from '@mantine/core';
import { personFilesEndpoints } from '@overture/contract/person-files';
import { type PrivacyRequest, privacyEndpoints } from '@overture/contract/privacy';
import { may } from '@overture/domain/access/permissions';
import { CRM_LABELS, type CrmType } from '@overture/domain/crm';
import { PAGE_SIZES } from '@overture/domain/limits';
import { PRIVACY_REQUEST_LABELS } from '@overture/domain/privacy/privacy-notice';
import { IconChecks, IconDownload, IconUserShield, IconUserX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { addressOf, queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { useUser } from '../../lib/api/session.ts';
import { formatDate } from '../../lib/format.ts';
import { saveFile } from '../../lib/save-csv.ts';
import { defineTexts } from '../../lib/texts.ts';
import { DateText } from '../../ui/display/date-text.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { IconButton } from '../../ui/inputs/app-button.tsx';
import { FilterBar } from '../../ui/layout/filter-bar.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { DataColumn } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { rowsOfPage, usePager } from '../../ui/table/use-pager.ts';
import { t } from './notice-texts.ts';

const kindLabel = defineTexts({ ...PRIVACY_REQUEST_LABELS });

const CloseDialog = lazyPart(() => import('./close-dialog.tsx').then((file) => ({ default: file.CloseDialog })));
const EraseDialog = lazyPart(() => import('./erase-dialog.tsx').then((file) => ({ default: file.EraseDialog })));

const REFRESHED_EVERY_MS = 3000;

type View = 'open' | 'closed';

/** What leads ask for: the open ones by their due date, the closed ones newest first. */
export function RequestsSection() {
  const [view, setView] = useState<View>('open');
  const { page, setPage } = usePager(view);
  const list = useQuery({
    ...queryOptions(privacyEndpoints.listPrivacyRequests, { query: { page, is_closed: view === 'closed' } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.requests.some(isWaiting) ? REFRESHED_EVERY_MS : false),
  });
  const total = list.data?.total_requests;
  return (
    <section aria-labelledby="privacy-requests" className="mb-6">
      <h2 id="privacy-requests" className="px-gutter mb-2">
        {t('requests')}
      </h2>
      <FilterBar>
        <SegmentedControl
          aria-label={t('view')}
          value={view}
          onChange={(chosen) => setView(chosen as View)}
          data={[
            { value: 'open', label: t('view_open') },
            { value: 'closed', label: t('view_closed') },
          ]}
        />
      </FilterBar>
      <RequestsTable
        view={view}
        rows={rowsOfPage(list.data?.requests, total)}
        isStale={list.isPlaceholderData}
        error={queryFailure(list)}
      />
      <Pagination page={page} pageSize={PAGE_SIZES.leads} total={total} onChange={setPage} />
    </section>
  );
}

const nameOf = ({ name, email, prospect_id }: PrivacyRequest): string =>
  prospect_id === null ? t('deleted_lead') : name || (email ?? '');

/** Data is sent to the address that proved who asks, which may not be the one that is written to. */
const describeNote = ({ note, asked_from, email }: PrivacyRequest): string =>
  note || (asked_from !== null && asked_from !== email ? t('asked_from', { email: asked_from }) : '');

/** Its erasure continues without a person. */
const isWaiting = ({ state, erasure }: PrivacyRequest): boolean =>
  state === 'open' && erasure !== null && (!erasure.is_finished || erasure.crm.some(({ waiting }) => waiting > 0));

const namesOf = (crm: readonly { crm: CrmType }[]): string => crm.map((one) => CRM_LABELS[one.crm]).join(', ');

function ErasureState({ is_finished, crm }: NonNullable<PrivacyRequest['erasure']>) {
  if (!is_finished) return <StatusChip tone="amber">{t('erasing')}</StatusChip>;
  const refused = crm.filter(({ failed }) => failed > 0);
  if (refused.length > 0) return <StatusChip tone="red">{t('crm_failed', { names: namesOf(refused) })}</StatusChip>;
  return <StatusChip tone="amber">{t('crm_waiting', { names: namesOf(crm) })}</StatusChip>;
}

const State = ({ row: { state, is_verified, due_at, kind, erasure } }: { row: PrivacyRequest }) => {
  if (state === 'done' || state === 'declined')
    return <StatusChip tone={state === 'done' ? 'green' : 'grey'}>{t(`state_${state}`)}</StatusChip>;
  if (erasure) return <ErasureState {...erasure} />;
  if (Date.parse(due_at) < Date.now()) return <StatusChip tone="red">{t('overdue')}</StatusChip>;
  if (kind === 'correct') return null;
  return <StatusChip tone={is_verified ? 'green' : 'amber'}>{t(is_verified ? 'verified' : 'unverified')}</StatusChip>;
};

const Due = ({ row }: { row: PrivacyRequest }) => <DateText value={row.due_at} format={formatDate} />;

const base: DataColumn<PrivacyRequest>[] = [
  { id: 'lead', header: t('column_lead'), width: 190, cell: nameOf, title: nameOf },
  { id: 'kind', header: t('column_kind'), width: 110, cell: ({ kind }) => kindLabel(kind) },
  { id: 'state', header: t('column_state'), width: 150, cell: (row) => <State row={row} /> },
  { id: 'due', header: t('column_due'), width: 120, cell: (row) => <Due row={row} /> },
  { id: 'note', header: t('column_note'), width: 260, cell: describeNote, title: describeNote },
];
const columnsOf: Record<View, DataColumn<PrivacyRequest>[]> = {
  open: base,
  closed: [
    ...base,
    {
      id: 'answer',
      header: t('column_answer'),
      width: 200,
      cell: (row) => row.closing_note,
      title: (row) => row.closing_note,
    },
  ],
};

interface RequestsTableProps {
  view: View;
  rows: readonly PrivacyRequest[] | undefined;
  isStale: boolean;
  error: ReturnType<typeof queryFailure>;
}

type Asked = { to: 'close'; request: PrivacyRequest } | { to: 'erase'; request: PrivacyRequest; id: number };

interface RequestActionsProps {
  request: PrivacyRequest;
  onAsk: (asked: Asked) => void;
}

/** Carries the request out, and closes it. */
function RequestActions({ request, onAsk }: RequestActionsProps) {
  const { kind, prospect_id: id, erasure } = request;
  const name = nameOf(request);
  return (
    <>
      {kind === 'erase' && id !== null && erasure === null ? (
        <IconButton size="small" label={t('erase_named', { name })} onClick={() => onAsk({ to: 'erase', request, id })}>
          <IconUserX size={16} aria-hidden />
        </IconButton>
      ) : null}
      {kind === 'access' && id !== null ? (
        <IconButton
          size="small"
          label={t('file_named', { name })}
          onClick={() =>
            saveFile(`person-${id}.zip`, addressOf(personFilesEndpoints.downloadPersonFile, { params: { id } }))
          }
        >
          <IconDownload size={16} aria-hidden />
        </IconButton>
      ) : null}
      <IconButton size="small" label={t('close_named', { name })} onClick={() => onAsk({ to: 'close', request })}>
        <IconChecks size={16} aria-hidden />
      </IconButton>
    </>
  );
}

function RequestsTable({ view, rows, isStale, error }: RequestsTableProps) {
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const mayAct = may(useUser(), 'settings') && view === 'open';
  return (
    <>
      <DataTable<PrivacyRequest>
        tableId={`privacy-requests-${view}`}
        label={t('requests_table')}
        columns={columnsOf[view]}
        rows={rows}
        rowId={(row) => row.id}
        rowLabel={nameOf}
        isStale={isStale}
        skeletonRows={3}
        card={(row) => ({
          title: nameOf(row),
          subtitle: kindLabel(row.kind),
          detail: <State row={row} />,
          end: <Due row={row} />,
        })}
        {...(mayAct
          ? { rowActions: (request: PrivacyRequest) => <RequestActions request={request} onAsk={setAsked} /> }
          : {})}
        error={error}
        empty={
          <EmptyState
            compact
            icon={<IconUserShield size={22} />}
            title={t(`empty_${view}`)}
            {...(view === 'open' ? { text: t('empty_open_text') } : {})}
          />
        }
      />
      <Suspense fallback={null}>
        {asked?.to === 'close' ? <CloseDialog request={asked.request} onClose={close} /> : null}
        {asked?.to === 'erase' ? (
          <EraseDialog
            lead={{ id: asked.id, name: nameOf(asked.request) }}
            warning={asked.request.is_verified ? undefined : t('unverified_warning')}
            onClose={close}
            onErased={close}
          />
        ) : null}
      </Suspense>
    </>
  );
}
