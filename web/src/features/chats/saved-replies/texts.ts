import { defineTexts } from '../../../lib/texts.ts';

/** Of saved replies, whose dialog opens later than the page. */
export const words = defineTexts({
  saved_replies: 'Saved replies',
  saved_reply_new: 'New saved reply',
  saved_reply_edit: 'Edit saved reply',
  find_reply: 'Find a saved reply',
  edit_reply: 'Edit {name}',
  reply_name: 'Name',
  reply_name_hint: 'To group replies, put the group and a slash first: Pricing/Discount.',
  reply_message: 'Message',
  reply_language: 'Language',
  reply_language_any: 'Any language',
  reply_languages_all: 'All languages',
  reply_figures: 'Sent {sent, plural, one {once} other {# times}}: {answered} answered, {positive} of them interested',
  reply_whose: 'Who can use it',
  reply_own: 'Only me',
  reply_team: 'Everyone',
  reply_failed: "Couldn't save the reply. Your text is kept.",
  reply_delete: 'Delete saved reply',
  reply_delete_text: '“{name}” is deleted. Messages written with it stay as they are.',
  saved_replies_none: 'No saved replies yet. Save text you reuse. Type / on an empty line to open this list.',
  saved_replies_not_found: 'No saved replies match.',
});
