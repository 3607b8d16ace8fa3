import { type KanbanColumn, kanbanEndpoints } from '@overture/contract/kanban';
import { LABEL_COLORS, NEW_KANBAN_COLUMN_COLOR } from '@overture/domain/limits';
import { IconArrowLeft, IconArrowRight, IconGripVertical, IconPalette, IconTrash } from '@tabler/icons-react';
import { type RefObject, useState } from 'react';
import { mutationOptions } from '../../../lib/api/api-client.ts';
import { formatNumber } from '../../../lib/format.ts';
import { ActionMenu } from '../../../ui/overlays/action-menu.tsx';
import { t } from '../texts.ts';
import { useBoardContext } from './board-context.ts';
import { ColorDialog } from './color-dialog.tsx';
import { EditableName } from './editable-name.tsx';

interface ColumnHeadProps {
  boardId: number;
  column: KanbanColumn;
  index: number;
  handle: RefObject<HTMLButtonElement | null>;
}

/** Handle, color, name, number of cards, and what can be done with the column. */
export function ColumnHead({ boardId, column, index, handle }: ColumnHeadProps) {
  const { isNarrowed } = useBoardContext();
  const total = formatNumber(column.lead_count);
  return (
    <header className="group/head flex flex-none items-center gap-1.5 h-11 pe-1.5 ps-1">
      <button
        ref={handle}
        type="button"
        tabIndex={-1}
        className="bare grid flex-none place-items-center w-4 h-6 text-ink-4 cursor-grab"
        aria-label={t('column_drag', { name: column.name })}
      >
        <IconGripVertical size={14} aria-hidden />
      </button>
      <span
        className="flex-none size-2.5 border border-line-strong rounded-full"
        style={{ background: column.color.toLowerCase() === NEW_KANBAN_COLUMN_COLOR ? undefined : column.color }}
        aria-hidden
      />
      <span className="flex-1 min-w-0 text-table font-semibold">
        <ColumnName boardId={boardId} column={column} />
      </span>
      <span className="flex-none px-1 text-ink-3 text-meta number">
        {isNarrowed ? t('matching', { count: formatNumber(column.card_count), total }) : total}
      </span>
      <ColumnMenu boardId={boardId} column={column} index={index} />
    </header>
  );
}

function ColumnName({ boardId, column }: { boardId: number; column: KanbanColumn }) {
  return (
    <EditableName
      row={column}
      label={t('column_name', { name: column.name })}
      call={mutationOptions(kanbanEndpoints.updateKanbanColumn)}
      input={(body) => ({ params: { id: boardId, columnId: column.id }, body })}
      field="column"
    />
  );
}

function ColumnMenu({ boardId, column, index }: Omit<ColumnHeadProps, 'handle'>) {
  const { actions, columns, mayDelete } = useBoardContext();
  const [isColoring, setColoring] = useState(false);
  return (
    <>
      <ActionMenu
        label={t('column_menu', { name: column.name })}
        movesFocus
        entries={[
          {
            id: 'color',
            label: t('column_color'),
            icon: <IconPalette size={16} aria-hidden />,
            onSelect: () => setColoring(true),
          },
          {
            id: 'left',
            label: t('column_left'),
            icon: <IconArrowLeft size={16} aria-hidden />,
            disabled: index === 0,
            onSelect: () => actions.orderColumn(column.id, index - 1),
          },
          {
            id: 'right',
            label: t('column_right'),
            icon: <IconArrowRight size={16} aria-hidden />,
            disabled: index === columns.length - 1,
            onSelect: () => actions.orderColumn(column.id, index + 1),
          },
          ...(mayDelete
            ? [
                {
                  id: 'delete',
                  label: t('column_delete'),
                  icon: <IconTrash size={16} aria-hidden />,
                  danger: true,
                  divider: true,
                  onSelect: () => actions.deleteColumn(column),
                },
              ]
            : []),
        ]}
      />
      {isColoring ? (
        <ColorDialog boardId={boardId} column={column} colors={LABEL_COLORS} onClose={() => setColoring(false)} />
      ) : null}
    </>
  );
}
