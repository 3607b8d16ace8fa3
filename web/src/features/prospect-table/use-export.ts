import { searchesEndpoints } from '@overture/contract/searches';
import { useMutation } from '@tanstack/react-query';
import { call, errorMessage } from '../../lib/api-client.ts';
import { tableRequest } from '../../lib/table-request.ts';
import { toast } from '../../ui/toast.tsx';
import { t } from './texts.ts';
import type { ListTable } from './use-list-table.ts';

/** Downloads leads as CSV: the named ones, or an amount from the top of the table. Large files come by a link that works once. */
export function useExport(
  searchId: number,
  table: Pick<ListTable, 'filters' | 'sort'>,
  /** Research columns that come along. */
  promptIds: readonly number[],
) {
  const run = useMutation({
    mutationFn: ({ prospect_ids, amount }: { prospect_ids?: number[]; amount?: number }) =>
      call(searchesEndpoints.exportSearchProspects, {
        params: { id: searchId },
        body: {
          prospect_ids,
          export_amount: amount,
          search_id: searchId,
          enrichment_prompts: promptIds.length > 0 ? [...promptIds] : undefined,
          ...tableRequest(table),
        },
      }),
    onSuccess: (answer) => {
      if ('csv_content' in answer) saveText(answer.csv_content, answer.filename);
      else saveAs(answer.download_url, answer.filename);
      toast.success(t('export_started', { filename: answer.filename }));
    },
    onError: (error) => toast.error(errorMessage(error, t('export_failed'))),
  });
  return { isPending: run.isPending, exportLeads: run.mutate };
}

function saveText(text: string, filename: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  saveAs(url, filename);
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

function saveAs(url: string, filename: string) {
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
}
