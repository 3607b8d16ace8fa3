import { defineTexts } from '../../../lib/texts.ts';

export const t = defineTexts({
  started: 'Enrichment has started',
  saved: 'Column saved.',
  start_failed: "Couldn't start the research. Nothing was charged.",
  run_failed: "Couldn't start this. Nothing was charged.",
  stop: 'Stop research tasks',
  running: '{shown} running',
  stopped:
    '{count, plural, one {{shown} cell stopped. {credits} reserved credits returned.} other {{shown} cells stopped. {credits} reserved credits returned.}}',
  stop_failed: "Couldn't stop the research. Try again.",
  job: 'Research in {name}',
  job_count: '{done} of {total} cells',
});
