import { type KanbanBoardSummary, kanbanEndpoints } from '@overture/contract/kanban';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOptions } from '../../lib/api/api-client.ts';
import { useLiveEvent } from '../../lib/api/live.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { formatNumber } from '../../lib/format.ts';
import { useGo } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { readStored, writeStored } from '../../lib/storage.ts';
import { useThrottled } from '../../lib/throttle.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { AppButton, IconButton } from '../../ui/inputs/app-button.tsx';
import { SearchInput } from '../../ui/inputs/search-input.tsx';
import { t } from './texts.ts';

/** From the specification: the list is refetched after five minutes, or on an event. */
const FRESH_IN_MS = 300_000;
const PAUSE_IN_MS = 1500;

/** All boards, kept up to date; `search` narrows them. */
export function useBoards(search: string) {
  const list = useQuery({
    ...queryOptions(kanbanEndpoints.listKanbanBoards, { query: search ? { search } : {} }),
    staleTime: FRESH_IN_MS,
    placeholderData: keepPreviousData,
  });
  const again = useThrottled(() => void list.refetch(), PAUSE_IN_MS);
  useLiveEvent('kanban_board', again);
  useLiveEvent('kanban_card', again);
  return list;
}

interface BoardsSidebarProps {
  selectedId: number | undefined;
  /** Where one pane is shown at a time it is the board. */
  isBehind: boolean;
  onCreate: () => void;
}

export function BoardsSidebar({ selectedId, isBehind, onCreate }: BoardsSidebarProps) {
  const [search, setSearch] = useState('');
  const [isFolded, setFolded] = useState(() => readStored('boards-folded', false));
  const list = useBoards(search);
  function fold() {
    setFolded(!isFolded);
    writeStored('boards-folded', !isFolded);
  }
  const Fold = isFolded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  const foldButton = (
    <span className="@max-[800px]/boards:hidden">
      <IconButton label={t(isFolded ? 'show_boards' : 'fold_boards')} aria-expanded={!isFolded} onClick={fold}>
        <Fold size={18} stroke={1.6} aria-hidden />
      </IconButton>
    </span>
  );
  return (
    <aside
      className="group/list flex flex-none flex-col w-(--boards-width) border-e border-line bg-surface @max-[800px]/boards:w-full @max-[800px]/boards:border-0 data-behind:@max-[800px]/boards:hidden data-folded:@min-[800px]/boards:w-13"
      data-behind={isBehind || undefined}
      data-folded={isFolded || undefined}
      aria-label={t('your_boards')}
    >
      {isFolded ? <div className="flex-none pt-4 px-2 @max-[800px]/boards:hidden">{foldButton}</div> : null}
      <header className="flex flex-none flex-col gap-3 pt-4 px-4 pb-3 group-data-folded/list:@min-[800px]/boards:hidden">
        <div className="flex items-center gap-2">
          <h2 className="flex-1 text-section">{t('your_boards')}</h2>
          <AppButton size="small" icon={<IconPlus size={15} aria-hidden />} onClick={onCreate}>
            {t('new_board')}
          </AppButton>
          {isFolded ? null : foldButton}
        </div>
        <SearchInput
          label={t('search_boards')}
          placeholder={t('search_boards')}
          value={search}
          width="100%"
          onChange={setSearch}
        />
      </header>
      <BoardList list={list} isSearched={search !== ''} selectedId={selectedId} />
    </aside>
  );
}

interface BoardListProps {
  list: ReturnType<typeof useBoards>;
  isSearched: boolean;
  selectedId: number | undefined;
}

function BoardList({ list, isSearched, selectedId }: BoardListProps) {
  return (
    <nav
      className="flex-1 min-h-0 px-2 pb-4 overflow-y-auto group-data-folded/list:@min-[800px]/boards:hidden"
      aria-label={t('your_boards')}
      aria-busy={list.isPending || undefined}
    >
      {list.data === undefined ? (
        (queryFailure(list, { fallback: t('boards_failed'), compact: true }) ?? <LoadingBoards />)
      ) : list.data.boards.length === 0 ? (
        isSearched ? (
          <p className="py-6 px-2 text-center text-ink-3 text-table">{t('no_boards_found')}</p>
        ) : (
          <EmptyState compact title={t('no_boards')} text={t('no_boards_text')} />
        )
      ) : (
        <ul className="flex flex-col gap-0.5 m-0 p-0 list-none">
          {list.data.boards.map((board) => (
            <li key={board.id}>
              <BoardLink board={board} isSelected={board.id === selectedId} />
            </li>
          ))}
        </ul>
      )}
    </nav>
  );
}

function BoardLink({ board, isSelected }: { board: KanbanBoardSummary; isSelected: boolean }) {
  const go = useGo();
  return (
    <button
      type="button"
      className="bare flex flex-col gap-0.5 w-full py-2 px-3 rounded-control text-start cursor-pointer hover:bg-hover data-selected:bg-accent-soft"
      data-selected={isSelected || undefined}
      aria-current={isSelected ? 'true' : undefined}
      onClick={() => go(pb.inbox({ tab: 'boards', board: board.id }))}
    >
      <span className="font-medium truncate">{board.name}</span>
      <span className="text-ink-3 text-meta number">
        {t('columns', { count: board.column_count })} ·{' '}
        {t('leads', { count: board.lead_count }).replace(String(board.lead_count), formatNumber(board.lead_count))}
      </span>
    </button>
  );
}

function LoadingBoards() {
  return (
    <div className="flex flex-col gap-1">
      <p className="visually-hidden" role="status">
        {t('loading_boards')}
      </p>
      {['a', 'b', 'c', 'd'].map((key) => (
        <span key={key} className="flex flex-col gap-1.5 py-2.5 px-3" aria-hidden>
          <Skeleton width="56%" height={14} />
          <Skeleton width="36%" height={11} />
        </span>
      ))}
    </div>
  );
}
