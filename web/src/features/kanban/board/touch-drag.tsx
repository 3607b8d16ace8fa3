import { Portal } from '@mantine/core';
import type { Listed } from '@overture/contract/endpoint';
import type { KanbanBoard, KanbanCard } from '@overture/contract/kanban';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { leadName, PersonPicture } from '../../leads/index.ts';
import { type DropPlace, findCard, placeAtEnd } from './board-state.ts';
import { elementAt, listenToFingers, type Point } from './finger-drag.ts';

interface TouchDragProps {
  board: Listed<KanbanBoard>;
  /** Element around the columns. */
  columns: RefObject<HTMLElement | null>;
  onDrop: (cardId: number, place: DropPlace) => void;
}

interface Held {
  card: KanbanCard;
  at: Point;
  target: Target | undefined;
}

/** Where the card would land, and the line that shows it, in pixels of the window. */
interface Target {
  place: DropPlace;
  line: { left: number; top: number; width: number };
}

/** A card that a finger holds, and where it would land. */
export function TouchDrag({ board, columns, onDrop }: TouchDragProps) {
  const [held, setHeld] = useState<Held | undefined>();
  const latest = useRef({ board, onDrop, held });
  useEffect(() => {
    latest.current = { ...latest.current, board, onDrop };
  });
  useEffect(() => {
    function hold(next: Held | undefined) {
      latest.current.held = next;
      setHeld(next);
    }
    const element = columns.current;
    if (!element) return;
    return listenToFingers(element, {
      onPick(cardId, at) {
        const card = findCard(latest.current.board, cardId);
        if (card) hold({ card, at, target: undefined });
        navigator.vibrate?.(10);
      },
      onMove(at) {
        const { held: now, board: shown } = latest.current;
        if (now) hold({ ...now, at, target: targetAt(shown, now.card.id, at) });
      },
      onDrop() {
        const { held: now, onDrop: drop } = latest.current;
        hold(undefined);
        if (now?.target) drop(now.card.id, now.target.place);
      },
      onCancel: () => hold(undefined),
    });
  }, [columns]);
  return held ? <HeldCard held={held} /> : null;
}

function HeldCard({ held: { card, at, target } }: { held: Held }) {
  return (
    <Portal>
      {target ? (
        <span className="fixed z-300 h-0.5 rounded-full bg-accent-line pointer-events-none" style={target.line} />
      ) : null}
      <div
        className="fixed z-300 flex items-center gap-2 w-60 py-2.5 px-3 border border-accent-line rounded-control bg-surface shadow-float opacity-95 pointer-events-none -translate-x-1/2 -translate-y-[120%]"
        style={{ left: at.x, top: at.y }}
        data-testid="held-card"
      >
        <PersonPicture person={card.prospect} />
        <span className="min-w-0 text-table font-medium truncate">{leadName(card.prospect)}</span>
      </div>
    </Portal>
  );
}

/** Above or below the card that is nearest in the column under the finger. */
function targetAt(board: KanbanBoard, cardId: number, at: Point): Target | undefined {
  const column = elementAt(at)?.closest<HTMLElement>('[data-column]');
  if (!column) return undefined;
  const column_id = Number(column.dataset.column);
  const [nearest] = [...column.querySelectorAll<HTMLElement>('[data-card]')]
    .map((element) => ({ id: Number(element.dataset.card), box: element.getBoundingClientRect() }))
    .filter(({ id }) => id !== cardId)
    .sort((one, other) => distance(one.box, at) - distance(other.box, at));
  if (!nearest) {
    const { left, width, bottom } = column.getBoundingClientRect();
    return { place: placeAtEnd(board, column_id), line: { left: left + 8, width: width - 16, top: bottom - 12 } };
  }
  const { id, box } = nearest;
  const isBelow = at.y > (box.top + box.bottom) / 2;
  return {
    place: { column_id, [isBelow ? 'after_card_id' : 'before_card_id']: id },
    line: { left: box.left, width: box.width, top: isBelow ? box.bottom + 3 : box.top - 5 },
  };
}

const distance = ({ top, bottom }: DOMRect, { y }: Point): number => Math.abs((top + bottom) / 2 - y);
