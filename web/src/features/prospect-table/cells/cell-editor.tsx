import { type ChangeEvent, type ComponentProps, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { EditableColumn } from './editable-cells.ts';
import { t } from './texts.ts';

/** Where the focus goes after an edit; it stays where a click has put it. */
export type Move = 'stay' | 'up' | 'down' | 'left' | 'right';

interface CellEditorProps {
  column: EditableColumn;
  leadName: string;
  /** What the editor begins with. */
  text: string;
  /** The text was typed over the cell: the caret is at its end. Otherwise all of it is chosen. */
  isTyped: boolean;
  /** Why the text was refused. */
  problem?: string | undefined;
  box: { left: number; top: number; width: number; height: number };
  onSave: (text: string, move: Move) => void;
  onCancel: () => void;
}

const MOVES: Record<string, [Move, Move]> = { Enter: ['down', 'up'], Tab: ['right', 'left'] };

const look =
  'absolute z-5 m-0 py-2 px-3 border-2 border-accent-line rounded-none bg-surface text-ink text-table font-[inherit] outline-none resize-none';

/** The editor of one cell, over its place: Enter and Tab save and focus the next cell, Escape keeps the old value. */
export function CellEditor({ column, leadName, text, isTyped, problem, box, onSave, onCancel }: CellEditorProps) {
  const [value, setValue] = useState(text);
  const field = useRef<HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement>(null);
  const isDone = useRef(false);
  useEffect(() => {
    field.current?.focus();
    if (!isTyped) field.current?.select?.();
  }, [isTyped]);
  function end(act: () => void) {
    if (isDone.current) return;
    isDone.current = true;
    act();
  }
  function onKeyDown(event: KeyboardEvent) {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    const moves = MOVES[event.key];
    if (event.key === 'Escape') end(onCancel);
    else if (moves && !(event.altKey && column.hasLines)) end(() => onSave(value, moves[event.shiftKey ? 1 : 0]));
    else return;
    event.preventDefault();
  }
  const shared = {
    ref: field,
    value,
    'aria-label': t('editor', { column: column.label, name: leadName }),
    'aria-invalid': problem !== undefined || undefined,
    'aria-describedby': problem === undefined ? undefined : 'cell-problem',
    autoComplete: 'off',
    className: look,
    style: { left: box.left, top: box.top, width: Math.max(140, box.width), minHeight: box.height },
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      setValue(event.currentTarget.value),
    onKeyDown,
    onBlur: () => end(() => onSave(value, 'stay')),
  };
  return (
    <>
      <Field column={column} isTyped={isTyped} shared={shared} />
      {problem ? (
        <p
          id="cell-problem"
          role="alert"
          className="absolute z-5 m-0 py-1 px-2 rounded-small bg-raised shadow-float text-red text-meta"
          style={{ left: box.left, top: box.top + box.height + 2 }}
        >
          {problem}
        </p>
      ) : null}
    </>
  );
}

/** Properties that the three elements of an editor take alike. */
type Shared = ComponentProps<'input'> & ComponentProps<'textarea'> & ComponentProps<'select'> & { value: string };

function Field({ column, isTyped, shared }: { column: EditableColumn; isTyped: boolean; shared: Shared }) {
  if (column.kind === 'yes_no')
    return (
      <select {...shared}>
        <option value="" />
        <option value="Yes">{t('yes')}</option>
        <option value="No">{t('no')}</option>
      </select>
    );
  if (column.hasLines)
    return <textarea {...shared} rows={Math.min(8, shared.value.split('\n').length)} maxLength={2000} />;
  const inputs = {
    number: { inputMode: 'decimal' },
    date: isTyped ? {} : { type: 'date' },
    link: { inputMode: 'url' },
  } as const;
  const more = column.kind === 'text' ? {} : inputs[column.kind];
  return <input type="text" {...shared} {...more} maxLength={2000} />;
}
