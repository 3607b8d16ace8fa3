import type { EnrichmentPrompt } from '@overture/contract/enrichment';
import { searchesEndpoints } from '@overture/contract/searches';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorMessage } from '../../lib/api/api-client.ts';
import { tableRequest } from '../../lib/api/table-request.ts';
import { saveCsvText, saveFile } from '../../lib/save-csv.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import type { ExportChoice } from './export-menu.tsx';
import { t } from './texts.ts';
import type { ListTable } from './use-list-table.ts';

/** Downloads leads as CSV: the named ones, or an amount from the top of the table. Large files come by a link that works once. */
export function useExport(
  searchId: number,
  table: Pick<ListTable, 'filters' | 'sort'>,
  /** Research columns of the list, which come along unless they are left out. */
  tasks: readonly EnrichmentPrompt[],
) {
  const [withAnswers, setWithAnswers] = useState(true);
  const run = useMutation({
    mutationFn: ({ prospect_ids, amount }: { prospect_ids?: number[]; amount?: number }) =>
      call(searchesEndpoints.exportSearchProspects, {
        params: { id: searchId },
        body: {
          prospect_ids,
          export_amount: amount,
          search_id: searchId,
          enrichment_prompts: withAnswers && tasks.length > 0 ? tasks.map(({ id }) => id) : undefined,
          ...tableRequest(table),
        },
      }),
    onSuccess: (answer) => {
      if ('csv_content' in answer) saveCsvText(answer.filename, answer.csv_content);
      else saveFile(answer.filename, answer.download_url);
      toast.success(t('export_started', { filename: answer.filename }));
    },
    onError: (error) => toast.error(errorMessage(error, t('export_failed'))),
  });
  const choice: ExportChoice = {
    withAnswers: tasks.length > 0 ? withAnswers : undefined,
    onWithAnswers: setWithAnswers,
    onExport: (amount) => run.mutate({ amount }),
    isExporting: run.isPending,
  };
  return { choice, exportLeads: run.mutate };
}
