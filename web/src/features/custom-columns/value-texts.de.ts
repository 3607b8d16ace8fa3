// Written by a model and checked by translating it back.
export default { yes: 'Ja', no: 'Nein' };
