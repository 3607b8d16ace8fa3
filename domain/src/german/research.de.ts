/** Research, look-ups of contact data, credits, CRMs and automations. Written by a model and checked by translating it back. */
export const RESEARCH: Readonly<Record<string, string>> = {
  // Names of what is built in
  'Find email': 'E-Mail-Adresse finden',
  'Found email': 'Gefundene E-Mail-Adresse',
  'Find phone number': 'Telefonnummer finden',
  'Found phone number': 'Gefundene Telefonnummer',
  'Find company website': 'Website des Unternehmens finden',
  'Found website': 'Gefundene Website',
  'Company summary': 'Unternehmen in Kürze',
  'Recent news': 'Aktuelle Nachrichten',
  'Is hiring': 'Stellt ein',
  'Technology stack': 'Eingesetzte Technologien',
  'Target customers': 'Zielkunden',
  'Sells to businesses': 'Verkauft an Unternehmen',
  'ICP fit': 'Passt zum Wunschkunden',
  'Recent funding': 'Letzte Finanzierung',
  'Year founded': 'Gründungsjahr',

  // Steps of a look-up
  Found: 'Gefunden',
  'Not found': 'Nicht gefunden',
  Failed: 'Fehlgeschlagen',
  Skipped: 'Übersprungen',
  Uncertain: 'Unsicher',
  'Known already': 'Schon bekannt',
  'Same person elsewhere': 'Dieselbe Person anderswo',
  'Address pattern of the company': 'Adressmuster des Unternehmens',
  'Email domain': 'E-Mail-Domain',
  'Web search': 'Websuche',
  'Website of a colleague': 'Website bei anderen Leads des Unternehmens',
  'The lead has no {what}.': 'Der Lead hat dies nicht: {what}.',
  'The lead has this {what}.': 'Der Lead hat dies schon: {what}.',
  'No lead with this name at this company.': 'Kein Lead mit diesem Namen in diesem Unternehmen.',
  'No other row of this person has a number.': 'Keine andere Zeile dieser Person hat eine Nummer.',
  'Another row of your leads has this {what} for the same person.':
    'Eine andere Zeile Ihrer Leads hat dies für dieselbe Person: {what}.',
  'The address found has bounced or unsubscribed before.':
    'Die gefundene Adresse war schon unzustellbar oder hat sich abgemeldet.',
  'The domain of the company is not known.': 'Die Domain des Unternehmens ist nicht bekannt.',
  'No address at {domain} can be made of this name.': 'Aus diesem Namen lässt sich keine Adresse bei {domain} bilden.',
  '{domain} takes no mail.': '{domain} nimmt keine E-Mails an.',
  'Its mail server is {name}.': 'Der Mailserver ist {name}.',
  'The mail server of {domain} knows it.': 'Der Mailserver von {domain} kennt sie.',
  'The mail server of {domain} knows none of {n} guesses.':
    'Der Mailserver von {domain} kennt keine von {n} Vermutungen.',
  '{n} of {all} known addresses at {domain} are made as {pattern}@.':
    '{n} von {all} bekannten Adressen bei {domain} sind gebildet wie {pattern}@.',
  'No address at {domain} is known to learn from.':
    'Bei {domain} ist keine Adresse bekannt, aus der sich lernen lässt.',
  '{what} That is too little to be sure of.': '{what} Das ist zu wenig, um sicher zu sein.',
  'No provider of contact data is configured.': 'Es ist kein Anbieter von Kontaktdaten eingerichtet.',
  'It does not look this up.': 'Danach sucht dieser Anbieter nicht.',
  'Asked on {day}.': 'Gefragt am {day}.',
  'It suggests one with a confidence of {confidence}; {needed} is needed.':
    'Er schlägt eine mit einer Sicherheit von {confidence} vor; nötig ist {needed}.',
  'It failed on our side.': 'Es ist auf unserer Seite fehlgeschlagen.',
  'The lead has no address at work.': 'Der Lead hat keine geschäftliche Adresse.',
  'No colleague at {domain} has a website.': 'Kein Kollege bei {domain} hat eine Website.',
  'A colleague at {domain} has it.': 'Ein Kollege bei {domain} hat sie.',
  'The lead’s address is at {domain}.': 'Die Adresse des Leads ist bei {domain}.',
  'The name of the company is not known.': 'Der Name des Unternehmens ist nicht bekannt.',
  'None of {n} results is plainly the company’s own site.':
    'Keines von {n} Ergebnissen ist eindeutig die eigene Website des Unternehmens.',
  'The search for “{query}” leads to {address}.': 'Die Suche nach „{query}“ führt zu {address}.',
  'The search found nothing.': 'Die Suche fand nichts.',
  'Nothing was found in {steps}.': 'In {steps} wurde nichts gefunden.',
  '1 step': '1 Schritt',
  '{n} steps': '{n} Schritten',
  '“{name}” contains broken characters. Correct the name, then look again.':
    '„{name}“ enthält beschädigte Zeichen. Korrigieren Sie den Namen, dann suchen Sie noch einmal.',
  'This task is not a contact look-up.': 'Diese Aufgabe ist keine Kontaktsuche.',

  // Research
  'There was nothing to read.': 'Es gab nichts zu lesen.',
  '1 page was read.': '1 Seite wurde gelesen.',
  '{n} pages were read.': '{n} Seiten wurden gelesen.',
  '1 result was read.': '1 Ergebnis wurde gelesen.',
  '{n} results were read.': '{n} Ergebnisse wurden gelesen.',
  'The company is not known.': 'Das Unternehmen ist nicht bekannt.',
  'None of the technologies we know shows on the website.':
    'Auf der Website zeigt sich keine der Technologien, die wir kennen.',
  'Its page on LinkedIn is not known either.': 'Auch die LinkedIn-Seite ist nicht bekannt.',
  'No LinkedIn account is connected.': 'Es ist kein LinkedIn-Konto verbunden.',
  'The website that is known is a page on a site that many share.':
    'Die bekannte Website ist eine Seite auf einer Plattform, die sich viele teilen.',
  'The company’s website is not known.': 'Die Website des Unternehmens ist nicht bekannt.',
  'The sources that were read do not answer this.': 'Die gelesenen Quellen beantworten dies nicht.',
  'The sources that were read say nothing that fits this snippet.':
    'Die gelesenen Quellen sagen nichts, was zu diesem Baustein passt.',
  'Runs when it has a result.': 'Läuft, sobald dort ein Ergebnis steht.',
  '“{field}” is empty for this lead. Nothing was charged.':
    '„{field}“ ist bei diesem Lead leer. Nichts wurde berechnet.',
  'This is not available right now.': 'Das ist gerade nicht verfügbar.',
  '{reason} Tried {n} times.': '{reason} Versucht: {n} Mal.',
  'Tried {n} times.': 'Versucht: {n} Mal.',
  'The answer did not have the result format of the task.': 'Die Antwort hatte nicht das Ergebnisformat der Aufgabe.',
  'The answer is too long.': 'Die Antwort ist zu lang.',
  'The answer must be a number.': 'Die Antwort muss eine Zahl sein.',
  'The answer must be Yes or No.': 'Die Antwort muss Ja oder Nein sein.',
  'The answer must be a whole number from 1 to 5.': 'Die Antwort muss eine ganze Zahl von 1 bis 5 sein.',
  'The research was interrupted several times at this lead.':
    'Die Recherche wurde bei diesem Lead mehrmals unterbrochen.',
  'The research took too long.': 'Die Recherche dauerte zu lange.',
  'Something went wrong on our side. Nothing was charged; please try again.':
    'Bei uns ist etwas schiefgegangen. Nichts wurde berechnet; bitte versuchen Sie es noch einmal.',
  'Something went wrong on our side. Nothing was charged.': 'Bei uns ist etwas schiefgegangen. Nichts wurde berechnet.',
  'The {limit} leads for today are used up. Continues tomorrow.':
    'Die {limit} Leads für heute sind aufgebraucht. Morgen geht es weiter.',
  'AI research is turned off for your organization.': 'Die KI-Recherche ist für Ihre Organisation ausgeschaltet.',
  'The person who turned this on was deactivated. Save it again: credits then count towards your cap.':
    'Wer dies eingeschaltet hat, wurde deaktiviert. Speichern Sie es noch einmal: Credits zählen dann zu Ihrem Limit.',
  'The person who started this was deactivated. Start the lead again: credits then count towards your cap.':
    'Wer dies gestartet hat, wurde deaktiviert. Starten Sie den Lead noch einmal: Credits zählen dann zu Ihrem Limit.',
  'Paused: the question uses “{name}”, a column that was deleted. Edit the question to continue.':
    'Pausiert: Die Frage verwendet „{name}“, eine gelöschte Spalte. Bearbeiten Sie die Frage, um fortzufahren.',
  'Please say which research task is meant.': 'Bitte sagen Sie, welche Recherche-Aufgabe gemeint ist.',
  'None of these cells is in this list.': 'Keine dieser Zellen ist in dieser Liste.',
  'Please start at most {most} cells in one go.': 'Bitte starten Sie höchstens {most} Zellen auf einmal.',
  'This contact look-up cannot be changed.': 'Diese Kontaktsuche lässt sich nicht ändern.',
  'The information sources cannot be changed once the task is in this list.':
    'Die Informationsquellen lassen sich nicht ändern, sobald die Aufgabe in dieser Liste ist.',
  'The result format cannot be changed once the task is in this list.':
    'Das Ergebnisformat lässt sich nicht ändern, sobald die Aufgabe in dieser Liste ist.',
  'Name and instructions cannot be changed once the task is in this list.':
    'Name und Anweisung lassen sich nicht ändern, sobald die Aufgabe in dieser Liste ist.',
  'The result format cannot be changed once leads were researched.':
    'Das Ergebnisformat lässt sich nicht ändern, sobald zu Leads recherchiert wurde.',
  "The format of more than {most} results can't be changed. Add a new column.":
    'Das Format von mehr als {most} Ergebnissen lässt sich nicht ändern. Fügen Sie eine neue Spalte hinzu.',
  'Leads are being researched with this question. Wait or stop them, then change its format or sources.':
    'Mit dieser Frage wird gerade zu Leads recherchiert. Warten Sie oder stoppen Sie es, dann ändern Sie Format oder Quellen.',
  'Please enter a name.': 'Bitte geben Sie einen Namen ein.',
  'Please enter instructions.': 'Bitte geben Sie eine Anweisung ein.',
  'Name at most {most} columns.': 'Nennen Sie höchstens {most} Spalten.',
  'There is no column “{name}”.': 'Es gibt keine Spalte „{name}“.',
  'A question cannot use its own result.': 'Eine Frage kann nicht ihr eigenes Ergebnis verwenden.',
  'This goes in a circle: {names}. Take one of them out.': 'Das geht im Kreis: {names}. Nehmen Sie eine davon heraus.',
  'The cap of {name}': 'Das Limit von {name}',

  // Snippets
  'The snippet could not be written in time.': 'Der Baustein ließ sich nicht rechtzeitig schreiben.',
  'AI snippets are switched off for your organization.': 'KI-Bausteine sind für Ihre Organisation ausgeschaltet.',
  'This snippet no longer exists.': 'Diesen Baustein gibt es nicht mehr.',
  'The research tasks of this snippet no longer exist.': 'Die Recherche-Aufgaben dieses Bausteins gibt es nicht mehr.',
  'The monthly cap of your organization leaves {left} credits, but this snippet needs {needed}.':
    'Das monatliche Limit Ihrer Organisation lässt {left} Credits übrig, dieser Baustein braucht aber {needed}.',
  'You have {credits} credits, but this snippet needs {needed}.':
    'Sie haben {credits} Credits, dieser Baustein braucht aber {needed}.',
  'You can have at most {most} snippets.': 'Sie können höchstens {most} Bausteine haben.',
  'Please give the snippet a name.': 'Bitte geben Sie dem Baustein einen Namen.',
  'Please write instructions for the snippet.': 'Bitte schreiben Sie eine Anweisung für den Baustein.',
  'One of the research tasks no longer exists.': 'Eine der Recherche-Aufgaben gibt es nicht mehr.',
  'The snippet could not be written: its sources did not respond.':
    'Der Baustein ließ sich nicht schreiben: Seine Quellen haben nicht geantwortet.',
  'Writing the snippet took too long.': 'Das Schreiben des Bausteins dauerte zu lange.',
  'AI snippet “{name}” could not be used, {when}. {reason}':
    'Der KI-Baustein „{name}“ ließ sich nicht verwenden, {when}. {reason}',

  // CRMs
  '{crm} asked us to slow down: {reason}': '{crm} bat uns, langsamer zu werden: {reason}',
  '{crm} could not be reached: {reason}': '{crm} war nicht erreichbar: {reason}',
  'Something went wrong here while {crm} was written to. It is tried again.':
    'Hier ging etwas schief, während in {crm} geschrieben wurde. Es wird noch einmal versucht.',
  "The saved sign-in of this CRM can't be read. Connect it again.":
    'Die gespeicherte Anmeldung dieses CRM lässt sich nicht lesen. Verbinden Sie es neu.',
  '{field} was left out: {reason}': '{field} wurde ausgelassen: {reason}',
  'This lead has no name.': 'Dieser Lead hat keinen Namen.',
  '{field} is required by {crm}, and this lead has none.': '{crm} verlangt {field}, und diesem Lead fehlt das.',
  '"{value}" is not among its options.': '„{value}“ ist keine der Optionen.',
  '{n} characters are more than the {most} it holds.': '{n} Zeichen sind mehr als die {most}, die hineinpassen.',
  '"{value}" is no number.': '„{value}“ ist keine Zahl.',
  'You can push up to {most} leads at a time.': 'Sie können bis zu {most} Leads auf einmal übertragen.',
  '{crm} no longer accepts the sign-in. Connect it again in Settings > Integrations: the push then continues.':
    '{crm} nimmt die Anmeldung nicht mehr an. Verbinden Sie es unter Einstellungen > Integrationen neu: Dann geht die Übertragung weiter.',
  'No field of {crm} is mapped. Map some in Settings > Integrations, then try again.':
    'Kein Feld von {crm} ist zugeordnet. Ordnen Sie unter Einstellungen > Integrationen einige zu, dann versuchen Sie es noch einmal.',
  '{crm} no longer has the field {field}. Map it again in Settings > Integrations, then try again.':
    '{crm} hat das Feld {field} nicht mehr. Ordnen Sie es unter Einstellungen > Integrationen neu zu, dann versuchen Sie es noch einmal.',
  '{crm} did not say whether this lead was written. Look there, then try again.':
    '{crm} hat nicht gemeldet, ob dieser Lead geschrieben wurde. Sehen Sie dort nach, dann versuchen Sie es noch einmal.',
  '{crm} has this person in a record that takes no changes. It was left as it is.':
    '{crm} hat diese Person in einem Datensatz, der keine Änderungen annimmt. Er blieb, wie er ist.',
  '{crm} has no record of this lead.': '{crm} hat keinen Datensatz zu diesem Lead.',
  'Please choose a column of text.': 'Bitte wählen Sie eine Textspalte.',
  'People come back to {address} only.': 'Zurück geht es nur zu {address}.',

  // Automations
  'The lead was deleted.': 'Der Lead wurde gelöscht.',
  'Stopped: {campaign}': 'Gestoppt: {campaign}',
  'Board cards are switched off in the settings of this CRM.':
    '„Karten auf Boards“ ist in den Einstellungen dieses CRM ausgeschaltet.',
  'Assigned to {name}': '{name} zugewiesen',
  'Reminder for {name} in {amount} {unit}': 'Erinnerung für {name} in {amount} {unit}',
  'The conversation is assigned to {name} already.': 'Die Unterhaltung ist bereits {name} zugewiesen.',
  'The lead replied after this event.': 'Der Lead hat nach diesem Ereignis geantwortet.',
  'An automation ended campaigns of the lead after this event.':
    'Eine Automatisierung hat nach diesem Ereignis Kampagnen des Leads beendet.',
  'Another campaign holds the lead by the touch lock.': 'Eine andere Kampagne hält den Lead durch die Kontaktsperre.',
  'The lead is on the suppression list.': 'Der Lead steht auf der Sperrliste.',
  "The lead's company is excluded.": 'Das Unternehmen des Leads ist ausgeschlossen.',
  'The lead was contacted before, in another tool or by email.':
    'Der Lead wurde bereits in einem anderen Tool oder per E-Mail kontaktiert.',
  'The lead is in this campaign, or was.': 'Der Lead ist oder war in dieser Kampagne.',
  'The lead has no conversation yet.': 'Der Lead hat noch keine Unterhaltung.',
  'Condition {n}: {problem}': 'Bedingung {n}: {problem}',
  'Action {n}: {problem}': 'Aktion {n}: {problem}',
  'This event is not about a lead. Choose an action without one, or another event.':
    'Bei diesem Ereignis geht es um keinen Lead. Wählen Sie eine Aktion ohne Lead, oder ein anderes Ereignis.',
  'A member is named twice.': 'Ein Mitglied ist doppelt genannt.',
  'This event has no field {field}.': 'Dieses Ereignis hat kein Feld {field}.',
  'This event has no such field.': 'Dieses Feld hat das Ereignis nicht.',
  "{field} can't be compared like this.": '{field} lässt sich so nicht vergleichen.',
  'This comparison takes no value.': 'Dieser Vergleich nimmt keinen Wert.',
  'Please enter a value.': 'Bitte geben Sie einen Wert ein.',
  "{field} can't have this value.": '{field} kann diesen Wert nicht haben.',
  '{field} is a number.': '{field} ist eine Zahl.',
  'Choose one of: {names}.': 'Wählen Sie eines davon: {names}.',
  'Choose yes or no.': 'Wählen Sie Ja oder Nein.',
  '{who} caused the event itself, so it does not run again.':
    '{who} hat das Ereignis selbst ausgelöst und läuft deshalb nicht noch einmal.',
  'This rule': 'Diese Regel',
  'This automation': 'Diese Automatisierung',
  'Your organization': 'Ihre Organisation',
  '{n} automations in a row caused this event. The chain ends here.':
    '{n} Automatisierungen nacheinander haben dieses Ereignis ausgelöst. Die Kette endet hier.',
  '{who} reached its limit of {most} actions a day. It continues tomorrow (UTC).':
    '{who} hat das Limit von {most} Aktionen pro Tag erreicht. Morgen (UTC) geht es weiter.',
  'This event no longer exists. Choose another one.': 'Dieses Ereignis gibt es nicht mehr. Wählen Sie ein anderes.',
  'More than {most} runs were waiting, so this one was skipped.':
    'Mehr als {most} Durchläufe warteten, deshalb wurde dieser übersprungen.',
  'The {what} was switched off before it ran.': 'Ausgeschaltet, bevor der Durchlauf begann ({what}).',
  automation: 'Automatisierung',
  rule: 'Regel',
  'The automation was switched off before it ran.': 'Die Automatisierung wurde ausgeschaltet, bevor sie lief.',
  'The automation was given another event before it ran.':
    'Die Automatisierung bekam ein anderes Ereignis, bevor sie lief.',
  'A later action of this automation ends it.': 'Eine spätere Aktion dieser Automatisierung beendet es.',
  'The program ended before Slack answered. The message may have been posted.':
    'Das Programm endete, bevor Slack antwortete. Die Nachricht kann trotzdem erschienen sein.',
  'Posted to Slack': 'In Slack gepostet',
  'An unexpected error ended this action.': 'Ein unerwarteter Fehler hat diese Aktion beendet.',
  'This is a test message. Automations post here.': 'Das ist eine Testnachricht. Hier posten Automatisierungen.',
  "The saved Slack address can't be read. Enter it again.":
    'Die gespeicherte Slack-Adresse lässt sich nicht lesen. Geben Sie sie noch einmal ein.',
  '{n} of {all} {what} failed.': '{n} von {all} fehlgeschlagen ({what}).',
  'Its receiver answered with status 410, which asks for no more messages.':
    'Der Empfänger antwortete mit dem Status 410 und möchte keine Nachrichten mehr.',
  'Nothing was delivered for {days} days.': '{days} Tage lang wurde nichts zugestellt.',
  'This is an address of ours. Please enter one of yours.':
    'Das ist eine Adresse von uns. Bitte geben Sie eine eigene ein.',
};
