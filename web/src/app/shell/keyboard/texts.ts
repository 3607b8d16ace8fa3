import { defineTexts } from '../../../lib/texts.ts';

/** Apart from the rest: only the palette needs these, and it is loaded late. */
export const t = defineTexts({
  search_hint: 'Search leads, companies, pages…',
  palette_conversations: 'Conversations',
  palette_companies: 'Companies',
  palette_unnamed: 'Lead without a name',
  palette_searching: 'Searching…',
  palette_failed: "Couldn't search leads. Try again.",
  palette_pages: 'Pages',
  palette_actions: 'Actions',
  linkedin_by_hand: 'LinkedIn by hand',
  deliverability: 'Deliverability',
  placement: 'Placement',
  goals: 'Goals',
  exports: 'Exports',
  saved_searches: 'Saved searches',
  palette_lists: 'Lead lists',
  palette_campaigns: 'Campaigns',
  create_campaign: 'Create a campaign',
  no_results: 'No results found',
});
