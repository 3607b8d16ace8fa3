import type { EnrichmentPrompt } from '@overture/contract/enrichment';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../lib/api/api-client.ts';
import { tableRequest } from '../../lib/api/table-request.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import type { ExportChoice } from './export-menu.tsx';
import { t } from './texts.ts';
import type { useListColumns } from './use-list-columns.ts';
import type { ListTable } from './use-list-table.ts';

/** Downloads leads as CSV: the named ones, or an amount from the top of the table. */
export function useExport(
  searchId: number,
  table: Pick<ListTable, 'filters' | 'sort'>,
  /** Research columns of the list, which come along unless they are left out. */
  tasks: readonly EnrichmentPrompt[],
  { shown, isOrdered }: Pick<ReturnType<typeof useListColumns>, 'shown' | 'isOrdered'>,
) {
  const [withAnswers, setWithAnswers] = useState(true);
  const [isShownOnly, setShownOnly] = useState(false);
  const run = useMutation({
    mutationFn: async ({ prospect_ids, amount }: { prospect_ids?: number[]; amount?: number }) => {
      const { downloadLeads } = await import('./export-file.ts');
      return downloadLeads(searchId, {
        prospect_ids,
        export_amount: amount,
        enrichment_prompts: withAnswers && tasks.length > 0 ? tasks.map(({ id }) => id) : undefined,
        // A table in its own order leaves the file in its own.
        columns: isShownOnly || isOrdered ? shown.map(({ id }) => id) : undefined,
        leave_out_others: isShownOnly || undefined,
        ...tableRequest(table),
      });
    },
    onSuccess: (filename) => toast.success(t('export_started', { filename })),
    onError: (error) => toast.error(errorMessage(error, t('export_failed'))),
  });
  const choice: ExportChoice = {
    withAnswers: tasks.length > 0 ? withAnswers : undefined,
    onWithAnswers: setWithAnswers,
    isShownOnly,
    onShownOnly: setShownOnly,
    onExport: (amount) => run.mutate({ amount }),
    isExporting: run.isPending,
  };
  return { choice, exportLeads: run.mutate };
}
