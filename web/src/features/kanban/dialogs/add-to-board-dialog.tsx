import { Select } from '@mantine/core';
import { type KanbanBoardSummary, kanbanEndpoints } from '@overture/contract/kanban';
import { IconLayoutKanban } from '@tabler/icons-react';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorMessage, queryOptions, refetch } from '../../../lib/api/api-client.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { OptionCard } from '../../../ui/inputs/option-card.tsx';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import type { ChosenLeads } from '../add-to-board.ts';
import { t } from '../texts.ts';

interface AddToBoardProps {
  leads: ChosenLeads;
  onClose: () => void;
}

/** Which board, and which of its columns: the first unless chosen. */
export function AddToBoardDialog({ leads, onClose }: AddToBoardProps) {
  const list = useQuery(queryOptions(kanbanEndpoints.listKanbanBoards));
  const [choice, setChoice] = useState<Choice | undefined>();
  const add = useAdding(leads, onClose);
  const boards = list.data?.boards ?? [];
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('add_to_board')}
      size="small"
      footer={
        <>
          <AppButton onClick={onClose}>{t('cancel')}</AppButton>
          <AppButton
            kind="primary"
            disabled={choice === undefined || add.isPending}
            onClick={() => choice && add.mutate(choice)}
          >
            {add.isPending ? t('adding') : t('add')}
          </AppButton>
        </>
      }
    >
      {list.isPending ? <Skeleton width="100%" height={120} radius={8} /> : null}
      {queryFailure(list, { fallback: t('boards_failed'), compact: true })}
      {list.data && boards.length === 0 ? (
        <EmptyState
          compact
          icon={<IconLayoutKanban size={22} />}
          title={t('none_available')}
          text={t('none_available_text')}
        />
      ) : null}
      {boards.length > 0 ? (
        <BoardChoice name={leads.name} boards={boards} choice={choice} onChange={setChoice} />
      ) : null}
    </Dialog>
  );
}

/** The last one first: each is put on top, and the board shows them in the order of the list. */
function useAdding({ ids }: ChosenLeads, onClose: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ board, column_id }: Choice) => {
      const added: number[] = [];
      for (const prospect_id of ids.toReversed()) {
        const body = { prospect_id, board_id: board.id, column_id };
        if ((await call(kanbanEndpoints.addProspectToKanban, { body })).was_added) added.push(prospect_id);
      }
      return added;
    },
    onSuccess: (added, { board: { id, name: board } }) => {
      const count = { board, added: formatNumber(added.length), total: formatNumber(ids.length) };
      const words =
        ids.length > 1 ? t('added_many', count) : t(added.length > 0 ? 'added' : 'already_there', { board });
      const undo = () => void removeAdded(client, id, added);
      toast.success(words, added.length > 0 ? { action: { label: t('undo'), onSelect: undo } } : {});
      reload(client);
      onClose();
    },
    onError: (error) => toast.error(errorMessage(error, t('add_failed'))),
  });
}

/** Those that were there before stay. */
async function removeAdded(client: QueryClient, id: number, added: readonly number[]): Promise<void> {
  try {
    for (const prospectId of added)
      await call(kanbanEndpoints.removeProspectFromKanban, { params: { id, prospectId } });
  } catch (error) {
    toast.error(errorMessage(error, t('remove_failed')));
  } finally {
    reload(client);
  }
}

function reload(client: QueryClient): void {
  for (const key of ['GET /chats/', 'GET /chats/{id}/', 'GET /chats/{prospectId}/history/'])
    void client.invalidateQueries({ queryKey: [key] });
  void refetch(
    client,
    kanbanEndpoints.listKanbanBoards,
    kanbanEndpoints.listBoardsOfProspect,
    kanbanEndpoints.getKanbanBoard,
  );
}

interface Choice {
  board: KanbanBoardSummary;
  column_id: number;
}

interface BoardChoiceProps {
  name: string;
  boards: readonly KanbanBoardSummary[];
  choice: Choice | undefined;
  onChange: (choice: Choice) => void;
}

function BoardChoice({ name, boards, choice, onChange }: BoardChoiceProps) {
  return (
    <>
      <fieldset className="flex flex-col gap-2 m-0 p-0 border-0 min-w-0">
        <legend className="mb-3 p-0 text-ink-2">{t('add_to_board_of', { name })}</legend>
        {boards.map((board) => (
          <OptionCard
            key={board.id}
            kind="radio"
            name="kanban-board"
            label={board.name}
            note={board.column_count === 0 ? t('no_columns_yet') : t('leads', { count: board.lead_count })}
            checked={choice?.board.id === board.id}
            disabled={board.column_count === 0}
            onChange={() => onChange({ board, column_id: board.columns[0]?.id ?? 0 })}
          />
        ))}
      </fieldset>
      {choice && choice.board.columns.length > 1 ? (
        <Select
          className="mt-4"
          label={t('delete_column_target')}
          data={choice.board.columns.map(({ id, name: label }) => ({ value: String(id), label }))}
          value={String(choice.column_id)}
          allowDeselect={false}
          onChange={(value) => onChange({ ...choice, column_id: Number(value ?? choice.column_id) })}
        />
      ) : null}
    </>
  );
}
