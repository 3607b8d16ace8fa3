import { enrichmentEndpoints } from '@overture/contract/enrichment';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorMessage } from '../../../lib/api/api-client.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { refetchColumns } from '../../research-columns/index.ts';
import { t } from './texts.ts';

type Cell = { prompt_id: number; prospect_id: number };

/** Runs (again) the cells named; the server says what it reserved for them. */
export function useRunCells(searchId: number, onStarted?: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (cells: Cell[]) =>
      call(enrichmentEndpoints.enrichSelectedCells, { params: { searchId }, body: { cells } }),
    onSuccess: (_, cells) => {
      if (cells.length > 1) toast.success(t('started'), { duration: 3000 });
      onStarted?.();
      return refetchColumns(client);
    },
    onError: (error) => toast.error(errorMessage(error, t('run_failed'))),
  });
}
