import { defineTexts } from '../../../lib/texts.ts';

/** Of the panel of a lead: loaded with it. */
export const t = defineTexts({
  places: 'Where this lead is',
  lists: 'Lists',
  campaigns: 'Campaigns',
  boards: 'Boards',
  archived: '{name} (archived)',
  blocked: 'Do not contact: {reason}',
  blocked_domain: 'Excluded domain',
  blocked_since: 'Since {date}',
  other_emails: 'Other email addresses',
  add_email: 'Add address',
  new_email: 'Email address',
  save_email: 'Add',
  make_primary: 'Send to {email} instead',
  remove_email: 'Remove {email}',
  email_failed: "Couldn't save the address. Try again.",
  bounced: '{email} bounced.',
  write_to: 'Send to {email} instead',
  costs: 'Credits used',
  cost_email: 'Email address',
  cost_phone: 'Phone number',
  cost_website: 'Website',
  cost_research: 'AI research',
  cost_all: 'In total',
  cost_credits: '{count, plural, one {{shown} credit} other {{shown} credits}}',
});
