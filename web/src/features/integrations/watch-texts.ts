import { defineTexts } from '../../lib/texts.ts';

/** Apart from the rest: the shell needs these alone. */
export const t = defineTexts({
  job: 'Pushing to {{name}}',
  job_count: '{{done}} of {{total}}',
  job_failures: '{{count}} failed',
  job_paused: 'Paused: {{reason}}',
  stop_failed: "Couldn't stop the push.",
});
