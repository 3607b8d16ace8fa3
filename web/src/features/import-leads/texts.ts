import { defineTexts } from '../../lib/texts.ts';

export const t = defineTexts({
  title: 'Import leads',
  csv: 'Import from CSV',
  csv_text: 'A file from any tool. Columns are matched for you.',
  'linkedin-post_text': 'People who reacted or commented.',
  'linkedin-group_text': 'Members of a group.',
  'linkedin-search_text': 'Results of a people search.',
  'sales-navigator_text': 'Results of a lead search.',
  recruiter_text: 'Results of a Recruiter search.',
  from_linkedin: 'From LinkedIn',
  connect: 'Connect a LinkedIn account to import from it.',
  connect_link: 'Go to senders',
  notice: 'Imported data may be missing job title, company and industry. Please review it.',
});
