import { defineTexts } from '../../lib/texts.ts';

export const t = defineTexts({
  column_menu: 'Column {name}',
  automatic_mark: 'Runs for new leads',
  loading: 'Loading...',
  cancelled: 'Cancelled',
  failed: 'Failed',
  former: 'From a former question (version {version})',
  empty_input: '{name} is empty',
  not_found: 'Not found',
  yes: 'Yes',
  no: 'No',
  score: '{score} of 5',
  run: 'Run',
  run_cell: 'Run {name} for {lead}',
  run_cost:
    '{count, plural, one {Run: {count} credit if something is found} other {Run: {count} credits if something is found}}',
  cell: '{task} of {lead}:',
  empty_value: 'no result yet',
  sources_count: '{count, plural, one {{count} source} other {{count} sources}}',
  confidence: '{percent} confidence',
});
