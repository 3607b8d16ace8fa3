import { enrichmentEndpoints } from '@overture/contract/enrichment';
import type { TableFilter } from '@overture/domain/leads/filters';
import type { OutputType } from '@overture/domain/leads/lead-columns';
import type { ResearchSource } from '@overture/domain/money/credits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorMessage } from '../../../lib/api/api-client.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { refetchColumns } from '../../research-columns/index.ts';
import { t } from './texts.ts';

/** Filters and sort of the table: a run takes the leads in its order. */
export interface TableRequest {
  filters?: TableFilter[] | undefined;
  sort_field?: string | undefined;
  sort_direction?: string | undefined;
}

/** `add` makes a column (and the task, unless `prompt_id` names one), `continue` runs one that is there. */
type StartKind = 'add' | 'continue';

export interface StartInput {
  kind: StartKind;
  prompt_id?: number | undefined;
  name?: string;
  prompt?: string;
  output_type?: OutputType;
  required_sources?: ResearchSource[];
  runs_with_empty?: boolean;
  /** 0 saves without running. */
  prospect_limit: number;
}

const calls = {
  add: enrichmentEndpoints.startResearch,
  continue: enrichmentEndpoints.continueResearch,
} as const;

interface StartOptions {
  onStarted?: () => void;
  /** True if the failure was shown in place; otherwise a toast shows it. */
  onRefused?: (error: unknown) => boolean;
}

/** Adds, changes and runs research columns of a list. */
export function useStartResearch(searchId: number, table: TableRequest, options: StartOptions = {}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ kind, ...body }: StartInput) =>
      call(calls[kind], { params: { searchId }, body: { ...body, ...table } }),
    onSuccess: async (_, { prospect_limit }) => {
      options.onStarted?.();
      toast.success(t(prospect_limit > 0 ? 'started' : 'saved'), { duration: 3000 });
      await refetchColumns(client);
    },
    onError: (error) => {
      if (options.onRefused?.(error)) return;
      toast.error(errorMessage(error, t('start_failed')), { duration: 5000 });
    },
  });
}
