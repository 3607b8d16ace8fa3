import { getRouteApi } from '@tanstack/react-router';
import { Suspense } from 'react';
import { ConversationPanel, InboxPage, InboxTabs } from '../features/chats/index.ts';
import { AddToBoardHost } from '../features/kanban/index.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

const route = getRouteApi('/private/inbox');
const BoardsPage = lazyPart(() =>
  import('../features/kanban/boards-page.tsx').then((file) => ({ default: file.BoardsPage })),
);

export function InboxScreen() {
  const { chat, tab, board } = route.useSearch();
  const isBoards = tab === 'boards';
  return (
    <InboxTabs current={isBoards ? 'boards' : 'conversations'}>
      {isBoards ? (
        <Suspense fallback={null}>
          <BoardsPage
            boardId={board}
            chatId={chat}
            renderConversation={(id, onClose) => <ConversationPanel id={id} onClose={onClose} />}
          />
        </Suspense>
      ) : (
        <InboxPage chatId={chat} />
      )}
      <AddToBoardHost />
    </InboxTabs>
  );
}
