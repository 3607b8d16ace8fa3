// Written by a model and checked by translating it back.
export default {
  sandbox: 'Sandbox',
  sandbox_text: '{vendors} werden hier simuliert. Nichts verlässt diesen Server.',
  sandbox_open: 'Gesendetes ansehen',
  hold_title: 'Der Versand ist angehalten.',
  hold_since: 'Angehalten seit {time}.',
  hold_admin:
    'Geben Sie den Versand frei, sobald Sie sicher sind, dass keine andere Installation und kein früherer Datenbankserver mit denselben Daten sendet.',
  hold_member:
    'Ein Admin kann den Versand hier oder mit dem Befehl „release-hold“ freigeben. In der Zwischenzeit geht nichts verloren.',
  hold_release: 'Versand freigeben',
  hold_confirm: 'Versand freigeben?',
  hold_confirm_text:
    'Alle Organisationen senden dann wieder. Tun Sie das nur, wenn keine andere Installation und kein früherer Datenbankserver mit denselben Daten läuft. Warten Sie nach einer Wiederherstellung zuerst einige Minuten: E-Mails, die der Posteingang in Gesendet-Ordnern findet, gelten als gesendet, die anderen werden erneut gesendet.',
  hold_released: 'Versand fortgesetzt',
  hold_not_released: 'Der Versand konnte nicht freigegeben werden. Versuchen Sie es erneut.',
  trial_ended_title: 'Ihre Testphase ist beendet',
  subscription_ended_title: 'Ihr Abonnement ist beendet',
  trial_ended_text:
    'Ihre Listen, Kampagnen und Unterhaltungen bleiben erhalten: Sie können sie lesen, exportieren und Ihren Leads antworten. Laufende Kampagnen sind angehalten, und nichts, was Credits kostet, wird gestartet. Die Kampagnen laufen automatisch weiter, sobald Sie Ihren Tarif erweitern.',
  trial_ended_admin_text:
    'Ihre Listen, Kampagnen und Unterhaltungen bleiben erhalten: Sie können sie lesen, exportieren und Ihren Leads antworten. Laufende Kampagnen sind angehalten, und nichts, was Credits kostet, wird gestartet. Die Kampagnen laufen automatisch weiter, sobald ein Admin Ihren Tarif verlängert.',
  trial_ended_close: 'Weiterlesen',
  trial_ended_contact: 'Kontakt aufnehmen',
  upgrade_plan: 'Tarif erweitern',
  due_title: 'Ihre letzte Zahlung ist fehlgeschlagen.',
  due_text: 'Bis {date} läuft alles weiter. Danach sind Kampagnen angehalten, bis Sie bezahlen.',
  due_manager: 'Karte aktualisieren',
  due_member: 'Bitte informieren Sie die Person, die Ihre Abrechnung verwaltet.',
  webhooks_title: 'Webhooks',
  webhooks_off:
    '{count, plural, one {Ein Webhook wurde ausgeschaltet.} other {{count} Webhooks wurden ausgeschaltet.}}',
  webhooks_text:
    '{count, plural, one {Prüfen Sie den Empfänger, schalten Sie den Webhook wieder ein und senden Sie Fehlgeschlagenes erneut.} other {Prüfen Sie die Empfänger, schalten Sie die Webhooks wieder ein und senden Sie Fehlgeschlagenes erneut.}}',
  webhooks_open: 'Webhooks öffnen',
  low_credits_title: 'Wenig Credits',
  low_credits_left: '{count, plural, one {Noch {credits} Credit.} other {Noch {credits} Credits.}}',
  low_credits_days:
    '{count, plural, =0 {Bei diesem Verbrauch reichen sie weniger als einen Tag.} one {Bei diesem Verbrauch reichen sie {count} Tag.} other {Bei diesem Verbrauch reichen sie {count} Tage.}}',
  low_credits_share: 'Das sind {percent} % der letzten Aufladung.',
  low_credits_billing: 'Abrechnung öffnen',
  low_credits_plan: 'Tarif und Credits öffnen',
  low_credits_member: 'Bitten Sie die Person, die Ihre Abrechnung verwaltet, Credits hinzuzufügen.',
  low_credits_hide: 'Für heute ausblenden',
  jobs: 'Laufende Vorgänge',
  jobs_done: 'Abgeschlossen',
  jobs_stopped: 'Gestoppt',
  jobs_failed: 'Fehlgeschlagen',
  jobs_open: 'Öffnen',
  jobs_dismiss: 'Ausblenden',
  jobs_minimize: 'Details ausblenden',
  jobs_show: 'Details anzeigen',
};
