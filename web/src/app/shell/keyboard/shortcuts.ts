export interface ShortcutGroup {
  title: string;
  keys: readonly { label: string; keys: readonly string[] }[];
}

/** What the help of `?` shows. A screen that adds keys adds them here. */
export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    title: 'Everywhere',
    keys: [
      { label: 'Search leads, companies and pages', keys: ['Ctrl', 'K'] },
      { label: 'This help', keys: ['?'] },
      { label: 'Close what is on top', keys: ['Esc'] },
    ],
  },
  {
    title: 'Tables',
    keys: [
      { label: 'Next and previous row', keys: ['↓', '↑'] },
      { label: 'Open the row', keys: ['Enter'] },
      { label: 'Select the row', keys: ['Space'] },
      { label: 'Width of a column (on its edge)', keys: ['←', '→'] },
    ],
  },
  {
    title: 'Inbox',
    keys: [
      { label: 'Next and previous conversation', keys: ['J', 'K'] },
      { label: 'Archive or restore', keys: ['E'] },
      { label: 'Reply', keys: ['R'] },
      { label: 'Generate a reply', keys: ['G'] },
      { label: 'Generate a reply while writing', keys: ['Alt', 'G'] },
      { label: 'Discard the draft', keys: ['D'] },
      { label: 'Send the reply', keys: ['Ctrl', 'Enter'] },
      { label: 'Send and open the next', keys: ['Ctrl', 'Shift', 'Enter'] },
      { label: 'Saved replies (on an empty line)', keys: ['/'] },
      { label: 'New message', keys: ['N'] },
      { label: 'Mark as unread', keys: ['U'] },
      { label: 'Mark as important', keys: ['S'] },
      { label: 'Remind me', keys: ['H'] },
      { label: 'Assign to a member', keys: ['A'] },
      { label: 'Set reply type', keys: ['I'] },
      { label: 'Labels', keys: ['L'] },
      { label: 'Select the open one', keys: ['X'] },
      { label: 'Search conversations', keys: ['/'] },
    ],
  },
];
