import type { ChatAccount } from '@overture/contract/chats';
import { outgoingMessagesEndpoints } from '@overture/contract/outgoing-messages';
import { isEmailAccount, isHealthyStatus } from '@overture/domain/accounts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call, errorMessage, queryOptions, refetch } from '../../../lib/api/api-client.ts';
import { useLiveEvent } from '../../../lib/api/live.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { t } from '../texts.ts';

/**
 * By whom a message leaves: who was chosen, else the sender of the last message, else the first that can.
 * @param account the sender of the last message, shown until all are known
 * @param isWriting keeps the channel while the user types
 */
export function useSenders(
  leadId: number,
  account: ChatAccount | null,
  chosenId: number | undefined,
  isWriting: boolean,
) {
  const client = useQueryClient();
  useFollowLead(leadId, isWriting);
  const { data } = useQuery(queryOptions(outgoingMessagesEndpoints.listAnswerSenders, { params: { id: leadId } }));
  const known = account && { account, address: null, signature_id: null, blocked: null, is_last: true };
  const senders = data?.senders ?? (known ? [known] : []);
  const chosen = chooseSender(senders, chosenId);
  async function setSignature(signature_id: number | null) {
    if (!chosen) return;
    const params = { id: chosen.account.id };
    try {
      await call(outgoingMessagesEndpoints.setSenderSignature, { params, body: { signature_id } });
      await refetch(client, outgoingMessagesEndpoints.listAnswerSenders);
    } catch (error) {
      toast.error(errorMessage(error, t('action_failed')));
    }
  }
  return {
    senders,
    chosen,
    isMail: chosen !== undefined && isEmailAccount(chosen.account.account_type),
    /** Subject of the thread; null where a mail begins one. Until it is known none is asked for. */
    subject: data ? data.subject_line : '',
    /** To whom a reply to all goes besides the recipient. */
    replyAll: data?.reply_all ?? NO_OTHERS,
    /** That run for the lead. */
    campaigns: data?.campaigns ?? NO_CAMPAIGNS,
    blocked: data && senders.length === 0 ? t('no_sender_reaches') : (chosen?.blocked ?? null),
    /** Blocks that a connected sender would fix. */
    isSenderBroken: chosen === undefined || !isHealthyStatus(chosen.account.status),
    setSignature,
  };
}

const NO_OTHERS = { cc: [], left_out: 0 };

const NO_CAMPAIGNS: { id: number; name: string }[] = [];

function chooseSender<Sender extends { account: ChatAccount; is_last: boolean; blocked: string | null }>(
  senders: readonly Sender[],
  chosenId: number | undefined,
): Sender | undefined {
  return (
    senders.find((sender) => sender.account.id === chosenId) ??
    senders.find((sender) => sender.is_last) ??
    senders.find((sender) => sender.blocked === null) ??
    senders[0]
  );
}

/** The lead may have written by another channel, which the answer then takes; not before what is being written has left. */
function useFollowLead(leadId: number, isWriting: boolean): void {
  const client = useQueryClient();
  const isBehind = useRef(false);
  const ask = () => {
    isBehind.current = false;
    void refetch(client, outgoingMessagesEndpoints.listAnswerSenders);
  };
  useLiveEvent('chat_message', ({ prospect_id }) => {
    if (prospect_id !== leadId) return;
    if (isWriting) isBehind.current = true;
    else ask();
  });
  useEffect(() => {
    if (!isWriting && isBehind.current) ask();
  });
}
