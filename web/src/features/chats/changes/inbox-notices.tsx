import { useEffect } from 'react';
import { useLiveEvent } from '../../../lib/api/live.ts';
import { useGo } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { renewPush } from '../../account/index.ts';
import { t } from '../texts.ts';
import { useReplyNotifications } from './reply-notifications.ts';

/** Milliseconds a notice stays: the user is busy with something else. */
const duration = 10_000;

/** Shows a toast on every screen when a reminder is due or a teammate assigned a conversation, and announces replies in the background. */
export function InboxNotices(): null {
  const go = useGo();
  const show = (message: string, chat: number | undefined) =>
    toast.info(message, {
      duration,
      action: { label: t('notice_open'), onSelect: () => go(pb.inbox(chat === undefined ? {} : { chat })) },
    });
  useLiveEvent('chat_reminder', ({ prospect_id, name }) => show(t('notice_reminder', { name }), prospect_id));
  useLiveEvent('chats_assigned', ({ prospect_ids, by, name }) => {
    const text =
      name === null
        ? t('notice_assigned_many', { by, count: prospect_ids.length })
        : t('notice_assigned_single', { by, name });
    show(text, prospect_ids[0]);
  });
  useReplyNotifications();
  useEffect(() => {
    // The next start of the application tries again.
    renewPush().catch(() => undefined);
  }, []);
  return null;
}
