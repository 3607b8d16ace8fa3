import { chatsEndpoints } from '@overture/contract/chats';
import { type MessagingPerson, messagingEndpoints } from '@overture/contract/messaging';
import { isMessagingAccount } from '@overture/domain/accounts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, call, errorMessage, queryOptions, refetch } from '../../../lib/api/api-client.ts';
import { useLiveEvent } from '../../../lib/api/live.ts';
import { useUser } from '../../../lib/api/session.ts';
import { useThrottled } from '../../../lib/throttle.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { t } from './texts.ts';

/** People who wrote and are no leads, kept up to date by the live connection; nothing is asked where no such account is connected. */
export function usePeople() {
  const client = useQueryClient();
  const { linked_accounts } = useUser();
  const list = useQuery({
    ...queryOptions(messagingEndpoints.listMessagingPeople),
    enabled: linked_accounts.some(({ account_type }) => isMessagingAccount(account_type)),
  });
  const update = useThrottled(() => void refetch(client, messagingEndpoints.listMessagingPeople), 1500);
  useLiveEvent('messaging_people', update);
  return { ...list, people: list.data?.people };
}

export const nameOf = ({ name, handle }: Pick<MessagingPerson, 'name' | 'handle'>): string =>
  name ?? handle ?? t('unnamed');

export type Resolution =
  | { kind: 'link'; prospect_id: number }
  | { kind: 'add'; first_name: string; last_name: string; search_id: number }
  | { kind: 'dismiss' };

/** Resolves who a person is and refetches what that changes. */
export function useResolvePerson(person: MessagingPerson, onDone: (prospectId: number | null) => void) {
  const client = useQueryClient();
  const params = { id: person.id };
  return useMutation({
    mutationFn: async (resolution: Resolution): Promise<number | null> => {
      if (resolution.kind === 'dismiss') {
        await call(messagingEndpoints.dismissMessagingPerson, { params });
        return null;
      }
      const { kind, ...body } = resolution;
      const asked =
        kind === 'link'
          ? call(messagingEndpoints.linkMessagingPerson, { params, body: body as { prospect_id: number } })
          : call(messagingEndpoints.addMessagingPerson, {
              params,
              body: body as { first_name: string; last_name: string; search_id: number },
            });
      return (await asked).prospect_id;
    },
    onSuccess: (prospectId, { kind }) => {
      toast.success(t(kind === 'dismiss' ? 'dismissed' : 'linked', { name: nameOf(person) }));
      onDone(prospectId);
    },
    onError: (error) => {
      const isHandled = error instanceof ApiError && error.status === 404;
      toast.error(isHandled ? t('handled') : errorMessage(error, t('save_failed')));
    },
    onSettled: () => refetch(client, messagingEndpoints.listMessagingPeople, chatsEndpoints.listChats),
  });
}
