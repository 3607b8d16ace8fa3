// Written by a model and checked by translating it back.
export default {
  activate_title: 'Kampagne aktivieren',
  resume_title: 'Kampagne fortsetzen',
  irreversible: 'Nachrichten werden so gesendet, wie sie jetzt geschrieben sind.',
  irreversible_text:
    'Lesen Sie sie noch einmal: Gesendete Nachrichten lassen sich nicht zurückholen. Spätere Änderungen erreichen Leads, die den Schritt noch nicht erhalten haben.',
  activate_anyway: 'Trotzdem aktivieren',
  resume_anyway: 'Trotzdem fortsetzen',
  open_step: 'Schritt öffnen',
  doubts: 'Vor dem Start prüfen',
  low_credits: 'Sie haben {credits} Credits, die Kampagne braucht aber {needed}.',
  research_costs: 'Recherchen zu Leads für KI-Bausteine können bis zu {credits} Credits kosten.',
  costs_failed:
    'Die Kosten der Suche nach fehlenden Daten konnten nicht ermittelt werden. Die Kampagne startet ohne diese Suche. Öffnen Sie diesen Dialog erneut, um es noch einmal zu versuchen.',
  deliverability: 'E-Mails von {domain} könnten im Spam landen. Beheben Sie zuerst: {checks}.',
  deliverability_held:
    'E-Mails von {domain} werden zurückgehalten, bis die DNS-Einträge stimmen: {checks}. Leads laufen danach automatisch weiter.',
  deliverability_link: 'So beheben Sie es',
  summary_leads: 'Leads',
  summary_leads_value: '{count} starten',
  summary_leads_none: 'Noch keine. Leads, die Sie später hinzufügen, starten automatisch.',
  summary_window: 'Versand',
  summary_limit: 'Höchstens',
  summary_a_day: '{amounts} pro Tag',
  summary_emails: '{count, plural, one {{count} E-Mail} other {{count} E-Mails}}',
  summary_invites: '{count, plural, one {{count} Einladung} other {{count} Einladungen}}',
  summary_messages: '{count, plural, one {{count} LinkedIn-Nachricht} other {{count} LinkedIn-Nachrichten}}',
  summary_limit_none: 'So viele, wie die Limits der Absender erlauben',
  summary_first: 'Erster Schritt',
  summary_first_now: '{step}, direkt nach der Aktivierung',
  summary_first_at: '{step}, ab {time}',
  summary_growing: '{today} E-Mails am ersten Tag, dann steigend auf {later}',
  summary_unusual: 'Das schließt Nächte oder Wochenenden ein. Ändern Sie die Zeiten in den Einstellungen.',
  next_title: 'So geht es weiter',
  next_text:
    'Leads durchlaufen die Schritte nacheinander, innerhalb der Sendezeiten und des Tageslimits. Leads, die antworten, werden sofort herausgenommen.',
  resume_text: 'Wartende Leads machen dort weiter, wo sie angehalten haben. Nichts wird doppelt gesendet.',
};
