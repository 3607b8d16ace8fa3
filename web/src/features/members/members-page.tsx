import { type Member, membersEndpoints } from '@overture/contract/members';
import { canDeleteMember, canInviteMembers, MANAGERS, may, type Viewer } from '@overture/domain/access/permissions';
import { IconPlus, IconTrash, IconUnlink, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { useUser } from '../../lib/api/session.ts';
import { formatAgo, formatDate, formatNumber } from '../../lib/format.ts';
import { roleLabel } from '../../lib/labels/organization/role.ts';
import { DateText } from '../../ui/display/date-text.tsx';
import { PersonAvatar } from '../../ui/display/person-avatar.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { AppButton, IconButton } from '../../ui/inputs/app-button.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import type { DataColumn } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { DeleteMember } from './delete-member.tsx';
import { Invitations } from './invitations.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { OwnTimeZone } from './own-time-zone.tsx';
import { mayChangeRole, RoleSelect } from './role-select.tsx';
import { t } from './texts.ts';
import { UnlinkSso } from './unlink-sso.tsx';

/** Who belongs to the organization, what each may do, and who is invited. */
export function MembersPage() {
  const user = useUser();
  // No team changes during impersonation: the server refuses them as well.
  const viewer: Viewer = user.acting ? { ...user, role: 'RESTRICTED' } : user;
  const team = useQuery(queryOptions(membersEndpoints.listMembers));
  const [isInviting, setInviting] = useState(false);
  const [deleted, setDeleted] = useState<Member | undefined>();
  const [unlinked, setUnlinked] = useState<Member | undefined>();
  const columns = columnsFor(viewer);
  const members = team.data?.members;
  return (
    <>
      <PageHeader
        title={t('title')}
        count={members && formatNumber(members.length)}
        subtitle={t(user.acting ? 'subtitle_acting' : 'subtitle')}
        actions={
          canInviteMembers(viewer) ? (
            <AppButton kind="primary" icon={<IconPlus size={16} aria-hidden />} onClick={() => setInviting(true)}>
              {t('invite')}
            </AppButton>
          ) : null
        }
      />
      <div className="flex-1 overflow-auto">
        <DataTable<Member>
          tableId="members"
          label={t('table')}
          columns={columns}
          rows={members}
          rowId={(row) => row.id}
          rowLabel={(row) => row.name}
          skeletonRows={3}
          card={(row) => ({
            picture: <PersonAvatar name={row.name} picture_url={row.picture_url} size={36} />,
            title: <PersonName member={row} isViewer={row.id === viewer.id} />,
            subtitle: row.email,
            ...(mayChangeRole(viewer, row)
              ? { detail: <RoleSelect viewer={viewer} member={row} /> }
              : { end: roleLabel(row.role) }),
          })}
          rowActions={(row) =>
            canDeleteMember(viewer, row) ? (
              <MemberActions member={row} onUnlink={() => setUnlinked(row)} onDelete={() => setDeleted(row)} />
            ) : null
          }
          error={queryFailure(team)}
          empty={<EmptyState icon={<IconUsers size={22} />} title={t('none')} />}
        />
        {team.data ? <Invitations viewer={viewer} invitations={team.data.invitations} /> : null}
        {may(user, 'settings') ? <OwnTimeZone /> : null}
      </div>
      {isInviting ? <InviteDialog viewer={viewer} onClose={() => setInviting(false)} /> : null}
      {deleted ? <DeleteMember key={deleted.id} member={deleted} onClose={() => setDeleted(undefined)} /> : null}
      {unlinked ? <UnlinkSso key={unlinked.id} member={unlinked} onClose={() => setUnlinked(undefined)} /> : null}
    </>
  );
}

/** A manager's Single Sign-On is their own to unlink. */
function MemberActions(props: { member: Member; onUnlink: () => void; onDelete: () => void }) {
  const { name, role, has_sso } = props.member;
  return (
    <>
      {has_sso && !MANAGERS.includes(role) ? (
        <IconButton size="small" label={t('sso_unlink_named', { name })} onClick={props.onUnlink}>
          <IconUnlink size={16} aria-hidden />
        </IconButton>
      ) : null}
      <IconButton size="small" label={t('delete_named', { name })} onClick={props.onDelete}>
        <IconTrash size={16} aria-hidden />
      </IconButton>
    </>
  );
}

function columnsFor(viewer: Viewer): DataColumn<Member>[] {
  return [
    {
      id: 'person',
      header: t('column_person'),
      width: 320,
      cell: (row) => (
        <span className="flex items-center gap-2 min-w-0">
          <PersonAvatar name={row.name} picture_url={row.picture_url} />
          <span className="grid min-w-0 leading-[1.3]">
            <PersonName member={row} isViewer={row.id === viewer.id} />
            <span className="text-ink-3 text-table truncate">{row.email}</span>
          </span>
        </span>
      ),
      title: (row) => `${row.name}, ${row.email}`,
    },
    {
      id: 'role',
      header: t('column_role'),
      width: 210,
      cell: (row) => <RoleSelect viewer={viewer} member={row} />,
      title: (row) => roleLabel(row.role),
    },
    {
      id: 'seen',
      header: t('column_seen'),
      width: 150,
      cell: (row) => <DateText value={row.last_seen_at} format={formatAgo} empty={t('not_seen')} />,
    },
    {
      id: 'joined',
      header: t('column_joined'),
      width: 140,
      cell: (row) => <DateText value={row.joined_at} format={formatDate} />,
    },
  ];
}

function PersonName({ member, isViewer }: { member: Member; isViewer: boolean }) {
  return (
    <span className="flex items-center gap-2 min-w-0">
      <span className="truncate">{member.name}</span>
      {isViewer ? (
        <span className="flex-none py-0 px-1.5 border border-line-strong rounded-[9px] text-ink-3 text-meta">
          {t('you')}
        </span>
      ) : null}
    </span>
  );
}
