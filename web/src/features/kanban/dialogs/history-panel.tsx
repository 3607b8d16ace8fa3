import { type KanbanCard, type KanbanHistoryEntry, kanbanEndpoints } from '@overture/contract/kanban';
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { formatDateTime } from '../../../lib/format.ts';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { SidePanel } from '../../../ui/overlays/overlay.tsx';
import { leadName } from '../../leads/index.ts';
import { t } from '../texts.ts';

/** What happened to a card, by whom or by which rule. */
export function HistoryPanel({ card, onClose }: { card: KanbanCard; onClose: () => void }) {
  const params = { id: card.board_id, cardId: card.id };
  const list = useQuery({ ...queryOptions(kanbanEndpoints.listKanbanHistory, { params }), staleTime: 0 });
  return (
    <SidePanel opened onClose={onClose} title={t('history_of', { name: leadName(card.prospect) })}>
      {list.isPending ? <Skeleton width="100%" height={120} radius={8} /> : null}
      {queryFailure(list, { fallback: t('history_failed'), compact: true })}
      {list.data?.history.length === 0 ? <p className="text-ink-3">{t('history_none')}</p> : null}
      <ol className="m-0 p-0 list-none">
        {list.data?.history.map((entry) => (
          <li key={entry.id} className="flex flex-col gap-0.5 py-2.5 border-b border-line">
            <span className="wrap-anywhere">{describeEntry(entry)}</span>
            <span className="text-ink-3 text-meta">{formatDateTime(entry.created_at)}</span>
          </li>
        ))}
      </ol>
    </SidePanel>
  );
}

function describeEntry({ kind, author, is_by_rule, detail, from_detail }: KanbanHistoryEntry): string {
  const who = is_by_rule ? t('by_rule') : (author ?? t('by_someone'));
  return t(`history_${kind}`, { who, detail, from: from_detail ?? '' });
}
