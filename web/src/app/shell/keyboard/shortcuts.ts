import { defineTexts } from '../../../lib/texts.ts';

const t = defineTexts({
  everywhere: 'Everywhere',
  search: 'Search leads, companies and pages',
  help: 'This help',
  close: 'Close what is on top',
  tables: 'Tables',
  next_row: 'Next and previous row',
  open_row: 'Open the row',
  select_row: 'Select the row',
  column_width: 'Width of a column (on its edge)',
  inbox: 'Inbox',
  next_conversation: 'Next and previous conversation',
  archive: 'Archive or restore',
  reply: 'Reply',
  generate: 'Generate a reply',
  generate_while: 'Generate a reply while writing',
  discard: 'Discard the draft',
  send: 'Send the reply',
  send_next: 'Send and open the next',
  saved: 'Saved replies (on an empty line)',
  new_message: 'New message',
  unread: 'Mark as unread',
  important: 'Mark as important',
  remind: 'Remind me',
  assign: 'Assign to a member',
  reply_type: 'Set reply type',
  labels: 'Labels',
  select: 'Select the open one',
  search_conversations: 'Search conversations',
});

export interface ShortcutGroup {
  title: string;
  keys: readonly { label: string; keys: readonly string[] }[];
}

/** What the help of `?` shows. A screen that adds keys adds them here. */
export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    title: t('everywhere'),
    keys: [
      { label: t('search'), keys: ['Ctrl', 'K'] },
      { label: t('help'), keys: ['?'] },
      { label: t('close'), keys: ['Esc'] },
    ],
  },
  {
    title: t('tables'),
    keys: [
      { label: t('next_row'), keys: ['↓', '↑'] },
      { label: t('open_row'), keys: ['Enter'] },
      { label: t('select_row'), keys: ['Space'] },
      { label: t('column_width'), keys: ['←', '→'] },
    ],
  },
  {
    title: t('inbox'),
    keys: [
      { label: t('next_conversation'), keys: ['J', 'K'] },
      { label: t('archive'), keys: ['E'] },
      { label: t('reply'), keys: ['R'] },
      { label: t('generate'), keys: ['G'] },
      { label: t('generate_while'), keys: ['Alt', 'G'] },
      { label: t('discard'), keys: ['D'] },
      { label: t('send'), keys: ['Ctrl', 'Enter'] },
      { label: t('send_next'), keys: ['Ctrl', 'Shift', 'Enter'] },
      { label: t('saved'), keys: ['/'] },
      { label: t('new_message'), keys: ['N'] },
      { label: t('unread'), keys: ['U'] },
      { label: t('important'), keys: ['S'] },
      { label: t('remind'), keys: ['H'] },
      { label: t('assign'), keys: ['A'] },
      { label: t('reply_type'), keys: ['I'] },
      { label: t('labels'), keys: ['L'] },
      { label: t('select'), keys: ['X'] },
      { label: t('search_conversations'), keys: ['/'] },
    ],
  },
];
