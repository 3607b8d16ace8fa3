import { type ChatMessage, chatsEndpoints } from '@overture/contract/chats';
import { isEmailAccount, labelAccountType } from '@overture/domain/accounts';
import { IconAlertCircle, IconAlertTriangle, IconArrowForwardUp, IconCheck, IconClock } from '@tabler/icons-react';
import { Suspense, useCallback, useState } from 'react';
import { addressOf } from '../../../lib/api/api-client.ts';
import { formatTime } from '../../../lib/format.ts';
import { AccountGlyph } from '../../../ui/display/account-glyph.tsx';
import { DateText } from '../../../ui/display/date-text.tsx';
import { IconButton } from '../../../ui/inputs/app-button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { leadName } from '../../leads/index.ts';
import { MessageClassNote } from '../classes/message-class.tsx';
import type { ScheduledActions } from '../composer/scheduled-note.tsx';
import { t } from '../texts.ts';
import { MailFrame } from './mail-frame.tsx';
import { hasQuoted } from './mail-page.ts';
import classes from './thread.module.css';
import { isLongMessage, splitLinks } from './timeline-entries.ts';

const ScheduledNote = lazyPart(() =>
  import('../composer/scheduled-note.tsx').then((file) => ({ default: file.ScheduledNote })),
);

const MessageFiles = lazyPart(() => import('./message-files.tsx').then((file) => ({ default: file.MessageFiles })));

interface MessageProps {
  message: ChatMessage;
  /** False where the subject is that of the message before. */
  showsSubject: boolean;
  /** True for the oldest message that is loaded. */
  isOldest: boolean;
  /** Puts the words of a message that was not sent back into the composer. */
  onWriteAgain: (text: string) => void;
  /** Sends a mail on to someone else. */
  onForward: (message: ChatMessage) => void;
  scheduled: ScheduledActions;
}

/** One message: ours on the right, the lead's on the left. */
export function Message({ message, showsSubject, isOldest, onWriteAgain, onForward, scheduled }: MessageProps) {
  const [wasOldest] = useState(isOldest);
  const [isOpen, setOpen] = useState(false);
  const [showsQuoted, setShowsQuoted] = useState(false);
  const [showsImages, setShowsImages] = useState(false);
  const isLong = isLongMessage(message.message);
  const isClosed = isLong && !isOpen;
  const isQuoting = quotes(message);
  return (
    <article
      className={classes.message}
      data-ours={!message.sent_by_prospect || undefined}
      data-unanchored={wasOldest || undefined}
    >
      <MessageHead message={message} onForward={onForward} />
      <div className={classes.bubble} data-kind={message.kind} data-delivery={message.delivery}>
        <Heading message={message} showsSubject={showsSubject} />
        <Body message={message} isClosed={isClosed} showsQuoted={showsQuoted} showsImages={showsImages} />
        <div className="flex gap-3">
          {isLong ? (
            <TextButton isExpanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {t(isOpen ? 'show_less' : 'show_more')}
            </TextButton>
          ) : null}
          {isQuoting && !isClosed ? (
            <TextButton isExpanded={showsQuoted} onClick={() => setShowsQuoted(!showsQuoted)}>
              {t(showsQuoted ? 'hide_quoted' : 'show_quoted')}
            </TextButton>
          ) : null}
        </div>
        {showsImages ? null : <BlockedImages message={message} onShow={() => setShowsImages(true)} />}
        {message.attachments.length > 0 ? (
          <Suspense fallback={<div className="h-8 mt-2" />}>
            <MessageFiles message={message} />
          </Suspense>
        ) : null}
      </div>
      {message.reply_class ? <MessageClassNote message={message} found={message.reply_class} /> : null}
      <Delivery message={message} onWriteAgain={onWriteAgain} scheduled={scheduled} />
    </article>
  );
}

const quotes = (message: ChatMessage): boolean =>
  isReceived(message) ? hasQuoted(message.html ?? '') : Boolean(message.quoted_text);

/** A mail that holds what it quotes itself. */
const isReceived = ({ html, kind }: ChatMessage): boolean => html !== null && kind !== 'CHAT' && kind !== 'FORWARD';

