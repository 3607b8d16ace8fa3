import { SegmentedControl } from '@mantine/core';
import { linkedinTasksEndpoints as endpoints, type LinkedinContact } from '@overture/contract/linkedin-tasks';
import { IconUserCheck } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { errorMessage, mutationOptions, queryOptions, refetch, upload } from '../../lib/api/api-client.ts';
import { useLiveEvent } from '../../lib/api/live.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { formatDate } from '../../lib/format.ts';
import { DateText } from '../../ui/display/date-text.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { FileButton } from '../../ui/inputs/file-button.tsx';
import { SearchInput } from '../../ui/inputs/search-input.tsx';
import { FilterBar } from '../../ui/layout/filter-bar.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { DataColumn } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { t } from './texts.ts';

const ReplyDialog = lazyPart(() => import('./reply-dialog.tsx').then((file) => ({ default: file.ReplyDialog })));

interface ContactsListProps {
  accounts: readonly { id: number; name: string }[];
  accountId: number | undefined;
}

/** People contacted by hand, until they accept or reply: one click each, or the member's own export. */
export function ContactsList({ accounts, accountId }: ContactsListProps) {
  const [isAll, setAll] = useState(false);
  const [search, setSearch] = useState('');
  const [replying, setReplying] = useState<LinkedinContact>();
  const list = useContacts(search, isAll);
  const rows = list.data?.contacts.filter(({ account }) => accountId === undefined || account.id === accountId);
  const uploadTo = accountId ?? (accounts.length === 1 ? accounts[0]?.id : undefined);
  return (
    <>
      <FilterBar>
        <SegmentedControl
          aria-label={t('contacts')}
          value={isAll ? 'all' : 'awaiting'}
          onChange={(value) => setAll(value === 'all')}
          data={[
            { value: 'awaiting', label: t('contacts_awaiting') },
            { value: 'all', label: t('contacts_all') },
          ]}
        />
        <SearchInput value={search} onChange={setSearch} label={t('contacts_search')} />
        <UploadConnections accountId={uploadTo} />
      </FilterBar>
      <p className="px-gutter mb-2 text-ink-3 text-meta">
        {t('upload_hint')} {list.data?.has_more ? t('contacts_more') : null}
      </p>
      <DataTable<LinkedinContact>
        tableId="linkedin-contacts"
        label={t('contacts')}
        columns={[
          ...columns,
          {
            id: 'actions',
            header: t('column_happened'),
            width: 210,
            interactive: true,
            cell: (row) => <ContactActions contact={row} onReply={() => setReplying(row)} />,
          },
        ]}
        rows={rows}
        rowId={(row) => row.id}
        rowLabel={(row) => row.name}
        isStale={list.isPlaceholderData}
        skeletonRows={6}
        card={(row) => ({
          title: row.name,
          subtitle: row.company_name,
          end: <ContactActions contact={row} onReply={() => setReplying(row)} />,
        })}
        empty={
          <EmptyState icon={<IconUserCheck size={22} />} title={t('contacts_empty')} text={t('contacts_empty_text')} />
        }
        error={queryFailure(list)}
      />
      <Reply contact={replying} onClose={() => setReplying(undefined)} />
    </>
  );
}

function Reply({ contact, onClose }: { contact: LinkedinContact | undefined; onClose: () => void }) {
  return contact ? (
    <Suspense fallback={null}>
      <ReplyDialog contact={contact} onClose={onClose} />
    </Suspense>
  ) : null;
}

function useContacts(search: string, isAll: boolean) {
  const client = useQueryClient();
  const update = () => void refetch(client, endpoints.listLinkedinContacts);
  useLiveEvent('linkedin_tasks', update);
  // A pasted reply, and an acceptance that a condition waited for, are recorded a moment after the click.
  useLiveEvent('chat_message', update);
  useLiveEvent('prospect_campaign', update);
  const query = { ...(search ? { search } : {}), ...(isAll ? {} : { is_awaiting: 'acceptance' as const }) };
  return useQuery({
    ...queryOptions(endpoints.listLinkedinContacts, { query }),
    placeholderData: keepPreviousData,
  });
}

const ActedOn = ({ contact: { action, is_connected } }: { contact: LinkedinContact }) => (
  <StatusChip tone={is_connected ? 'green' : 'grey'}>
    {is_connected
      ? t('connected')
      : t(action === 'inmail' ? 'acted_inmail' : action === 'message' ? 'acted_message' : 'acted_invite')}
  </StatusChip>
);

const columns: DataColumn<LinkedinContact>[] = [
  {
    id: 'name',
    header: t('column_name'),
    width: 240,
    cell: (row) => [row.name, row.company_name].filter(Boolean).join(', '),
    title: (row) => row.name,
  },
  { id: 'action', header: t('column_action'), width: 150, cell: (row) => <ActedOn contact={row} /> },
  { id: 'sender', header: t('column_sender'), width: 160, cell: (row) => row.account.name },
  {
    id: 'when',
    header: t('column_when'),
    width: 130,
    cell: (row) => <DateText value={row.acted_at} format={formatDate} />,
  },
];

function ContactActions({ contact, onReply }: { contact: LinkedinContact; onReply: () => void }) {
  const accept = useMutation({
    ...mutationOptions(endpoints.acceptLinkedinContact),
    onSuccess: () => toast.success(t('accepted_saved')),
    onError: (error) => toast.error(errorMessage(error, t('save_failed'))),
  });
  const { prospect_id: id, account, name, action, is_connected } = contact;
  return (
    <span className="inline-flex gap-2">
      {is_connected || action !== 'invite' ? null : (
        <AppButton
          size="small"
          aria-label={t('accepted_named', { name })}
          loading={accept.isPending}
          disabled={accept.isSuccess}
          onClick={() => accept.mutate({ params: { id }, body: { account_id: account.id } })}
        >
          {t('accepted')}
        </AppButton>
      )}
      <AppButton size="small" aria-label={t('replied_named', { name })} onClick={onReply}>
        {t('replied')}
      </AppButton>
    </span>
  );
}

function UploadConnections({ accountId }: { accountId: number | undefined }) {
  const send = useMutation({
    mutationFn: (file: File) =>
      upload(
        endpoints.uploadLinkedinConnections,
        { body: { account_id: accountId ?? 0 } },
        { field: 'file', file, filename: file.name },
      ),
    onSuccess: ({ accepted, connections }) => toast.success(t('uploaded', { count: accepted, all: connections })),
    onError: (error) => toast.error(errorMessage(error, t('upload_failed'))),
  });
  return (
    <FileButton
      label={t('upload_label')}
      accept=".csv"
      loading={send.isPending}
      disabled={accountId === undefined}
      onFile={(file) => send.mutate(file)}
    >
      {t(accountId === undefined ? 'upload_choose' : 'upload')}
    </FileButton>
  );
}
