// Written by a model and checked by translating it back.
export default {
  someone: 'Jemand',
  title: '{who} hat dies {when} geändert',
  at: 'um {time}',
  on: 'am {date} um {time}',
  text: 'Ihre Änderungen sind noch hier, aber nicht gespeichert. Folgendes haben Sie beide geändert.',
  note: 'Wenn Sie Ihre Fassung behalten, wird nur gespeichert, was Sie geändert haben. Alles andere, was {who} geändert hat, bleibt.',
  theirs: 'Andere Fassung',
  mine: 'Ihre Fassung',
  empty: 'Leer',
  see_theirs: 'Andere ansehen',
  keep_mine: 'Meine behalten',
  back_to_mine: 'Zurück zu meiner',
  shows_theirs: '{who} hat diese Fassung gespeichert.',
  both_kept: '{who} hat {when} hier etwas anderes geändert. Beide Änderungen sind gespeichert.',
};
