// Written by a model and checked by translating it back.
export default {
  title: 'Für neue Leads ausführen: {name}',
  text: 'Leads, die Sie dieser Liste ab jetzt hinzufügen, werden ohne Klick recherchiert. Leads, die bereits enthalten sind oder aus einem gerade laufenden Import kommen, nicht.',
  filters: 'Welche Leads',
  all: 'Alle neuen Leads. Fügen Sie Filter hinzu, um nur einen Teil zu recherchieren.',
  matching: 'Nur Leads, die innerhalb von {days} Tagen nach dem Hinzufügen diese Filter erfüllen.',
  limit: 'Leads pro Tag, höchstens',
  cost: '{count, plural, one {{count} Credit pro Lead, wenn etwas gefunden wird: höchstens {most} pro Tag.} other {{count} Credits pro Lead, wenn etwas gefunden wird: höchstens {most} pro Tag.}}',
  today: 'Heute: {count} von {limit} Leads.',
  on: 'Einschalten',
  save: 'Speichern',
  off: 'Ausschalten',
  turned_on: 'Neue Leads werden recherchiert.',
  turned_off: 'Neue Leads werden nicht mehr recherchiert.',
  failed: 'Das konnte nicht gespeichert werden. Versuchen Sie es erneut.',
};
