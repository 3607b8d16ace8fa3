// Written by a model and checked by translating it back.
export default {
  tasks: 'Recherche-Aufgaben',
  snippets: 'KI-Bausteine',
  no_own_tasks: 'Noch keine Recherche-Aufgaben',
  no_own_tasks_text:
    'Erstellen Sie eine unter „KI-Recherche“ in einer Lead-Liste und teilen Sie sie dann hier mit Ihren Kunden.',
  no_own_snippets: 'Noch keine KI-Bausteine',
  no_own_snippets_text:
    'Erstellen Sie einen beim Bearbeiten einer Kampagnennachricht und teilen Sie ihn dann hier mit Ihren Kunden.',
  share: 'Teilen',
  share_named: '{name} teilen',
  shared_all: 'Alle Kunden',
  shared_none: 'Nicht geteilt',
  shared_some: '{count} Kunden',
  share_text:
    'Kunden können den Inhalt lesen und eigene Kopien anlegen, die auch bleiben, wenn Sie das Teilen beenden.',
  share_with: 'Teilen mit',
  with_none: 'Niemandem',
  with_all: 'Allen Kunden, auch künftigen',
  with_some: 'Bestimmten Kunden',
  clients: 'Kunden',
  save: 'Speichern',
  cancel: 'Abbrechen',
  share_saved: 'Gespeichert',
  failed: 'Das hat nicht geklappt. Versuchen Sie es erneut.',
};
