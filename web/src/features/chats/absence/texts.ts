import { defineTexts } from '../../../lib/texts.ts';

export const t = defineTexts({
  label: 'Out of office',
  away: 'Out of office.',
  away_until: 'Out of office until {day}.',
  resumes: 'The campaign continues on {day}.',
  now: 'Continue now',
  other: 'Another day…',
  end: 'End campaign',
  resumed: 'The campaign continues',
  moved: 'The campaign continues after {day}',
  ended: 'The campaign has ended for this lead',
  failed: "Couldn't change this. Try again.",
  other_title: 'How long to wait',
  other_field: 'Out of office until',
  other_text: 'The campaign continues on the first working day after that.',
  cancel: 'Cancel',
  set: 'Wait',
  end_title: 'End the campaign for this lead?',
  end_text: 'No campaign contacts this lead again. The conversation stays.',
});
