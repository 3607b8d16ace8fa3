import { defineTexts } from '../../../lib/texts.ts';

export const t = defineTexts({
  supposed: '{{name}}?',
  supposed_title: 'Supposed from the words of the answer. Change it if it is something else.',
  sure_title: 'From the words of the answer',
  by_person_title: 'Set by a person',
  set: 'Class: {{name}}',
  cleared: 'No class',
  none: 'None of these',
  chosen: 'Chosen',
  class_of: 'What does {{name}} say?',
  class_many: 'What do {{count}} conversations say?',
  by_model: '{{name}} · AI {{percent}}%',
  by_model_title: 'Read by AI, {{sure}}. Change it if it is something else.',
  sure: '{{percent}}% sure',
  found_by_model: '{{name}}, read by AI, {{percent}}% sure',
  found: '{{name}}, {{percent}}% sure',
  because: 'because of “{{words}}”',
  set_by_person: '{{name}}, set by a person',
  refers_to: 'Refers to {{person}}',
  returns_on: 'Until {{day}}',
});
