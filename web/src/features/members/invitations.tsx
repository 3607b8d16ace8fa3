import { type Invitation, membersEndpoints } from '@overture/contract/members';
import { canInviteMembers, type Viewer } from '@overture/domain/access/permissions';
import { IconSend, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { formatDate } from '../../lib/format.ts';
import { roleLabel } from '../../lib/labels/organization/role.ts';
import { DateText } from '../../ui/display/date-text.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { IconButton } from '../../ui/inputs/app-button.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import type { DataColumn } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { t } from './texts.ts';

const columns: DataColumn<Invitation>[] = [
  { id: 'email', header: t('column_email'), width: 320, cell: (row) => row.email, title: (row) => row.email },
  { id: 'role', header: t('column_role'), width: 210, cell: (row) => roleLabel(row.role) },
  { id: 'by', header: t('column_invited_by'), width: 150, cell: (row) => row.invited_by ?? t('left_team') },
  { id: 'expires', header: t('column_expires'), width: 140, cell: (row) => <Expiry invitation={row} /> },
];

/** Pending invitations. Hidden without any. */
export function Invitations({ viewer, invitations }: { viewer: Viewer; invitations: Invitation[] }) {
  const [withdrawn, setWithdrawn] = useState<Invitation | undefined>();
  const resend = useResend();
  if (invitations.length === 0) return null;
  return (
    <section>
      <h2 className="pt-6 px-gutter pb-3">{t('waiting')}</h2>
      <DataTable<Invitation>
        tableId="invitations"
        label={t('waiting')}
        columns={columns}
        rows={invitations}
        rowId={(row) => row.id}
        rowLabel={(row) => row.email}
        card={(row) => ({ title: row.email, subtitle: roleLabel(row.role), end: <Expiry invitation={row} /> })}
        rowActions={(row) =>
          canInviteMembers(viewer) ? (
            <>
              <IconButton
                size="small"
                label={t('resend_named', { email: row.email })}
                onClick={() => resend.mutate({ params: { id: row.id } })}
              >
                <IconSend size={16} aria-hidden />
              </IconButton>
              <IconButton
                size="small"
                label={t('withdraw_named', { email: row.email })}
                onClick={() => setWithdrawn(row)}
              >
                <IconTrash size={16} aria-hidden />
              </IconButton>
            </>
          ) : null
        }
        empty={null}
      />
      <Withdraw invitation={withdrawn} onClose={() => setWithdrawn(undefined)} />
    </section>
  );
}

function Expiry({ invitation }: { invitation: Invitation }) {
  if (invitation.is_expired) return <span className="text-amber">{t('expired')}</span>;
  return <DateText value={invitation.expires_at} format={formatDate} />;
}

function useResend() {
  return useMutation({
    ...mutationOptions(membersEndpoints.resendInvitation),
    onSuccess: async ({ invitation }) => {
      toast.success(t('resent', { email: invitation.email }));
      await whenRefetched();
    },
    onError: (error) => toast.error(errorMessage(error, t('resend_failed'))),
  });
}

function Withdraw({ invitation, onClose }: { invitation: Invitation | undefined; onClose: () => void }) {
  const withdraw = useMutation({
    ...mutationOptions(membersEndpoints.withdrawInvitation),
    onSuccess: async () => {
      await whenRefetched();
      onClose();
      toast.success(t('withdrawn'));
    },
    onError: (error) => toast.error(errorMessage(error, t('withdraw_failed'))),
  });
  return (
    <ConfirmDialog
      opened={invitation !== undefined}
      onClose={onClose}
      title={t('withdraw_title')}
      confirmLabel={t('withdraw')}
      danger
      pending={withdraw.isPending}
      onConfirm={() => invitation && withdraw.mutate({ params: { id: invitation.id } })}
    >
      {t('withdraw_text', { email: invitation?.email ?? '' })}
    </ConfirmDialog>
  );
}
