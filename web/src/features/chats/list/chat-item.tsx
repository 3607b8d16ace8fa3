import type { ChatPreview } from '@overture/contract/chats';
import { IconFlagFilled } from '@tabler/icons-react';
import { formatListTime } from '../../../lib/format.ts';
import { AppLink } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { ChannelGlyph } from '../../../ui/display/channel-glyph.tsx';
import { LabelSummary } from '../../labels/index.ts';
import { leadName, PersonPicture } from '../../leads/index.ts';
import { channelsOf } from '../people.ts';
import { t } from '../texts.ts';
import type { ChatActions } from '../use-chat-actions.ts';
import classes from './chat-list.module.css';
import { ChatMenu } from './chat-menu.tsx';

interface ChatItemProps {
  chat: ChatPreview;
  isOpen: boolean;
  now: Date;
  actions: ChatActions;
  onLabels: (chat: ChatPreview) => void;
}

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
        className={classes.link}
        aria-current={isOpen ? 'true' : undefined}
        preload={false}
      >
        <span className={classes.picture}>
          <PersonPicture person={prospect} size="chat" />
          <span className={classes.channels}>
            {channelsOf(chat.account_types).map((channel) => (
              <span key={channel} className={classes.channel}>
                <ChannelGlyph channel={channel} size={12} />
              </span>
            ))}
          </span>
        </span>
        <span className={classes.lines}>
          <span className={classes.top}>
            <span className={`${classes.name} truncate`}>{name}</span>
            {prospect.company.name ? (
              <span className={`${classes.company} truncate`}>{prospect.company.name}</span>
            ) : null}
            {prospect.is_flagged ? (
              <span className={classes.flag} role="img" aria-label={t('flagged')}>
                <IconFlagFilled size={13} aria-hidden />
              </span>
            ) : null}
            <span className={`${classes.time} number`}>{last ? formatListTime(last.sent_at, now) : ''}</span>
          </span>
          <span className={classes.bottom}>
            <span className={`${classes.words} truncate`}>
              {last && !last.sent_by_prospect ? t('you', { message: words }) : words}
            </span>
            <LabelSummary labels={prospect.labels} />
            {chat.has_unread ? <span className={classes.dot} role="img" aria-label={t('unread')} /> : null}
          </span>
        </span>
      </AppLink>
      <span className={classes.menu}>
        <ChatMenu chat={chat} actions={actions} onLabels={onLabels} />
      </span>
    </li>
  );
}
