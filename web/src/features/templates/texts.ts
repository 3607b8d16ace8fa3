import { defineTexts } from '../../lib/texts.ts';

export const t = defineTexts({
  choose: 'Begin with',
  blank: 'Blank campaign',
  blank_text: 'You add the steps and write the messages.',
  group_organization: 'Your templates',
  group_default: 'Default templates',
  failed: 'The templates could not be loaded.',
  find: 'Find a template',
  none_found: 'No templates found',
  facts_one: '{{count}} step, {{duration}}',
  facts_other: '{{count}} steps, {{duration}}',
  at_once: 'at once',
  days_one: '{{count}} day',
  days_other: 'up to {{count}} days',
  // Save as template
  save_title: 'Save as template',
  save_text: 'Steps, messages and delays are kept. Leads, senders and attachments are not part of a template.',
  save_name: 'Template name',
  save_suffix: '{{name}} (Template)',
  save: 'Save as template',
  saved: 'Template created successfully!',
  save_failed: 'The template could not be saved.',
  name_blank: 'Please enter a template name.',
  cancel: 'Cancel',
  close: 'Close',
});
