import type { ChatMessage, chatsEndpoints } from '@overture/contract/chats';
import type { EndpointOutput } from '@overture/contract/endpoint';
import { isStepType, stepKind } from '@overture/domain/flow/step-types';
import { UI } from '@overture/domain/limits';
import { trimTrailing } from '@overture/domain/text/text';
import { findChannel } from '../people.ts';

export type ExecutedAction = EndpointOutput<(typeof chatsEndpoints)['listExecutedActions']>['executed_actions'][number];

export type TimelineEntry =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'message'; key: string; at: string; message: ChatMessage }
  | { kind: 'action'; key: string; at: string; action: ExecutedAction };

/** A step and the message it sent are one thing: within this time the message alone is shown. */
const sameMailMs = 10 * 60_000;

/**
 * Messages and executed campaign actions in the order of time, oldest first, a rule before every day. Actions older than
 * what is loaded wait until the messages around them are there.
 * @param messages newest first
 */
export function buildTimeline(
  messages: readonly ChatMessage[],
  actions: readonly ExecutedAction[],
  hasOlder: boolean,
): TimelineEntry[] {
  const oldest = messages.at(-1)?.sent_at;
  const sent = messages.filter((message) => message.kind === 'CAMPAIGN');
  const shown = actions.filter(
    (action) => !(hasOlder && oldest !== undefined && action.scheduled_for < oldest) && !isSameMessage(action, sent),
  );
  const entries: TimelineEntry[] = [
    ...shown.map((action) => ({
      kind: 'action' as const,
      key: `action-${action.id}`,
      at: action.scheduled_for,
      action,
    })),
    // Oldest first before sorting: mails of the same second then keep the order in which they came.
    ...messages.toReversed().map((message) => ({
      kind: 'message' as const,
      key: `message-${message.id}`,
      at: message.sent_at,
      message,
    })),
  ];
  entries.sort((a, b) => a.at.localeCompare(b.at) || (a.kind === b.kind ? 0 : a.kind === 'action' ? -1 : 1));
  return withDays(entries);
}

function isSameMessage({ step, scheduled_for }: ExecutedAction, sent: readonly ChatMessage[]): boolean {
  // An invite is more than its note.
  if (!isStepType(step.step_type) || !stepKind(step.step_type).needs_message) return false;
  const { channel } = stepKind(step.step_type);
  const at = Date.parse(scheduled_for);
  return sent.some(
    // The sender of an old message may be gone: its channel is not known then.
    ({ sent_at, account }) =>
      (account === null || findChannel(account.account_type) === channel) &&
      Math.abs(Date.parse(sent_at) - at) <= sameMailMs,
  );
}

function withDays(entries: readonly TimelineEntry[]): TimelineEntry[] {
  const result: TimelineEntry[] = [];
  let day = '';
  for (const entry of entries) {
    const current = new Date(entry.at).toDateString();
    if (current !== day) result.push({ kind: 'day', key: `day-${current}`, at: entry.at });
    day = current;
    result.push(entry);
  }
  return result;
}

const replyMarks = /^(?:\s*(?:re|aw|sv|antw|fw|fwd|wg|tr|rif|odp|ynt)(?:\s*\[\d+\])?\s*:)+\s*/i;

/**
 * Ids of the messages whose subject says something new: 'Re: A question' under 'A question' does not.
 * @param messages newest first
 */
export function findNewSubjects(messages: readonly ChatMessage[]): ReadonlySet<number> {
  const result = new Set<number>();
  let before: string | undefined;
  for (const { id, subject_line } of messages.toReversed()) {
    if (!subject_line) continue;
    const subject = subject_line.replace(replyMarks, '').trim().toLowerCase();
    if (subject !== before) result.add(id);
    before = subject;
  }
  return result;
}

/** More than 300 characters or more than 3 line breaks. */
export function isLongMessage(text: string): boolean {
  return text.length > UI.long_email_characters || (text.match(/\n/g)?.length ?? 0) > UI.long_email_line_breaks;
}

export type TextPart = { text: string; href?: string };

const address = /https?:\/\/[^\s<>"'`]{2,2000}/gi;
const trailing = '.,;:!?)]}»”’…';

/** Plain text with its web addresses as links; nothing else becomes one. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(address)) {
    const href = trimTrailing(match[0], trailing);
    if (match.index > from) parts.push({ text: text.slice(from, match.index) });
    parts.push({ text: href, href });
    from = match.index + href.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}
