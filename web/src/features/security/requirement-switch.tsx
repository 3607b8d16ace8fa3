import { Switch } from '@mantine/core';
import { factorsEndpoints } from '@overture/contract/factors';
import { useMutation, useQuery } from '@tanstack/react-query';
import { errorMessage, mutationOptions, queryOptions } from '../../lib/api/api-client.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import classes from './security.module.css';
import { useStepUp } from './step-up.tsx';
import { t } from './texts.ts';

/** The organization's switch; for the roles that may change it. */
export function RequirementSwitch() {
  const stepUp = useStepUp();
  const query = useQuery(queryOptions(factorsEndpoints.getSecondFactorRequirement));
  const change = useMutation(mutationOptions(factorsEndpoints.changeSecondFactorRequirement));
  function set(is_required: boolean) {
    change.mutate(
      { body: { is_required } },
      {
        onSuccess: async () => {
          await whenRefetched();
          toast.success(t('saved'));
        },
        onError: (error) => stepUp.ask(error, () => set(is_required)) || toast.error(errorMessage(error, t('failed'))),
      },
    );
  }
  if (!query.data)
    return query.isPending ? (
      <div className={classes.requirement}>
        <Skeleton height={64} radius={10} />
      </div>
    ) : null;
  const { is_required, grace_in_days, people_without, required_by_installation } = query.data;
  const facts = [
    t('require_text', { days: grace_in_days }),
    ...(people_without > 0 ? [t('require_without', { count: people_without })] : []),
    ...(required_by_installation === 'off'
      ? []
      : [t('require_installation', { who: t(required_by_installation === 'all' ? 'require_all' : 'require_admins') })]),
  ];
  return (
    <section className={classes.requirement}>
      <Switch
        label={t('require_title')}
        description={facts.join(' ')}
        checked={is_required}
        disabled={change.isPending}
        onChange={(event) => set(event.currentTarget.checked)}
      />
      {stepUp.dialog}
    </section>
  );
}
