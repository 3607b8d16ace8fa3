import { Select } from '@mantine/core';
import { type Member, membersEndpoints } from '@overture/contract/members';
import { assignableRoles, canChangeRole, type Role, type Viewer } from '@overture/domain/access/permissions';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { roleLabel } from '../../lib/labels/organization/role.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { t } from './texts.ts';

export const roleOptions = (viewer: Viewer): { value: Role; label: string }[] =>
  assignableRoles(viewer).map((role) => ({ value: role, label: roleLabel(role) }));

export const mayChangeRole = (viewer: Viewer, member: Member): boolean =>
  assignableRoles(viewer).some((role) => canChangeRole(viewer, member, role));

/** The role of a member: to be changed by who may, else its name. The member is signed out by a change, so it is asked for. */
export function RoleSelect({ viewer, member }: { viewer: Viewer; member: Member }) {
  const [wanted, setWanted] = useState<Role | undefined>();
  const change = useMutation({
    ...mutationOptions(membersEndpoints.changeMemberRole),
    onSuccess: async () => {
      await whenRefetched();
      setWanted(undefined);
      toast.success(t('role_updated'));
    },
    onError: (error) => {
      setWanted(undefined);
      toast.error(errorMessage(error, t('role_failed')));
    },
  });
  if (!mayChangeRole(viewer, member)) return roleLabel(member.role);
  return (
    <>
      <Select
        size="xs"
        aria-label={t('role_of', { name: member.name })}
        data={roleOptions(viewer)}
        value={wanted ?? member.role}
        allowDeselect={false}
        onChange={(role) => role && role !== member.role && setWanted(role as Role)}
      />
      <ConfirmDialog
        opened={wanted !== undefined}
        onClose={() => setWanted(undefined)}
        title={t('role_title')}
        confirmLabel={t('role_title')}
        pending={change.isPending}
        onConfirm={() => wanted && change.mutate({ params: { id: member.id }, body: { role: wanted } })}
      >
        {t('role_text', { name: member.name, role: roleLabel(wanted ?? member.role) })}
      </ConfirmDialog>
    </>
  );
}
