// Written by a model and checked by translating it back.
export default {
  delete_column: 'Spalte löschen',
  delete_column_text: 'Möchten Sie diese Spalte wirklich löschen? Das lässt sich nicht rückgängig machen.',
  column_deleted: 'Spalte erfolgreich gelöscht',
  column_delete_failed: 'Die Spalte konnte nicht gelöscht werden',
};
