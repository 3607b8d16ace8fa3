import { getRouteApi } from '@tanstack/react-router';
import { InboxPage } from '../features/chats/index.ts';

const route = getRouteApi('/private/inbox');

export function InboxScreen() {
  const { chat } = route.useSearch();
  return <InboxPage chatId={chat} />;
}
