import { defineTexts } from '../../lib/texts.ts';

export const t = defineTexts({
  edit: 'Edit label {name}',
  name: 'Label name',
  edit_failed: "Couldn't change the label.",
  save: 'Save',
  cancel: 'Cancel',
  delete: 'Delete label',
  delete_title: 'Delete “{name}”?',
  delete_failed: "Couldn't delete the label.",
  create_name: 'New label',
  create: 'Create label',
  create_failed: 'Failed to create label',
  exists: 'Label name already exists',
  colors: 'Color',
  color: 'Color {number}',
});
