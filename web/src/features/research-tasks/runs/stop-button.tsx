import { enrichmentEndpoints } from '@overture/contract/enrichment';
import { IconPlayerStop } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorMessage } from '../../../lib/api/api-client.ts';
import { formatNumber } from '../../../lib/format.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { refetchColumns, useLoadingCells } from '../../research-columns/index.ts';
import classes from './runs.module.css';
import { t } from './texts.ts';

/** Stops what runs in the list. Shown while any cell is loading, with how many there are. */
export function StopButton({ searchId, rowIds }: { searchId: number; rowIds: readonly number[] | undefined }) {
  const client = useQueryClient();
  return (
    <StopRuns
      loading={useLoadingCells(searchId, rowIds)}
      stop={() => call(enrichmentEndpoints.cancelResearch, { params: { searchId } })}
      onStopped={() => refetchColumns(client)}
    />
  );
}

interface StopRunsProps {
  /** Cells that wait or run; nothing is shown without any. */
  loading: number;
  stop: () => Promise<{ cancelled_cells: number; released_credits: number }>;
  onStopped: () => Promise<void>;
}

/** How many cells run, and the button that stops them and says what came back. */
export function StopRuns({ loading, stop, onStopped }: StopRunsProps) {
  const { isPending, mutate } = useMutation({
    mutationFn: stop,
    onSuccess: ({ cancelled_cells, released_credits }) => {
      toast.success(
        t('stopped', {
          count: cancelled_cells,
          shown: formatNumber(cancelled_cells),
          credits: formatNumber(released_credits),
        }),
        { duration: 4000 },
      );
      return onStopped();
    },
    onError: (error) => toast.error(errorMessage(error, t('stop_failed'))),
  });
  if (loading === 0) return null;
  return (
    <span className="inline-flex items-center gap-2 me-2 max-sm:flex-[1_0_100%] max-sm:justify-between max-sm:me-0">
      <span className={`${classes.running} number`}>{t('running', { shown: formatNumber(loading) })}</span>
      <AppButton
        size="small"
        icon={<IconPlayerStop size={15} aria-hidden />}
        loading={isPending}
        onClick={() => mutate()}
      >
        {t('stop')}
      </AppButton>
    </span>
  );
}
