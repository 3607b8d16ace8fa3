// Written by a model and checked by translating it back.
export default {
  view_new_title: 'Als Ansicht speichern',
  view_edit_title: 'Ansicht bearbeiten',
  view_name: 'Name',
  view_shared: 'Mit der Organisation teilen',
  view_everywhere: 'In allen Listen anzeigen',
  view_submit: 'Ansicht speichern',
};
