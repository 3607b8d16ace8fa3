import { type AgencyClient, type AgencyClientUser, agencyEndpoints } from '@overture/contract/agency';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions } from '../../../lib/api/api-client.ts';
import { formatAgo } from '../../../lib/format.ts';
import { roleLabel } from '../../../lib/labels/organization/role.ts';
import { DateText } from '../../../ui/display/date-text.tsx';
import { PersonAvatar } from '../../../ui/display/person-avatar.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { ActDialog } from '../../security/index.ts';
import { t } from '../texts.ts';
import { InviteLinkDialog, useMailInvitation } from './invite-link-dialog.tsx';

/** Who belongs to a client; the agency signs in as one of them, if the client does not mind. */
export function ClientTeam({ client }: { client: AgencyClient }) {
  const [chosen, setChosen] = useState<AgencyClientUser | null>(null);
  const isActive = client.active_subscription_whitelabel;
  const canAct = isActive && client.is_open_to_agency;
  return (
    <section className="grid gap-3 p-4 border border-line rounded-card bg-surface" aria-label={t('team')}>
      <h2 className="text-section">{t('team')}</h2>
      {client.is_open_to_agency ? null : <p className="text-ink-3 text-table">{t('login_closed')}</p>}
      {client.users.length === 0 ? <NoUsersYet client={client} canAct={canAct} /> : null}
      <ul className="grid m-0 p-0 list-none">
        {client.users.map((user) => (
          <li key={user.id} className="flex flex-wrap items-center gap-3 py-2 border-b border-line last:border-b-0">
            <PersonAvatar name={user.name} picture_url={user.picture_url} size={30} />
            <span className="flex flex-[1_1_12rem] flex-col min-w-0">
              <span className="font-medium truncate">{user.name}</span>
              <span className="text-ink-3 text-table truncate">{user.email}</span>
            </span>
            <span className="text-ink-3 text-table">
              {user.active ? roleLabel(user.role) : t('deactivated')},{' '}
              <DateText value={user.last_seen_at} format={formatAgo} empty={t('never')} />
            </span>
            {canAct && user.active && user.role !== 'ADMIN' ? (
              <AppButton
                size="small"
                aria-label={t('login_as_named', { name: user.name })}
                onClick={() => setChosen(user)}
              >
                {t('login_as')}
              </AppButton>
            ) : null}
          </li>
        ))}
      </ul>
      {chosen ? (
        <ActDialog
          key={chosen.id}
          id={chosen.id}
          call="impersonateClient"
          texts={{
            title: t('login_title', { name: chosen.name }),
            text: t('login_text'),
            reason: t('login_reason'),
            confirm: t('login_as'),
            failed: t('failed'),
          }}
          onClose={() => setChosen(null)}
        />
      ) : null}
    </section>
  );
}

function NoUsersYet({ client, canAct }: { client: AgencyClient; canAct: boolean }) {
  const [link, setLink] = useState<string | null>(null);
  const [isOpening, setOpening] = useState(false);
  const { mail, isPending } = useMailInvitation(client);
  const renew = useMutation({
    ...mutationOptions(agencyEndpoints.renewClientInvitation),
    onSuccess: ({ url }) => setLink(url),
    onError: (error) => toast.error(errorMessage(error, t('failed'))),
  });
  return (
    <>
      <EmptyState
        compact
        title={t('no_team')}
        text={t('no_team_text', { email: client.email })}
        action={
          client.active_subscription_whitelabel ? (
            <span className="flex flex-wrap justify-center gap-2">
              <AppButton kind="primary" loading={isPending} onClick={() => mail()}>
                {t('mail_invitation')}
              </AppButton>
              <AppButton loading={renew.isPending} onClick={() => renew.mutate({ params: { id: client.id } })}>
                {t('new_link')}
              </AppButton>
              {canAct ? <AppButton onClick={() => setOpening(true)}>{t('open_workspace')}</AppButton> : null}
            </span>
          ) : null
        }
      />
      {link ? <InviteLinkDialog client={client} url={link} onDone={() => setLink(null)} /> : null}
      {isOpening ? (
        <ActDialog
          id={client.id}
          call="openClientWorkspace"
          texts={{
            title: t('workspace_title', { name: client.name }),
            text: t('workspace_text'),
            reason: t('login_reason'),
            confirm: t('open_workspace'),
            failed: t('failed'),
          }}
          onClose={() => setOpening(false)}
        />
      ) : null}
    </>
  );
}
