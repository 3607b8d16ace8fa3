import { defineTexts } from '../../../lib/texts.ts';

export const t = defineTexts({
  view_new_title: 'Save as view',
  view_edit_title: 'Edit view',
  view_name: 'Name',
  view_shared: 'Share with the organization',
  view_everywhere: 'Show in all lists',
  view_submit: 'Save view',
});
