import type { chatsEndpoints } from '@overture/contract/chats';
import type { EndpointInput } from '@overture/contract/endpoint';
import { REPLY_CLASSES, type ReplyClass } from '@overture/domain/inbound/reply-classes';
import { cutText } from '@overture/domain/text/text-bounds';
import { useState } from 'react';
import { readStored, writeStored } from '../../lib/storage.ts';

export const folders = [
  'inbox',
  'unread',
  'drafts',
  'sent',
  'important',
  'awaiting_reply',
  'reminders',
  'trash',
] as const;
export type Folder = (typeof folders)[number];
export const chatStatuses = ['INTERESTED', 'NOT_INTERESTED', 'REPLIED'] as const;
export type ChatStatus = (typeof chatStatuses)[number];

/** What the list is narrowed by, as remembered under `chat_filters`. */
export interface ChatFilterState {
  folder: Folder;
  sending_accounts: number[];
  campaign: number[];
  status: ChatStatus[];
  /** At most one. */
  reply_class: ReplyClass[];
  labels: number[];
  /** Ids of members, `me` or `no`. */
  assigned_to: string[];
  search_query: string;
}

export const noFilters: ChatFilterState = {
  folder: 'inbox',
  sending_accounts: [],
  campaign: [],
  status: [],
  reply_class: [],
  labels: [],
  assigned_to: [],
  search_query: '',
};

type ListQuery = NonNullable<NonNullable<EndpointInput<(typeof chatsEndpoints)['listChats']>>['query']>;

/** What a folder asks of the server; Sent and Awaiting reply ask the same. */
export function folderQuery(
  folder: Folder,
): Pick<ListQuery, 'unread_only' | 'drafts' | 'show_deleted' | 'awaiting_reply' | 'is_flagged' | 'reminders'> {
  switch (folder) {
    case 'trash':
      return { show_deleted: true };
    case 'unread':
      return { unread_only: true };
    case 'drafts':
      return { drafts: true };
    case 'sent':
    case 'awaiting_reply':
      return { awaiting_reply: true };
    case 'important':
      return { is_flagged: true };
    case 'reminders':
      return { reminders: true };
    case 'inbox':
      return {};
  }
}

/** The query of a page of the list; filters that are not set are left out. */
export function listQuery(filters: ChatFilterState, page: number): ListQuery {
  return {
    page,
    ...folderQuery(filters.folder),
    ...(filters.sending_accounts.length > 0 ? { sending_accounts: filters.sending_accounts } : {}),
    ...(filters.campaign.length > 0 ? { campaign: filters.campaign } : {}),
    ...(filters.status.length > 0 ? { status: filters.status } : {}),
    ...(filters.reply_class[0] ? { reply_class: filters.reply_class[0] } : {}),
    ...(filters.labels.length > 0 ? { labels: filters.labels } : {}),
    ...(filters.assigned_to.length > 0
      ? { assigned_to: filters.assigned_to.map((who) => (who === 'me' || who === 'nobody' ? who : Number(who))) }
      : {}),
    ...(filters.search_query.trim() ? { search_query: filters.search_query.trim() } : {}),
  };
}

/** Active filters of the panel; the folder and the search are separate. */
export function countFilters(filters: ChatFilterState): number {
  return (
    filters.sending_accounts.length +
    filters.campaign.length +
    filters.status.length +
    filters.reply_class.length +
    filters.labels.length +
    filters.assigned_to.length
  );
}

const isAssignee = (who: string): boolean => who === 'me' || who === 'nobody' || /^[1-9]\d{0,14}$/.test(who);

/** What was remembered, with everything unreadable left out. */
export function parseFilters(stored: Record<string, unknown>): ChatFilterState {
  const ids = (value: unknown) =>
    Array.isArray(value) ? value.filter((id): id is number => Number.isSafeInteger(id) && id > 0) : [];
  const { folder, status, reply_class, assigned_to, search_query } = stored;
  return {
    folder: folders.find((known) => known === folder) ?? 'inbox',
    sending_accounts: ids(stored.sending_accounts),
    campaign: ids(stored.campaign),
    status: Array.isArray(status) ? chatStatuses.filter((known) => status.includes(known)) : [],
    reply_class: Array.isArray(reply_class) ? REPLY_CLASSES.filter((known) => known === reply_class[0]) : [],
    labels: ids(stored.labels),
    assigned_to: Array.isArray(assigned_to)
      ? assigned_to.filter((who): who is string => typeof who === 'string' && isAssignee(who))
      : [],
    search_query: typeof search_query === 'string' ? cutText(search_query, 200) : '',
  };
}

/** The filters, remembered from visit to visit. */
export function useChatFilters() {
  const [filters, setFilters] = useState<ChatFilterState>(() => parseFilters(readStored('chat_filters', {})));
  function change(next: Partial<ChatFilterState>) {
    const all = { ...filters, ...next };
    setFilters(all);
    // The names and values of the specification, and the folder they came from.
    writeStored('chat_filters', { ...all, ...folderQuery(all.folder) });
  }
  return { filters, change };
}
