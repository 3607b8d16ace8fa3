// Why leads wait and campaigns send nothing, by the English of `domain/src`. Written by a model and checked by translating it back.
export default {
  // A lead's next action
  'Not started yet': 'Noch nicht begonnen',
  "Waiting for this step's delay": 'Die Wartezeit vor diesem Schritt läuft noch',
  'Outside the sending window of this campaign': 'Außerhalb der Sendezeiten dieser Kampagne',
  'Outside the sending window in the time zone of the lead': 'Außerhalb der Sendezeiten in der Zeitzone des Leads',
  'It is a public holiday in {place}': 'In {place} ist Feiertag',
  'It is a public holiday in the country of the lead': 'Im Land des Leads ist Feiertag',
  'It is {time} in {place}': 'In {place} ist es {time}',
  'It is {time} in {place}, where the phone number is from':
    'In {place}, woher die Telefonnummer stammt, ist es {time}',
  '{where}; goes out from {from} there': '{where}; wird ab {from} Ortszeit gesendet',
  '{where}; goes out from {day} {from} there': '{where}; wird ab {day} {from} Ortszeit gesendet',
  '{where}; the call is due from {from} there': '{where}; der Anruf ist ab {from} Ortszeit fällig',
  '{where}; the call is due from {day} {from} there': '{where}; der Anruf ist ab {day} {from} Ortszeit fällig',
  'The daily limit is used up': 'Das Tageslimit ist ausgeschöpft',
  'The daily limit of {limit} is used up': 'Das Tageslimit von {limit} ist ausgeschöpft',
  'Daily limit of {limit} is used up ({growth})': 'Das Tageslimit von {limit} ist ausgeschöpft ({growth})',
  'natural rhythm leaves some of {rhythm_of}': 'der natürliche Rhythmus lässt von {rhythm_of} etwas übrig',
  'warming up, day {at} of {of}': 'im Anlauf, Tag {at} von {of}',
  'warming up, week {at} of {of}': 'im Anlauf, Woche {at} von {of}',
  'warming up, day {at} of {of}, natural rhythm leaves some of {rhythm_of}':
    'im Anlauf, Tag {at} von {of}; der natürliche Rhythmus lässt von {rhythm_of} etwas übrig',
  'warming up, week {at} of {of}, natural rhythm leaves some of {rhythm_of}':
    'im Anlauf, Woche {at} von {of}; der natürliche Rhythmus lässt von {rhythm_of} etwas übrig',
  'The weekly limit is used up': 'Das Wochenlimit ist ausgeschöpft',
  'The weekly limit of {limit} is used up': 'Das Wochenlimit von {limit} ist ausgeschöpft',
  'The LinkedIn risk budget of {sender} is used up for today':
    'Die LinkedIn-Risikopunkte von {sender} sind für heute aufgebraucht',
  'The LinkedIn risk budget of {sender} is used up for today ({reason})':
    'Die LinkedIn-Risikopunkte von {sender} sind für heute aufgebraucht ({reason})',
  'The daily limit for all mailboxes of this domain is used up':
    'Das Tageslimit für alle Postfächer dieser Domain ist ausgeschöpft',
  'The daily limit of {limit} for all mailboxes of this domain is used up':
    'Das Tageslimit von {limit} für alle Postfächer dieser Domain ist ausgeschöpft',
  'The daily limit for all senders of this campaign is used up':
    'Das Tageslimit für alle Absender dieser Kampagne ist ausgeschöpft',
  'The daily limit of {limit} emails for all senders of this campaign is used up':
    'Das Tageslimit von {limit} E-Mails für alle Absender dieser Kampagne ist ausgeschöpft',
  'The campaign begins with no more new leads today': 'Die Kampagne beginnt heute mit keinen weiteren Leads',
  'The campaign begins with at most {limit} new leads a day':
    'Die Kampagne beginnt täglich mit höchstens {limit} neuen Leads',
  'Waiting for a sender at {provider} that has room': 'Wartet auf einen Absender bei {provider}, der noch Platz hat',
  'its provider': 'seinem Anbieter',
  '{sender} has a day off': '{sender} hat einen freien Tag',
  'The sender account': 'Der Absender',
  'the sender account': 'dem Absender',
  'Keeping the natural rhythm of {sender}': 'Hält den natürlichen Rhythmus von {sender} ein',
  'Keeping a gap to the previous message of this sender': 'Hält Abstand zur vorigen Nachricht dieses Absenders',
  'The sender account is disconnected': 'Der Absender ist nicht verbunden',
  'The sender account {sender} is disconnected': 'Der Absender {sender} ist nicht verbunden',
  'The sender account is on hold: {reason}': 'Der Absender ist angehalten: {reason}',
  'The sender account {sender} is on hold: {reason}': 'Der Absender {sender} ist angehalten: {reason}',
  'Mails are paused because too many bounced or were reported as spam':
    'E-Mails sind pausiert, weil zu viele unzustellbar waren oder als Spam gemeldet wurden',
  'Mails are paused because too many bounced or were reported as spam: {reason}':
    'E-Mails sind pausiert, weil zu viele unzustellbar waren oder als Spam gemeldet wurden: {reason}',
  'Mails of {sender} wait until the DNS records of its domain are right':
    'E-Mails von {sender} warten, bis die DNS-Einträge der Domain stimmen',
  'Mails of {sender} wait until the DNS records of its domain are right. {reason}':
    'E-Mails von {sender} warten, bis die DNS-Einträge der Domain stimmen. {reason}',
  'LinkedIn asked {sender} to pause {action}': 'LinkedIn verlangt von {sender} eine Pause: {action}',
  'LinkedIn asked {sender} to pause {action}: {reason}':
    'LinkedIn verlangt von {sender} eine Pause: {action} ({reason})',
  'actions of this kind': 'Aktionen dieser Art',
  invites: 'Einladungen',
  messages: 'Nachrichten',
  InMails: 'InMails',
  'profile visits': 'Profilbesuche',
  'withdrawals of invites': 'zurückgezogene Einladungen',
  likes: 'Likes',
  'look-ups of connections': 'Abrufe von Kontakten',
  'No sender account is chosen for this campaign': 'Für diese Kampagne ist kein Absender ausgewählt',
  'Waiting for the condition': 'Wartet auf die Bedingung',
  'Waiting for {condition}': 'Wartet auf {condition}',
  'the invite to be accepted': 'die Annahme der Einladung',
  'LinkedIn to say whether you are connected': 'die Auskunft von LinkedIn, ob Sie vernetzt sind',
  'an email address to be found': 'eine E-Mail-Adresse',
  'a phone number to be found': 'eine Telefonnummer',
  'the outcome of the call': 'das Ergebnis des Anrufs',
  'a click on a link': 'einen Klick auf einen Link',
  'an email to be opened': 'das Öffnen einer E-Mail',
  'the type of their reply': 'die Art der Antwort',
  'the meetings of the lead': 'die Termine des Leads',
  'The campaign is paused': 'Die Kampagne ist pausiert',
  'Your trial or subscription has ended. The campaign resumes automatically once your plan is extended':
    'Ihre Testphase oder Ihr Abonnement ist abgelaufen. Die Kampagne läuft von selbst weiter, sobald Ihr Tarif verlängert ist',
  'This lead is paused': 'Dieser Lead ist pausiert',
  'The campaign is archived': 'Die Kampagne ist archiviert',
  'Waiting for your call': 'Wartet auf Ihren Anruf',
  'Waiting for someone to act on LinkedIn for {sender}':
    'Wartet darauf, dass jemand im LinkedIn-Konto von {sender} handelt',
  'We could not confirm whether this message was sent':
    'Wir konnten nicht feststellen, ob diese Nachricht gesendet wurde',
  'The last attempt failed; it will be tried again':
    'Der letzte Versuch ist fehlgeschlagen; es wird noch einmal versucht',
  'Waiting until the mailbox is checked for replies': 'Wartet, bis das Postfach auf Antworten geprüft ist',
  '{address} may have answered for this lead. Decide in the inbox whether it is an answer':
    '{address} hat vielleicht für diesen Lead geantwortet. Entscheiden Sie im Posteingang, ob es eine Antwort ist',
  'Another address': 'Eine andere Adresse',
  'The lead is out of office': 'Der Lead ist abwesend',
  'The team and this lead are writing to each other': 'Ihr Team und dieser Lead schreiben sich gerade',
  'Data that the message needs is missing': 'Es fehlen Daten, die die Nachricht braucht',
  'Checking whether the address exists': 'Prüft, ob die Adresse existiert',
  'The address was checked and may not exist': 'Die Adresse wurde geprüft und existiert vielleicht nicht',
  'Addresses that may not exist get up to a tenth of a sender’s day, which is used up':
    'Adressen, die vielleicht nicht existieren, bekommen bis zu einem Zehntel vom Tag eines Absenders; das ist ausgeschöpft',
  'Waiting for the AI snippet of this message to be written':
    'Wartet darauf, dass der KI-Baustein dieser Nachricht geschrieben wird',
  'This email has no unsubscribe link, which your organization requires. Add it to the text of the step':
    'In dieser E-Mail fehlt der Abmeldelink, den Ihre Organisation verlangt. Ergänzen Sie ihn im Text des Schritts',
  'Your CRM knows this person as a customer': 'Ihr CRM führt diese Person als Kunden',
  'In contact with another campaign': 'In Kontakt mit einer anderen Kampagne',
  'Sending is on hold until an administrator confirms that nothing would leave twice':
    'Das Senden ist angehalten, bis die Administration bestätigt, dass nichts doppelt gesendet würde',
  'Due now': 'Jetzt fällig',
  Monday: 'Montag',
  Tuesday: 'Dienstag',
  Wednesday: 'Mittwoch',
  Thursday: 'Donnerstag',
  Friday: 'Freitag',
  Saturday: 'Samstag',
  Sunday: 'Sonntag',

  // A campaign or sender as a whole
  'This is an example: its people do not exist': 'Das ist ein Beispiel: Seine Personen gibt es nicht',
  'An assistant asked to start this campaign, and no one has approved it':
    'Ein Assistent möchte diese Kampagne starten, und es hat noch niemand zugestimmt',
  'This campaign has no steps': 'Diese Kampagne hat keine Schritte',
  'This campaign is a draft that was not started': 'Diese Kampagne ist ein Entwurf, der nicht gestartet wurde',
  'This campaign has no leads': 'Diese Kampagne hat keine Leads',
  'All started leads are done, and the changes of this campaign are not published':
    'Alle begonnenen Leads sind fertig, und die Änderungen dieser Kampagne sind nicht veröffentlicht',
  'All started leads are done, and the others were not started':
    'Alle begonnenen Leads sind fertig, und die anderen wurden nicht gestartet',
  'The last leads failed: {failure}': 'Die letzten Leads sind fehlgeschlagen: {failure}',
  'All leads have finished this campaign': 'Alle Leads haben diese Kampagne abgeschlossen',
  'Sending: the next actions are due now': 'Sendet: Die nächsten Aktionen sind jetzt fällig',
  'Actions are due, and the sending engine has not planned them. It may not be running':
    'Aktionen sind fällig, und die Sende-Engine hat sie nicht eingeplant. Vielleicht läuft sie nicht',
  'AI snippets wait for credits': 'KI-Bausteine warten auf Credits',
  'This campaign sends nothing on {days}': 'Diese Kampagne sendet {days} nichts',
  Mondays: 'montags',
  Tuesdays: 'dienstags',
  Wednesdays: 'mittwochs',
  Thursdays: 'donnerstags',
  Fridays: 'freitags',
  Saturdays: 'samstags',
  Sundays: 'sonntags',
  'Today is a public holiday, on which this campaign sends nothing':
    'Heute ist ein Feiertag, an dem diese Kampagne nichts sendet',
  'Leads are not started yet': 'Leads sind noch nicht gestartet',
  'Leads wait for the delay of their next step': 'Die Wartezeit vor dem nächsten Schritt der Leads läuft noch',
  'Leads are paused': 'Leads sind pausiert',
  'Leads are out of office': 'Leads sind abwesend',
  'We could not confirm whether some messages were sent':
    'Bei einigen Nachrichten konnten wir nicht feststellen, ob sie gesendet wurden',
  'Leads wait for a call': 'Leads warten auf einen Anruf',
  'No running campaign sends from this sender': 'Keine laufende Kampagne sendet über diesen Absender',
  'No lead waits for this sender': 'Kein Lead wartet auf diesen Absender',
};
