import { IconEdit, IconInbox } from '@tabler/icons-react';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { serverNow } from '../../../lib/api/server-clock.ts';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { AppButton, IconButton } from '../../../ui/inputs/app-button.tsx';
import { SearchInput } from '../../../ui/inputs/search-input.tsx';
import type { InboxCommands } from '../changes/use-inbox-commands.ts';
import type { ChatSelection } from '../changes/use-selection.ts';
import classes from '../chats.module.css';
import { DraftCount, DraftWorkBar } from '../drafts/draft-work-bar.tsx';
import { type ChatFilterState, countFilters, type Folder, folders, noFilters } from '../filters.ts';
import { PeopleNote } from '../messaging/people-note.tsx';
import { t } from '../texts.ts';
import { UnmatchedRepliesList } from '../unmatched/unmatched-replies-list.tsx';
import type { ChatActions } from '../use-chat-actions.ts';
import { ChatItem } from './chat-item.tsx';
import { ActiveFilters, FilterButton } from './filter-panel.tsx';
import type { useChatList } from './use-chat-list.ts';

interface ChatListProps {
  filters: ChatFilterState;
  onChange: (next: Partial<ChatFilterState>) => void;
  list: ReturnType<typeof useChatList>;
  openId: number | undefined;
  actions: ChatActions;
  commands: InboxCommands;
  selection: ChatSelection;
  onNew: () => void;
  presences: ReadonlyMap<number, readonly string[]>;
}

/** The left pane: folders, search, filters, conversations, more of them on demand. */
export function ChatList(props: ChatListProps) {
  const { filters, onChange, openId } = props;
  return (
    <>
      <header className={`${classes.head} flex flex-none flex-col gap-3 pt-4 px-4 pb-0 border-b border-line`}>
        <div className="flex items-center justify-between gap-2">
          <h1 tabIndex={-1}>{t('title')}</h1>
          <IconButton label={t('new_message')} onClick={props.onNew}>
            <IconEdit size={18} stroke={1.7} aria-hidden />
          </IconButton>
        </div>
        <div className={classes.tools} data-inbox-search>
          <SearchInput
            label={t('search')}
            placeholder={t('search')}
            value={filters.search_query}
            width="100%"
            onChange={(search_query) => onChange({ search_query })}
          />
          <FilterButton filters={filters} onChange={onChange} />
        </div>
        <Folders folder={filters.folder} onChange={(folder) => onChange({ folder })} />
        <ActiveFilters filters={filters} onChange={onChange} />
      </header>
      {filters.folder === 'inbox' || filters.folder === 'unread' ? (
        <>
          <UnmatchedRepliesList openId={openId} />
          <PeopleNote />
        </>
      ) : null}
      {filters.folder === 'drafts' ? <DraftWorkBar /> : null}
      <ListBody {...props} />
    </>
  );
}

function Folders({ folder, onChange }: { folder: Folder; onChange: (folder: Folder) => void }) {
  return (
    <nav
      className="flex flex-wrap gap-x-0.5 my-0 -mx-2 max-sm:flex-nowrap max-sm:overflow-x-auto scrollbar-none"
      aria-label={t('folders')}
    >
      {folders.map((name) => (
        <button
          key={name}
          type="button"
          className={classes.folder}
          aria-current={name === folder ? 'true' : undefined}
          onClick={() => onChange(name)}
        >
          {t(`folder_${name}`)} {name === 'drafts' ? <DraftCount /> : null}
        </button>
      ))}
    </nav>
  );
}

function ListBody({ filters, onChange, list, openId, actions, commands, selection, presences }: ChatListProps) {
  const now = serverNow();
  const { chats } = list;
  if (chats === undefined) {
    return queryFailure(list) ?? <ListSkeleton />;
  }
  if (chats.length === 0) return <EmptyList filters={filters} onChange={onChange} />;
  return (
    <div
      key={filters.folder}
      className="flex-1 min-h-0 overflow-y-auto overscroll-contain data-stale:opacity-55 data-stale:transition-opacity"
      data-stale={list.isPlaceholderData || undefined}
    >
      <ul className="m-0 p-0 list-none" aria-label={t('list')} aria-busy={list.isPlaceholderData || undefined}>
        {chats.map((chat) => (
          <ChatItem
            key={chat.prospect.id}
            chat={chat}
            isOpen={chat.prospect.id === openId}
            now={now}
            actions={actions}
            commands={commands}
            selection={selection}
            answering={presences.get(chat.prospect.id)}
          />
        ))}
      </ul>
      {list.hasNextPage ? (
        <div className="grid place-items-center p-4">
          <AppButton loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('load_more')}
          </AppButton>
        </div>
      ) : null}
    </div>
  );
}

/** The specification's texts for a folder without conversations. */
function EmptyList({ filters, onChange }: Pick<ChatListProps, 'filters' | 'onChange'>) {
  const isNarrowed = countFilters(filters) > 0 || filters.search_query !== '';
  const text = isNarrowed
    ? t('empty_filtered')
    : filters.folder === 'trash'
      ? t('empty_trash')
      : filters.folder === 'unread'
        ? t('empty_unread')
        : filters.folder === 'drafts'
          ? t('empty_drafts')
          : filters.folder === 'reminders'
            ? t('empty_reminders')
            : t('empty_inbox');
  return (
    <div className="flex-1 min-h-0 overflow-y-auto overscroll-contain data-stale:opacity-55 data-stale:transition-opacity">
      <EmptyState
        icon={<IconInbox size={22} />}
        title={t('empty')}
        text={text}
        action={
          isNarrowed ? (
            <AppButton onClick={() => onChange({ ...noFilters, folder: filters.folder })}>
              {t('clear_filters')}
            </AppButton>
          ) : null
        }
      />
    </div>
  );
}

function ListSkeleton() {
  return (
    <div
      className="flex-1 min-h-0 overflow-y-auto overscroll-contain data-stale:opacity-55 data-stale:transition-opacity"
      aria-busy
    >
      <ul className="m-0 p-0 list-none" aria-hidden>
        {Array.from({ length: 9 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows have no identity.
          <li key={index} className={classes.item}>
            <span className="flex items-center gap-3 min-h-17 py-2.5 px-4 text-ink hover:no-underline focus-visible:-outline-offset-2">
              <Skeleton width={38} height={38} radius={19} />
              <span className="flex flex-1 flex-col gap-0.75 min-w-0">
                <Skeleton width={`${36 + ((index * 17) % 30)}%`} height={13} />
                <Skeleton width={`${58 + ((index * 23) % 34)}%`} />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
