import { Radio, Select } from '@mantine/core';
import { type KanbanBoard, type KanbanColumn, kanbanEndpoints } from '@overture/contract/kanban';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions, refetch } from '../../../lib/api/api-client.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { t } from '../texts.ts';

interface DeleteBoardProps {
  board: KanbanBoard;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteBoardDialog({ board, onClose, onDeleted }: DeleteBoardProps) {
  const client = useQueryClient();
  const remove = useMutation({
    ...mutationOptions(kanbanEndpoints.deleteKanbanBoard),
    onSuccess: () => {
      onDeleted();
      onClose();
      toast.success(t('deleted_board'));
      void refetch(client, kanbanEndpoints.listKanbanBoards);
    },
    onError: (error) => toast.error(errorMessage(error, t('delete_failed'))),
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('delete_board_title', { name: board.name })}
      confirmLabel={t('delete')}
      danger
      pending={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id: board.id } })}
    >
      {board.lead_count === 0 ? t('delete_board_empty') : t('delete_board_text', { count: board.lead_count })}
    </ConfirmDialog>
  );
}

type Outcome = 'move' | 'take_out';

interface DeleteColumnProps {
  board: KanbanBoard;
  column: KanbanColumn;
  onClose: () => void;
}

/** Asks what becomes of the cards: another column, or off the board. */
export function DeleteColumnDialog({ board, column, onClose }: DeleteColumnProps) {
  const client = useQueryClient();
  const others = board.columns.filter(({ id }) => id !== column.id);
  const [outcome, setOutcome] = useState<Outcome>(others.length > 0 ? 'move' : 'take_out');
  const [target, setTarget] = useState(String(others[0]?.id ?? ''));
  const remove = useMutation({
    ...mutationOptions(kanbanEndpoints.deleteKanbanColumn),
    onSuccess: () => {
      void refetch(client, kanbanEndpoints.getKanbanBoard, kanbanEndpoints.listKanbanBoards);
      onClose();
    },
    onError: (error) => toast.error(errorMessage(error, t('delete_failed'))),
  });
  const query = outcome === 'move' ? { cards: outcome, move_to: Number(target) } : { cards: outcome };
  const count = column.lead_count;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('delete_column_title', { name: column.name })}
      size="small"
      footer={
        <>
          <AppButton onClick={onClose}>{t('cancel')}</AppButton>
          <AppButton
            kind="danger"
            loading={remove.isPending}
            onClick={() =>
              remove.mutate({ params: { id: board.id, columnId: column.id }, query: count > 0 ? query : {} })
            }
          >
            {t('delete')}
          </AppButton>
        </>
      }
    >
      {count === 0 ? (
        <p className="text-ink-2">{t('delete_column_empty')}</p>
      ) : (
        <CardsOutcome
          count={count}
          others={others}
          outcome={outcome}
          target={target}
          onOutcome={setOutcome}
          onTarget={setTarget}
        />
      )}
    </Dialog>
  );
}

interface CardsOutcomeProps {
  count: number;
  others: readonly KanbanColumn[];
  outcome: Outcome;
  target: string;
  onOutcome: (outcome: Outcome) => void;
  onTarget: (columnId: string) => void;
}

function CardsOutcome({ count, others, outcome, target, onOutcome, onTarget }: CardsOutcomeProps) {
  return (
    <Radio.Group
      label={t('delete_column_text', { count })}
      value={outcome}
      onChange={(value) => onOutcome(value as Outcome)}
    >
      <div className="flex flex-col gap-2.5 mt-3">
        <Radio value="move" label={t('delete_column_move')} disabled={others.length === 0} />
        {outcome === 'move' ? (
          <Select
            className="ms-7"
            aria-label={t('delete_column_target')}
            data={others.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={target}
            allowDeselect={false}
            onChange={(value) => onTarget(value ?? target)}
          />
        ) : null}
        <Radio value="take_out" label={t('delete_column_remove')} />
      </div>
    </Radio.Group>
  );
}
