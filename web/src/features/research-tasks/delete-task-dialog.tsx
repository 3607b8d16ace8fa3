import { type EnrichmentPrompt, enrichmentEndpoints } from '@overture/contract/enrichment';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, errorMessage, queryOptions, refetch } from '../../lib/api/api-client.ts';
import { formatNumber, inQuotes } from '../../lib/format.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { refetchColumns } from '../research-columns/index.ts';
import classes from './tasks.module.css';
import { t } from './texts.ts';

/** The server counts no further. */
const MAX_COUNTED = 10_000;
const formatCapped = (count: number) => `${formatNumber(count)}${count >= MAX_COUNTED ? '+' : ''}`;

/** Lists named before the rest is counted. */
const namedLists = 5;

interface DeleteTaskDialogProps {
  /** The task in question; none closes the dialog. */
  task: EnrichmentPrompt | undefined;
  onClose: () => void;
}

/** Asks before a task goes, naming the lists that lose a column. */
export function DeleteTaskDialog({ task, onClose }: DeleteTaskDialogProps) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: (id: number) => call(enrichmentEndpoints.deleteResearchTask, { params: { id } }),
    onSuccess: () => {
      toast.success(t('deleted'), { duration: 3000 });
      onClose();
      return Promise.all([refetch(client, enrichmentEndpoints.listResearchTasks), refetchColumns(client)]);
    },
    onError: (error) => toast.error(errorMessage(error, t('delete_failed')), { duration: 3000 }),
  });
  return (
    <ConfirmDialog
      opened={task !== undefined}
      onClose={onClose}
      title={t('delete_title', { name: task?.name ?? '' })}
      confirmLabel={t('delete_task')}
      danger
      pending={remove.isPending}
      onConfirm={() => task && remove.mutate(task.id)}
    >
      <p>{t('delete_text')}</p>
      {task ? <TaskUse promptId={task.id} /> : null}
    </ConfirmDialog>
  );
}

/** A failed lookup of its usage shows nothing; the question still works. */
function TaskUse({ promptId }: { promptId: number }) {
  const query = useQuery({
    ...queryOptions(enrichmentEndpoints.listAffectedSearches, { params: { id: promptId } }),
    staleTime: 0,
  });
  if (query.isError) return null;
  if (query.data === undefined) return <Skeleton width="70%" />;
  const { data: lists, campaigns, result_count } = query.data;
  return (
    <>
      {result_count > 0 ? (
        <p className="mt-2 font-medium text-ink">
          {t('delete_results', { count: result_count, shown: formatCapped(result_count) })}
        </p>
      ) : null}
      <AffectedLists lists={lists} />
      {campaigns.length > 0 ? (
        <p className="mt-2 text-table">
          {t('delete_campaigns', {
            names: campaigns
              .slice(0, namedLists)
              .map(({ name }) => inQuotes(name))
              .join(', ')
              .concat(campaigns.length > namedLists ? ' …' : ''),
          })}
        </p>
      ) : null}
    </>
  );
}

function AffectedLists({ lists }: { lists: readonly { id: number; name: string; prospect_count: number }[] }) {
  if (lists.length === 0) return <p className="mt-2 text-ink-3 text-table">{t('delete_no_lists')}</p>;
  const rest = lists.length - namedLists;
  return (
    <div className={classes.affected}>
      <p>{t('delete_lists')}</p>
      <ul>
        {lists.slice(0, namedLists).map(({ id, name, prospect_count }) => (
          <li key={id}>
            <span className="truncate">{name}</span>
            <span className="number">
              {t('delete_leads', { count: prospect_count, shown: formatNumber(prospect_count) })}
            </span>
          </li>
        ))}
      </ul>
      {rest > 0 ? <p className="mt-2 text-ink-3 text-table">{t('delete_more', { count: rest })}</p> : null}
    </div>
  );
}
