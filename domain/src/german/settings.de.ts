/** Reasons of refusals of settings, teams, agencies and installations. Written by a model and checked by translating it back. */
export const SETTINGS: Readonly<Record<string, string>> = {
  // Any request
  'The request is not valid.': 'Die Anfrage ist nicht gültig.',
  'The body nests too deep.': 'Der Inhalt ist zu tief verschachtelt.',
  'The body is not valid JSON.': 'Der Inhalt ist kein gültiges JSON.',
  'A value contains characters or numbers that cannot be stored.':
    'Ein Wert enthält Zeichen oder Zahlen, die sich nicht speichern lassen.',
  'The connection was closed.': 'Die Verbindung wurde geschlossen.',
  'You have {most} {things}, the maximum. Please delete some first.':
    'Das Limit von {most} ist erreicht ({things}). Bitte löschen Sie zuerst einige.',
  'You have {most} {things}, the maximum. Please archive some first.':
    'Das Limit von {most} ist erreicht ({things}). Bitte archivieren Sie zuerst einige.',
  'You have {most} {things}, the maximum. Please {remedy} some first.':
    'Das Limit von {most} ist erreicht ({things}). Bitte räumen Sie zuerst auf.',
  campaigns: 'Kampagnen',
  notes: 'Notizen',
  goals: 'Ziele',
  lists: 'Listen',
  signatures: 'Signaturen',
  boards: 'Boards',
  'research tasks': 'Recherche-Aufgaben',
  'tracking domains': 'Tracking-Domains',
  'scheduled exports': 'geplante Exporte',
  'Choose a file.': 'Wählen Sie eine Datei.',
  'Enter a name.': 'Geben Sie einen Namen ein.',
  'The end date is before the start date.': 'Das Enddatum liegt vor dem Startdatum.',
  'Choose at most ten years.': 'Wählen Sie höchstens zehn Jahre.',
  'Please enter a valid email address.': 'Bitte geben Sie eine gültige E-Mail-Adresse ein.',
  'Please enter a valid domain (e.g., {example})': 'Bitte geben Sie eine gültige Domain ein (z. B. {example})',
  "A cursor can't be used with sort_field.": 'Ein Cursor lässt sich nicht mit sort_field verwenden.',
  "A cursor can't be used with search_query or reminders.":
    'Ein Cursor lässt sich nicht mit search_query oder reminders verwenden.',
  'This link is not valid.': 'Dieser Link ist nicht gültig.',
  'Too many requests. Try again later.': 'Zu viele Anfragen. Versuchen Sie es später noch einmal.',
  'The clock cannot be moved that far ahead.': 'Die Uhr lässt sich nicht so weit vorstellen.',
  '{field} is missing.': '{field} fehlt.',
  '{field} must be a number.': '{field} muss eine Zahl sein.',
  '{field} must be a whole number.': '{field} muss eine ganze Zahl sein.',
  '{field} must be a text.': '{field} muss ein Text sein.',
  '{field} must be true or false.': '{field} muss ja oder nein sein.',
  '{field} must be a list.': '{field} muss eine Liste sein.',
  '{field} has a value that cannot be read.': '{field} hat einen Wert, der sich nicht lesen lässt.',

  // Installation
  'This plan is paid for at the payment provider. Change it there.':
    'Dieser Tarif wird beim Zahlungsanbieter bezahlt. Ändern Sie ihn dort.',
  'Please choose when the trial ends.': 'Bitte wählen Sie, wann die Testphase endet.',
  'Please enter how many credits.': 'Bitte geben Sie ein, wie viele Credits.',
  'This organization has fewer credits than that.': 'So viele Credits hat diese Organisation nicht.',
  'This organization is the client of an agency.': 'Diese Organisation ist Kunde einer Agentur.',
  'This agency has clients.': 'Diese Agentur hat Kunden.',
  "You can't suspend your own organization.": 'Ihre eigene Organisation können Sie nicht stilllegen.',
  'The mail server said: {reason}': 'Der Mailserver antwortete: {reason}',
  'Sign-in with {provider} is not set up on this installation. Connect the mailbox with an app password instead.':
    'Die Anmeldung mit {provider} ist auf dieser Installation nicht eingerichtet. Verbinden Sie das Postfach stattdessen mit einem App-Passwort.',
  "You can't act for another administrator.": 'Für eine andere Person der Administration können Sie nicht handeln.',
  'This person was deactivated.': 'Diese Person wurde deaktiviert.',
  'You are signed in as yourself.': 'Sie sind als Sie selbst angemeldet.',
  'A user of this client has an account. Use "Login as" for that user.':
    'Eine Person dieses Kunden hat ein Konto. Verwenden Sie für sie „Anmelden als“.',
  'This client was cancelled or suspended.': 'Diesem Kunden wurde gekündigt, oder er ist stillgelegt.',
  'Your organization has no agency.': 'Ihre Organisation hat keine Agentur.',

  // Agency
  'This month has not begun yet.': 'Dieser Monat hat noch nicht begonnen.',
  'This came through before, with {credits} credits. Nothing more was added.':
    'Das kam schon an, mit {credits} Credits. Mehr wurde nicht hinzugefügt.',
  'You can have at most {most} clients.': 'Sie können höchstens {most} Kunden haben.',
  'Without a plan you can have at most {most} clients, including those you cancelled in the last {days} days. Choose a plan to add more.':
    'Ohne Tarif können Sie höchstens {most} Kunden haben, auch wenn Sie einigen in den letzten {days} Tagen gekündigt haben. Wählen Sie einen Tarif, um weitere hinzuzufügen.',
  "This server can't send email. Create an invite link instead.":
    'Dieser Server kann keine E-Mails senden. Erstellen Sie stattdessen einen Einladungslink.',
  'A user of this client has an account already.': 'Eine Person dieses Kunden hat bereits ein Konto.',
  'This client is not cancelled.': 'Diesem Kunden wurde nicht gekündigt.',
  'The time is over: the data of this client is being erased.':
    'Die Zeit ist abgelaufen: Die Daten dieses Kunden werden gelöscht.',
  'This client is not cancelled. Sign in as one of its people to export.':
    'Diesem Kunden wurde nicht gekündigt. Melden Sie sich als eine seiner Personen an, um zu exportieren.',
  'This client switched off that their agency signs in as them.':
    'Dieser Kunde hat ausgeschaltet, dass sich die Agentur für ihn anmeldet.',

  // Sign-in, keys and apps
  'Admins unlink their own Single Sign-On, in Account, Security.':
    'Admins lösen ihr eigenes Single Sign-On unter Konto, Sicherheit.',
  'No Single Sign-On account is linked to this person.': 'Mit dieser Person ist kein Single-Sign-On-Konto verknüpft.',
  'Please enter the address that starts with https://.': 'Bitte geben Sie die Adresse ein, die mit https:// beginnt.',
  'A SAMLResponse is needed.': 'Eine SAMLResponse ist nötig.',
  'Its id is not an address.': 'Ihre ID ist keine Adresse.',
  'Its id is missing or too long.': 'Ihre ID fehlt oder ist zu lang.',
  'Its address must not contain #.': 'Ihre Adresse darf kein # enthalten.',
  'Its address must not contain a user name or password.':
    'Ihre Adresse darf weder Benutzernamen noch Passwort enthalten.',
  'Its address must have a path.': 'Ihre Adresse braucht einen Pfad.',
  'Its address is not written in its shortest form.': 'Ihre Adresse ist nicht in der kürzesten Form geschrieben.',
  'Its address is one of ours.': 'Ihre Adresse ist eine von uns.',
  'Its document is not the metadata of an OAuth client.': 'Ihr Dokument enthält keine Metadaten eines OAuth-Clients.',
  'Its document names another app.': 'Ihr Dokument nennt eine andere App.',
  'Its document publishes a secret.': 'Ihr Dokument veröffentlicht ein Geheimnis.',
  'It signs in with a key or a secret. Only apps that use PKCE alone can be connected.':
    'Sie meldet sich mit einem Schlüssel oder Geheimnis an. Nur Apps, die allein PKCE nutzen, lassen sich verbinden.',
  'Its document names no address to return to.': 'Ihr Dokument nennt keine Adresse für die Rückkehr.',
  'An app without a name': 'Eine App ohne Namen',
  'It is not registered here. Remove it in the app, and connect it again.':
    'Sie ist hier nicht registriert. Entfernen Sie die Verbindung in der App, und verbinden Sie neu.',
  'The app asks for another answer than a code.': 'Die App verlangt eine andere Antwort als einen Code.',
  'The app does not protect its request (PKCE with S256).': 'Die App schützt ihre Anfrage nicht (PKCE mit S256).',
  'The app asks for access to another address than {address}.':
    'Die App verlangt Zugriff auf eine andere Adresse als {address}.',
  'Choose what the app may do.': 'Wählen Sie, was die App darf.',
  'A field was given twice.': 'Ein Feld ist doppelt angegeben.',
  'Tokens of this server are for {address}.': 'Tokens dieses Servers gelten für {address}.',
  'The code is unknown, used, expired, or of another request.':
    'Der Code ist unbekannt, benutzt, abgelaufen oder von einer anderen Anfrage.',
  'The refresh token is unknown, used or expired, or the app was disconnected.':
    'Das Refresh-Token ist unbekannt, benutzt oder abgelaufen, oder die App wurde getrennt.',
  'This app was given {rights}.': 'Diese App hat {rights}.',
  'The API key of the assistant has ended.': 'Der API-Schlüssel des Assistenten ist beendet.',
  'The campaign has changed since the assistant prepared this.':
    'Die Kampagne hat sich geändert, seit der Assistent dies vorbereitet hat.',
  'The conversation has gone on since this was prepared.':
    'Die Unterhaltung ist weitergegangen, seit dies vorbereitet wurde.',

  // Domains, mail and files
  'No name server answered in time. Check again in a minute.':
    'Kein Nameserver hat rechtzeitig geantwortet. Prüfen Sie in einer Minute noch einmal.',
  'No name server answered in time.': 'Kein Nameserver hat rechtzeitig geantwortet.',
  'Another server answered.': 'Ein anderer Server hat geantwortet.',
  'This record is not there yet. New records take up to 48 hours.':
    'Diesen Eintrag gibt es noch nicht. Neue Einträge brauchen bis zu 48 Stunden.',
  'It points elsewhere. Replace it with {value}.': 'Er zeigt anderswohin. Ersetzen Sie ihn durch {value}.',
  '{domain} already has a tracking domain.': 'Für {domain} gibt es schon eine Tracking-Domain.',
  'Only email accounts have a deliverability check.': 'Nur E-Mail-Konten haben eine Prüfung der Zustellbarkeit.',
  'At most {most} seed mailboxes.': 'Höchstens {most} Testpostfächer.',
  'Enter {address}, the address that signs in.': 'Geben Sie {address} ein, die Adresse, die sich anmeldet.',
  'This mailbox sends campaign emails. Add one that only receives.':
    'Dieses Postfach sendet E-Mails von Kampagnen. Fügen Sie eines hinzu, das nur empfängt.',
  'The mailbox is full.': 'Das Postfach ist voll.',
  'No copy was found in this mailbox yet.': 'In diesem Postfach wurde noch keine Kopie gefunden.',
  'The mailbox is full. Delete mail in it, or remove it here.':
    'Das Postfach ist voll. Löschen Sie dort E-Mails, oder entfernen Sie es hier.',
  'Its first copy was not found. Check that this sign-in reads mail to this address.':
    'Die erste Kopie wurde nicht gefunden. Prüfen Sie, ob diese Anmeldung E-Mails an diese Adresse liest.',
  'Of the copies of the last 24 hours, {share}. Before, it was {percent} %.':
    'Kopien der letzten 24 Stunden: {share}. Davor waren es {percent} %.',
  '{inbox} of {counted} in the inbox': '{inbox} von {counted} im Posteingang',
  'Likely cause: {what}.': 'Wahrscheinliche Ursache: {what}.',
  'The others arrive as before.': 'Die anderen kommen an wie zuvor.',
  'Other texts arrive as before.': 'Andere Texte kommen an wie zuvor.',
  'Elsewhere emails arrive as before.': 'Anderswo kommen E-Mails an wie zuvor.',
  'Change its subject, links and wording, one at a time.':
    'Ändern Sie Betreff, Links und Wortlaut, eines nach dem anderen.',
  'Send less there for some days, to leads who fit best.':
    'Senden Sie dort einige Tage weniger, an Leads, die am besten passen.',
  'It is on the blocklist {list}.': 'Er steht auf der Blockliste {list}.',
  'Its DNS is wrong.': 'Das DNS ist falsch.',
  'Pause its campaigns, or lower its daily limit, until it has recovered.':
    'Pausieren Sie seine Kampagnen, oder senken Sie sein Tageslimit, bis er sich erholt hat.',
  'the sender {name}': 'der Absender {name}',
  'the sender {name} ({share})': 'der Absender {name} ({share})',
  'the filter of {provider}': 'der Filter von {provider}',
  'the filter of {provider} ({share})': 'der Filter von {provider} ({share})',
  'the text {text}, variant {variant}, of {campaign}': 'der Text {text}, Variante {variant}, von {campaign}',
  'the text {text}, variant {variant}, of {campaign} ({share})':
    'der Text {text}, Variante {variant}, von {campaign} ({share})',
  'a follow-up': 'einer Folgenachricht',
  'Other providers': 'Andere Anbieter',
  'No sender, text or provider differs from the others: check what they share, such as the domain, its DNS and the list of leads.':
    'Kein Absender, Text oder Anbieter weicht von den anderen ab: Prüfen Sie, was sie gemeinsam haben, etwa die Domain, ihr DNS und die Liste der Leads.',
  'File type not supported. Supported types: PDF, JPG, PNG, GIF, MP4.':
    'Dieser Dateityp wird nicht unterstützt. Möglich sind PDF, JPG, PNG, GIF und MP4.',
  'Total attachment size exceeds 10MB limit.': 'Die Anhänge sind zusammen größer als 10 MB.',
  "This type of file can't be sent. Send PDF, JPG, PNG, GIF, WEBP, MP4, DOCX, XLSX, PPTX, TXT or CSV files.":
    'Dieser Dateityp lässt sich nicht senden. Möglich sind PDF, JPG, PNG, GIF, WEBP, MP4, DOCX, XLSX, PPTX, TXT und CSV.',
  'The files of one message can have 25 MB together.': 'Die Dateien einer Nachricht können zusammen 25 MB haben.',

  // Archives of an organization
  'Another archive waits to be moved in. Move it in, or discard it first.':
    'Ein anderes Archiv wartet auf die Übernahme. Übernehmen Sie es, oder verwerfen Sie es zuerst.',
  'Another archive was moved in by half. Continue it, or undo it first.':
    'Ein anderes Archiv wurde zur Hälfte übernommen. Machen Sie damit weiter, oder machen Sie es zuerst rückgängig.',
  'Another archive is being moved in. Wait for it, or stop it first.':
    'Ein anderes Archiv wird gerade übernommen. Warten Sie darauf, oder stoppen Sie es zuerst.',
  'The archive is damaged. Download it again.': 'Das Archiv ist beschädigt. Laden Sie es noch einmal herunter.',
  'This archive is being worked on, or has ended already.':
    'An diesem Archiv wird gerade gearbeitet, oder es ist bereits beendet.',
  'This archive has ended already.': 'Dieses Archiv ist bereits beendet.',
  'This import can be undone no longer.': 'Diese Übernahme lässt sich nicht mehr rückgängig machen.',
  'Stop this import first.': 'Stoppen Sie zuerst diese Übernahme.',
  'The disk of the installation has no room for the files. Ask its operator.':
    'Auf der Festplatte der Installation ist kein Platz für die Dateien. Wenden Sie sich an die Administration.',
  'The disk of the installation has no room for the archive. Ask its operator.':
    'Auf der Festplatte der Installation ist kein Platz für das Archiv. Wenden Sie sich an die Administration.',
  "Couldn't finish. Try again; if it fails again, contact support.":
    'Das ließ sich nicht abschließen. Versuchen Sie es noch einmal; scheitert es wieder, wenden Sie sich an den Support.',
  "Couldn't make the archive. Try again; if it fails again, contact support.":
    'Das Archiv ließ sich nicht erstellen. Versuchen Sie es noch einmal; scheitert es wieder, wenden Sie sich an den Support.',
  'You made {count} archives in the last 24 hours. Try again tomorrow.':
    'Sie haben in den letzten 24 Stunden {count} Archive erstellt. Versuchen Sie es morgen noch einmal.',
  'An archive is being made already. Wait for it, or stop it first.':
    'Ein Archiv wird bereits erstellt. Warten Sie darauf, oder stoppen Sie es zuerst.',
  'This archive was deleted after 7 days. Make a new one.':
    'Dieses Archiv wurde nach 7 Tagen gelöscht. Erstellen Sie ein neues.',
  'This archive has no file.': 'Dieses Archiv hat keine Datei.',
  'A newer version of the program made this archive. Update this installation first.':
    'Eine neuere Version des Programms hat dieses Archiv erstellt. Aktualisieren Sie zuerst diese Installation.',
  'This is not an archive, or only a part of one. Download it again.':
    'Das ist kein Archiv oder nur ein Teil davon. Laden Sie es noch einmal herunter.',
  'The file holds "{name}", which no archive has.': 'Die Datei enthält „{name}“; das hat kein Archiv.',
  'The file holds "{name}" twice.': 'Die Datei enthält „{name}“ doppelt.',
  'The file is encrypted as a ZIP, which no archive is.': 'Die Datei ist als ZIP verschlüsselt; das ist kein Archiv.',
  'The file unpacks to far more than an archive can hold. It was not opened.':
    'Entpackt ist die Datei viel größer, als ein Archiv sein kann. Sie wurde nicht geöffnet.',
  '{campaigns} of this archive {are} running. Pause them first.':
    'Aus diesem Archiv läuft noch etwas ({campaigns}). Pausieren Sie es zuerst.',
  'Since then {messages} sent to leads of this archive, and {replies} came. An undo would forget who was contacted.':
    'Seitdem wurde an Leads dieses Archivs gesendet, oder Antworten kamen ({messages}; {replies}). Beim Rückgängigmachen ginge verloren, wer kontaktiert wurde.',

  // Goals, boards, labels, privacy, team
  'This {period} has no working days, so there is no forecast.':
    'Dieser Zeitraum ({period}) hat keine Arbeitstage, deshalb gibt es keine Prognose.',
  'The forecast begins after the first working day.': 'Die Prognose beginnt nach dem ersten Arbeitstag.',
  'No working days are left. The {period} ends at about {n}.':
    'Es sind keine Arbeitstage mehr übrig. Am Ende ({period}) stehen etwa {n}.',
  'About {n} by the end of the {period}: {average} per working day in {over}, {left} left.':
    'Etwa {n} bis zum Ende ({period}): {average} pro Arbeitstag in {over}, noch {left}.',
  week: 'Woche',
  month: 'Monat',
  quarter: 'Quartal',
  '{done} of {target}, {state}': '{done} von {target}, {state}',
  reached: 'erreicht',
  'on pace': 'im Plan',
  '{n} behind pace': '{n} im Rückstand',
  '{n} ahead of pace': '{n} im Vorsprung',
  'Please choose people of your organization.': 'Bitte wählen Sie Personen Ihrer Organisation.',
  'Please choose a campaign.': 'Bitte wählen Sie eine Kampagne.',
  'Please choose a list.': 'Bitte wählen Sie eine Liste.',
  'Please add a webhook that receives exports first.': 'Bitte legen Sie zuerst einen Webhook an, der Exporte empfängt.',
  'No active webhook receives it.': 'Kein aktiver Webhook empfängt ihn.',
  'Its campaign was deleted. Choose another campaign, or delete the goal.':
    'Die Kampagne wurde gelöscht. Wählen Sie eine andere, oder löschen Sie das Ziel.',
  'Its people have left the organization. Choose others, or delete the goal.':
    'Die Personen haben die Organisation verlassen. Wählen Sie andere, oder löschen Sie das Ziel.',
  'Its {thing} was deleted.': 'Die Grundlage wurde gelöscht ({thing}).',
  'Its {thing} was archived.': 'Die Grundlage wurde archiviert ({thing}).',
  list: 'Liste',
  campaign: 'Kampagne',
  'There is no such category.': 'Diese Kategorie gibt es nicht.',
  'You can have at most {most} {things}.': 'Höchstens möglich: {most} ({things}).',
  'Please choose the column that the cards move to.': 'Bitte wählen Sie die Spalte, in die die Karten kommen.',
  'Please choose another column for the cards.': 'Bitte wählen Sie eine andere Spalte für die Karten.',
  'At most {most} labels can be created.': 'Es lassen sich höchstens {most} Labels erstellen.',
  'Please enter a label name.': 'Bitte geben Sie einen Namen für das Label ein.',
  'At most {most} booking pages can be connected.': 'Es lassen sich höchstens {most} Buchungsseiten verbinden.',
  'Booked through {page}.': 'Gebucht über {page}.',
  "Couldn't read {address}. Check the address, or choose Next again to keep it.":
    '{address} ließ sich nicht lesen. Prüfen Sie die Adresse, oder wählen Sie noch einmal „Weiter“, um sie zu behalten.',
  'This domain was removed a moment ago.': 'Diese Domain wurde gerade entfernt.',
  'Say how the consent was given and where it is kept.':
    'Geben Sie an, wie die Einwilligung erteilt wurde und wo sie aufbewahrt wird.',
  'Enter the day on which the consent was given.': 'Geben Sie den Tag ein, an dem die Einwilligung erteilt wurde.',
  'This request is closed already.': 'Diese Anfrage ist bereits abgeschlossen.',
  'Every lead is informed.': 'Alle Leads sind informiert.',
  'The campaign “{name}” uses this signature. Choose another one there first.':
    'Die Kampagne „{name}“ verwendet diese Signatur. Wählen Sie dort zuerst eine andere.',
  'Turn on the touch lock of the organization first. A campaign can only be stricter.':
    'Schalten Sie zuerst die Kontaktsperre der Organisation ein. Eine Kampagne kann nur strenger sein.',
  "A campaign can't be looser than the touch lock of the organization: {what} must be from {least} to {most}.":
    'Eine Kampagne kann nicht lockerer sein als die Kontaktsperre der Organisation: {what} muss zwischen {least} und {most} liegen.',
  'No campaign holds this lead.': 'Keine Kampagne hält diesen Lead.',
  'No person rests whose lead was deleted.': 'Es ruht keine Person, deren Lead gelöscht wurde.',
  'Trial sender account limit reached — During your free trial, you can only connect 1 sender account.':
    'In der kostenlosen Testphase können Sie nur 1 Absender verbinden.',
  'You have {count} account(s) over your limit of {limit}. These accounts are still functional but exceed your current plan limits.':
    'Sie haben {count} Konten mehr als Ihr Limit von {limit}. Diese Konten funktionieren weiter, gehen aber über Ihren Tarif hinaus.',
  'Please choose people of your agency or of this client who are still there.':
    'Bitte wählen Sie Personen Ihrer Agentur oder dieses Kunden, die noch da sind.',
  // Why credits were added or taken
  'Opening balance': 'Anfangsbestand',
  'Monthly credits': 'Monatliche Credits',
  'Unused monthly credits': 'Nicht genutzte monatliche Credits',
  'Extra monthly credits': 'Zusätzliche monatliche Credits',
  'Extra credits of a client': 'Zusätzliche Credits eines Kunden',
  'Refunded credits': 'Erstattete Credits',
  'Referral bonus': 'Empfehlungsbonus',
  'Referral bonus withdrawn': 'Empfehlungsbonus zurückgenommen',
  'Credits bought': 'Gekaufte Credits',
  'Credits for a client': 'Credits für einen Kunden',
  'Credits from your agency': 'Credits von Ihrer Agentur',
  'Trial credits of a client': 'Testcredits eines Kunden',
  'Trial credits of your agency': 'Testcredits Ihrer Agentur',
  "Your organization's": 'Ihrer Organisation',
  // Whose requests are too many
  ' by your organization': ' Ihrer Organisation',
  ' by this API key': ' dieses API-Schlüssels',
  ' by the API keys of your organization': ' der API-Schlüssel Ihrer Organisation',
  'An organization admin': 'Ein Admin der Organisation',
  'The provider of your account': 'Der Anbieter Ihres Kontos',
};
