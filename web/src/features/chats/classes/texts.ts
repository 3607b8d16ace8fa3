import { defineTexts } from '../../../lib/texts.ts';

export const t = defineTexts({
  guessed: '{name}?',
  guessed_title: "Detected from the reply's wording. Change it if it's wrong.",
  sure_title: "Detected from the reply's wording",
  by_person_title: 'Set by a teammate',
  set: 'Reply type: {name}',
  cleared: 'Reply type removed',
  none: 'None of these',
  chosen: 'Chosen',
  only_marks: "Only marks the reply. You're asked about suppressing.",
  suppress_lead_title: 'Suppress {name} too?',
  suppress_leads_title: 'Suppress {count} leads too?',
  suppress_unsubscribe:
    'The reply type alone stops nothing. Suppressing ends their campaigns and blocks future campaign messages on every channel.',
  suppress_left:
    'The reply type alone stops nothing. Suppressing ends their campaigns and blocks their work address. They can still be contacted elsewhere.',
  suppress: 'Suppress',
  suppressed: '{count, plural, one {{count} lead suppressed} other {{count} leads suppressed}}',
  suppressed_none: 'No work address to suppress. Stop their campaigns by hand.',
  suppress_failed: "Couldn't suppress. Try again.",
  class_of: 'Reply type for {name}',
  class_many: 'Reply type for {count} conversations',
  by_model: '{name} · AI {percent}%',
  by_model_title: "Classified by AI ({sure}). Change it if it's wrong.",
  sure: '{percent}% sure',
  found_by_model: '{name}, classified by AI, {percent}% sure',
  found: '{name}, {percent}% sure',
  because: 'because of “{words}”',
  set_by_person: '{name}, set by a teammate',
  refers_to: 'Refers to {person}',
  returns_on: 'Until {day}',
});
