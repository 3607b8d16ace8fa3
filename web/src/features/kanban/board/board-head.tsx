import type { Listed } from '@overture/contract/endpoint';
import { type KanbanBoard, kanbanEndpoints } from '@overture/contract/kanban';
import { IconArrowLeft, IconBolt, IconPlus, IconTrash } from '@tabler/icons-react';
import { mutationOptions } from '../../../lib/api/api-client.ts';
import { formatNumber } from '../../../lib/format.ts';
import { AppButton, IconButton } from '../../../ui/inputs/app-button.tsx';
import { SearchInput } from '../../../ui/inputs/search-input.tsx';
import { ActionMenu } from '../../../ui/overlays/action-menu.tsx';
import { t } from '../texts.ts';
import { ActiveCardFilters, CardFilterButton } from './card-filters.tsx';
import { EditableName } from './editable-name.tsx';
import type { CardFilters } from './filters.ts';

interface BoardHeadProps {
  board: Listed<KanbanBoard>;
  filters: CardFilters;
  onFilters: (next: Partial<CardFilters>) => void;
  onAddColumn: () => void;
  onRules: () => void;
  onDelete: () => void;
  onBack: () => void;
}

/** Name, search and filters, and what can be done with the board. A long name has a line of its own rather than being cut. */
export function BoardHead({ board, filters, onFilters, onAddColumn, onRules, onDelete, onBack }: BoardHeadProps) {
  return (
    <header className="flex flex-none flex-col gap-3 pt-3 px-gutter pb-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 min-h-9">
        <span className="hidden @max-[800px]/boards:block">
          <IconButton label={t('back_to_boards')} onClick={onBack}>
            <IconArrowLeft size={18} aria-hidden />
          </IconButton>
        </span>
        <div className="flex flex-auto @max-[800px]/boards:basis-[160px] items-baseline gap-2 min-w-0 max-w-full">
          <h1 tabIndex={-1} className="min-w-0 outline-none">
            <BoardName board={board} />
          </h1>
          <span className="flex-none text-ink-3 text-table number">
            {t('leads', { count: board.lead_count }).replace(String(board.lead_count), formatNumber(board.lead_count))}
          </span>
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <SearchInput
            label={t('search_cards')}
            placeholder={t('search_cards')}
            value={filters.search}
            width={160}
            onChange={(search) => onFilters({ search })}
          />
          <CardFilterButton filters={filters} onChange={onFilters} />
          <AppButton icon={<IconBolt size={16} aria-hidden />} onClick={onRules}>
            {t('rules')}
          </AppButton>
          <AppButton icon={<IconPlus size={16} aria-hidden />} onClick={onAddColumn}>
            {t('add_column')}
          </AppButton>
          <ActionMenu
            label={t('board_menu')}
            movesFocus
            entries={
              board.may_delete
                ? [
                    {
                      id: 'delete',
                      label: t('delete_board'),
                      icon: <IconTrash size={16} aria-hidden />,
                      danger: true,
                      onSelect: onDelete,
                    },
                  ]
                : []
            }
          />
        </div>
      </div>
      <ActiveCardFilters filters={filters} onChange={onFilters} />
    </header>
  );
}

function BoardName({ board }: { board: KanbanBoard }) {
  return (
    <EditableName
      row={board}
      label={t('board_name')}
      call={mutationOptions(kanbanEndpoints.updateKanbanBoard)}
      input={(body) => ({ params: { id: board.id }, body })}
      field="board"
    />
  );
}
