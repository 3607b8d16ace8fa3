import { defineTexts } from '../../lib/texts.ts';

export const t = defineTexts({
  email: 'Email account',
  email_placeholder: 'Choose an email account',
  email_none: 'No email account is connected yet.',
  email_connect: 'Connect an email account',
  linkedin: 'LinkedIn account',
  linkedin_placeholder: 'Choose a LinkedIn account',
  linkedin_none: 'No LinkedIn account is connected yet.',
  linkedin_connect: 'Connect a LinkedIn account',
  connecting: 'Still connecting.',
  disconnected: 'Disconnected. Reconnect it to use it.',
  held: "This account is disconnected. Its leads wait until it's reconnected.",
  guarded: 'Mails from this account are paused: {{reason}}.',
  held_until: 'Nothing is sent from this account before {{time}}. {{reason}}',
  failed: "Couldn't load the accounts.",
});
