import { defineTexts } from '../../../lib/texts.ts';

export const t = defineTexts({
  label: 'Earlier emails',
  note: '{count, plural, one {{count} email with this lead} other {{count} emails with this lead}} outside of your campaigns.',
  show: 'Show',
  title: 'Emails outside of your campaigns',
  text: 'Read from your mailboxes. They are no replies. Running campaigns pause for 7 days after an email that your team wrote.',
  received: 'From {name}',
  sent: 'From {account} to {name}',
  sent_by_us: 'From your team to {name}',
  no_subject: 'No subject',
  no_text: 'No text',
  failed: "Couldn't load these emails. Try again.",
  close: 'Close',
});
