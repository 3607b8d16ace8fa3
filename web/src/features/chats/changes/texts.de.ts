// Written by a model and checked by translating it back.
export default {
  assign_of: '{name} zuweisen',
  assign_many: '{count} Unterhaltungen zuweisen',
  unassigned: 'Nicht mehr zugewiesen',
  you_object: 'Sie',
  member_me: '{name} (Sie)',
  find_member: 'Teammitglied suchen',
  unassigned_option: 'Niemand',
  remind_of: 'An {name} erinnern',
  remind_many: 'An {count} Unterhaltungen erinnern',
  remind_text: 'Wird zu „Erinnerungen“ verschoben und kommt zu dieser Zeit oder bei einer Antwort wieder nach oben.',
  remind_set: 'Erinnern',
  remind_unset: 'Erinnerung entfernen',
  reminder_unset: 'Erinnerung entfernt',
  labels_many: 'Labels von {count} Unterhaltungen',
  labels_none_many: 'Noch keine Labels. Erstellen Sie welche in den Labels einer Unterhaltung.',
};
