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
  reply_all: 'Reply to all {count}',
  reply_single: 'Reply to one',
  reply_without_lead: 'Reply without the lead',
  reply_only_to: 'Only to {address}',
  reply_without_lead_text: 'Replying to this person only. The lead gets nothing.',
  reply_to_lead: 'Reply to the lead instead',
});
