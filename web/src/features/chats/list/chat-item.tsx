import type { ChatPreview } from '@overture/contract/chats';
import { IconFlagFilled } from '@tabler/icons-react';
import { formatListTime } from '../../../lib/format.ts';
import { AppLink } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { ChannelGlyph } from '../../../ui/display/channel-glyph.tsx';
import { LabelSummary } from '../../labels/index.ts';
import { leadName, PersonPicture } from '../../leads/index.ts';
import classes from '../chats.module.css';
import { channelsOf } from '../people.ts';
import { t } from '../texts.ts';
import type { ChatActions } from '../use-chat-actions.ts';
import { ChatMenu } from './chat-menu.tsx';

interface ChatItemProps {
  chat: ChatPreview;
  isOpen: boolean;
  now: Date;
  actions: ChatActions;
  onLabels: (chat: ChatPreview) => void;
}

const channelMark = `${classes.channel} grid place-items-center size-4.5 border border-line rounded-full bg-surface`;
const unreadDot = 'flex-none size-2 rounded-full bg-accent-line';

/** One conversation of the list: who, over what, the last words, when, and whether it waits to be read. */
export function ChatItem({ chat, isOpen, now, actions, onLabels }: ChatItemProps) {
  const { prospect, latest_message: last } = chat;
  const name = leadName(prospect);
  const words = last ? last.message || last.subject_line || '' : '';
  return (
    <li
      className={classes.item}
      data-open={isOpen || undefined}
      data-unread={chat.has_unread || undefined}
      data-chat={prospect.id}
    >
      <AppLink
        to={pb.inbox({ chat: prospect.id })}
        className="flex items-center gap-3 min-h-17 py-2.5 px-4 text-ink hover:no-underline focus-visible:-outline-offset-2"
        aria-current={isOpen ? 'true' : undefined}
        preload={false}
      >
        <span className="relative flex-none">
          <PersonPicture person={prospect} size="chat" />
          <span className="absolute -right-1 -bottom-0.5 flex">
            {channelsOf(chat.account_types).map((channel) => (
              <span key={channel} className={channelMark}>
                <ChannelGlyph channel={channel} size={12} />
              </span>
            ))}
          </span>
        </span>
        <span className="flex flex-1 flex-col gap-0.75 min-w-0">
          <span className="flex items-center gap-2 min-w-0">
            <span className={`${classes.name} truncate`}>{name}</span>
            {prospect.company.name ? (
              <span className="flex-[1_2_0] text-ink-3 text-meta truncate">{prospect.company.name}</span>
            ) : null}
            {prospect.is_flagged ? (
              <span className="inline-flex flex-none text-amber-dot" role="img" aria-label={t('flagged')}>
                <IconFlagFilled size={13} aria-hidden />
              </span>
            ) : null}
            <span className={`${classes.time} flex-none ms-auto text-ink-3 text-meta number`}>
              {last ? formatListTime(last.sent_at, now) : ''}
            </span>
          </span>
          <span className={`${classes.bottom} flex items-center gap-2 min-w-0`}>
            <span className={`${classes.words} flex-1 text-ink-3 text-table truncate`}>
              {last && !last.sent_by_prospect ? t('you', { message: words }) : words}
            </span>
            <LabelSummary labels={prospect.labels} />
            {chat.has_unread ? <span className={unreadDot} role="img" aria-label={t('unread')} /> : null}
          </span>
        </span>
      </AppLink>
      <span className={`${classes.menu} absolute top-1.75 right-3 opacity-0`}>
        <ChatMenu chat={chat} actions={actions} onLabels={onLabels} />
      </span>
    </li>
  );
}
