// Written by a model and checked by translating it back.
export default {
  table: 'Aufrufe von Assistenten',
  column_tool: 'Tool',
  column_outcome: 'Ergebnis',
  column_by: 'Schlüssel oder App',
  column_duration: 'Dauer',
  column_when: 'Zeit',
  ok: 'Erledigt',
  running: 'Läuft',
  by_key: 'Schlüssel {name}',
  by_app: 'App {name}',
  key_deleted: 'Ein gelöschter Schlüssel',
  duration: '{ms} ms',
  filter: 'Schlüssel oder App',
  all: 'Alle Schlüssel und Apps',
  empty: 'Noch keine Aufrufe',
  empty_text: 'Jeder Aufruf eines KI-Assistenten über den MCP-Server wird hier aufgeführt.',
};
