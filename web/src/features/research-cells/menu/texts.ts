import { defineTexts } from '../../../lib/texts.ts';

export const t = defineTexts({
  delete_column: 'Delete column',
  edit_column: 'Edit column',
  sort_asc: 'Sort ascending',
  sort_desc: 'Sort descending',
  sort_none: 'Remove sort',
  filter_column: 'Filter by this column',
  run_heading: 'Run for leads without a result',
  automatic_start: 'Run for new leads...',
  automatic_change: 'Runs for new leads...',
});
