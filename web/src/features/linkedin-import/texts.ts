import { defineTexts } from '../../lib/texts.ts';

export const t = defineTexts({
  url: 'URL',
  url_hint_post: 'Everyone who reacted to or commented on the post.',
  url_hint_group: 'Members of the group, as Sales Navigator shows them.',
  url_hint_search: 'The URL of a people search on LinkedIn, with its filters.',
  url_hint_sales: 'The URL of a lead search in Sales Navigator, with its filters.',
  url_hint_recruiter: 'The URL of a search in LinkedIn Recruiter, with its filters.',
  url_blank: 'Enter a URL',
  invalid: 'Invalid URL',
  amount: 'Amount of leads',
  amount_hint: 'Between {min} and {max}',
  amount_option: '{count} leads',
  account: 'LinkedIn account',
  account_hint: "Imported slowly, within LinkedIn's limits for this account.",
  needs_tier: 'Needs a connected {tier} account.',
  needs_tier_group:
    'LinkedIn shows group members only in Sales Navigator, so this needs a connected Sales Navigator account.',
  back: 'Back',
  import: 'Import leads',
  started: 'The import has started. It continues if you leave this page.',
  failed: 'Invalid URL',
  notice: 'Imported data may be missing job title, company and industry. Please review it.',
});
