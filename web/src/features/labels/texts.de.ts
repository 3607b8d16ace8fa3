// Written by a model and checked by translating it back.
export default {
  edit: 'Label {name} bearbeiten',
  name: 'Name des Labels',
  edit_failed: 'Das Label konnte nicht geändert werden.',
  save: 'Speichern',
  cancel: 'Abbrechen',
  delete: 'Label löschen',
  delete_title: '„{name}“ löschen?',
  delete_failed: 'Das Label konnte nicht gelöscht werden.',
  create_name: 'Neues Label',
  create: 'Label erstellen',
  create_failed: 'Das Label konnte nicht erstellt werden',
  exists: 'Ein Label mit diesem Namen gibt es bereits',
  colors: 'Farbe',
  color: 'Farbe {number}',
};
