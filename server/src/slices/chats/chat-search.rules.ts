import type { ChatFilters } from '@overture/contract/chats';
import { cutText } from '@overture/domain/text/text-bounds';

const PREVIEW_LENGTH = 200;
const MAX_WORDS = 2_000;
const MAX_WORD_LENGTH = 60;
const MAX_TERMS = 12;

/** Words as they are stored and searched: lower case, without accents, letters and digits only. */
export function splitWords(text: string): string[] {
  const words =
    text
      .normalize('NFD')
      .replace(/\p{M}+/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.map((word) => cutText(word, MAX_WORD_LENGTH)))].slice(0, MAX_WORDS);
}

/**
 * The words of a search as a query (`'ada' & 'acme':*`): the last word may be the beginning of one, since it is still being
 * typed; those before it are whole. Null when there is nothing to search for.
 */
export function searchExpression(query: string | null | undefined): string | null {
  // Words hold letters and digits only, so nothing in them can act as an operator.
  const terms = splitWords(query ?? '').slice(0, MAX_TERMS);
  return terms.length === 0 ? null : `${terms.map((term) => `'${term}'`).join(' & ')}:*`;
}

/** The start of a message in one line, for the list. */
export function toPreview(message: string): string {
  return [
    ...cutText(message, PREVIEW_LENGTH * 3)
      .replace(/\s+/g, ' ')
      .trim(),
  ]
    .slice(0, PREVIEW_LENGTH)
    .join('');
}

/**
 * Campaign mails without a reply would bury the replies: the plain inbox shows conversations only. The others are under Sent
 * and Awaiting reply, in searches, under their reply type, and where a user marked them.
 */
export function showsConversationsOnly(filters: ChatFilters): boolean {
  return (
    !filters.awaiting_reply &&
    !filters.show_deleted &&
    !filters.is_flagged &&
    !filters.unread_only &&
    !filters.drafts &&
    !filters.reminders &&
    !filters.reply_class &&
    !filters.search_query
  );
}

/** What waits for its reminder is out of sight where one works through what has come; everywhere else it can be found. */
export function hidesReminded(filters: ChatFilters): boolean {
  return showsConversationsOnly(filters) || (Boolean(filters.unread_only || filters.drafts) && !filters.search_query);
}
