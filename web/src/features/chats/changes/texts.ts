import { defineTexts } from '../../../lib/texts.ts';

/** Of dialogs that open later than the page. */
export const words = defineTexts({
  assign_of: 'Assign {name}',
  assign_many: 'Assign {count} conversations',
  unassigned: 'No longer assigned',
  you_object: 'you',
  member_me: '{name} (you)',
  find_member: 'Find a teammate',
  unassigned_option: 'No one',
  remind_of: 'Remind me about {name}',
  remind_many: 'Remind me about {count} conversations',
  remind_text: 'Moves to Reminders and returns to the top then, or when they reply.',
  remind_set: 'Remind me',
  remind_unset: 'Remove the reminder',
  reminder_unset: 'Reminder removed',
  labels_many: 'Labels of {count} conversations',
  labels_none_many: "No labels yet. Create them in a conversation's labels.",
});
