// Written by a model and checked by translating it back.
export default {
  files_type:
    'Dateien dieser Art können nicht gesendet werden. Senden Sie PDF, JPG, PNG, GIF, WEBP, MP4, DOCX, XLSX, PPTX, TXT oder CSV.',
  files_mail_size: 'Die Dateien einer Nachricht können zusammen 25 MB haben.',
  files_chat_size: 'Auf diesem Kanal können die Dateien einer Nachricht zusammen 15 MB haben.',
  files_count: 'Eine Nachricht kann bis zu {count} Dateien haben.',
  large_image_attached: 'Bilder über 1 MB werden an die E-Mail angehängt, statt im Text angezeigt zu werden.',
  preview: '{name} anzeigen',
  program: 'Dateien dieser Art können Programme ausführen. Öffnen Sie sie nur, wenn Sie sie erwartet haben.',
  archive: 'Ein Archiv kann Programme verbergen. Öffnen Sie es nur, wenn Sie es erwartet haben.',
  place: '{place} von {count}',
  previous: 'Vorherige Datei (Pfeil links)',
  next: 'Nächste Datei (Pfeil rechts)',
  download: 'Herunterladen',
  loading: '{name} wird geladen',
  failed: 'Die Datei konnte nicht geladen werden. Versuchen Sie es erneut.',
  retry: 'Erneut versuchen',
  unknown: 'Diese Datei kann hier nicht angezeigt werden. Laden Sie sie herunter.',
  cut: 'Dies ist der Anfang eines längeren Textes. Laden Sie die Datei herunter, um den Rest zu lesen.',
  no_viewer: 'Dieser Browser zeigt PDF-Dateien nicht innerhalb einer Seite an. Laden Sie sie herunter.',
};
