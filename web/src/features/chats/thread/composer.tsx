import { Textarea } from '@mantine/core';
import { type ChatAccount, chatsEndpoints } from '@overture/contract/chats';
import { displayAccountStatus, senderName } from '@overture/domain/accounts';
import { CHARACTER_LIMITS } from '@overture/domain/limits';
import { IconAlertTriangle, IconSend2 } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { call, errorMessage } from '../../../lib/api/api-client.ts';
import { formatNumber } from '../../../lib/format.ts';
import { AppLink } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { ChannelGlyph } from '../../../ui/display/channel-glyph.tsx';
import { KeyHint } from '../../../ui/display/key-hint.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { listKey } from '../chats-cache.ts';
import { addMessage } from '../history-cache.ts';
import { channelOf } from '../people.ts';
import { useAnswering } from '../presence/use-answering.ts';
import { t } from '../texts.ts';
import classes from './thread.module.css';

/** Milliseconds the error of a send is shown in the composer. */
const errorMs = 2500;
const limit = CHARACTER_LIMITS.chat_message;

interface ComposerProps {
  id: number;
  name: string;
  account: ChatAccount | null;
  draft: string;
  onDraft: (text: string) => void;
  textRef: React.RefObject<HTMLTextAreaElement | null>;
}

/** Why an answer cannot leave at all; null when it can. */
function senderProblem(account: ChatAccount | null): string | null {
  if (account === null) return t('no_sender');
  const isBroken = displayAccountStatus(account.status) === 'Disconnected';
  return isBroken ? t('sender_broken', { name: senderName(account) }) : null;
}

/** Where an answer is written: 60 to 300 px, at most 1900 characters, Ctrl-Enter sends. */
const inputClasses = {
  input: 'min-h-15 max-h-[300px] py-2.25 px-3 overflow-y-auto leading-[1.45] field-sizing-content',
};

export function Composer({ id, name, account, draft, onDraft, textRef }: ComposerProps) {
  const client = useQueryClient();
  const answering = useAnswering(id);
  const [refusal, setRefusal] = useRefusal();
  // One key per message written: a request that is repeated sends once.
  const key = useRef(crypto.randomUUID());
  const send = useMutation({
    mutationFn: (message: string) =>
      call(chatsEndpoints.sendChatMessage, { params: { id }, body: { message, idempotency_key: key.current } }),
    onSuccess: ({ message }) => {
      key.current = crypto.randomUUID();
      onDraft('');
      answering.stop();
      addMessage(client, id, message);
      void client.invalidateQueries({ queryKey: listKey() });
      textRef.current?.focus();
    },
    onError: (error) => setRefusal(errorMessage(error, t('send_failed'))),
  });
  const count = [...draft].length;
  const problem = count > limit ? `Message cannot be longer than ${limit} characters` : null;
  const blocked = senderProblem(account);
  const mayNotSend = draft.trim() === '' || problem !== null || blocked !== null || send.isPending;
  function submit() {
    if (!mayNotSend) send.mutate(draft);
  }
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      submit();
    }
    if (event.key === 'Escape') {
      event.stopPropagation();
      event.currentTarget.blur();
    }
  }
  return (
    <form
      className="relative pt-3 px-4 pb-4 border-t border-line bg-surface max-sm:pt-2 max-sm:px-3 max-sm:pb-3"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {blocked ? (
        <p className="flex items-center gap-2 mb-2 text-amber text-table [&_a]:whitespace-nowrap">
          <IconAlertTriangle size={16} aria-hidden />
          <span>{blocked}</span>
          <AppLink to={pb.senders()}>{t('to_senders')}</AppLink>
        </p>
      ) : null}
      {refusal ? (
        <p className={classes.refusal} role="alert">
          {refusal}
        </p>
      ) : null}
      <Textarea
        ref={textRef}
        aria-label={t('composer', { name })}
        placeholder={t('placeholder', { name })}
        value={draft}
        readOnly={send.isPending}
        classNames={inputClasses}
        error={problem}
        onChange={(event) => {
          onDraft(event.currentTarget.value);
          answering.note();
        }}
        onBlur={answering.stop}
        onKeyDown={onKeyDown}
      />
      <div className="flex items-center gap-3 mt-2">
        {account ? (
          <span className="flex flex-1 items-center gap-1.25 min-w-0 text-ink-3 text-meta">
            <ChannelGlyph channel={channelOf(account.account_type)} size={13} />
            <span className="truncate">{t('answer_from', { name: senderName(account) })}</span>
          </span>
        ) : (
          <span />
        )}
        <span
          className="text-ink-3 text-meta whitespace-nowrap data-over:text-red data-over:font-semibold number"
          data-over={problem !== null || undefined}
          title={t('counter_label', { count: formatNumber(count), limit: formatNumber(limit) })}
        >
          {t('counter', { count, limit })}
        </span>
        <span className="max-sm:hidden" aria-hidden>
          <KeyHint keys={['Ctrl', 'Enter']} />
        </span>
        <AppButton
          kind="primary"
          type="submit"
          size="small"
          disabled={mayNotSend}
          loading={send.isPending}
          icon={<IconSend2 size={15} aria-hidden />}
        >
          {t('send')}
        </AppButton>
      </div>
    </form>
  );
}

/** The error of a send, gone after 2.5 s. */
function useRefusal() {
  const [refusal, setRefusal] = useState<string | undefined>();
  useEffect(() => {
    if (refusal === undefined) return;
    const timer = setTimeout(() => setRefusal(undefined), errorMs);
    return () => clearTimeout(timer);
  }, [refusal]);
  return [refusal, setRefusal] as const;
}
