import type { KanbanCard, KanbanColumn } from '@overture/contract/kanban';
import { IconBolt, IconLayoutKanban, IconPlus, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { AppLink, useGo } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { AppButton, IconButton } from '../../ui/inputs/app-button.tsx';
import { BoardColumns } from './board/board-columns.tsx';
import { BoardHead } from './board/board-head.tsx';
import { isNarrowed, useCardFilters } from './board/filters.ts';
import { useBoard } from './board/use-board.ts';
import { BoardsSidebar, useBoards } from './boards-sidebar.tsx';
import { CreateBoardDialog, CreateColumnDialog } from './dialogs/create-dialogs.tsx';
import { DeleteBoardDialog, DeleteColumnDialog } from './dialogs/delete-dialogs.tsx';
import { HistoryPanel } from './dialogs/history-panel.tsx';
import { RulesPanel } from './rules/rules-panel.tsx';
import { t } from './texts.ts';

interface BoardsPageProps {
  boardId: number | undefined;
  /** Whose conversation is open beside the board. */
  chatId: number | undefined;
  renderConversation: (prospectId: number, onClose: () => void) => ReactNode;
}

/** Boards on the left, the selected one on the right (the first by default). One pane at a time on narrow screens. */
export function BoardsPage({ boardId, chatId, renderConversation }: BoardsPageProps) {
  const go = useGo();
  const list = useBoards('');
  const [isCreating, setCreating] = useState(false);
  const boards = list.data?.boards;
  const selected = boardId ?? boards?.[0]?.id;
  const openChat = (chat: number | undefined) =>
    go(pb.inbox({ tab: 'boards', ...(selected ? { board: selected } : {}), ...(chat ? { chat } : {}) }), {
      replace: true,
    });
  return (
    <div className="@container/boards relative flex flex-1 min-h-0">
      <BoardsSidebar selectedId={selected} isBehind={boardId !== undefined} onCreate={() => setCreating(true)} />
      <section
        className="flex flex-1 flex-col min-w-0 bg-bg data-behind:@max-[800px]/boards:hidden"
        data-behind={boardId === undefined || undefined}
        aria-label={t('title')}
      >
        {selected === undefined ? (
          <NoBoard isLoading={boards === undefined && !list.isError} onCreate={() => setCreating(true)} />
        ) : (
          <OneBoard key={selected} id={selected} chatId={chatId} onChat={openChat} />
        )}
      </section>
      {chatId === undefined ? null : (
        <section
          className="flex flex-[0_0_min(500px,42%)] flex-col min-w-0 border-s border-line bg-surface @max-[1100px]/boards:absolute @max-[1100px]/boards:inset-y-0 @max-[1100px]/boards:end-0 @max-[1100px]/boards:z-3 @max-[1100px]/boards:w-[min(500px,100%)] @max-[1100px]/boards:shadow-float"
          aria-label={t('conversation')}
        >
          <div className="flex flex-none items-center justify-between h-11 pe-2 ps-4 border-b border-line">
            <AppLink to={pb.inbox({ chat: chatId })} className="text-table">
              {t('open_in_inbox')}
            </AppLink>
            <IconButton label={t('close')} onClick={() => openChat(undefined)}>
              <IconX size={17} aria-hidden />
            </IconButton>
          </div>
          {renderConversation(chatId, () => openChat(undefined))}
        </section>
      )}
      {isCreating ? (
        <CreateBoardDialog
          onClose={() => setCreating(false)}
          onCreated={({ id }) => go(pb.inbox({ tab: 'boards', board: id }))}
        />
      ) : null}
    </div>
  );
}

function NoBoard({ isLoading, onCreate }: { isLoading: boolean; onCreate: () => void }) {
  if (isLoading) return <BoardSkeleton />;
  return (
    <div className="grid flex-1 place-items-center">
      <EmptyState
        icon={<IconLayoutKanban size={22} />}
        title={t('select_board')}
        text={t('select_board_text')}
        action={
          <AppButton kind="primary" icon={<IconPlus size={16} aria-hidden />} onClick={onCreate}>
            {t('new_board')}
          </AppButton>
        }
      />
    </div>
  );
}

interface OneBoardProps {
  id: number;
  chatId: number | undefined;
  onChat: (prospectId: number | undefined) => void;
}

type Opened =
  | { dialog: 'column' | 'delete' | 'rules' }
  | { dialog: 'delete-column'; column: KanbanColumn }
  | { dialog: 'history'; card: KanbanCard };

function OneBoard({ id, chatId, onChat }: OneBoardProps) {
  const go = useGo();
  const { filters, change } = useCardFilters(id);
  const { query, board, actions } = useBoard(id, filters);
  const [opened, setOpened] = useState<Opened | undefined>();
  const toBoards = () => go(pb.inbox({ tab: 'boards' }), { replace: true });
  if (!board) return <NoBoardYet query={query} onBack={toBoards} />;
  const close = () => setOpened(undefined);
  return (
    <>
      <BoardHead
        board={board}
        filters={filters}
        onFilters={change}
        onAddColumn={() => setOpened({ dialog: 'column' })}
        onRules={() => setOpened({ dialog: 'rules' })}
        onDelete={() => setOpened({ dialog: 'delete' })}
        onBack={toBoards}
      />
      {board.columns.length === 0 ? (
        <EmptyState
          icon={<IconLayoutKanban size={22} />}
          title={t('no_columns')}
          text={t('no_columns_text')}
          action={
            <AppButton
              kind="primary"
              icon={<IconPlus size={16} aria-hidden />}
              onClick={() => setOpened({ dialog: 'column' })}
            >
              {t('add_column')}
            </AppButton>
          }
        />
      ) : (
        <>
          {board.lead_count === 0 && !isNarrowed(filters) ? (
            <HowCardsArrive onRules={() => setOpened({ dialog: 'rules' })} />
          ) : null}
          <BoardColumns
            board={board}
            actions={actions}
            isNarrowed={isNarrowed(filters)}
            openId={chatId}
            onOpen={onChat}
            onHistory={(card) => setOpened({ dialog: 'history', card })}
            onDeleteColumn={(column) => setOpened({ dialog: 'delete-column', column })}
          />
        </>
      )}
      {opened?.dialog === 'column' ? <CreateColumnDialog boardId={id} onClose={close} /> : null}
      {opened?.dialog === 'delete' ? <DeleteBoardDialog board={board} onClose={close} onDeleted={toBoards} /> : null}
      {opened?.dialog === 'delete-column' ? (
        <DeleteColumnDialog board={board} column={opened.column} onClose={close} />
      ) : null}
      {opened?.dialog === 'rules' ? <RulesPanel board={board} onClose={close} /> : null}
      {opened?.dialog === 'history' ? <HistoryPanel card={opened.card} onClose={close} /> : null}
    </>
  );
}

/** Above the empty columns of a board: four times "No leads" explains nothing. */
function HowCardsArrive({ onRules }: { onRules: () => void }) {
  const go = useGo();
  return (
    <section
      className="flex flex-none flex-wrap items-center justify-between gap-3 mx-gutter mb-3 py-3 px-4 border border-line rounded-card bg-surface"
      aria-label={t('fill_title')}
    >
      <div className="flex-[1_1_320px] min-w-0">
        <h2 className="text-body font-semibold">{t('fill_title')}</h2>
        <p className="mt-1 text-ink-2 text-table">
          {t('fill_rules')} {t('fill_by_hand')}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <AppButton kind="primary" icon={<IconBolt size={16} aria-hidden />} onClick={onRules}>
          {t('fill_rules_open')}
        </AppButton>
        <AppButton onClick={() => go(pb.inbox({}))}>{t('fill_inbox_open')}</AppButton>
      </div>
    </section>
  );
}

/** On its way, gone, or not to be had. */
function NoBoardYet({ query, onBack }: { query: ReturnType<typeof useBoard>['query']; onBack: () => void }) {
  if (!query.isError) return <BoardSkeleton />;
  return query.error instanceof ApiError && query.error.status === 404 ? (
    <EmptyState
      icon={<IconLayoutKanban size={22} />}
      title={t('board_missing')}
      text={t('board_missing_text')}
      action={<AppButton onClick={onBack}>{t('back_to_boards')}</AppButton>}
    />
  ) : (
    queryFailure(query)
  );
}

function BoardSkeleton() {
  return (
    <div className="flex flex-1 flex-col gap-5 min-h-0 pt-4 px-gutter overflow-hidden" aria-busy>
      <Skeleton width={220} height={26} radius={8} />
      <div className="flex gap-3" aria-hidden>
        {['a', 'b', 'c'].map((key) => (
          <span key={key} className="flex flex-none flex-col gap-2 w-(--board-column-width) p-2 rounded-card bg-sunken">
            <Skeleton width="50%" height={16} radius={6} />
            <Skeleton width="100%" height={116} radius={8} />
            <Skeleton width="100%" height={116} radius={8} />
          </span>
        ))}
      </div>
    </div>
  );
}
