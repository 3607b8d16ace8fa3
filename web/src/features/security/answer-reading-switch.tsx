import { Switch } from '@mantine/core';
import { organizationEndpoints } from '@overture/contract/organization';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { errorMessage, mutationOptions, queryOptions, refetch } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import classes from './security.module.css';
import { t } from './texts.ts';

/** The organization's switch: whether the model reads what its leads answer. */
export function AnswerReadingSwitch() {
  const client = useQueryClient();
  const found = useQuery(queryOptions(organizationEndpoints.getAnswerReading));
  const change = useMutation({
    ...mutationOptions(organizationEndpoints.setAnswerReading),
    onSuccess: async () => {
      await refetch(client, organizationEndpoints.getAnswerReading);
      toast.success(t('saved'));
    },
    onError: (error) => toast.error(errorMessage(error, t('failed'))),
  });
  if (!found.data) return queryFailure(found, { compact: true });
  return (
    <section className={classes.requirement}>
      <Switch
        label={t('classify_title')}
        description={t(found.data.read_by_model ? 'classify_on' : 'classify_off')}
        checked={found.data.read_by_model}
        disabled={change.isPending}
        onChange={(event) => change.mutate({ body: { read_by_model: event.currentTarget.checked } })}
      />
    </section>
  );
}
