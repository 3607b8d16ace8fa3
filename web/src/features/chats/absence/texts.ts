import { defineTexts } from '../../../lib/texts.ts';

export const t = defineTexts({
  label: 'Out of office',
  away: 'Out of office.',
  away_until: 'Out of office until {{day}}.',
  goes_on: 'The campaign continues on {{day}}.',
  now: 'Continue now',
  other: 'Another day…',
  end: 'End campaign',
  went_on: 'The campaign continues',
  moved: 'The campaign continues after {{day}}',
  ended: 'The campaign has ended for this lead',
  failed: 'This could not be changed. Please try again.',
  other_title: 'How long to wait',
  other_field: 'Out of office until',
  other_text: 'The campaign continues on its first working day after it.',
  cancel: 'Cancel',
  set: 'Wait',
  end_title: 'End the campaign for this lead?',
  end_text: 'Nothing more is sent to this lead by any campaign. The conversation stays.',
});
