import { defineTexts } from '../../../lib/texts.ts';

export const t = defineTexts({
  label: 'What happens to the campaign',
  one: 'Campaign “{name}”:',
  many: '{count, plural, one {# campaign} other {# campaigns}}:',
  pauses: 'pauses for 7 days',
  pauses_text: 'Counted from the day your message leaves. Then the next step follows.',
  continues: 'continues as planned',
  continues_text: 'Its next message may leave soon after yours.',
  ends: 'ends for this lead',
  ends_text: 'Once your message has left.',
});
