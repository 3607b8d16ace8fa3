import { enrichmentEndpoints } from '@overture/contract/enrichment';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { errorMessage, mutationOptions, queryOptions, refetch } from '../../../lib/api/api-client.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { useUser } from '../../../lib/api/session.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { t } from '../texts.ts';
import { SharedRows } from './shared-rows.tsx';

/** Research tasks of the agency; nothing for who has none, and where none is shared. */
export function SharedTasks() {
  const { agency } = useUser().organization;
  const queries = useQueryClient();
  const shared = useQuery({ ...queryOptions(enrichmentEndpoints.listAgencyPrompts), enabled: Boolean(agency) });
  const copy = useMutation({
    ...mutationOptions(enrichmentEndpoints.copyAgencyPrompt),
    onSuccess: async ({ name }) => {
      await refetch(queries, enrichmentEndpoints.listResearchTasks);
      toast.success(t('copied_task', { name }));
    },
    onError: (error) => toast.error(errorMessage(error, t('copy_failed'))),
  });
  if (shared.error) return queryFailure(shared, { compact: true });
  if (!shared.data || shared.data.length === 0) return null;
  return (
    <SharedRows
      items={shared.data.map(({ id, name, prompt, cost_per_lead }) => ({
        id,
        name,
        text: prompt,
        note: t('per_lead', { count: cost_per_lead }),
      }))}
      pendingId={copy.isPending ? Number(copy.variables?.params.id) : undefined}
      onCopy={(id) => copy.mutate({ params: { id } })}
    />
  );
}
