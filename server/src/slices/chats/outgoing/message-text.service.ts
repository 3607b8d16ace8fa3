import { isEmailAccount, isMessagingAccount, messageLimit } from '@overture/domain/accounts';
import { INBOX_LIMITS } from '@overture/domain/limits';
import { countCharacters, findLengthProblem } from '@overture/domain/message/message-length';
import { cleanRichText } from '@overture/domain/message/rich/rich-output';
import { findUnfilled } from '@overture/domain/message/unfilled';
import { ApiError } from '../../../kernel/errors.ts';

const DAY_IN_MS = 86_400_000;

/**
 * The text of a message as it is stored. Mail may be longer than other messages; a text with a variable in it is unfinished: no
 * lead may read "Hi {{first_name}}".
 * @throws ApiError message_empty, message_too_long, mail_too_long, send_refused
 */
export function cleanMessage(given: string, accountType: string): string {
  const text = given.toWellFormed().replaceAll('\u0000', '').replaceAll('\r\n', '\n').trim();
  if (text === '') throw new ApiError('message_empty');
  if (isMessagingAccount(accountType)) return requireShort(text, messageLimit(accountType));
  const isMail = isEmailAccount(accountType);
  if (findLengthProblem(text, isMail ? 'message' : 'chat_message') !== null) {
    throw new ApiError(isMail ? 'mail_too_long' : 'message_too_long');
  }
  return requireFilled(text);
}

/** What a user writes above a mail that is sent on; it may be empty. @throws ApiError mail_too_long, send_refused */
export const cleanNote = (given: string): string => (given.trim() === '' ? '' : cleanMessage(given, 'IMAP'));

/**
 * Formatted text of a mail as it is stored; null for a plain message, and on channels that have no formatting.
 * @throws ApiError send_refused for a variable that is not filled in
 */
export function cleanFormatted(given: string | null | undefined, accountType: string): string | null {
  if (!given || !isEmailAccount(accountType)) return null;
  const formatted = cleanRichText(given.toWellFormed().replaceAll('\u0000', ''));
  return formatted === null ? null : requireFilled(formatted);
}

function requireShort(text: string, limit: number): string {
  if (countCharacters(text) <= limit) return requireFilled(text);
  throw new ApiError('send_refused', { reason: `Message cannot be longer than ${limit} characters` });
}

function requireFilled(text: string): string {
  const unfilled = findUnfilled(text);
  if (unfilled !== null) throw new ApiError('send_refused', { reason: `Fill in ${unfilled} first.` });
  return text;
}

/** @throws ApiError send_time for a time that is past or more than 90 days ahead */
export function requireSendTime(given: string, now: Date): Date {
  const at = new Date(given);
  const ahead = at.getTime() - now.getTime();
  if (!(ahead > 0) || ahead > INBOX_LIMITS.send_later_days * DAY_IN_MS) throw new ApiError('send_time');
  return at;
}

interface GivenTimes {
  send_at?: string | null | undefined;
  undo_in_seconds?: number | null | undefined;
}

/** When a message leaves, and whether the user chose that time; null for immediately. @throws ApiError send_time */
export function resolveTimes(given: GivenTimes, now: Date): { leaves_at: Date | null; is_timed: boolean } {
  if (given.send_at) return { leaves_at: requireSendTime(given.send_at, now), is_timed: true };
  const undo = given.undo_in_seconds ?? 0;
  return { leaves_at: undo === 0 ? null : new Date(now.getTime() + undo * 1000), is_timed: false };
}
