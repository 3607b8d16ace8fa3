// Written by a model and checked by translating it back.
export default {
  LINKEDIN_INVITE_offer: 'Lädt den Lead ein, sich zu vernetzen, auf Wunsch mit einer Notiz.',
  LINKEDIN_INVITE_short: 'Ohne Notiz',
  LINKEDIN_INVITE_long:
    'Lädt den Lead ein, sich zu vernetzen. Diese Kampagne nutzt ein kostenloses LinkedIn-Konto, das Einladungen ohne Notiz sendet. Leads, mit denen Sie schon vernetzt sind, laufen sofort weiter.',
  LINKEDIN_INVITE_done: 'Eingeladen {time}',
  LINKEDIN_MESSAGE_offer: 'Sendet auf LinkedIn eine Nachricht an einen Kontakt.',
  LINKEDIN_MESSAGE_done: 'Gesendet {time}',
  VISIT_LINKEDIN_PROFILE_offer: 'Öffnet das Profil. Der Lead sieht möglicherweise Ihren Besuch.',
  VISIT_LINKEDIN_PROFILE_short: 'Öffnet das Profil des Leads',
  VISIT_LINKEDIN_PROFILE_long:
    'Ihr LinkedIn-Konto öffnet das Profil des Leads. Je nach Einstellungen sieht der Lead Ihren Besuch.',
  VISIT_LINKEDIN_PROFILE_done: 'Besucht {time}',
  INMAIL_offer: 'Schreibt an Leads, mit denen Sie nicht vernetzt sind. Für Sales Navigator und Recruiter.',
  INMAIL_done: 'Gesendet {time}',
  DELETE_LINKEDIN_INVITE_offer: 'Zieht eine Einladung zurück, die nicht angenommen wurde.',
  DELETE_LINKEDIN_INVITE_short: 'Zieht eine noch offene Einladung zurück',
  DELETE_LINKEDIN_INVITE_long:
    'Zieht die Einladung zurück, wenn sie noch offen ist. Wurde sie angenommen, wird nichts zurückgezogen, und die Kampagne läuft weiter. LinkedIn erlaubt nach etwa drei Wochen eine neue Einladung an dieselbe Person.',
  DELETE_LINKEDIN_INVITE_done: 'Einladung zurückgezogen {time}',
  LIKE_LAST_LINKEDIN_POST_offer: 'Likt den neuesten Beitrag des Leads, falls es einen gibt.',
  LIKE_LAST_LINKEDIN_POST_short: 'Likt den neuesten Beitrag des Leads',
  LIKE_LAST_LINKEDIN_POST_long:
    'Ihr LinkedIn-Konto likt den neuesten Beitrag des Leads. Leads ohne Beitrag laufen ohne Like weiter.',
  LIKE_LAST_LINKEDIN_POST_done: 'Gelikt {time}',
  EMAIL_offer: 'Sendet eine E-Mail von Ihrem Konto.',
  EMAIL_done: 'Gesendet {time}',
  CALL_PROSPECT_offer: 'Erinnert Sie an den Anruf. Der Lead wartet, bis Sie den Anruf als erledigt markieren.',
  CALL_PROSPECT_short: 'Sie rufen an und erfassen das Ergebnis unter „Heute“',
  CALL_PROSPECT_long:
    'Sie führen den Anruf. Kommt ein Lead hier an, wartet er unter „Heute“, wenn es bei ihm Tag ist. Erfassen Sie dort das Ergebnis, und die Kampagne läuft weiter, ruft später erneut an oder endet. Sie können den Anruf auch unter „Leads“ als erledigt markieren.',
  CALL_PROSPECT_done: 'Anruf erledigt {time}',
  ACCEPTED_INVITE_offer: 'Ja, sobald die Einladung angenommen wird; Nein, wenn die Wartezeit endet.',
  ACCEPTED_INVITE_short: 'Hat der Lead die Einladung angenommen?',
  ACCEPTED_INVITE_long:
    'Wartet darauf, dass der Lead Ihre Einladung annimmt. Sobald er sie annimmt, geht er in den Ja-Zweig; endet vorher die Wartezeit, in den Nein-Zweig. Ein Zweig ohne Schritte beendet die Kampagne für seine Leads.',
  ACCEPTED_INVITE_yes: 'Angenommen {time}',
  ACCEPTED_INVITE_no: 'Nicht angenommen bis {time}',
  ALREADY_CONNECTED_offer: 'Ja für Leads, mit denen Sie vernetzt sind, Nein für alle anderen.',
  ALREADY_CONNECTED_short: 'Sind Sie schon mit dem Lead vernetzt?',
  ALREADY_CONNECTED_long:
    'Prüft auf LinkedIn, ob Sie vernetzt sind, wenn der Lead hier ankommt: wenn ja, der Ja-Zweig, sonst der Nein-Zweig. Ein Zweig ohne Schritte beendet die Kampagne für seine Leads.',
  ALREADY_CONNECTED_yes: 'Bereits vernetzt, geprüft {time}',
  ALREADY_CONNECTED_no: 'Nicht vernetzt, geprüft {time}',
  HAS_EMAIL_offer: 'Ja für Leads mit E-Mail-Adresse, Nein für alle anderen.',
  HAS_EMAIL_short: 'Hat der Lead eine E-Mail-Adresse?',
  HAS_EMAIL_long:
    'Leads mit E-Mail-Adresse gehen in den Ja-Zweig, alle anderen in den Nein-Zweig. Ist keine bekannt, suchen wir sie zuerst: {credits} Credits für jede gefundene. Ein Zweig ohne Schritte beendet die Kampagne für seine Leads.',
  HAS_EMAIL_yes: 'Hat eine E-Mail-Adresse, geprüft {time}',
  HAS_EMAIL_no: 'Keine E-Mail-Adresse, geprüft {time}',
  HAS_PHONE_offer: 'Ja für Leads mit Telefonnummer, Nein für alle anderen.',
  HAS_PHONE_short: 'Hat der Lead eine Telefonnummer?',
  HAS_PHONE_long:
    'Leads mit Telefonnummer gehen in den Ja-Zweig, alle anderen in den Nein-Zweig. Ist keine bekannt, suchen wir sie zuerst: {credits} Credits für jede gefundene. Ein Zweig ohne Schritte beendet die Kampagne für seine Leads.',
  HAS_PHONE_yes: 'Hat eine Telefonnummer, geprüft {time}',
  HAS_PHONE_no: 'Keine Telefonnummer, geprüft {time}',
  CALL_OUTCOME_offer: 'Ja für Leads, die Sie telefonisch erreicht haben, Nein für alle anderen.',
  CALL_OUTCOME_short: 'Haben Sie den Lead telefonisch erreicht?',
  CALL_OUTCOME_long:
    'Leads, die beim letzten Anruf dieser Kampagne am Telefon waren, gehen in den Ja-Zweig, alle anderen in den Nein-Zweig. Ein Zweig ohne Schritte beendet die Kampagne für seine Leads.',
  CALL_OUTCOME_yes: 'Telefonisch erreicht, geprüft {time}',
  CALL_OUTCOME_no: 'Telefonisch nicht erreicht, geprüft {time}',
  CLICKED_offer: 'Ja, sobald der Lead einen Link öffnet; Nein, wenn die Wartezeit endet.',
  CLICKED_short: 'Hat der Lead einen Link angeklickt?',
  CLICKED_long:
    'Wartet darauf, dass der Lead einen Link aus einer E-Mail dieser Kampagne öffnet. Sobald er das tut, geht er in den Ja-Zweig; endet vorher die Wartezeit, in den Nein-Zweig. Links zählen ab der zweiten E-Mail, und nur Personen zählen: Auch Scanner und E-Mail-Programme öffnen Links. Ein Zweig ohne Schritte beendet die Kampagne für seine Leads.',
  CLICKED_yes: 'Angeklickt {time}',
  CLICKED_no: 'Nicht angeklickt bis {time}',
  OPENED_offer: 'Ja, sobald der Lead eine E-Mail öffnet; Nein, wenn die Wartezeit endet. Öffnungen sind Schätzungen.',
  OPENED_short: 'Hat der Lead eine E-Mail geöffnet?',
  OPENED_long:
    'Wartet darauf, dass der Lead eine E-Mail dieser Kampagne öffnet. Sobald er das tut, geht er in den Ja-Zweig; endet vorher die Wartezeit, in den Nein-Zweig. Öffnungen sind Schätzungen: Viele E-Mail-Programme verbergen sie, und E-Mails ohne Bilder zeigen keine. Leads im Nein-Zweig können Ihre E-Mail also gelesen haben. Gezählt wird ab der zweiten E-Mail, Abrufe durch Programme bleiben außen vor. Ein Zweig ohne Schritte beendet die Kampagne für seine Leads.',
  OPENED_yes: 'Geöffnet {time}',
  OPENED_no: 'Keine Öffnung gesehen bis {time}',
  REPLY_CLASS_offer: 'Ja für Leads, deren letzte Antwort interessiert war, Nein für alle anderen.',
  REPLY_CLASS_short: 'War die letzte Antwort interessiert?',
  REPLY_CLASS_long:
    'Leads, deren letzte Antwort als interessiert markiert ist, gehen in den Ja-Zweig, alle anderen in den Nein-Zweig. Eine Antwort auf diese Kampagne stoppt sie, daher geht es um die Antwort auf eine frühere. Ein Zweig ohne Schritte beendet die Kampagne für seine Leads.',
  REPLY_CLASS_yes: 'Interessiert geantwortet, geprüft {time}',
  REPLY_CLASS_no: 'Keine interessierte Antwort, geprüft {time}',
  MEETING_BOOKED_offer: 'Ja für Leads mit gebuchtem Termin, Nein für alle anderen.',
  MEETING_BOOKED_short: 'Hat der Lead einen Termin gebucht?',
  MEETING_BOOKED_long:
    'Leads mit einem Termin, der gebucht ist oder stattgefunden hat, gehen in den Ja-Zweig, alle anderen in den Nein-Zweig. Abgesagte und verpasste Termine zählen nicht. Eine Buchung beendet diese Kampagne, daher geht es um eine frühere. Ein Zweig ohne Schritte beendet die Kampagne für seine Leads.',
  MEETING_BOOKED_yes: 'Termin gebucht, geprüft {time}',
  MEETING_BOOKED_no: 'Kein Termin gebucht, geprüft {time}',
};
