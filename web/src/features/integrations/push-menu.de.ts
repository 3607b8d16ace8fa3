// Written by a model and checked by translating it back.
export default {
  many_title: '{leads} an {name} übertragen?',
  many_text:
    'Jeder Lead wird in {name} angelegt oder aktualisiert. Sie können die Übertragung stoppen, aber bis dahin übertragene Leads bleiben dort.',
};
