import { sessionsEndpoints, type UserSession } from '@overture/contract/sessions';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { errorMessage, mutationOptions, queryOptions, refetch } from '../../lib/api/api-client.ts';
import { formatDateTime } from '../../lib/format.ts';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import classes from './security.module.css';
import { t } from './texts.ts';

const methodTexts = {
  password: 'by_password',
  code: 'by_code',
  link: 'by_link',
  passkey: 'by_passkey',
  google: 'by_google',
  sso: 'by_sso',
} as const;

/** Where the person is signed in, the asking device first; every other one can be signed out. */
export function Devices() {
  const client = useQueryClient();
  const query = useQuery(queryOptions(sessionsEndpoints.listSessions));
  const ended = {
    onSuccess: async () => {
      await refetch(client, sessionsEndpoints.listSessions);
      toast.success(t('signed_out'));
    },
    onError: (error: Error) => toast.error(errorMessage(error, t('failed'))),
  };
  const endOne = useMutation({ ...mutationOptions(sessionsEndpoints.endSession), ...ended });
  const endOthers = useMutation({ ...mutationOptions(sessionsEndpoints.endOtherSessions), ...ended });
  if (query.error) return <ErrorState message={query.error.message} onRetry={() => void query.refetch()} compact />;
  if (!query.data) return null;
  const sessions = [...query.data.sessions].sort((a, b) => Number(b.is_current) - Number(a.is_current));
  return (
    <section className={classes.section}>
      <h2 className={classes.title}>{t('devices_title')}</h2>
      <p className={classes.note}>{t('devices_intro')}</p>
      <ul className={classes.list}>
        {sessions.map((session) => (
          <DeviceRow
            key={session.id}
            session={session}
            pending={endOne.isPending && endOne.variables?.params.id === session.id}
            onSignOut={() => endOne.mutate({ params: { id: session.id } })}
          />
        ))}
      </ul>
      {sessions.length > 1 ? (
        <div>
          <AppButton loading={endOthers.isPending} onClick={() => endOthers.mutate({})}>
            {t('sign_out_others')}
          </AppButton>
        </div>
      ) : null}
    </section>
  );
}

function DeviceRow(props: { session: UserSession; pending: boolean; onSignOut: () => void }) {
  const { session } = props;
  const facts = [
    `${session.place} (${session.ip})`,
    t('signed_in', { date: formatDateTime(session.created_at) }),
    t(methodTexts[session.method]),
    ...(session.has_second_factor && session.method !== 'passkey' ? [t('with_factor')] : []),
    t('last_used', { date: formatDateTime(session.last_seen_at) }),
  ];
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <p className={classes.name}>
          {session.device}
          {session.is_current ? <StatusChip tone="green">{t('this_device')}</StatusChip> : null}
        </p>
        <p className={classes.meta}>{facts.join(' · ')}</p>
      </div>
      {session.is_current ? null : (
        <AppButton
          aria-label={t('sign_out_of', { device: session.device })}
          loading={props.pending}
          onClick={props.onSignOut}
        >
          {t('sign_out')}
        </AppButton>
      )}
    </li>
  );
}
