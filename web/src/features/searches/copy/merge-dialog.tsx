import { Select } from '@mantine/core';
import { type Search, searchesEndpoints } from '@overture/contract/searches';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorMessage } from '../../../lib/api/api-client.ts';
import { formatNumber } from '../../../lib/format.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { t as listText } from '../texts.ts';
import { copyLeads } from './copy-leads.ts';
import { t } from './texts.ts';

interface MergeDialogProps {
  searches: readonly Search[];
  onClose: () => void;
  onDone: () => void;
}

/** Which of the lists stays. The others are archived once all of their leads are in it. */
export function MergeDialog({ searches, onClose, onDone }: MergeDialogProps) {
  const [chosen, setChosen] = useState(String(largestOf(searches)?.id));
  const merge = useMutation({
    mutationFn: (target: Search) => mergeLists(target, searches),
    onSuccess: (isWhole, target) => {
      onDone();
      onClose();
      if (isWhole) toast.success(t('merged', { name: target.name }));
    },
    onError: (error, target) => toast.error(errorMessage(error, t('failed', { name: target.name }))),
  });
  const target = searches.find(({ id }) => String(id) === chosen);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('merge_title', { count: searches.length })}
      size="small"
      footer={
        <>
          <AppButton onClick={onClose}>{t('cancel')}</AppButton>
          <AppButton kind="primary" loading={merge.isPending} onClick={() => target && merge.mutate(target)}>
            {t('merge')}
          </AppButton>
        </>
      }
    >
      <p className="mb-4 text-ink-2">{t('merge_text')}</p>
      <Select
        label={t('merge_stays')}
        data-autofocus
        allowDeselect={false}
        data={searches.map((search) => ({ value: String(search.id), label: describeList(search) }))}
        value={chosen}
        onChange={(value) => value && setChosen(value)}
      />
    </Dialog>
  );
}

const describeList = ({ name, total_prospects: count }: Search): string =>
  `${name} · ${listText('leads', { count, shown: formatNumber(count) })}`;

const largestOf = (searches: readonly Search[]): Search | undefined =>
  [...searches].sort((a, b) => b.total_prospects - a.total_prospects)[0];

/** False when it was stopped: then nothing is archived. */
async function mergeLists(target: Search, searches: readonly Search[]): Promise<boolean> {
  const sources = searches.filter(({ id }) => id !== target.id);
  for (const { id, total_prospects: total } of sources) {
    const totals = await copyLeads({ from: id, target, moves: false, leads: { everything: true }, total });
    if (totals.isStopped) return false;
  }
  const search_ids = sources.map(({ id }) => id);
  await call(searchesEndpoints.changeSearchStatuses, { body: { search_ids, status: 'archived' } });
  return true;
}
