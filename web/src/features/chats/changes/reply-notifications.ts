import { chatsEndpoints } from '@overture/contract/chats';
import { useEffect, useRef } from 'react';
import { call } from '../../../lib/api/api-client.ts';
import { useLiveEvent } from '../../../lib/api/live.ts';
import { useUser } from '../../../lib/api/session.ts';
import { useGo } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { BackgroundReplies, getNotificationState, type NewReply, showNotification } from '../../account/index.ts';
import { t } from '../texts.ts';

/** Shows a notification of the browser for new replies that arrive in the background, if the user turned it on. */
export function useReplyNotifications(): void {
  const go = useGo();
  const { id } = useUser();
  const announce = useRef<(replies: readonly NewReply[]) => void>(() => {});
  announce.current = (replies) => {
    const open = (chat?: number) => go(pb.inbox(chat === undefined ? {} : { chat }));
    const [reply, ...others] = replies;
    if (reply === undefined) return;
    if (others.length > 0)
      return showNotification(t('notice_replies', { count: replies.length }), `replies-${reply.message_id}`, open);
    void findName(reply.prospect_id, id).then((name) => {
      if (name === null) return;
      const title = name === '' ? t('notice_reply') : t('notice_reply_of', { name });
      showNotification(title, `reply-${reply.message_id}`, () => open(reply.prospect_id));
    });
  };
  const background = useRef<BackgroundReplies | undefined>(undefined);
  useEffect(() => {
    const replies = new BackgroundReplies((found) => announce.current(found));
    background.current = replies;
    return () => replies.close();
  }, []);
  useLiveEvent('chat_message', ({ prospect_id, message_id, sent_by_prospect }) => {
    if (sent_by_prospect && getNotificationState() === 'on') background.current?.add({ prospect_id, message_id });
  });
}

/** Name of the lead; blank if it is unknown, null for a conversation that is assigned to a colleague. */
async function findName(prospectId: number, userId: number): Promise<string | null> {
  try {
    const { chat } = await call(chatsEndpoints.getChat, { params: { id: prospectId } });
    if (chat.assigned_to !== null && chat.assigned_to.id !== userId) return null;
    return [chat.prospect.first_name, chat.prospect.last_name].filter(Boolean).join(' ');
  } catch {
    return '';
  }
}
