import { chatsEndpoints } from '@overture/contract/chats';
import { useEffect, useRef } from 'react';
import { call } from '../../../lib/api/api-client.ts';
import { useLiveEvent } from '../../../lib/api/live.ts';
import { useUser } from '../../../lib/api/session.ts';
import { useGo } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import {
  BackgroundReplies,
  getNotificationState,
  getPushState,
  type NewReply,
  showNotification,
} from '../../account/index.ts';
import { t } from '../texts.ts';

/** Shows a notification of the browser for new replies that arrive in the background, if the user turned it on. */
export function useReplyNotifications(): void {
  const go = useGo();
  const { id } = useUser();
  const announce = useRef<(replies: readonly NewReply[]) => void>(() => {});
  announce.current = (replies) =>
    void announceReplies(replies, id, (chat) => go(pb.inbox(chat === undefined ? {} : { chat })));
  const background = useRef<BackgroundReplies | undefined>(undefined);
  useEffect(() => {
    const replies = new BackgroundReplies((found) => announce.current(found));
    background.current = replies;
    return () => replies.close();
  }, []);
  useLiveEvent('chat_message', ({ prospect_id, message_id, sent_by_prospect }) => {
    // Where push is on, the push notification shows the same reply.
    if (sent_by_prospect && getNotificationState() === 'on' && getPushState() !== 'on')
      background.current?.add({ prospect_id, message_id });
  });
}

/** Leads who are asked about when many have replied; the others are announced as they are. */
const MOST_ASKED = 20;

async function announceReplies(
  replies: readonly NewReply[],
  userId: number,
  open: (chat?: number) => void,
): Promise<void> {
  const people = [...new Set(replies.map(({ prospect_id }) => prospect_id))].slice(0, MOST_ASKED);
  const names = new Map(await Promise.all(people.map(async (lead) => [lead, await findName(lead, userId)] as const)));
  const [reply, ...others] = replies.filter(({ prospect_id }) => names.get(prospect_id) !== null);
  if (reply === undefined) return;
  const { prospect_id, message_id } = reply;
  if (others.length > 0)
    return showNotification(t('notice_replies', { count: others.length + 1 }), `replies-${message_id}`, open);
  const name = names.get(prospect_id) ?? '';
  const title = name === '' ? t('notice_reply') : t('notice_reply_of', { name });
  showNotification(title, `reply-${message_id}`, () => open(prospect_id));
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
