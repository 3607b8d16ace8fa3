import { defineTexts } from '../../lib/texts.ts';

export const t = defineTexts({
  delete_column: 'Delete column',
  delete_column_text: 'Are you sure you want to delete this column? This action cannot be undone.',
  column_deleted: 'Column deleted successfully',
  column_delete_failed: 'Failed to delete column',
});
