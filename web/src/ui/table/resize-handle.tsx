import { type KeyboardEvent, type PointerEvent, type RefObject, useRef } from 'react';
import { isRightToLeft, toReadingKey } from '../direction.ts';
import { fillText, uiTexts } from '../ui-texts.ts';
import { minColumnWidth } from './columns.ts';
import classes from './data-table.module.css';

interface ResizeHandleProps {
  columnId: string;
  columnLabel: string;
  width: number;
  tableRef: RefObject<HTMLTableElement | null>;
  onCommit: (columnId: string, width: number) => void;
}

/** Name of the CSS variable that carries a column's width. */
export function widthVariable(columnId: string): string {
  return `--col-${columnId.replace(/[^\w-]/g, '_')}`;
}

/**
 * Drag handle at the end of a header. While dragging only a CSS variable of the table changes (no render); the width is
 * handed over once, when the pointer goes up. With the keyboard: arrow keys, 16 px each.
 */
export function ResizeHandle({ columnId, columnLabel, width, tableRef, onCommit }: ResizeHandleProps) {
  const drag = useRef<{ startX: number; startWidth: number; width: number } | undefined>(undefined);

  function show(next: number) {
    tableRef.current?.style.setProperty(widthVariable(columnId), `${next}px`);
  }

  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    event.preventDefault();
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { startX: event.clientX, startWidth: width, width };
  }

  function onPointerMove(event: PointerEvent<HTMLDivElement>) {
    if (drag.current === undefined) return;
    const moved = event.clientX - drag.current.startX;
    drag.current.width = Math.max(minColumnWidth, drag.current.startWidth + (isRightToLeft() ? -moved : moved));
    show(drag.current.width);
  }

  function onPointerEnd() {
    if (drag.current === undefined) return;
    onCommit(columnId, Math.round(drag.current.width));
    drag.current = undefined;
  }

  function onKeyDown(event: KeyboardEvent) {
    const change = { ArrowLeft: -16, ArrowRight: 16 }[toReadingKey(event.key)];
    if (change === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onCommit(columnId, Math.max(minColumnWidth, width + change));
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a window splitter is a focusable separator with a value; hr can be neither.
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={fillText(uiTexts.resizeColumn, { column: columnLabel })}
      aria-valuenow={width}
      aria-valuemin={minColumnWidth}
      className={classes.resize}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerEnd}
      onPointerCancel={onPointerEnd}
      onKeyDown={onKeyDown}
      onClick={(event) => event.stopPropagation()}
    />
  );
}
