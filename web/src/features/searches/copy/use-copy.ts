import { searchesEndpoints } from '@overture/contract/searches';
import { useMutation } from '@tanstack/react-query';
import { call, errorMessage } from '../../../lib/api/api-client.ts';
import { formatNumber } from '../../../lib/format.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { type CopyOrder, type CopyTotals, copyLeads, undoCopy } from './copy-leads.ts';
import { t } from './texts.ts';

export type CopyRequest = Omit<CopyOrder, 'target'> & {
  /** An existing list, or the name of a new one. */
  target: CopyOrder['target'] | { name: string };
};

/** Copies or moves leads, to a new list if asked, and offers to undo it where the leads were named. */
export function useCopy(onDone: () => void) {
  const copy = useMutation({
    mutationFn: async ({ target, ...order }: CopyRequest) => {
      const list = 'id' in target ? target : { ...target, ...(await createList(target.name)) };
      const done = { ...order, target: list };
      return { order: done, totals: await copyLeads(done) };
    },
    onSuccess: ({ order, totals }) => {
      onDone();
      if (totals.isStopped) return;
      const { leads } = order;
      const undo = 'prospect_ids' in leads ? () => void putBack({ ...order, leads }, totals.added) : undefined;
      toast.success(describe(order, totals), undo ? { action: { label: t('undo'), onSelect: undo } } : {});
    },
    onError: (error, { target }) => toast.error(errorMessage(error, t('failed', { name: target.name }))),
  });
  return { isPending: copy.isPending, copy: copy.mutate };
}

const createList = (name: string) => call(searchesEndpoints.createSearch, { body: { name } });

function describe({ moves, target, total }: CopyOrder, { added, known }: CopyTotals): string {
  const count = moves ? Math.min(total, added.length + known) : added.length;
  const words = t(moves ? 'moved' : 'copied', { count, shown: formatNumber(count), name: target.name });
  return known === 0 ? words : `${words} ${t('known', { count: known, shown: formatNumber(known) })}`;
}

async function putBack(order: Parameters<typeof undoCopy>[0], added: number[]) {
  try {
    await undoCopy(order, added);
    toast.success(t('undone'));
  } catch (error) {
    toast.error(errorMessage(error, t('undo_failed')));
  }
}
