import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import {
  attachClosestEdge,
  type Edge,
  extractClosestEdge,
} from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import type { KanbanColumn } from '@overture/contract/kanban';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { t } from '../texts.ts';
import { BoardCard } from './board-card.tsx';
import { useBoardContext } from './board-context.ts';
import { ColumnHead } from './column-head.tsx';
import { columnData, isCardData, isColumnData } from './drag-data.ts';

/** Pixels of a card and its gap. A fixed height means that 5,000 cards need no measuring. */
const CARD_HEIGHT = 116;
const CARD_GAP = 8;
/** The next page is asked for so many cards before the end of what is loaded. */
const LOAD_AHEAD = 12;

interface BoardColumnProps {
  boardId: number;
  column: KanbanColumn;
  index: number;
  activeId: number | undefined;
  liftedId: number | undefined;
  openId: number | undefined;
}

export const BoardColumn = memo(function BoardColumn({
  boardId,
  column,
  index,
  activeId,
  liftedId,
  openId,
}: BoardColumnProps) {
  const { box, handle, list, edge, isOver } = useColumnDrag(column.id);
  return (
    <section
      ref={box}
      className="relative flex flex-none flex-col w-(--board-column-width) max-h-full rounded-card bg-sunken data-over:bg-pressed"
      data-over={isOver || undefined}
      data-column={column.id}
      aria-label={t('column', { name: column.name, leads: t('leads', { count: column.lead_count }) })}
    >
      <ColumnHead boardId={boardId} column={column} index={index} handle={handle} />
      <CardList column={column} list={list} activeId={activeId} liftedId={liftedId} openId={openId} />
      {edge ? (
        <span
          className="absolute top-0 bottom-0 w-0.5 rounded-full bg-accent-line pointer-events-none data-[edge=left]:-left-1.75 data-[edge=right]:-right-1.75"
          data-edge={edge}
        />
      ) : null}
    </section>
  );
});

type CardListProps = Pick<BoardColumnProps, 'column' | 'activeId' | 'liftedId' | 'openId'> & {
  list: RefObject<HTMLDivElement | null>;
};

/** Only the cards that can be seen are there; those that are not loaded yet have their room already. */
function CardList({ column, list, activeId, liftedId, openId }: CardListProps) {
  const { actions, isNarrowed } = useBoardContext();
  const { cards, next } = column;
  const count = next === null ? cards.length : Math.max(column.card_count, cards.length);
  const rows = useVirtualizer({
    count,
    getScrollElement: () => list.current,
    estimateSize: () => CARD_HEIGHT,
    gap: CARD_GAP,
    paddingStart: 2,
    paddingEnd: 8,
    overscan: 4,
    // The first frame is drawn before the column is measured.
    initialRect: { width: 282, height: 800 },
    getItemKey: (index) => cards[index]?.id ?? `waiting-${index}`,
  });
  const items = rows.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (next !== null && last >= cards.length - LOAD_AHEAD) actions.loadMore(column.id);
  }, [next, last, cards.length, actions, column.id]);
  const activeIndex = activeId === undefined ? -1 : cards.findIndex(({ id }) => id === activeId);
  useFocusedCard(list, activeId, activeIndex, (index) => rows.scrollToIndex(index));
  return (
    <div
      ref={list}
      className="flex-1 min-h-16 px-2 overflow-y-auto overscroll-contain scrollbar-thin"
      data-column-list={column.id}
    >
      {count === 0 ? (
        <p className="py-5 px-3 text-center text-ink-3 text-meta">
          {t(isNarrowed && column.lead_count > 0 ? 'column_filtered' : 'column_empty')}
        </p>
      ) : null}
      <ul className="relative m-0 p-0 list-none" style={{ height: count === 0 ? 0 : rows.getTotalSize() }}>
        {items.map(({ index, key, start }) => {
          const card = cards[index];
          return (
            <li key={key} className="absolute top-0 inset-x-0" style={{ transform: `translateY(${start}px)` }}>
              {card ? (
                <BoardCard
                  card={card}
                  isActive={card.id === activeId}
                  isLifted={card.id === liftedId}
                  isOpen={card.prospect.id === openId}
                />
              ) : (
                <Skeleton width="100%" height={CARD_HEIGHT} radius={8} />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/**
 * A card that was reached or moved by keys comes into view and has the focus before the next key arrives; one that was not drawn
 * before has it a frame later.
 */
function useFocusedCard(
  list: RefObject<HTMLDivElement | null>,
  id: number | undefined,
  index: number,
  scrollTo: (index: number) => void,
) {
  const latest = useRef(scrollTo);
  useLayoutEffect(() => {
    latest.current = scrollTo;
  });
  useLayoutEffect(() => {
    const board = list.current?.closest('[data-board]');
    const focused = document.activeElement;
    const isElsewhere = focused !== null && focused !== document.body && !board?.contains(focused);
    if (id === undefined || index < 0 || isElsewhere || !board?.hasAttribute('data-keys')) return;
    latest.current(index);
    const focus = () => {
      const card = list.current?.querySelector<HTMLElement>(`[data-card-button="${id}"]`);
      card?.focus({ preventScroll: true });
      return card;
    };
    if (focus()) return;
    const frame = requestAnimationFrame(focus);
    return () => cancelAnimationFrame(frame);
  }, [id, index, list]);
}

/** The column itself is dragged by its handle; cards are dropped on it, at its end where no card is below the pointer. */
function useColumnDrag(id: number) {
  const box = useRef<HTMLElement>(null);
  const handle = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [edge, setEdge] = useState<Edge | null>(null);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const [element, dragHandle, scroller] = [box.current, handle.current, list.current];
    if (!element || !dragHandle || !scroller) return;
    const clear = () => {
      setEdge(null);
      setOver(false);
    };
    return combine(
      draggable({ element, dragHandle, getInitialData: () => columnData(id) }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => isCardData(source.data) || (isColumnData(source.data) && source.data.column_id !== id),
        getData: ({ input, source }) => {
          const own = columnData(id);
          return isColumnData(source.data)
            ? attachClosestEdge(own, { element, input, allowedEdges: ['left', 'right'] })
            : own;
        },
        onDrag: ({ self, source, location }) => {
          setEdge(isColumnData(source.data) ? extractClosestEdge(self.data) : null);
          setOver(isCardData(source.data) && location.current.dropTargets[0]?.element === element);
        },
        onDragLeave: clear,
        onDrop: clear,
      }),
      autoScrollForElements({ element: scroller, canScroll: ({ source }) => isCardData(source.data) }),
    );
  }, [id]);
  return { box, handle, list, edge, isOver };
}
