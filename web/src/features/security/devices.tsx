import { sessionsEndpoints, type UserSession } from '@overture/contract/sessions';
import { useMutation, useQuery } from '@tanstack/react-query';
import { errorMessage, mutationOptions, queryOptions } from '../../lib/api/api-client.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { formatDateTime } from '../../lib/format.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import classes from './security.module.css';
import { useStepUp } from './step-up.tsx';
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
  const stepUp = useStepUp();
  const query = useQuery(queryOptions(sessionsEndpoints.listSessions));
  const endOne = useMutation(mutationOptions(sessionsEndpoints.endSession));
  const endOthers = useMutation(mutationOptions(sessionsEndpoints.endOtherSessions));
  /** Tried first; repeated once the person has confirmed that it is them. */
  const ended = (again: () => void) => ({
    onSuccess: async () => {
      await whenRefetched();
      toast.success(t('signed_out'));
    },
    onError: (error: Error) => stepUp.ask(error, again) || toast.error(errorMessage(error, t('failed'))),
  });
  const signOut = (id: number) =>
    endOne.mutate(
      { params: { id } },
      ended(() => signOut(id)),
    );
  const signOutOthers = () => endOthers.mutate({}, ended(signOutOthers));
  if (query.error) return <ErrorState message={t('devices_failed')} onRetry={() => void query.refetch()} compact />;
  if (!query.data) return <Skeleton height={160} />;
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
            onSignOut={() => signOut(session.id)}
          />
        ))}
      </ul>
      {sessions.length > 1 ? (
        <div>
          <AppButton loading={endOthers.isPending} onClick={signOutOthers}>
            {t('sign_out_others')}
          </AppButton>
        </div>
      ) : null}
      {stepUp.dialog}
    </section>
  );
}

/** What is known of a session of the person's own. */
function describeSession(session: UserSession): string[] {
  return [
    `${session.place} (${session.ip})`,
    t('signed_in', { date: formatDateTime(session.created_at) }),
    t(methodTexts[session.method]),
    ...(session.has_second_factor && session.method !== 'passkey' ? [t('with_factor')] : []),
    t('last_used', { date: formatDateTime(session.last_seen_at) }),
  ];
}

function DeviceRow(props: { session: UserSession; pending: boolean; onSignOut: () => void }) {
  const { session } = props;
  const { acted_by } = session;
  const facts = acted_by
    ? [t('acted_by_since', { date: formatDateTime(session.created_at) }), session.device]
    : describeSession(session);
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <p className={classes.name}>
          {acted_by ? t('acted_by', { name: acted_by }) : session.device}
          {session.is_current ? <StatusChip tone="green">{t('this_device')}</StatusChip> : null}
        </p>
        <p className={classes.meta}>{facts.join(' · ')}</p>
      </div>
      {session.is_current ? null : (
        <AppButton
          aria-label={t('sign_out_of', { device: acted_by ?? session.device })}
          loading={props.pending}
          onClick={props.onSignOut}
        >
          {t(acted_by ? 'sign_out_them' : 'sign_out')}
        </AppButton>
      )}
    </li>
  );
}
