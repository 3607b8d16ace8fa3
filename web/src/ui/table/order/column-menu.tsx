import { Menu } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconChevronDown } from '@tabler/icons-react';
import { type KeyboardEvent, useContext, useEffect, useRef } from 'react';
import { toReadingKey } from '../../direction.ts';
import { IconButton } from '../../inputs/app-button.tsx';
import { fillText, uiTexts } from '../../ui-texts.ts';
import { dragColumn } from './column-drag.ts';
import { type ColumnMoves, ColumnMovesContext } from './column-moves.ts';
import { moveColumn } from './column-order.ts';

interface ColumnMenuProps {
  columnId: string;
  columnLabel: string;
  /** The column has a menu of its own, which takes `MoveItems`. */
  hasOwnMenu: boolean;
}

/** Lets a header be dragged, and gives it a menu if it has none. It comes after the first screen. */
export function ColumnMenu({ columnId, columnLabel, hasOwnMenu }: ColumnMenuProps) {
  const moves = useContext(ColumnMovesContext);
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const header = place.current?.closest('th');
    if (moves === undefined || !header) return;
    const drag = (press: PointerEvent) => dragColumn(press, moves);
    header.addEventListener('pointerdown', drag);
    return () => header.removeEventListener('pointerdown', drag);
  }, [moves]);
  return (
    <span ref={place}>
      {moves === undefined || hasOwnMenu ? null : <MoveMenu {...{ columnId, columnLabel, moves }} />}
    </span>
  );
}

interface MoveMenuProps {
  columnId: string;
  columnLabel: string;
  moves: ColumnMoves;
}

/** The arrow keys move the column without opening the menu. */
function MoveMenu({ columnId, columnLabel, moves }: MoveMenuProps) {
  function onKeyDown(event: KeyboardEvent) {
    const step = ({ ArrowLeft: -1, ArrowRight: 1 } as const)[toReadingKey(event.key) as 'ArrowLeft'];
    if (step === undefined) return;
    event.preventDefault();
    moveBy(moves, columnId, step);
  }
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        {/* At the other end of number columns: it would cover their title and take its clicks. */}
        <IconButton
          size="small"
          tooltip={false}
          className="absolute! top-[5px] end-1.5 group-data-[align=right]/head:start-1.5 group-data-[align=right]/head:end-auto bg-surface! opacity-0 group-hover/head:opacity-100 focus-visible:opacity-100 aria-expanded:opacity-100"
          label={fillText(uiTexts.columnMenu, { column: columnLabel })}
          onKeyDown={onKeyDown}
        >
          <IconChevronDown size={14} aria-hidden />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        <MoveItems columnId={columnId} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** Entries of a header's menu; nothing in tables whose columns have fixed places. */
export function MoveItems({ columnId }: { columnId: string }) {
  const moves = useContext(ColumnMovesContext);
  const place = moves?.shown.findIndex(({ id }) => id === columnId) ?? -1;
  if (moves === undefined || place < 1) return null;
  return (
    <>
      <Menu.Item
        leftSection={<IconArrowLeft size={15} aria-hidden />}
        disabled={place === 1}
        onClick={() => moveBy(moves, columnId, -1)}
      >
        {uiTexts.moveLeft}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconArrowRight size={15} aria-hidden />}
        disabled={place === moves.shown.length - 1}
        onClick={() => moveBy(moves, columnId, 1)}
      >
        {uiTexts.moveRight}
      </Menu.Item>
    </>
  );
}

/** Moves a column by one place. The first column stays first. */
function moveBy(moves: ColumnMoves, id: string, step: -1 | 1): void {
  const ids = moves.shown.map((column) => column.id);
  const place = ids.indexOf(id);
  const next = place + step;
  if (place < 1 || next < 1 || next >= ids.length) return;
  moveColumn(moves, id, ids[step < 0 ? next : next + 1]);
  // Once it is in its new place.
  requestAnimationFrame(() => {
    const header = document.querySelector(`th[data-column="${CSS.escape(id)}"]`);
    header?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
}
