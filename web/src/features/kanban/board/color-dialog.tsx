import { type KanbanColumn, kanbanEndpoints } from '@overture/contract/kanban';
import { NEW_KANBAN_COLUMN_COLOR } from '@overture/domain/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorMessage, mutationOptions, refetch } from '../../../lib/api/api-client.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { LabelColors } from '../../labels/index.ts';
import { t } from '../texts.ts';

interface ColorDialogProps {
  boardId: number;
  column: KanbanColumn;
  colors: readonly string[];
  onClose: () => void;
}

/** The color of a column: one of the palette of labels, or none. */
export function ColorDialog({ boardId, column, colors, onClose }: ColorDialogProps) {
  const client = useQueryClient();
  const save = useMutation({
    ...mutationOptions(kanbanEndpoints.updateKanbanColumn),
    onSuccess: () => refetch(client, kanbanEndpoints.getKanbanBoard),
    onError: (error) => toast.error(errorMessage(error, t('rename_failed'))),
  });
  const choose = (color: string) => save.mutate({ params: { id: boardId, columnId: column.id }, body: { color } });
  const shown = save.isPending ? (save.variables.body?.color ?? column.color) : column.color;
  return (
    <Dialog opened onClose={onClose} size="small" title={`${t('column_color')}: ${column.name}`}>
      <LabelColors
        label={t('column_color')}
        nameOf={(number) => t('color_number', { number })}
        colors={colors}
        value={shown}
        onChange={choose}
      />
      <div className="flex justify-between gap-2 mt-5">
        <AppButton kind="quiet" size="small" onClick={() => choose(NEW_KANBAN_COLUMN_COLOR)}>
          {t('color_none')}
        </AppButton>
        <AppButton size="small" onClick={onClose}>
          {t('close')}
        </AppButton>
      </div>
    </Dialog>
  );
}
