import { defineTexts } from '../../../lib/texts.ts';

export const t = defineTexts({
  subject: 'Subject',
  cc: 'CC',
  bcc: 'BCC',
  to: 'To',
  addresses_placeholder: 'Email addresses',
  cc_wrong: '{address} is not an email address.',
  forwarding: 'Forward an email',
  forwarding_text: 'Forwarding this email. The lead gets nothing.',
  forward_cancel: 'Cancel forwarding',
  forwarded_files: 'Files of the email',
  remove_file: 'Remove {name}',
});
