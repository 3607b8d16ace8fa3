import type { AdminUser } from '@overture/contract/admin';
import { adminFiguresEndpoints } from '@overture/contract/admin-figures';
import type { LinkedAccountSummary } from '@overture/contract/auth';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { formatAgo } from '../../lib/format.ts';
import { roleLabel } from '../../lib/labels/organization/role.ts';
import { DateText } from '../../ui/display/date-text.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import type { DataColumn } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { ActDialog } from '../security/index.ts';
import { t } from './texts.ts';

const userColumns: DataColumn<AdminUser>[] = [
  { id: 'name', header: t('column_name'), width: 200, cell: (row) => row.name, title: (row) => row.name },
  { id: 'email', header: t('column_email'), width: 260, cell: (row) => row.email, title: (row) => row.email },
  {
    id: 'role',
    header: t('column_role'),
    width: 160,
    cell: (row) => (row.active ? roleLabel(row.role) : t('deactivated')),
  },
  {
    id: 'seen',
    header: t('column_seen'),
    width: 140,
    cell: (row) => <DateText value={row.last_seen_at} format={formatAgo} empty={t('never')} />,
  },
];

/** Who belongs to an organization; the operator can act for them. */
export function UsersTab({ users }: { users: AdminUser[] }) {
  const [chosen, setChosen] = useState<AdminUser | undefined>();
  const columns: DataColumn<AdminUser>[] = [
    ...userColumns,
    { id: 'act', header: t('column_act'), width: 140, cell: (row) => <ActButton user={row} onAct={setChosen} /> },
  ];
  return (
    <>
      <DataTable<AdminUser>
        tableId="admin-users"
        label={t('tab_users')}
        columns={columns}
        rows={users}
        rowId={(row) => row.id}
        rowLabel={(row) => row.name}
        empty={<EmptyState title={t('no_users')} />}
        card={(row) => ({
          title: row.name,
          subtitle: row.email,
          detail: <span className="text-table">{row.active ? roleLabel(row.role) : t('deactivated')}</span>,
          end: <ActButton user={row} onAct={setChosen} />,
        })}
      />
      {chosen ? (
        <ActDialog
          key={chosen.id}
          id={chosen.id}
          call="impersonate"
          texts={{
            title: t('act_title', { name: chosen.name }),
            text: t('act_text'),
            reason: t('act_reason'),
            confirm: t('act'),
            failed: t('failed'),
          }}
          onClose={() => setChosen(undefined)}
        />
      ) : null}
    </>
  );
}

/** Impersonation excludes administrators and users who cannot sign in. */
function ActButton({ user, onAct }: { user: AdminUser; onAct: (user: AdminUser) => void }) {
  if (!user.active || user.role === 'ADMIN') return null;
  return (
    <AppButton size="small" aria-label={t('act_named', { name: user.name })} onClick={() => onAct(user)}>
      {t('act')}
    </AppButton>
  );
}

const senderColumns: DataColumn<LinkedAccountSummary>[] = [
  { id: 'name', header: t('column_name'), width: 220, cell: (row) => row.name, title: (row) => row.name },
  {
    id: 'email',
    header: t('column_email'),
    width: 260,
    cell: (row) => row.email ?? '',
    title: (row) => row.email ?? '',
  },
  { id: 'type', header: t('column_type'), width: 130, cell: (row) => row.account_type },
  { id: 'status', header: t('column_status'), width: 150, cell: (row) => row.status },
];

/** The senders of an organization. */
export function SendersTab({ id }: { id: number }) {
  const found = useQuery(queryOptions(adminFiguresEndpoints.listAdminSenders, { params: { id } }));
  return (
    <DataTable<LinkedAccountSummary>
      tableId="admin-senders"
      label={t('tab_senders')}
      columns={senderColumns}
      rows={found.data?.linked_accounts}
      rowId={(row) => row.id}
      rowLabel={(row) => row.name}
      error={queryFailure(found)}
      empty={<EmptyState title={t('no_senders')} />}
      card={(row) => ({ title: row.name, subtitle: row.email ?? row.account_type, end: row.status })}
    />
  );
}
