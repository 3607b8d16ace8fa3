import { todayEndpoints } from '@overture/contract/today';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryOptions, refetch } from '../../../lib/api/api-client.ts';
import { useLiveEvent } from '../../../lib/api/live.ts';

/** Besides live messages: leads of other zones wake up. */
const REFRESH_IN_MS = 300_000;

/** How many things wait for the person: calls, LinkedIn cards, drafts, reminders and decisions. None while it is not known. */
export function useWaitingToday(): number {
  const client = useQueryClient();
  const count = useQuery({ ...queryOptions(todayEndpoints.countToday), refetchInterval: REFRESH_IN_MS });
  const again = () => void refetch(client, todayEndpoints.countToday);
  useLiveEvent('calls_changed', again);
  useLiveEvent('linkedin_tasks', again);
  useLiveEvent('approvals_changed', again);
  useLiveEvent('chats_updated', again);
  useLiveEvent('chat_updated', again);
  return count.data?.total ?? 0;
}
