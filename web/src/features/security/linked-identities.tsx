import { identitiesEndpoints, type LinkedIdentity } from '@overture/contract/identities';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions, queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { whenRefetched } from '../../lib/api/writes.ts';
import { formatDate, formatDateTime } from '../../lib/format.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import classes from './security.module.css';
import { useStepUp } from './step-up.tsx';
import { t } from './texts.ts';

/** Other providers the person signs in with; nothing is shown to who has none. */
export function LinkedIdentities() {
  const query = useQuery(queryOptions(identitiesEndpoints.listIdentities));
  if (!query.data) return queryFailure(query, { compact: true }) ?? null;
  if (query.data.identities.length === 0) return null;
  return (
    <section className={classes.section}>
      <h2 className={classes.title}>{t('identities_title')}</h2>
      {query.data.has_password ? null : <p className={classes.note}>{t('identities_only')}</p>}
      <ul className={classes.list}>
        {query.data.identities.map((identity) => (
          <IdentityRow key={identity.id} identity={identity} />
        ))}
      </ul>
    </section>
  );
}

function IdentityRow({ identity }: { identity: LinkedIdentity }) {
  const stepUp = useStepUp();
  const [isAsking, setAsking] = useState(false);
  const unlink = useMutation(mutationOptions(identitiesEndpoints.unlinkIdentity));
  function unlinkIt() {
    unlink.mutate(
      { params: { id: identity.id } },
      {
        onSuccess: whenRefetched,
        onError: (error) => stepUp.ask(error, unlinkIt) || toast.error(errorMessage(error, t('failed'))),
        onSettled: () => setAsking(false),
      },
    );
  }
  const facts = [
    t('identity_linked', { date: formatDate(identity.created_at) }),
    t('passkey_used', { date: formatDateTime(identity.last_used_at) }),
  ];
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <p className={classes.name}>
          {t(identity.provider === 'sso' ? 'identity_sso' : 'identity_google', { email: identity.email })}
        </p>
        <p className={classes.meta}>{facts.join(' · ')}</p>
      </div>
      <AppButton onClick={() => setAsking(true)}>{t('unlink')}</AppButton>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t(identity.provider === 'sso' ? 'unlink_sso_title' : 'unlink_title')}
        confirmLabel={t('unlink')}
        danger
        pending={unlink.isPending}
        onConfirm={unlinkIt}
      >
        {t(identity.provider === 'sso' ? 'unlink_sso_text' : 'unlink_text')}
      </ConfirmDialog>
      {stepUp.dialog}
    </li>
  );
}