function BlockedImages({ message, onShow }: { message: ChatMessage; onShow: () => void }) {
  return message.has_remote_content && message.html ? (
    <p className="flex items-center justify-between gap-3 mt-2 pt-2 border-t border-line text-ink-3 text-meta">
      <span>{t('images_blocked')}</span>
      <TextButton onClick={onShow}>{t('show_images')}</TextButton>
    </p>
  ) : null;
}

/** What it is about, where that is new, and who else got it. */
function Heading({ message, showsSubject }: Pick<MessageProps, 'message' | 'showsSubject'>) {
  return (
    <>
      {(showsSubject || message.is_unreadable) && message.subject_line ? (
        <p className="mb-1 text-table font-semibold wrap-anywhere" dir="auto">
          {message.subject_line}
        </p>
      ) : null}
      <Recipients message={message} />
    </>
  );
}

/** Who else got it. */
function Recipients({ message: { kind, recipients } }: Pick<MessageProps, 'message'>) {
  const lines = [
    { kind: kind === 'FORWARD' ? 'forwarded_to' : 'to_of', addresses: recipients.to },
    { kind: 'cc_of', addresses: recipients.cc },
    { kind: 'bcc_of', addresses: recipients.bcc },
  ] as const;
  return lines.map(({ kind: line, addresses }) =>
    addresses.length > 0 ? (
      <p key={line} className="mb-1 text-ink-2 text-meta wrap-anywhere">
        {t(line, { addresses: addresses.join(', ') })}
      </p>
    ) : null,
  );
}

interface BodyProps {
  message: ChatMessage;
  /** True where only its beginning is shown. */
  isClosed: boolean;
  showsQuoted: boolean;
  showsImages: boolean;
}

/** The words themselves: a mail as it was designed, anything else as text. */
function Body({ message, isClosed, showsQuoted, showsImages }: BodyProps) {
  const { id: messageId, prospect } = message;
  const pictureAddress = useCallback(
    (address: string) =>
      addressOf(chatsEndpoints.getMailPicture, { params: { id: prospect.id, messageId }, query: { address } }),
    [prospect.id, messageId],
  );
  return (
    <div
      className={classes.body}
      data-closed={isClosed || undefined}
      data-unreadable={message.is_unreadable || undefined}
    >
      {message.html ? (
        <MailFrame
          html={message.html}
          title={t('mail_frame', { name: message.from?.name ?? leadName(prospect) })}
          pictureAddress={showsImages ? pictureAddress : null}
          showsQuoted={showsQuoted}
          isOurs={!isReceived(message)}
        />
      ) : (
        <PlainText text={message.message} />
      )}
      {showsQuoted && !isReceived(message) && message.quoted_text ? (
        <blockquote className="mt-3 mx-0 mb-0 ps-3 border-s-2 border-line-strong text-ink-3">
          <PlainText text={message.quoted_text} />
        </blockquote>
      ) : null}
    </div>
  );
}

function MessageHead({ message, onForward }: Pick<MessageProps, 'message' | 'onForward'>) {
  const { from, prospect } = message;
  const type = message.account?.account_type;
  const service = type === undefined || isEmailAccount(type) ? null : type;
  const kinds: Partial<Record<ChatMessage['kind'], string>> = {
    CAMPAIGN: t('kind_campaign'),
    AUTO_REPLY: t(message.reply_class?.class === 'out_of_office' ? 'kind_absence' : 'kind_auto_reply'),
    BOUNCE: t('kind_bounce'),
    COMPLAINT: t('kind_complaint'),
    OWN_CLIENT: service === null ? t('kind_own_client') : t('kind_own_service', { service: labelAccountType(service) }),
  };
  const sender = message.sent_by_prospect ? (from?.name ?? leadName(prospect)) : (message.account?.name ?? '');
  return (
    <header className="flex items-baseline gap-2 max-w-full text-ink-3 text-meta [&_strong]:text-ink-2 [&_strong]:font-medium">
      <strong
        className="truncate"
        title={message.sent_by_prospect ? from?.email : (message.account?.email ?? undefined)}
      >
        {sender}
      </strong>
      {service ? (
        <span className="flex self-center">
          <AccountGlyph type={service} size={13} />
        </span>
      ) : null}
      {kinds[message.kind] ? (
        <span className="whitespace-nowrap before:me-2 before:content-['·']">{kinds[message.kind]}</span>
      ) : null}
      <ProgramName message={message} />
      <DateText value={message.sent_at} format={formatTime} />
      <ForwardButton message={message} onForward={onForward} />
    </header>
  );
}

