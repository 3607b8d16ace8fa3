// Written by a model and checked by translating it back.
export default {
  read_by_model_label: 'KI darf Antworten einordnen',
  read_by_model_on:
    'Wird genutzt, wenn Schlüsselwörter nicht reichen. Ist das aus, sieht die KI eine Antwort nur, wenn jemand einen Entwurf anfordert und zustimmt.',
  read_by_model_off:
    'Antworten werden nur nach Schlüsselwörtern eingeordnet. Vor einem Entwurf wird gefragt, weil dabei die Unterhaltung an die KI weitergegeben wird.',
  drafts_replies_label: 'Zu jeder Antwort einen Entwurf schreiben',
  drafts_replies_on:
    'Jeder Entwurf kostet 1 Credit und wartet unter „Entwürfe“, bis ihn jemand sendet oder verwirft. Nichts wird automatisch gesendet.',
  drafts_replies_off: 'Es werden keine Entwürfe geschrieben, außer in Kampagnen, in denen sie eingeschaltet sind.',
  sends_risky_label: 'An Adressen senden, die vielleicht nicht existieren',
  sends_risky_on:
    'Adressen werden vor der ersten E-Mail geprüft. Nicht prüfbare dürfen bis zu 10 % des Tageslimits eines Absenders belegen.',
  sends_risky_off: 'Adressen werden vor der ersten E-Mail geprüft. Nicht prüfbare warten, bis Sie sie erlauben.',
  checks_imports_label: 'Adressen beim Import prüfen',
  checks_imports_on:
    'Neue Adressen aus Dateien und aus manueller Eingabe werden sofort im Hintergrund geprüft. Das kostet keine Credits; jede Adresse verbraucht eine Abfrage beim Prüfdienst dieses Servers.',
  checks_imports_off:
    'Adressen aus Dateien werden vor der ersten E-Mail an sie geprüft. Eine sofortige Prüfung kostet keine Credits; jede Adresse verbraucht eine Abfrage beim Prüfdienst dieses Servers.',
  requires_link_label: 'Abmeldelink in Kampagnen-E-Mails verlangen',
  requires_link_on: 'Eine Kampagne startet nur, wenn jede E-Mail den Link enthält.',
  requires_link_off:
    'Jede E-Mail unterstützt bereits die Abmeldung mit einem Klick. Schalten Sie das ein, wo das Gesetz einen Link im Text verlangt.',
  adds_privacy_link_label: 'Datenschutzhinweis an die erste E-Mail anhängen',
  adds_privacy_link_on: 'Die erste E-Mail an einen Lead endet mit einem Link zu seinem Datenschutzhinweis.',
  adds_privacy_link_off:
    'Leads erhalten den Link nur, wo eine Nachricht die Variable privacy_link enthält. Das Gesetz verlangt, dass Sie sie innerhalb eines Monats informieren.',
};
