import type { ChatsChange } from '@overture/contract/chat-changes';
import type { ChatPreview } from '@overture/contract/chats';
import { interestOf } from '@overture/domain/inbound/reply-classes';

export interface WantedChange {
  prospect_ids: number[];
  change: ChatsChange;
}

/** A conversation as it looks once the change applies; labels are put on by their own dialog. */
export function applyChange(chat: ChatPreview, change: ChatsChange, me: ChatPreview['assigned_to']): ChatPreview {
  if ('archived' in change) return { ...chat, is_archived: change.archived };
  if ('read' in change) return { ...chat, has_unread: !change.read };
  if ('flagged' in change) return { ...chat, prospect: { ...chat.prospect, is_flagged: change.flagged } };
  if ('interest' in change) return { ...chat, status: change.interest };
  if ('reply_class' in change) {
    const { reply_class: name } = change;
    const status = interestOf(name) ?? (chat.status === null ? null : 'REPLIED');
    const byPerson = { is_sure: true, is_by_person: true, is_by_model: false, confidence: null };
    return { ...chat, status, reply_class: name && { class: name, ...byPerson } };
  }
  if ('remind_at' in change) return { ...chat, ...withReminder(chat, change.remind_at) };
  if ('assigned_user_id' in change) return { ...chat, assigned_to: me };
  return chat;
}

/** The changes that bring the conversations back to what they were: each to its own state. */
export function reverseChanges(chats: readonly ChatPreview[], change: ChatsChange): WantedChange[] {
  const groups = new Map<string, WantedChange>();
  for (const chat of chats) {
    const back = stateBefore(chat, change);
    if (back === null) continue;
    const key = JSON.stringify(back);
    const group = groups.get(key) ?? { prospect_ids: [], change: back };
    group.prospect_ids.push(chat.prospect.id);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Null where the change changes nothing. */
function stateBefore(chat: ChatPreview, change: ChatsChange): ChatsChange | null {
  if ('archived' in change || 'read' in change || 'flagged' in change) return markBefore(chat, change);
  if ('interest' in change) return { interest: chat.status === 'REPLIED' ? null : chat.status };
  if ('reply_class' in change) return { reply_class: chat.reply_class?.class ?? null };
  if ('remind_at' in change) return reminderBefore(chat);
  if ('assigned_user_id' in change) return { assigned_user_id: chat.assigned_to?.id ?? null };
  return labelBefore(chat, change);
}

type MarkChange = Extract<ChatsChange, { archived: boolean } | { read: boolean } | { flagged: boolean }>;

function markBefore({ is_archived, has_unread, prospect }: ChatPreview, change: MarkChange): ChatsChange | null {
  if ('archived' in change) return is_archived === change.archived ? null : { archived: is_archived };
  if ('read' in change) return has_unread === !change.read ? null : { read: !has_unread };
  return prospect.is_flagged === change.flagged ? null : { flagged: prospect.is_flagged };
}

type LabelChange = Extract<ChatsChange, { add_label: number } | { remove_label: number }>;

function labelBefore({ prospect }: ChatPreview, change: LabelChange): ChatsChange | null {
  const labelId = 'add_label' in change ? change.add_label : change.remove_label;
  const isOn = prospect.labels.some((label) => label.id === labelId);
  if ('add_label' in change) return isOn ? null : { remove_label: labelId };
  return isOn ? { add_label: labelId } : null;
}

/** A reminder takes a conversation out of the archive; archiving it again removes the reminder too. */
const reminderBefore = ({ is_archived, remind_at }: ChatPreview): ChatsChange =>
  is_archived ? { archived: true } : { remind_at };

const withReminder = ({ is_archived }: ChatPreview, remind_at: string | null) => ({
  remind_at,
  is_returned: false,
  is_archived: is_archived && remind_at === null,
});