/** Mails that were sent or received can be sent on. */
function ForwardButton({ message, onForward }: Pick<MessageProps, 'message' | 'onForward'>) {
  if (!isForwardable(message)) return null;
  return (
    <span className="flex self-center -my-1.5">
      <IconButton size="small" label={t('forward')} onClick={() => onForward(message)}>
        <IconArrowForwardUp size={15} aria-hidden />
      </IconButton>
    </span>
  );
}

const isForwardable = ({ account, delivery, kind }: ChatMessage): boolean =>
  account !== null &&
  isEmailAccount(account.account_type) &&
  delivery === 'SENT' &&
  kind !== 'BOUNCE' &&
  kind !== 'COMPLAINT';

/** The key or app that wrote it. */
function ProgramName({ message: { acting_key } }: { message: ChatMessage }) {
  if (!acting_key) return null;
  return (
    <span className="truncate before:me-2 before:content-['·']">
      {t(acting_key.is_app ? 'by_app' : 'by_key', { name: acting_key.name })}
    </span>
  );
}

function PlainText({ text }: { text: string }) {
  return (
    <p className={classes.text} dir="auto">
      {splitLinks(text).map((part, index) =>
        part.href ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text that never changes.
          <a key={index} href={part.href} target="_blank" rel="noopener noreferrer nofollow">
            {part.text}
          </a>
        ) : (
          part.text
        ),
      )}
    </p>
  );
}

interface TextButtonProps {
  isExpanded?: boolean;
  onClick: () => void;
  children: string;
}

function TextButton({ isExpanded, onClick, children }: TextButtonProps) {
  return (
    <button
      type="button"
      className="bare py-1 px-0 text-accent text-table font-medium whitespace-nowrap cursor-pointer hover:underline"
      aria-expanded={isExpanded}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

/** Delivery state of our message, which is sent through a queue. */
function Delivery({ message, onWriteAgain, scheduled }: Pick<MessageProps, 'message' | 'onWriteAgain' | 'scheduled'>) {
  if (message.sent_by_prospect) return null;
  if (message.delivery === 'SCHEDULED' || message.delivery === 'PAUSED') {
    return (
      <Suspense fallback={null}>
        <ScheduledNote message={message} {...scheduled} />
      </Suspense>
    );
  }
  if (message.delivery === 'SENT') {
    return message.kind === 'CHAT' || message.kind === 'FORWARD' ? (
      <p className={classes.delivery} data-state="sent">
        <IconCheck size={14} aria-hidden /> {t('sent')}
      </p>
    ) : null;
  }
  if (message.delivery === 'SENDING') {
    return (
      <p className={classes.delivery} role="status">
        <IconClock size={14} aria-hidden /> {t('sending')}
        {message.error ? ` ${message.error}` : null}
      </p>
    );
  }
  if (message.delivery === 'UNCONFIRMED') {
    return (
      <p className={classes.delivery} data-state="unconfirmed" title={message.error ?? undefined}>
        <IconAlertTriangle size={14} aria-hidden />
        <span>
          {t('unconfirmed')}. {t('unconfirmed_text')}
        </span>
      </p>
    );
  }
  return (
    <p className={classes.delivery} data-state="failed" role="alert">
      <IconAlertCircle size={14} aria-hidden />
      <span>
        {t('not_sent')}
        {message.error ? `: ${message.error}` : null}
      </span>
      <WriteAgain message={message} onWriteAgain={onWriteAgain} />
    </p>
  );
}

/** The note of a forward was not written for the lead, whom the composer writes to. */
function WriteAgain({ message: { kind, message }, onWriteAgain }: Pick<MessageProps, 'message' | 'onWriteAgain'>) {
  if (kind === 'FORWARD') return null;
  return <TextButton onClick={() => onWriteAgain(message)}>{t('write_again')}</TextButton>;
}
