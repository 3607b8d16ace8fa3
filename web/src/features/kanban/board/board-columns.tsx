import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import type { Listed } from '@overture/contract/endpoint';
import type { KanbanBoard, KanbanCard, KanbanColumn } from '@overture/contract/kanban';
import { useEffect, useMemo, useRef, useState } from 'react';
import { isRightToLeft } from '../../../ui/direction.ts';
import { t } from '../texts.ts';
import { BoardColumn } from './board-column.tsx';
import { BoardContext, type BoardContextValue } from './board-context.ts';
import { type DropPlace, placeAtEnd } from './board-state.ts';
import { isCardData, isColumnData } from './drag-data.ts';
import { TouchDrag } from './touch-drag.tsx';
import type { BoardActions } from './use-board.ts';
import { useCardKeys } from './use-card-keys.ts';

interface BoardColumnsProps {
  board: Listed<KanbanBoard>;
  actions: BoardActions;
  isNarrowed: boolean;
  /** Whose conversation is open beside the board. */
  openId: number | undefined;
  onOpen: (prospectId: number) => void;
  onHistory: (card: KanbanCard) => void;
  onDeleteColumn: (column: KanbanColumn) => void;
}

/** The columns side by side: by pointer, by finger and by keys. */
export function BoardColumns(props: BoardColumnsProps) {
  const { board, actions, openId } = props;
  const keys = useCardKeys(board, actions.move);
  const [usesKeys, setUsesKeys] = useState(false);
  const value = useContextValue({ ...props, keys });
  const scroller = useBoardDrops(board, actions);
  const shown = keys.shown ?? board;
  return (
    <BoardContext value={value}>
      <section
        ref={scroller}
        className="flex flex-1 items-start gap-3 min-h-0 px-gutter pb-4 overflow-x-auto overscroll-contain scrollbar-thin"
        aria-label={board.name}
        data-board={board.id}
        data-keys={usesKeys || undefined}
        onKeyDownCapture={() => setUsesKeys(true)}
        onPointerDownCapture={() => setUsesKeys(false)}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (relatedTarget && !currentTarget.contains(relatedTarget)) keys.release();
        }}
      >
        {shown.columns.map((column, index) => {
          const holds = (id: number | undefined) => column.cards.some((card) => card.id === id);
          return (
            <BoardColumn
              key={column.id}
              boardId={board.id}
              column={column}
              index={index}
              activeId={holds(keys.activeId) ? keys.activeId : undefined}
              liftedId={holds(keys.liftedId) ? keys.liftedId : undefined}
              openId={column.cards.some((card) => card.prospect.id === openId) ? openId : undefined}
            />
          );
        })}
        <TouchDrag board={board} columns={scroller} onDrop={actions.move} />
        <p id="board-card-hint" hidden>
          {t('card_hint')}
        </p>
        <p className="visually-hidden" aria-live="assertive" data-testid="board-announcement">
          {keys.announcement}
        </p>
      </section>
    </BoardContext>
  );
}

/** The functions stay the same while what they do follows the newest state: no card is drawn again for them. */
function useContextValue(given: BoardColumnsProps & { keys: ReturnType<typeof useCardKeys> }): BoardContextValue {
  const latest = useRef(given);
  useEffect(() => {
    latest.current = given;
  });
  const [actions] = useState<BoardContextValue['actions']>(() => ({
    open: (card) => latest.current.onOpen(card.prospect.id),
    history: (card) => latest.current.onHistory(card),
    activate: (cardId) => latest.current.keys.activate(cardId),
    key: (event, card) => latest.current.keys.key(event, card),
    moveTo(card, columnId) {
      const first = latest.current.board.columns.find(({ id }) => id === columnId)?.cards[0];
      latest.current.actions.move(card.id, {
        column_id: columnId,
        ...(first ? { before_card_id: first.id } : {}),
      });
    },
    remove: (card) => latest.current.actions.remove(card.id, card.prospect.id),
    loadMore: (columnId) => latest.current.actions.loadMore(columnId),
    orderColumn(columnId, to) {
      const ids = latest.current.board.columns.map(({ id }) => id).filter((id) => id !== columnId);
      latest.current.actions.order(ids.toSpliced(to, 0, columnId));
    },
    deleteColumn: (column) => latest.current.onDeleteColumn(column),
  }));
  const { board, isNarrowed } = given;
  const mayDelete = board.may_delete;
  const names = JSON.stringify(board.columns.map(({ id, name }) => ({ id, name })));
  return useMemo(
    () => ({ columns: JSON.parse(names), isNarrowed, mayDelete, actions }),
    [names, isNarrowed, mayDelete, actions],
  );
}

/** What is dropped where. */
function useBoardDrops(board: KanbanBoard, actions: BoardActions) {
  const scroller = useRef<HTMLElement>(null);
  const latest = useRef({ board, actions });
  useEffect(() => {
    latest.current = { board, actions };
  });
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    return combine(
      autoScrollForElements({ element }),
      monitorForElements({
        onDrop({ source, location }) {
          const targets = location.current.dropTargets.map(({ data }) => data);
          const { board: now, actions: act } = latest.current;
          if (isCardData(source.data)) {
            const place = placeOfDrop(now, targets);
            if (place) act.move(source.data.card_id, place);
          } else if (isColumnData(source.data)) {
            const order = orderOfDrop(now, source.data.column_id, targets);
            if (order) act.order(order);
          }
        },
      }),
    );
  }, []);
  return scroller;
}

type DragData = Record<string | symbol, unknown>;

/** Above or below the card under the pointer; in the room of a column at its end. */
function placeOfDrop(board: KanbanBoard, targets: readonly DragData[]): DropPlace | undefined {
  const [inner] = targets;
  if (!inner) return undefined;
  if (isCardData(inner)) {
    const below = extractClosestEdge(inner) === 'bottom';
    return { column_id: inner.column_id, [below ? 'after_card_id' : 'before_card_id']: inner.card_id };
  }
  return isColumnData(inner) ? placeAtEnd(board, inner.column_id) : undefined;
}

function orderOfDrop(board: KanbanBoard, dragged: number, targets: readonly DragData[]): number[] | undefined {
  const target = targets.find(isColumnData);
  if (!target || target.column_id === dragged) return undefined;
  const before = board.columns.map(({ id }) => id);
  const ids = before.filter((id) => id !== dragged);
  const index =
    ids.indexOf(target.column_id) + (extractClosestEdge(target) === (isRightToLeft() ? 'left' : 'right') ? 1 : 0);
  const after = ids.toSpliced(index, 0, dragged);
  return after.every((id, at) => id === before[at]) ? undefined : after;
}
