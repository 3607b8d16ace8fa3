// Written by a model and checked by translating it back.
export default {
  url: 'URL',
  url_hint_post: 'Alle, die auf den Beitrag reagiert oder ihn kommentiert haben.',
  url_hint_group: 'Mitglieder der Gruppe, wie der Sales Navigator sie anzeigt.',
  url_hint_search: 'Die URL einer Personensuche auf LinkedIn, mit ihren Filtern.',
  url_hint_sales: 'Die URL einer Lead-Suche im Sales Navigator, mit ihren Filtern.',
  url_hint_recruiter: 'Die URL einer Suche in LinkedIn Recruiter, mit ihren Filtern.',
  url_blank: 'Geben Sie eine URL ein',
  invalid: 'Ungültige URL',
  amount: 'Anzahl der Leads',
  amount_hint: 'Zwischen {min} und {max}',
  amount_option: '{count} Leads',
  account: 'LinkedIn-Konto',
  account_hint: 'Der Import läuft langsam, innerhalb der LinkedIn-Limits für dieses Konto.',
  needs_tier: 'Erfordert ein verbundenes {tier}-Konto.',
  needs_tier_group:
    'LinkedIn zeigt Gruppenmitglieder nur im Sales Navigator. Verbinden Sie dafür ein Sales-Navigator-Konto.',
  back: 'Zurück',
  import: 'Leads importieren',
  started: 'Der Import läuft. Er wird fortgesetzt, auch wenn Sie diese Seite verlassen.',
  failed: 'Ungültige URL',
  notice: 'In importierten Daten können Position, Unternehmen und Branche fehlen. Bitte prüfen Sie sie.',
};
