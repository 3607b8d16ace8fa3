import { type ChatPresence, chatChangesEndpoints } from '@overture/contract/chat-changes';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKey, queryOptions } from '../../../lib/api/api-client.ts';
import { useLiveEvent } from '../../../lib/api/live.ts';
import { useUser } from '../../../lib/api/session.ts';

interface Answer {
  presences: ChatPresence[];
}

/** Colleagues who answer just now, by lead: asked for once, then told by the live connection. */
export function usePresences(): ReadonlyMap<number, readonly string[]> {
  const client = useQueryClient();
  const user = useUser();
  const { data } = useQuery(queryOptions(chatChangesEndpoints.listChatPresences));
  useLiveEvent('chat_presence', ({ is_answering, ...presence }) => {
    const key = queryKey(chatChangesEndpoints.listChatPresences, {});
    client.setQueryData<Answer>(key, (known) => {
      const others = (known?.presences ?? []).filter(
        ({ prospect_id, user_id }) => prospect_id !== presence.prospect_id || user_id !== presence.user_id,
      );
      return { presences: is_answering ? [...others, presence] : others };
    });
  });
  const byLead = new Map<number, string[]>();
  for (const { prospect_id, user_id, name } of data?.presences ?? []) {
    if (user_id !== user.id) byLead.set(prospect_id, [...(byLead.get(prospect_id) ?? []), name]);
  }
  return byLead;
}
