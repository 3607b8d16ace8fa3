import { Switch } from '@mantine/core';
import { actingEndpoints } from '@overture/contract/acting';
import { useMutation, useQuery } from '@tanstack/react-query';
import { errorMessage, mutationOptions, queryOptions } from '../../lib/api/api-client.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import classes from './security.module.css';
import { t } from './texts.ts';

/** Of the client of an agency: whether it may sign in as its people. */
export function AgencyAccessSwitch() {
  const found = useQuery(queryOptions(actingEndpoints.getAgencyAccess));
  const change = useMutation({
    ...mutationOptions(actingEndpoints.changeAgencyAccess),
    onSuccess: async () => {
      await whenRefetched();
      toast.success(t('saved'));
    },
    onError: (error) => toast.error(errorMessage(error, t('failed'))),
  });
  const isOpen = found.data?.is_open ?? null;
  if (isOpen === null) return null;
  return (
    <section className={classes.requirement}>
      <Switch
        label={t('agency_access')}
        description={t('agency_access_text')}
        checked={isOpen}
        disabled={change.isPending}
        onChange={(event) => change.mutate({ body: { is_open: event.currentTarget.checked } })}
      />
    </section>
  );
}
