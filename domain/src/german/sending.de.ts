/** Why something was sent or not, and what happened to leads of campaigns. Written by a model and checked by translating it back. */
export const SENDING: Readonly<Record<string, string>> = {
  // Addresses and people
  '{found}. Correct the address, or send anyway.': '{found}. Korrigieren Sie die Adresse, oder senden Sie trotzdem.',
  '{email} was checked and does not exist': '{email} wurde geprüft und existiert nicht',
  '{email} was checked and does not exist ({evidence})': '{email} wurde geprüft und existiert nicht ({evidence})',
  "It can't be verified whether {email} exists, and your organization doesn't write to such addresses":
    'Ob es {email} gibt, lässt sich nicht bestätigen, und Ihre Organisation schreibt nicht an solche Adressen',
  "It can't be verified whether {email} exists, and your organization doesn't write to such addresses ({evidence})":
    'Ob es {email} gibt, lässt sich nicht bestätigen, und Ihre Organisation schreibt nicht an solche Adressen ({evidence})',
  'It cannot be an address': 'Das kann keine Adresse sein',
  '{domain} takes no mail': '{domain} nimmt keine E-Mails an',
  'No result': 'Kein Ergebnis',
  'This person unsubscribed from your messages.': 'Diese Person hat sich von Ihren Nachrichten abgemeldet.',
  "This email address doesn't work: an earlier message bounced.":
    'Diese E-Mail-Adresse funktioniert nicht: Eine frühere Nachricht war unzustellbar.',
  'This email address is on your do-not-contact list.': 'Diese E-Mail-Adresse steht auf Ihrer Sperrliste.',
  'This person reported one of your messages as spam.': 'Diese Person hat eine Ihrer Nachrichten als Spam gemeldet.',
  'Your CRM says that this person must not be contacted.': 'Laut Ihrem CRM darf diese Person nicht kontaktiert werden.',
  'This person left the company of this email address.':
    'Diese Person hat das Unternehmen dieser E-Mail-Adresse verlassen.',
  'This person is on your suppression list.': 'Diese Person steht auf Ihrer Sperrliste.',
  'This person asked to be erased, so nothing more is sent to them.':
    'Diese Person wollte gelöscht werden, deshalb wird ihr nichts mehr gesendet.',
  'The email address of this lead is not valid.': 'Die E-Mail-Adresse dieses Leads ist nicht gültig.',
  'This lead has no email address.': 'Dieser Lead hat keine E-Mail-Adresse.',
  'This lead has no LinkedIn profile address.': 'Dieser Lead hat keine Adresse eines LinkedIn-Profils.',
  'This lead lacks data the message needs: {names}.': 'Diesem Lead fehlen Daten, die die Nachricht braucht: {names}.',
  'The domain or address of this lead is excluded.': 'Die Domain oder Adresse dieses Leads ist ausgeschlossen.',
  'This person asked not to be contacted again.': 'Diese Person möchte nicht mehr kontaktiert werden.',
  'This person reported a message of yours as spam.': 'Diese Person hat eine Nachricht von Ihnen als Spam gemeldet.',
  'This LinkedIn profile is on your suppression list.': 'Dieses LinkedIn-Profil steht auf Ihrer Sperrliste.',
  'This phone number is on your suppression list.': 'Diese Telefonnummer steht auf Ihrer Sperrliste.',
  'This person asked to be erased.': 'Diese Person wollte gelöscht werden.',
  'This person': 'Diese Person',
  '{address} is on your suppression list.': '{address} steht auf Ihrer Sperrliste.',
  '{address} asked not to get email from you.': '{address} möchte keine E-Mails von Ihnen.',
  '{address} reported a message of yours as spam.': '{address} hat eine Nachricht von Ihnen als Spam gemeldet.',
  '{address} does not exist: mail to it came back.': '{address} gibt es nicht: Eine E-Mail kam zurück.',
  '{address} is on your do-not-contact list.': '{address} steht auf Ihrer Sperrliste.',
  '{address} belongs to a person who left that company.':
    '{address} gehört einer Person, die das Unternehmen verlassen hat.',
  '{address} belongs to a person on your suppression list.': '{address} gehört einer Person auf Ihrer Sperrliste.',
  '{address} belongs to a person who asked to be erased.': '{address} gehört einer Person, die gelöscht werden wollte.',
  '{name} must not be written to.': '{name} darf nicht angeschrieben werden.',
  'This person {status} in {crm}.': 'Diese Person {status} in {crm}.',
  'is a customer': 'ist Kundin oder Kunde',
  'has an open deal': 'hat einen offenen Deal',
  'is marked as do not contact': 'ist als „nicht kontaktieren“ markiert',

  // Missing data inside a sentence
  'email address': 'E-Mail-Adresse',
  'phone number': 'Telefonnummer',
  'LinkedIn profile': 'LinkedIn-Profil',
  'first name': 'Vorname',
  'last name': 'Nachname',
  'job title': 'Position',
  'company name': 'Name des Unternehmens',
  'company website': 'Website des Unternehmens',
  'a shorter message': 'eine kürzere Nachricht',
  'the AI snippet “{name}”': 'der KI-Baustein „{name}“',
  'the research result “{name}”': 'das Rechercheergebnis „{name}“',
  'the signature “{name}”': 'die Signatur „{name}“',
  website: 'Website',
  industry: 'Branche',
  location: 'Ort',
  headline: 'Kurzprofil',
  ' and ': ' und ',
  ' or ': ' oder ',

  // Why a step or a lead ended
  'This step failed.': 'Dieser Schritt ist fehlgeschlagen.',
  'This step will be skipped for this lead.': 'Dieser Schritt wird bei diesem Lead ausgelassen.',
  'This step was skipped for this lead.': 'Dieser Schritt wurde bei diesem Lead ausgelassen.',
  'This person must not be called: your suppression list says so. The step was left out.':
    'Diese Person darf laut Ihrer Sperrliste nicht angerufen werden. Der Schritt wurde ausgelassen.',
  'This LinkedIn profile is on your suppression list, so the step was left out.':
    'Dieses LinkedIn-Profil steht auf Ihrer Sperrliste, deshalb wurde der Schritt ausgelassen.',
  'Skipped: no {address} after {days}.': 'Übersprungen: keine Angabe ({address}) nach {days}.',
  '1 day': '1 Tag',
  '{n} days': '{n} Tagen',
  'The flow of this campaign goes in a circle.': 'Der Ablauf dieser Kampagne geht im Kreis.',
  'The flow of this campaign was changed under this lead.':
    'Der Ablauf dieser Kampagne wurde geändert, während dieser Lead darin war.',
  'The step was deleted.': 'Der Schritt wurde gelöscht.',
  'The step was changed.': 'Der Schritt wurde geändert.',
  'The step no longer exists.': 'Den Schritt gibt es nicht mehr.',
  'The lead is no longer in the campaign.': 'Der Lead ist nicht mehr in der Kampagne.',
  'The lead was archived.': 'Der Lead wurde archiviert.',
  'The lead has replied.': 'Der Lead hat geantwortet.',
  'The lead is paused.': 'Der Lead ist pausiert.',
  'The lead has moved to another step.': 'Der Lead ist zu einem anderen Schritt weitergegangen.',
  'The campaign is over for this lead.': 'Die Kampagne ist für diesen Lead beendet.',
  'The campaign is not running.': 'Die Kampagne läuft nicht.',
  'Its step was deleted while it was archived.': 'Der Schritt wurde gelöscht, während der Lead archiviert war.',
  'Its sender was taken out of the campaign.': 'Der Absender wurde aus der Kampagne genommen.',
  'Ended by hand.': 'Von Hand beendet.',
  'The message bounced.': 'Die Nachricht war unzustellbar.',
  'The message bounced: {reason}': 'Die Nachricht war unzustellbar: {reason}',
  'The message could not be delivered.': 'Die Nachricht ließ sich nicht zustellen.',
  '{name} reported a message as spam. They won’t be written to again.':
    '{name} hat eine Nachricht als Spam gemeldet. An diese Adresse wird nicht mehr geschrieben.',
  'Left the company': 'Hat das Unternehmen verlassen',
  'Reported as spam': 'Als Spam gemeldet',
  'Booked a meeting': 'Hat einen Termin gebucht',
  'Another lead with this address has replied': 'Ein anderer Lead mit dieser Adresse hat geantwortet',
  'A team member has written to this lead': 'Ein Teammitglied hat diesem Lead geschrieben',
  'Interested, said in a call': 'Interessiert, am Telefon gesagt',
  'Not interested, said in a call': 'Nicht interessiert, am Telefon gesagt',
  'The lead has written since.': 'Der Lead hat seitdem geschrieben.',
  'The lead has booked a meeting since.': 'Der Lead hat seitdem einen Termin gebucht.',

  // Notes of suppressions
  'Asked by reply.': 'In einer Antwort verlangt.',
  'unsubscribe link': 'Abmeldelink',
  'privacy notice': 'Datenschutzhinweise',
  'erasure request': 'Löschanfrage',
  'Set by a teammate.': 'Von einem Teammitglied gesetzt.',
  'Requested in their reply.': 'In der eigenen Antwort verlangt.',
  'Reported a message as spam.': 'Hat eine Nachricht als Spam gemeldet.',
  'Wrong number, said in a call.': 'Falsche Nummer, am Telefon gesagt.',
  'Asked in a call not to be called.': 'Hat am Telefon verlangt, nicht angerufen zu werden.',
  'Called by {name}.': 'Angerufen von {name}.',
  'From {source} (import {id})': 'Aus {source} (Import {id})',
  'From {file}.csv': 'Aus {file}.csv',
  'From {file}.CSV': 'Aus {file}.CSV',
  'Added by hand': 'Von Hand hinzugefügt',
  'Imported from {file}': 'Importiert aus {file}',
  'Moved in with an archive.': 'Mit einem Archiv übernommen.',
  'Moved in with an archive. Connect it again to send.':
    'Mit einem Archiv übernommen. Verbinden Sie es neu, um zu senden.',

  // Look-ups within a campaign
  'There were not enough credits to look for the {what}.': 'Für die Suche reichten die Credits nicht ({what}).',
  'The monthly cap of credits left too few to look for the {what}.':
    'Das monatliche Limit ließ für die Suche zu wenige Credits ({what}).',
  'This campaign may not spend credits to look for the {what}.':
    'Diese Kampagne darf für die Suche keine Credits ausgeben ({what}).',
  'The look-up of the {what} did not answer within 24 hours.':
    'Die Suche brachte innerhalb von 24 Stunden kein Ergebnis ({what}).',
  'The look-up of the {what} was stopped.': 'Die Suche wurde gestoppt ({what}).',
  'The look-up of the {what} failed.': 'Die Suche ist fehlgeschlagen ({what}).',
  'The look-up of the {what} failed: {reason}': 'Die Suche ist fehlgeschlagen ({what}): {reason}',
  'No phone number was found.': 'Es wurde keine Telefonnummer gefunden.',
  'No {what} was found.': 'Nicht gefunden: {what}.',

  // The touch lock
  'Held by another client': 'Von einem anderen Kunden belegt',
  'In contact by email, outside of campaigns': 'Per E-Mail in Kontakt, außerhalb von Kampagnen',
  'In contact with {who}': 'In Kontakt mit {who}',
  'Contacted by {who}': 'Kontaktiert von {who}',
  'another campaign': 'einer anderen Kampagne',
  'the campaign "{name}"': 'der Kampagne „{name}“',
  '{sender} in another campaign': '{sender} in einer anderen Kampagne',
  '{sender} in the campaign "{name}"': '{sender} in der Kampagne „{name}“',
  'In contact with another campaign': 'In Kontakt mit einer anderen Kampagne',
  'A colleague of this lead has replied': 'Jemand aus demselben Unternehmen hat geantwortet',
  'A colleague of this lead was just contacted': 'Jemand aus demselben Unternehmen wurde gerade kontaktiert',
  'Enough people of this company are in contact': 'Mit genug Personen dieses Unternehmens besteht Kontakt',
  'Recording who was contacted before the touch lock was turned on':
    'Es wird erfasst, wer vor dem Einschalten der Kontaktsperre kontaktiert wurde',
  'Contacted less than {days} days ago: this campaign asks for a longer rest':
    'Vor weniger als {days} Tagen kontaktiert: Diese Kampagne verlangt eine längere Ruhezeit',

  // Dispatch
  'The lead, or the target of the action, was deleted.': 'Der Lead oder das Ziel der Aktion wurde gelöscht.',
  'The message was deleted.': 'Die Nachricht wurde gelöscht.',
  'The campaign step or message was deleted.': 'Der Kampagnenschritt oder die Nachricht wurde gelöscht.',
  'The campaign or the lead was deleted.': 'Die Kampagne oder der Lead wurde gelöscht.',
  'It was taken back.': 'Sie wurde zurückgenommen.',
  'It was for another person.': 'Sie war für eine andere Person.',
  'It waited too long. Please send it again.': 'Sie wartete zu lange. Bitte senden Sie sie noch einmal.',
  'The server refused {addresses}.': 'Der Server hat {addresses} abgelehnt.',
  "The server's response couldn't be recorded. We're checking whether this was sent.":
    'Die Antwort des Servers ließ sich nicht festhalten. Wir prüfen, ob gesendet wurde.',
  "This couldn't be prepared for sending, because of an error in our program. Nothing was sent. We'll try again.":
    'Wegen eines Fehlers in unserem Programm ließ sich dies nicht zum Senden vorbereiten. Nichts wurde gesendet. Wir versuchen es noch einmal.',
  "This couldn't be prepared for sending, because of an error in our program. Nothing was sent. The operator of this installation sees the error.":
    'Wegen eines Fehlers in unserem Programm ließ sich dies nicht zum Senden vorbereiten. Nichts wurde gesendet. Wer diese Installation betreibt, sieht den Fehler.',
  "This sender's saved login can't be read. Connect the sender again.":
    'Die gespeicherte Anmeldung dieses Absenders lässt sich nicht lesen. Verbinden Sie den Absender neu.',
  "The file {name} can't be read right now. The message waits for it.":
    'Die Datei {name} lässt sich gerade nicht lesen. Die Nachricht wartet darauf.',
  "The file {name} can't be found. Attach it again, or ask your operator.":
    'Die Datei {name} wurde nicht gefunden. Hängen Sie sie noch einmal an, oder wenden Sie sich an die Administration dieser Installation.',
  'Other messages with large files are being sent. This one leaves after them.':
    'Gerade werden andere Nachrichten mit großen Dateien gesendet. Diese folgt danach.',
  'The process that was to send this was held up before it began.':
    'Der Prozess, der dies senden sollte, wurde vor dem Beginn aufgehalten.',
  'The process that was sending this stopped before it could say whether it was sent.':
    'Der Prozess, der dies sendete, endete, bevor er melden konnte, ob gesendet wurde.',
  'The database failed over while this was being sent.':
    'Die Datenbank wechselte auf einen anderen Server, während dies gesendet wurde.',
  'The installation was restored from a backup, and this may have been mailed before.':
    'Die Installation wurde aus einer Sicherung wiederhergestellt, und dies wurde möglicherweise schon gesendet.',
  'The database was restored or failed over, and this may have been mailed before.':
    'Die Datenbank wurde wiederhergestellt oder wechselte auf einen anderen Server, und dies wurde möglicherweise schon gesendet.',
  'A former database server answers.': 'Ein früherer Datenbankserver antwortet.',
  'The installation was restored from a backup. Enter the key again.':
    'Die Installation wurde aus einer Sicherung wiederhergestellt. Geben Sie den Schlüssel noch einmal ein.',
  'Restored from the backup of {when}.': 'Aus der Sicherung von {when} wiederhergestellt.',
  'The Sent folder proves that it was not sent.':
    'Der Ordner der gesendeten E-Mails beweist, dass nicht gesendet wurde.',
  'LinkedIn does not show it, and doing it again changes nothing.':
    'LinkedIn zeigt es nicht, und eine Wiederholung ändert nichts.',
  'No proof was found within {minutes} minutes that this was or was not sent.':
    'Innerhalb von {minutes} Minuten fand sich kein Nachweis, ob dies gesendet wurde.',
  'We could not confirm this visit. It was not made again.':
    'Dieser Besuch ließ sich nicht bestätigen. Er wurde nicht wiederholt.',
  'A person said that it was not sent.': 'Jemand hat angegeben, dass nicht gesendet wurde.',
  'The recipient may not sign in any longer.': 'Der Empfänger darf sich nicht mehr anmelden.',
  'It could not be sent in time.': 'Es ließ sich nicht rechtzeitig senden.',
  'The mail server could not be reached.': 'Der Mailserver war nicht erreichbar.',
  'Sending is held.': 'Das Senden ist angehalten.',
  'The database belongs to another installation.': 'Die Datenbank gehört zu einer anderen Installation.',
  'The database is older than the last message this installation sent.':
    'Die Datenbank ist älter als die letzte Nachricht, die diese Installation gesendet hat.',
  'Another database took the place of this one: this is a former primary, or one of an earlier time.':
    'Eine andere Datenbank ist an die Stelle dieser getreten: Diese war früher die primäre, oder sie ist von einem früheren Zeitpunkt.',
  'Two database servers answer at one address. Stop the former one, and this hold ends with it. If the newer one is lost for good, release sending in a minute.':
    'Zwei Datenbankserver antworten unter einer Adresse. Stoppen Sie den früheren, dann endet auch dieses Anhalten. Ist der neuere endgültig verloren, geben Sie das Senden in einer Minute frei.',
  'The database failed over to a standby with asynchronous replication, or was recovered to a point in time. The last messages that were sent may be missing there, and would be sent again.':
    'Die Datenbank wechselte auf einen asynchron replizierten Standby, oder sie wurde auf einen Zeitpunkt zurückgesetzt. Die zuletzt gesendeten Nachrichten können dort fehlen und würden noch einmal gesendet.',
  'The database failed over to a standby, or was recovered to a point in time, and lacks messages that this installation sent.':
    'Die Datenbank wechselte auf einen Standby, oder sie wurde auf einen Zeitpunkt zurückgesetzt, und ihr fehlen Nachrichten, die diese Installation gesendet hat.',

  // LinkedIn
  'LinkedIn asked this account to slow down.': 'LinkedIn bat dieses Konto, langsamer zu werden.',
  "LinkedIn's own limit of this account is reached.": 'Das von LinkedIn gesetzte Limit dieses Kontos ist erreicht.',
  'There are no InMail credits left.': 'Es sind keine InMail-Credits mehr übrig.',
  'LinkedIn has restricted this account. Sign in to LinkedIn itself to see why.':
    'LinkedIn hat dieses Konto eingeschränkt. Melden Sie sich bei LinkedIn selbst an, um den Grund zu sehen.',
  'This person was invited not long ago. LinkedIn allows another invite after about three weeks.':
    'Diese Person wurde vor Kurzem eingeladen. LinkedIn erlaubt eine weitere Einladung nach etwa drei Wochen.',
  'LinkedIn does not let this sender invite this person.':
    'LinkedIn lässt nicht zu, dass dieser Absender diese Person einlädt.',
  'LinkedIn does not know this profile.': 'LinkedIn kennt dieses Profil nicht.',
  'This person cannot be reached by InMail from this sender.':
    'Dieser Absender kann diese Person nicht per InMail erreichen.',
  'This person has no post to like.': 'Diese Person hat keinen Beitrag zum Liken.',
  'You were connected with this person already.': 'Sie waren mit dieser Person bereits vernetzt.',
  'You are not connected with this person on LinkedIn, so no message can be sent.':
    'Sie sind mit dieser Person auf LinkedIn nicht vernetzt, deshalb lässt sich keine Nachricht senden.',
  'An invite to this person was open already.': 'Eine Einladung an diese Person war bereits offen.',
  'There was no open invite to this person.': 'Es gab keine offene Einladung an diese Person.',
  'This person had accepted the invite.': 'Diese Person hatte die Einladung angenommen.',
  'A team member skipped this step for this lead.': 'Ein Teammitglied hat diesen Schritt bei diesem Lead übersprungen.',
  'A team member could not reach this person on LinkedIn.':
    'Ein Teammitglied konnte diese Person auf LinkedIn nicht erreichen.',
  'A team member opened this card and recorded no outcome. The sender was connected to LinkedIn since.':
    'Ein Teammitglied hat diese Karte geöffnet und kein Ergebnis erfasst. Der Absender wurde seitdem mit LinkedIn verbunden.',
  'No outcome was recorded in ten minutes.': 'In zehn Minuten wurde kein Ergebnis erfasst.',
  'An error in our program kept us from recording what a team member did.':
    'Ein Fehler in unserem Programm hat verhindert, dass erfasst wurde, was ein Teammitglied getan hat.',
  '{vendor} has signed this account out. Reconnect it to continue.':
    '{vendor} hat dieses Konto abgemeldet. Verbinden Sie es neu, um fortzufahren.',
  'The connection to {vendor} was removed. Reconnect the account to continue.':
    'Die Verbindung zu {vendor} wurde entfernt. Verbinden Sie das Konto neu, um fortzufahren.',
  'The connection to {vendor} has stopped.': 'Die Verbindung zu {vendor} ist beendet.',
  '{vendor} reported a problem with this account.': '{vendor} meldete ein Problem mit diesem Konto.',
  'You signed in to {vendor} as {chosen}, but this sender is {name}. Reconnect and sign in as {wanted}.':
    'Sie haben sich bei {vendor} als {chosen} angemeldet, dieser Absender ist aber {name}. Verbinden Sie neu und melden Sie sich als {wanted} an.',
  '{name} connected this account and has left the team. Reconnect it to continue.':
    '{name} hat dieses Konto verbunden und das Team verlassen. Verbinden Sie es neu, um fortzufahren.',

  // Senders and their domains
  '{bounces} among {messages} in {days} days': '{bounces} unter {messages} in {days} Tagen',
  '{complaints} about {messages} in {days} days': '{complaints} zu {messages} in {days} Tagen',
  '{n} bounce': '{n} unzustellbare',
  '{n} bounces': '{n} unzustellbare',
  '{n} complaint': '{n} Beschwerde',
  '{n} complaints': '{n} Beschwerden',
  '1 message': '1 Nachricht',
  '{n} messages': '{n} Nachrichten',
  'The DKIM key of {domain} is gone: “{name}”.': 'Der DKIM-Schlüssel von {domain} ist verschwunden: „{name}“.',
  '{domain} has no DKIM key under {names}.': '{domain} hat keinen DKIM-Schlüssel unter {names}.',
  'Enter in your DNS: {type} {value}.': 'Tragen Sie in Ihr DNS ein: {type} {value}.',
  'The stored sign-in can no longer be read. Please connect the mailbox again.':
    'Die gespeicherte Anmeldung lässt sich nicht mehr lesen. Bitte verbinden Sie das Postfach neu.',
  'The mailbox was disconnected.': 'Das Postfach wurde getrennt.',
  'The mailbox has no address.': 'Das Postfach hat keine Adresse.',
  'The {thing} was disconnected.': 'Die Verbindung wurde getrennt ({thing}).',
  'The sign-in of this {thing} is being renewed. Trying again.':
    'Die Anmeldung wird gerade erneuert ({thing}). Es wird noch einmal versucht.',
  mailbox: 'Postfach',
  '{vendor} asked {name} to pause messages: {reason}': '{vendor} bat {name}, mit Nachrichten zu pausieren: {reason}',
};
