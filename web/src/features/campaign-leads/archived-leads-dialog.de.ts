// Written by a model and checked by translating it back.
export default {
  title: 'Archivierte Leads',
  text: 'Archivierte Leads zählen als Leads dieser Kampagne, wenn Sie Leads hinzufügen. Wiederhergestellte Leads sind bei ihrem Schritt pausiert, bis Sie sie fortsetzen.',
  lead: 'Lead',
  company: 'Unternehmen',
  status: 'Status',
  archived: 'Archiviert',
  restore: 'Wiederherstellen',
  restore_of: '{name} wiederherstellen',
  restore_page: 'Alle {shown} auf dieser Seite wiederherstellen',
  restored: '{count, plural, one {{shown} Lead wiederhergestellt.} other {{shown} Leads wiederhergestellt.}}',
  restore_failed: 'Die Leads konnten nicht wiederhergestellt werden.',
  load_failed: 'Die archivierten Leads konnten nicht geladen werden.',
  empty: 'Keine archivierten Leads',
  empty_text:
    'Leads, die Sie archivieren, und kontaktierte Leads, die Sie in ihre Liste zurückverschieben, erscheinen hier.',
  close: 'Schließen',
};
