import { chatsEndpoints } from '@overture/contract/chats';
import { type UnmatchedReply, unmatchedRepliesEndpoints } from '@overture/contract/unmatched-replies';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, call, errorMessage, queryOptions, refetch } from '../../../lib/api/api-client.ts';
import { useLiveEvent } from '../../../lib/api/live.ts';
import { useThrottled } from '../../../lib/throttle.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { t } from './texts.ts';

/** Mails that wait for a decision, kept up to date by the live connection. */
export function useUnmatchedReplies() {
  const client = useQueryClient();
  const list = useQuery(queryOptions(unmatchedRepliesEndpoints.listUnmatchedReplies));
  const update = useThrottled(() => void refetch(client, unmatchedRepliesEndpoints.listUnmatchedReplies), 1500);
  useLiveEvent('chat_updated', update);
  return { ...list, answers: list.data?.possible_answers };
}

export type Decision = 'lead' | 'colleague' | 'none';

const BODIES = {
  lead: { is_answer: true },
  colleague: { is_answer: true, is_colleague: true },
  none: { is_answer: false },
} as const;

/** Says whether a mail is an answer; what it changes is fetched again wherever it is shown. */
export function useDecision(answer: UnmatchedReply) {
  const client = useQueryClient();
  const name = answer.prospect.first_name || answer.prospect.last_name;
  return useMutation({
    mutationFn: (decision: Decision) =>
      call(unmatchedRepliesEndpoints.decideUnmatchedReply, { params: { id: answer.id }, body: BODIES[decision] }),
    onSuccess: (_, decision) => toast.success(t(`decided_${decision}`, { name, email: answer.from.email })),
    onError: (error) => {
      const isDecided = error instanceof ApiError && error.status === 404;
      toast.error(isDecided ? t('decided_already') : errorMessage(error, t('decide_failed')));
      const { listChats, getChat, getChatHistory } = chatsEndpoints;
      void refetch(client, unmatchedRepliesEndpoints.listUnmatchedReplies, listChats, getChat, getChatHistory);
    },
  });
}
