import { type Integration, integrationsEndpoints } from '@overture/contract/integrations';
import { useMutation } from '@tanstack/react-query';
import { call, errorMessage } from '../../lib/api/api-client.ts';
import type { tableRequest } from '../../lib/api/table-request.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { formatNumber } from '../../lib/format.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { t } from './texts.ts';

/** Leads of a table: named ones or an amount of its order, and where the table belongs. */
export interface PushedLeads extends Partial<ReturnType<typeof tableRequest>> {
  prospect_ids?: number[] | undefined;
  amount?: number | undefined;
  campaign_id?: number | undefined;
  search_id?: number | undefined;
}

/** Errors shown right away; the rest is listed with the push. */
const MOST_SAID = 3;

export const leadCount = (count: number): string => t('leads', { count, shown: formatNumber(count) });

/** Pushes leads and shows the outcome; a long push continues in the tray. */
export function usePush(onDone: () => void) {
  return useMutation({
    mutationFn: ({
      integration,
      leads,
      board_id,
    }: {
      integration: Integration;
      leads: PushedLeads;
      board_id?: string | undefined;
    }) =>
      call(integrationsEndpoints.pushProspects, {
        params: { integration: integration.integration_type },
        body: { ...leads, board_id },
      }),
    onSuccess: async (answer, { integration: { name } }) => {
      const total = formatNumber(answer.total_count);
      if (answer.push.state === 'running' && answer.error === null)
        toast.success(t('push_started', { leads: leadCount(answer.total_count), name }));
      else if (!answer.success) toast.error(answer.error ?? t('push_failed', { name }));
      else {
        const done = t('push_done', { pushed: formatNumber(answer.pushed_count), total, name });
        const failed = answer.push.failed_count;
        const errors = answer.errors.slice(0, MOST_SAID).join(' ');
        if (failed > 0) toast.error(`${done}. ${t('push_failures', { failed: formatNumber(failed), errors })}`);
        else toast.success(done);
      }
      onDone();
      await whenRefetched();
    },
    onError: (error, { integration: { name } }) => toast.error(errorMessage(error, t('push_failed', { name }))),
  });
}
