import { CHARACTER_LIMITS, INBOX_LIMITS } from '@overture/domain/limits';
import { MESSAGE_FILES } from '@overture/domain/message/files/message-files';

/** Errors of the inbox (campaigns-inbox-agency 5). */
export const messageErrors = {
  message_too_long: { status: 400, text: 'Message cannot be longer than 1900 characters' },
  message_empty: { status: 400, text: 'Please write a message first.' },
  mail_too_long: { status: 400, text: `You are above the ${CHARACTER_LIMITS.message} character limit!` },
  send_time: { status: 400, text: `Choose a time within the next ${INBOX_LIMITS.send_later_days} days.` },
  wrote_meanwhile: { status: 409, text: '{name} wrote in this conversation in the meantime. Nothing was sent.' },
  draft_changed: { status: 409, text: 'This draft was changed in another window or on another device.' },
  too_many_drafts: {
    status: 400,
    text: `You can keep ${INBOX_LIMITS.drafts_of_user} unsent messages. Send or clear some of them.`,
  },
  already_leaving: { status: 409, text: 'This message is being sent already.' },
  too_many_saved_replies: { status: 400, text: `You can keep ${INBOX_LIMITS.saved_replies} saved replies.` },
  reminder_past: { status: 400, text: 'Choose a time that is still to come.' },
  reminder_far: { status: 400, text: `A reminder can be at most ${INBOX_LIMITS.reminder_days} days ahead.` },
  referral_gone: { status: 409, text: 'This message contains no contact to add.' },
  referral_refused: { status: 409, text: '{reason}' },
  absence_past: { status: 400, text: 'Choose a day that is still to come.' },
  absence_far: { status: 400, text: `Choose a day within ${INBOX_LIMITS.reminder_days} days.` },
  opt_out_answered: { status: 409, text: 'Another user has already answered this.' },
  not_a_member: { status: 400, text: 'Choose a member of your organization.' },
  send_refused: { status: 400, text: '{reason}' },
  label_exists: { status: 400, text: 'Label name already exists' },
  message_file_type: { status: 400, text: MESSAGE_FILES.type_text },
  message_file_size: { status: 400, text: MESSAGE_FILES.size_text },
  message_file_count: { status: 400, text: `A message can have up to ${INBOX_LIMITS.files} files.` },
  file_infected: { status: 403, text: 'A virus was found in this file ({finding}). It stays blocked.' },
  no_preview: { status: 415, text: "This file can't be shown here. Download it." },
} as const;
