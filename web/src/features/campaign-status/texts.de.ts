// Written by a model and checked by translating it back.
export default {
  trial_ended: 'Wartet: Testphase beendet',
  subscription_ended: 'Wartet: Abonnement beendet',
  waiting: '{count, plural, one {{shown} wartet auf Daten} other {{shown} warten auf Daten}}',
};
