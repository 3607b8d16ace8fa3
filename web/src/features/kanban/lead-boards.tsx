import { kanbanEndpoints } from '@overture/contract/kanban';
import { IconLayoutKanban } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../lib/api/api-client.ts';
import { useLiveEvent } from '../../lib/api/live.ts';
import { AppLink } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { chooseBoardFor } from './add-to-board.ts';
import { t } from './texts.ts';

/** Boards of a lead as links, and a way to add it to another. */
export function LeadBoards({ lead }: { lead: { id: number; name: string } }) {
  const list = useQuery(queryOptions(kanbanEndpoints.listBoardsOfProspect, { params: { id: lead.id } }));
  useLiveEvent('kanban_card', ({ prospect_id }) => {
    if (prospect_id === lead.id) void list.refetch();
  });
  return (
    <>
      {list.data?.boards.map((board) => (
        <AppLink
          key={board.board_id}
          to={pb.inbox({ tab: 'boards', board: board.board_id })}
          className="inline-flex items-center gap-1.5 max-w-full h-6 px-2 border border-line-strong rounded-small text-ink-2 text-meta hover:bg-hover hover:no-underline"
        >
          <IconLayoutKanban size={13} aria-hidden />
          <span className="truncate">{t('board_of_lead', { board: board.board_name, column: board.column_name })}</span>
        </AppLink>
      ))}
      <AppButton
        size="small"
        kind="quiet"
        icon={<IconLayoutKanban size={14} aria-hidden />}
        onClick={() => chooseBoardFor({ ids: [lead.id], name: lead.name })}
      >
        {t('add_to_board_short')}
      </AppButton>
    </>
  );
}
