import { enrichmentEndpoints } from '@overture/contract/enrichment';
import { IconPlayerStop } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorMessage } from '../../lib/api-client.ts';
import { formatNumber } from '../../lib/format.ts';
import { refetchUser } from '../../lib/session.ts';
import { AppButton } from '../../ui/app-button.tsx';
import { toast } from '../../ui/toast.tsx';
import classes from './run-menu.module.css';
import { t } from './texts.ts';
import { refetchColumns, useLoadingCells } from './use-research.ts';

/** Stops what runs in the list. Shown while any cell is loading, with how many there are. */
export function StopButton({ searchId, rowIds }: { searchId: number; rowIds: readonly number[] | undefined }) {
  const client = useQueryClient();
  const loading = useLoadingCells(searchId, rowIds);
  const stop = useMutation({
    mutationFn: () => call(enrichmentEndpoints.cancelResearch, { params: { searchId } }),
    onSuccess: ({ cancelled_cells, released_credits }) => {
      toast.success(
        t('stopped', {
          count: cancelled_cells,
          shown: formatNumber(cancelled_cells),
          credits: formatNumber(released_credits),
        }),
        { duration: 4000 },
      );
      void refetchUser(client);
      return refetchColumns(client);
    },
    onError: (error) => toast.error(errorMessage(error, t('stop_failed'))),
  });
  if (loading === 0) return null;
  return (
    <span className={classes.stop}>
      <span className={`${classes.running} number`}>{t('running', { shown: formatNumber(loading) })}</span>
      <AppButton
        size="small"
        icon={<IconPlayerStop size={15} aria-hidden />}
        loading={stop.isPending}
        onClick={() => stop.mutate()}
      >
        {t('stop')}
      </AppButton>
    </span>
  );
}
