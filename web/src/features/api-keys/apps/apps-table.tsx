import { type ConnectedApp, connectedAppsEndpoints } from '@overture/contract/connected-apps';
import { IconPlugConnected, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions, queryOptions } from '../../../lib/api/api-client.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { whenRefetched } from '../../../lib/api/writes.ts';
import { formatDate, formatNumber } from '../../../lib/format.ts';
import { DateText } from '../../../ui/display/date-text.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { StatusChip } from '../../../ui/feedback/status-chip.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { ActionMenu } from '../../../ui/overlays/action-menu.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import type { DataColumn } from '../../../ui/table/columns.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { t } from './texts.ts';

/** Apps that people of the organization connected, with their last use, and the way to disconnect them. */
export function AppsTable() {
  const list = useQuery(queryOptions(connectedAppsEndpoints.listConnectedApps));
  const [leaving, setLeaving] = useState<ConnectedApp | undefined>();
  const address = `${window.location.origin}/mcp`;
  return (
    <>
      <DataTable<ConnectedApp>
        tableId="connected-apps"
        label={t('table')}
        columns={columns}
        rows={list.data?.apps}
        rowId={({ id }) => id}
        rowLabel={({ name }) => name}
        skeletonRows={3}
        error={queryFailure(list)}
        empty={
          <EmptyState icon={<IconPlugConnected size={22} />} title={t('empty')} text={t('empty_text', { address })} />
        }
        rowActions={(app) => (app.state === 'active' ? <AppMenu app={app} onDisconnect={setLeaving} /> : null)}
        card={(app) => ({ title: app.name, subtitle: hostWords(app), end: <AppState app={app} /> })}
      />
      <DisconnectDialog app={leaving} onClose={() => setLeaving(undefined)} />
    </>
  );
}

const hostWords = ({ host }: ConnectedApp): string => host ?? t('unknown_host');
const accessWords = ({ scopes }: ConnectedApp): string => scopes.map((scope) => t(`access_${scope}`)).join(', ');

function AppState({ app: { state, disconnected_at } }: { app: ConnectedApp }) {
  if (state === 'active') return <StatusChip tone="green">{t('state_active')}</StatusChip>;
  return <StatusChip tone="grey">{t(disconnected_at ? 'state_disconnected' : 'state_ended')}</StatusChip>;
}

const columns: DataColumn<ConnectedApp>[] = [
  {
    id: 'name',
    header: t('column_name'),
    width: 240,
    title: ({ name }) => name,
    cell: (app) => (
      <span className="flex flex-col min-w-0 leading-[1.3]">
        <span className="truncate">{app.name}</span>
        <span className="truncate text-ink-3 text-meta">{hostWords(app)}</span>
      </span>
    ),
  },
  { id: 'state', header: t('column_state'), width: 140, cell: (app) => <AppState app={app} /> },
  { id: 'access', header: t('column_access'), width: 200, title: accessWords, cell: accessWords },
  {
    id: 'calls',
    header: t('column_calls'),
    width: 150,
    cell: ({ calls }) => t('requests', { count: calls, shown: formatNumber(calls) }),
  },
  {
    id: 'used',
    header: t('column_used'),
    width: 140,
    cell: ({ last_used_at }) => <DateText value={last_used_at} format={formatDate} empty={t('never_used')} />,
  },
  {
    id: 'person',
    header: t('column_person'),
    width: 180,
    cell: ({ connected_by }) => connected_by?.name ?? <span className="text-amber">{t('person_left')}</span>,
  },
];

function AppMenu({ app, onDisconnect }: { app: ConnectedApp; onDisconnect: (app: ConnectedApp) => void }) {
  return (
    <ActionMenu
      label={t('options_of', { name: app.name })}
      entries={[
        {
          id: 'disconnect',
          label: t('disconnect'),
          icon: <IconTrash size={16} aria-hidden />,
          danger: true,
          onSelect: () => onDisconnect(app),
        },
      ]}
    />
  );
}

function DisconnectDialog({ app, onClose }: { app: ConnectedApp | undefined; onClose: () => void }) {
  const name = app?.name ?? '';
  const disconnect = useMutation({
    ...mutationOptions(connectedAppsEndpoints.disconnectApp),
    onSuccess: async () => {
      await whenRefetched();
      onClose();
      toast.success(t('disconnected', { name }));
    },
    onError: (error) => toast.error(errorMessage(error, t('disconnect_failed'))),
  });
  return (
    <ConfirmDialog
      opened={app !== undefined}
      onClose={onClose}
      title={t('disconnect_title', { name })}
      confirmLabel={t('disconnect')}
      danger
      pending={disconnect.isPending}
      onConfirm={() => app && disconnect.mutate({ params: { id: app.id } })}
    >
      {t('disconnect_text')}
    </ConfirmDialog>
  );
}
