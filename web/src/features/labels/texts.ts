import { defineTexts } from '../../lib/texts.ts';

export const t = defineTexts({
  edit: 'Edit label {{name}}',
  name: 'Label name',
  edit_failed: 'The label could not be changed.',
  save: 'Save',
  cancel: 'Cancel',
  delete: 'Delete label',
  delete_title: 'Delete “{{name}}”?',
  delete_failed: 'The label could not be deleted.',
  exists: 'Label name already exists',
  colors: 'Color',
  color: 'Color {{number}}',
});
