import { defineTexts } from '../../../lib/texts.ts';

/** Of the panel of a lead: loaded with it. */
export const t = defineTexts({
  places: 'Where this lead is',
  lists: 'Lists',
  campaigns: 'Campaigns',
  boards: 'Boards',
  archived: '{{name}} (archived)',
  blocked: 'Do not contact: {{reason}}',
  blocked_domain: 'Excluded domain',
  blocked_since: 'Since {{date}}',
});
