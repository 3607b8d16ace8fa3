import { Checkbox, TextInput } from '@mantine/core';
import { type KanbanBoardSummary, kanbanEndpoints } from '@overture/contract/kanban';
import { KANBAN, LABEL_COLORS, NEW_KANBAN_COLUMN_COLOR } from '@overture/domain/limits';
import { isBlank } from '@overture/domain/text/text';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { errorMessage, mutationOptions, refetch } from '../../../lib/api/api-client.ts';
import { Form } from '../../../ui/forms/form.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { LabelColors } from '../../labels/index.ts';
import { t } from '../texts.ts';

interface CreateBoardProps {
  onClose: () => void;
  onCreated: (board: KanbanBoardSummary) => void;
}

export function CreateBoardDialog({ onClose, onCreated }: CreateBoardProps) {
  const client = useQueryClient();
  const [withColumns, setWithColumns] = useState(true);
  const create = useMutation({
    ...mutationOptions(kanbanEndpoints.createKanbanBoard),
    onSuccess: ({ board }) => {
      void refetch(client, kanbanEndpoints.listKanbanBoards);
      onCreated(board);
      onClose();
    },
  });
  return (
    <NameDialog
      title={t('create_board')}
      error={create.error}
      isPending={create.isPending}
      onClose={onClose}
      onChange={create.reset}
      onSubmit={(name) =>
        create.mutate({ body: { name, ...(withColumns ? { columns: [...KANBAN.new_columns] } : {}) } })
      }
    >
      <Checkbox
        className="mt-4"
        checked={withColumns}
        onChange={(event) => setWithColumns(event.currentTarget.checked)}
        label={t('create_board_columns')}
        description={KANBAN.new_columns.join(' · ')}
      />
    </NameDialog>
  );
}

interface CreateColumnProps {
  boardId: number;
  onClose: () => void;
}

export function CreateColumnDialog({ boardId, onClose }: CreateColumnProps) {
  const client = useQueryClient();
  const [color, setColor] = useState<string>(NEW_KANBAN_COLUMN_COLOR);
  const create = useMutation({
    ...mutationOptions(kanbanEndpoints.createKanbanColumn),
    onSuccess: async () => {
      await refetch(client, kanbanEndpoints.getKanbanBoard, kanbanEndpoints.listKanbanBoards);
      onClose();
    },
  });
  return (
    <NameDialog
      title={t('create_column')}
      error={create.error}
      isPending={create.isPending}
      onClose={onClose}
      onChange={create.reset}
      onSubmit={(name) => create.mutate({ params: { id: boardId }, body: { name, color } })}
    >
      <div className="flex flex-col gap-2 mt-4">
        <span className="text-table font-medium">{t('column_color')}</span>
        <LabelColors
          label={t('column_color')}
          nameOf={(number) => t('color_number', { number })}
          colors={LABEL_COLORS}
          value={color}
          onChange={setColor}
        />
      </div>
    </NameDialog>
  );
}

interface NameDialogProps {
  title: string;
  error: Error | null;
  isPending: boolean;
  onClose: () => void;
  onChange: () => void;
  onSubmit: (name: string) => void;
  children: ReactNode;
}

const formId = 'kanban-name';

function NameDialog({ title, error, isPending, onClose, onChange, onSubmit, children }: NameDialogProps) {
  const [name, setName] = useState('');
  const [isTried, setTried] = useState(false);
  const isMissing = isTried && isBlank(name);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      size="small"
      footer={
        <>
          <AppButton onClick={onClose}>{t('cancel')}</AppButton>
          <AppButton kind="primary" type="submit" form={formId} loading={isPending}>
            {t('create')}
          </AppButton>
        </>
      }
    >
      <Form
        id={formId}
        onSubmit={() => {
          setTried(true);
          if (!isBlank(name) && !isPending) onSubmit(name.trim());
        }}
      >
        <TextInput
          label={t('create_board_name')}
          value={name}
          maxLength={KANBAN.name_max}
          autoComplete="off"
          data-autofocus
          error={isMissing ? t('name_blank') : error ? errorMessage(error, t('create_failed')) : undefined}
          onChange={(event) => {
            setName(event.currentTarget.value);
            onChange();
          }}
        />
        {children}
      </Form>
    </Dialog>
  );
}
