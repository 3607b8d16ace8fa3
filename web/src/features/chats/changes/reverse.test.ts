import type { ChatPreview } from '@overture/contract/chats';
import { expect, test } from 'vitest';
import { applyChange, reverseChanges } from './reverse.ts';

const chat = (id: number, change: Partial<ChatPreview> = {}, labels: number[] = []): ChatPreview =>
  ({
    prospect: { id, is_flagged: false, labels: labels.map((label) => ({ id: label, name: 'x', color: '#fff' })) },
    is_archived: false,
    has_unread: false,
    has_draft: false,
    remind_at: null,
    assigned_to: null,
    status: null,
    ...change,
  }) as ChatPreview;

test('each conversation returns to its own state; unchanged ones stay', () => {
  const chats = [
    chat(1, { assigned_to: { id: 7, name: 'Mia', picture_url: null } }),
    chat(2),
    chat(3, { is_archived: true }),
  ];
  expect(reverseChanges(chats, { assigned_user_id: 9 })).toEqual([
    { prospect_ids: [1], change: { assigned_user_id: 7 } },
    { prospect_ids: [2, 3], change: { assigned_user_id: null } },
  ]);
  expect(reverseChanges(chats, { archived: true })).toEqual([{ prospect_ids: [1, 2], change: { archived: false } }]);
  expect(reverseChanges([chat(1, {}, [5]), chat(2)], { add_label: 5 })).toEqual([
    { prospect_ids: [2], change: { remove_label: 5 } },
  ]);
});

test('a reminder taken back returns an archived conversation to the archive', () => {
  const change = { remind_at: '2026-11-30T08:00:00Z' };
  const chats = [chat(1, { is_archived: true }), chat(2)];
  expect(applyChange(chats[0]!, change, null).is_archived).toBe(false);
  expect(reverseChanges(chats, change)).toEqual([
    { prospect_ids: [1], change: { archived: true } },
    { prospect_ids: [2], change: { remind_at: null } },
  ]);
});
