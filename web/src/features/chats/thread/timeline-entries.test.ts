import type { ChatMessage } from '@overture/contract/chats';
import { describe, expect, test } from 'vitest';
import { buildTimeline, type ExecutedAction, findNewSubjects, isLongMessage, splitLinks } from './timeline-entries.ts';

function message(id: number, sent_at: string, more: Partial<ChatMessage> = {}): ChatMessage {
  return {
    id,
    message: `Message ${id}`,
    quoted_text: null,
    html: null,
    has_remote_content: false,
    is_unreadable: false,
    subject_line: null,
    sent_at,
    sent_by_prospect: true,
    read: true,
    kind: 'REPLY',
    delivery: 'SENT',
    error: null,
    from: null,
    attachments: [],
    cc: [],
    recipients: { to: [], cc: [], bcc: [] },
    is_timed: false,
    acting_key: null,
    reply_class: null,
    account: null,
    prospect: { id: 1, first_name: 'Grace', last_name: 'Hopper' },
    ...more,
  };
}

function action(id: number, scheduled_for: string, step_type: string): ExecutedAction {
  return { id, scheduled_for, step: { step_type }, campaign: { id: 1, name: 'Spring' } };
}

const over = (account_type: 'IMAP' | 'LINKEDIN'): Partial<ChatMessage> => ({
  kind: 'CAMPAIGN',
  sent_by_prospect: false,
  account: { id: 1, account_type, name: 'Ada', email: null, picture_url: null, status: 'OK' },
});

describe('the timeline', () => {
  test('a LinkedIn message and the step that sent it are one; an invite, a visit and a mail of another channel are not', () => {
    const at = '2026-03-01T12:00:00.000Z';
    const actions = ['LINKEDIN_MESSAGE', 'INMAIL', 'LINKEDIN_INVITE', 'VISIT_LINKEDIN_PROFILE', 'EMAIL'].map(
      (type, index) => action(index, at, type),
    );
    const shown = (message_: ChatMessage) =>
      buildTimeline([message_], actions, false).flatMap((entry) =>
        entry.kind === 'action' ? [entry.action.step.step_type] : [],
      );
    expect(shown(message(1, at, over('LINKEDIN')))).toEqual(['LINKEDIN_INVITE', 'VISIT_LINKEDIN_PROFILE', 'EMAIL']);
    expect(shown(message(1, at, over('IMAP')))).toEqual([
      'LINKEDIN_MESSAGE',
      'INMAIL',
      'LINKEDIN_INVITE',
      'VISIT_LINKEDIN_PROFILE',
    ]);
  });

  test('puts messages and actions in the order of time, with a rule before each day', () => {
    const entries = buildTimeline(
      [message(2, '2026-03-02T12:00:00.000Z'), message(1, '2026-03-01T12:00:00.000Z')],
      [action(9, '2026-03-01T13:00:00.000Z', 'CALL_PROSPECT')],
      false,
    );
    expect(entries.map((entry) => entry.kind)).toEqual(['day', 'message', 'action', 'day', 'message']);
  });

  test('keeps the order in which messages of the same second came', () => {
    const same = '2026-03-01T12:00:00.000Z';
    const entries = buildTimeline([message(3, same), message(2, same), message(1, same)], [], false);
    expect(entries.map((entry) => entry.key).slice(1)).toEqual(['message-1', 'message-2', 'message-3']);
  });

  test('leaves out actions older than what is loaded, and email steps whose mail is shown', () => {
    const mail = message(5, '2026-03-02T12:00:00.000Z', { kind: 'CAMPAIGN', sent_by_prospect: false });
    const actions = [
      action(1, '2026-03-01T12:00:00.000Z', 'CALL_PROSPECT'),
      action(2, '2026-03-02T12:00:05.000Z', 'EMAIL'),
      action(3, '2026-03-02T15:00:00.000Z', 'EMAIL'),
    ];
    const keys = (hasOlder: boolean) =>
      buildTimeline([mail], actions, hasOlder)
        .filter((entry) => entry.kind !== 'day')
        .map((entry) => entry.key);
    expect(keys(true)).toEqual(['message-5', 'action-3']);
    expect(keys(false)).toEqual(['action-1', 'message-5', 'action-3']);
  });

  test('shows a subject once in its thread, and again when it changes', () => {
    const subjects = ['Other', 'AW: Re: Question', 'Re[2]: question', 'Question'];
    const messages = subjects.map((subject_line, index) =>
      message(4 - index, `2026-03-0${4 - index}T12:00:00.000Z`, { subject_line }),
    );
    expect([...findNewSubjects(messages)]).toEqual([1, 4]);
  });
});

describe('long messages', () => {
  test.each([
    ['a'.repeat(300), false],
    ['a'.repeat(301), true],
    ['a\nb\nc\nd', false],
    ['a\nb\nc\nd\ne', true],
    ['', false],
  ])('%j', (text, isLong) => expect(isLongMessage(text)).toBe(isLong));
});

describe('links in plain text', () => {
  test('are web addresses without the punctuation around them', () => {
    expect(splitLinks('See https://acme.com/a?b=1, or (http://x.io).')).toEqual([
      { text: 'See ' },
      { text: 'https://acme.com/a?b=1', href: 'https://acme.com/a?b=1' },
      { text: ', or (' },
      { text: 'http://x.io', href: 'http://x.io' },
      { text: ').' },
    ]);
  });

  test('are never scripts, and text is never lost', () => {
    for (const text of [
      'javascript:alert(1)',
      '<a href="javascript:1">x</a>',
      'data:text/html,x',
      '',
      'https://',
      '\n',
    ]) {
      const parts = splitLinks(text);
      expect(parts.map((part) => part.text).join('')).toBe(text);
      expect(parts.every((part) => part.href === undefined || part.href.startsWith('http'))).toBe(true);
    }
  });
});
