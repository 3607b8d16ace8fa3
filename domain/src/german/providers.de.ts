/** What adapters say of providers. Written by a model and checked by translating it back. */
export const PROVIDERS: Readonly<Record<string, string>> = {
  // Any of them
  '{vendor} asked us to wait.': '{vendor} bat uns zu warten.',
  '{vendor} asked us to slow down.': '{vendor} bat uns, langsamer zu werden.',
  '{vendor} did not answer.': '{vendor} hat nicht geantwortet.',
  "{vendor} didn't answer.": '{vendor} hat nicht geantwortet.',
  '{vendor} did not answer in time.': '{vendor} hat nicht rechtzeitig geantwortet.',
  '{vendor} answered {status}.': '{vendor} antwortete mit {status}.',
  '{vendor} gave an answer that could not be read.': 'Die Antwort von {vendor} ließ sich nicht lesen.',
  '{vendor} gave an answer we cannot read.': 'Die Antwort von {vendor} ließ sich nicht lesen.',
  "{vendor} sent an answer that can't be read.": 'Die Antwort von {vendor} ließ sich nicht lesen.',
  '{vendor} answered in a form we do not know.': '{vendor} antwortete in einer Form, die wir nicht kennen.',
  '{vendor} does not accept the key in {setting}.': '{vendor} nimmt den Schlüssel in {setting} nicht an.',
  '{vendor} refused the key.': '{vendor} hat den Schlüssel abgelehnt.',
  '{vendor} could not be reached.': '{vendor} war nicht erreichbar.',
  '{vendor} cannot be reached right now.': '{vendor} ist gerade nicht erreichbar.',
  '{vendor} has no searches left for now.': 'Bei {vendor} sind vorerst keine Suchen mehr frei.',
  '{vendor} no longer accepts the sign-in.': '{vendor} nimmt die Anmeldung nicht mehr an.',
  '{vendor} did not grant lasting access.': '{vendor} hat keinen dauerhaften Zugriff gewährt.',
  '{vendor} did not grant everything that is needed.': '{vendor} hat nicht alles gewährt, was nötig ist.',
  '{vendor} named an address that is not its own.': '{vendor} nannte eine Adresse, die nicht zu {vendor} gehört.',
  '{vendor} is not configured.': '{vendor} ist nicht eingerichtet.',
  '{vendor} refused a file: {reason}.': '{vendor} hat eine Datei abgelehnt: {reason}.',
  'Not configured: {settings}.': 'Nicht eingerichtet: {settings}.',
  'It was refused.': 'Es wurde abgelehnt.',
  'The provider answered {status}.': 'Der Anbieter antwortete mit {status}.',
  'The call cannot be read.': 'Der Aufruf lässt sich nicht lesen.',

  // Apps that ask for access
  'Its address redirects, which is not followed.': 'Ihre Adresse leitet weiter; dem folgen wir nicht.',
  'Its address answered with status {status}.': 'Ihre Adresse antwortete mit dem Status {status}.',
  'Its address did not answer within {seconds} seconds.':
    'Ihre Adresse hat innerhalb von {seconds} Sekunden nicht geantwortet.',
  'Its address could not be reached.': 'Ihre Adresse war nicht erreichbar.',

  // Contact data
  'It needs a first and last name and a company.': 'Nötig sind Vor- und Nachname und ein Unternehmen.',
  'It needs a LinkedIn address, or a first and last name and a company.':
    'Nötig ist eine LinkedIn-Adresse, oder Vor- und Nachname und ein Unternehmen.',
  'Hunter is still checking the address.': 'Hunter prüft die Adresse noch.',
  'The {kind} of the Hunter account are used up.': 'Im Hunter-Konto sind die {kind} aufgebraucht.',
  searches: 'Suchen',
  verifications: 'Prüfungen',
  'The credits of the Lusha account are used up.': 'Die Credits des Lusha-Kontos sind aufgebraucht.',
  'The credits of the Prospeo account are used up.': 'Die Credits des Prospeo-Kontos sind aufgebraucht.',
  'This person asked not to be found.': 'Diese Person möchte nicht gefunden werden.',
  'No address is known.': 'Es ist keine Adresse bekannt.',
  'No address at work is known.{more}': 'Es ist keine geschäftliche Adresse bekannt.{more}',
  '{address} was checked and does not exist.': '{address} wurde geprüft und existiert nicht.',
  'The server accepts any address': 'Der Server nimmt jede Adresse an',
  'Not verified': 'Nicht bestätigt',
  'Hunter: this person asked not to be looked up': 'Hunter: Diese Person möchte nicht abgefragt werden',
  'Hunter: valid': 'Hunter: gültig',
  'Hunter: invalid': 'Hunter: ungültig',
  'Hunter: its server accepts any address': 'Hunter: Der Server nimmt jede Adresse an',
  'Hunter: disposable': 'Hunter: Wegwerfadresse',
  'Hunter: a private mailbox': 'Hunter: ein privates Postfach',
  'Hunter returned no result': 'Hunter lieferte kein Ergebnis',
  'Lusha could not look this person up.': 'Lusha konnte diese Person nicht abfragen.',
  'Lusha charged {count} {unit}.': 'Lusha hat {count} {unit} berechnet.',
  'Graded {grade}.': 'Eingestuft als {grade}.',
  'Mobile number': 'Mobilnummer',
  'Direct number': 'Durchwahl',
  'Number at work': 'Geschäftliche Nummer',
  'Phone number': 'Telefonnummer',
  'Known, without a grade.': 'Bekannt, ohne Einstufung.',
  'The known number is on a do-not-call list.': 'Die bekannte Nummer steht auf einer Liste mit Anrufverbot.',
  'No number is known.': 'Es ist keine Nummer bekannt.',
  'Known, but not verified.': 'Bekannt, aber nicht bestätigt.',
  'No mobile number is known.': 'Es ist keine Mobilnummer bekannt.',
  'Mobile number, verified.': 'Mobilnummer, bestätigt.',
  'Mobile number, not verified.': 'Mobilnummer, nicht bestätigt.',

  // CRMs
  'HubSpot has no stage for deals.': 'HubSpot hat keine Phase für Deals.',
  'Which lead of Overture this is. Please leave it as it is.':
    'Welcher Lead von Overture dies ist. Bitte lassen Sie es, wie es ist.',
  'The status column of this board has no label "Do not contact".':
    'Die Statusspalte dieses Boards hat kein Label „Do not contact“.',
  'This board no longer exists.': 'Dieses Board gibt es nicht mehr.',
  'Choose a board first.': 'Wählen Sie zuerst ein Board.',
  'This board has no status column.': 'Dieses Board hat keine Statusspalte.',
  'Salesforce named no organization.': 'Salesforce nannte keine Organisation.',

  // Files
  'Written, read and deleted.': 'Geschrieben, gelesen und gelöscht.',
  'The file is larger than {limit} bytes.': 'Die Datei ist größer als {limit} Bytes.',
  'Stored files are not available right now.': 'Gespeicherte Dateien sind gerade nicht verfügbar.',

  // Lead database
  'The lead database is busy. Please try again.':
    'Die Lead-Datenbank ist ausgelastet. Bitte versuchen Sie es noch einmal.',
  'The lead database did not understand the search.': 'Die Lead-Datenbank hat die Suche nicht verstanden.',
  'The lead database was cut off while people were added.':
    'Die Verbindung zur Lead-Datenbank brach ab, während Personen hinzugefügt wurden.',
  'The lead database is starting again. Please try again in a moment.':
    'Die Lead-Datenbank startet gerade neu. Bitte versuchen Sie es gleich noch einmal.',
  'The lead database cannot be reached. Please try again in a moment.':
    'Die Lead-Datenbank ist nicht erreichbar. Bitte versuchen Sie es gleich noch einmal.',
  'The search took too long. Please narrow the filters or try again.':
    'Die Suche dauerte zu lange. Bitte grenzen Sie die Filter ein, oder versuchen Sie es noch einmal.',
  'The lead database is being started.': 'Die Lead-Datenbank wird gestartet.',
  'Company domains and contact data of the lead database are being indexed. Please try again in a few minutes, or without these filters.':
    'Unternehmensdomains und Kontaktdaten der Lead-Datenbank werden gerade indiziert. Bitte versuchen Sie es in ein paar Minuten noch einmal, oder ohne diese Filter.',
  'The lead database is being prepared ({percent} %).': 'Die Lead-Datenbank wird vorbereitet ({percent} %).',
  'The lead database is being fetched. This happens once and takes a minute or two.':
    'Die Lead-Datenbank wird geladen. Das geschieht einmal und dauert ein bis zwei Minuten.',
  'The lead database is switched off (LEAD_DATABASE).': 'Die Lead-Datenbank ist ausgeschaltet (LEAD_DATABASE).',
  'The lead database belongs to the web process.': 'Die Lead-Datenbank gehört zum Webprozess.',

  // LinkedIn
  'LinkedIn is not configured.': 'LinkedIn ist nicht eingerichtet.',
  'LinkedIn is not configured. Set UNIPILE_API_URL and UNIPILE_API_KEY.':
    'LinkedIn ist nicht eingerichtet. Setzen Sie UNIPILE_API_URL und UNIPILE_API_KEY.',
  'This position in the list cannot be read.': 'Diese Stelle der Liste lässt sich nicht lesen.',
  'The attachments are larger than 15 MB.': 'Die Anhänge sind größer als 15 MB.',
  'This is no account that we connect.': 'Ein solches Konto verbinden wir nicht.',
  'The file is too large.': 'Die Datei ist zu groß.',

  // Mailboxes
  'Sent as {id}.': 'Gesendet als {id}.',
  'Sent before.': 'Schon gesendet.',
  'The draft no longer exists.': 'Den Entwurf gibt es nicht mehr.',
  'Google does not accept the sign-in.': 'Google nimmt die Anmeldung nicht an.',
  '"{address}" is not a mail address.': '„{address}“ ist keine E-Mail-Adresse.',
  '"{id}" is not a Message-ID.': '„{id}“ ist keine Message-ID.',
  'The unsubscribe address is not a web address.': 'Die Adresse zum Abmelden ist keine Webadresse.',
  'The unsubscribe address holds characters that are not allowed.':
    'Die Adresse zum Abmelden enthält Zeichen, die nicht erlaubt sind.',
  '"{type}" is not a content type.': '„{type}“ ist kein Inhaltstyp.',
  'Microsoft gave a list without an end.': 'Microsoft lieferte eine Liste ohne Ende.',
  'Microsoft gave a link that leads elsewhere.': 'Microsoft lieferte einen Link, der anderswohin führt.',
  'Microsoft does not hand out the content of mails at the moment.':
    'Microsoft gibt den Inhalt von E-Mails zurzeit nicht heraus.',
  'Drafts of this mail cannot be removed.': 'Entwürfe dieser E-Mail lassen sich nicht entfernen.',
  'The mail is too large for Microsoft.': 'Die E-Mail ist zu groß für Microsoft.',
  'Microsoft does not keep our Message-ID, without which a sent mail could not be proven.':
    'Microsoft behält unsere Message-ID nicht. Ohne sie ließe sich eine gesendete E-Mail nicht nachweisen.',
  'Microsoft does not name an address for this account.': 'Microsoft nennt für dieses Konto keine Adresse.',
  'No server was found under this name. Check the spelling of the server name.':
    'Unter diesem Namen wurde kein Server gefunden. Prüfen Sie die Schreibweise des Servernamens.',
  "The server name couldn't be looked up just now. We'll try again.":
    'Der Servername ließ sich gerade nicht auflösen. Wir versuchen es noch einmal.',
  'The server refused the connection on this port. Check the server name and the port.':
    'Der Server hat die Verbindung an diesem Port abgelehnt. Prüfen Sie Servernamen und Port.',
  "The server can't be reached from here. Check the server name.":
    'Der Server ist von hier nicht erreichbar. Prüfen Sie den Servernamen.',
  "The server didn't answer in time. Check the server name and the port.":
    'Der Server hat nicht rechtzeitig geantwortet. Prüfen Sie Servernamen und Port.',
  "The server's certificate is self-signed, so its identity can't be checked. Ask your mail provider for a valid one.":
    'Das Zertifikat des Servers ist selbst signiert; seine Identität lässt sich nicht prüfen. Bitten Sie Ihren E-Mail-Anbieter um ein gültiges.',
  "The server's certificate has expired. Ask your mail provider to renew it.":
    'Das Zertifikat des Servers ist abgelaufen. Bitten Sie Ihren E-Mail-Anbieter, es zu erneuern.',
  "The server's certificate belongs to another name. Use the server name that your mail provider gives for IMAP and SMTP.":
    'Das Zertifikat des Servers gehört zu einem anderen Namen. Verwenden Sie den Servernamen, den Ihr E-Mail-Anbieter für IMAP und SMTP nennt.',
  "The server's certificate isn't issued by a known authority. Ask your mail provider for a valid one.":
    'Das Zertifikat des Servers stammt von keiner bekannten Stelle. Bitten Sie Ihren E-Mail-Anbieter um ein gültiges.',
  "The server doesn't use this kind of encryption on this port. Check the port and whether it takes SSL/TLS or STARTTLS.":
    'Der Server nutzt diese Verschlüsselung an diesem Port nicht. Prüfen Sie den Port, und ob dort SSL/TLS oder STARTTLS gilt.',
  'The server offers no encrypted connection (STARTTLS) on this port. Use its port for SSL/TLS.':
    'Der Server bietet an diesem Port keine verschlüsselte Verbindung (STARTTLS) an. Verwenden Sie seinen Port für SSL/TLS.',
  'The server closed the connection. Check the port, or try again later.':
    'Der Server hat die Verbindung geschlossen. Prüfen Sie den Port, oder versuchen Sie es später noch einmal.',
  'The connection to the mail server failed: {reason}': 'Die Verbindung zum Mailserver ist fehlgeschlagen: {reason}',
  "The server didn't accept the user name or the password.":
    'Der Server hat den Benutzernamen oder das Passwort nicht angenommen.',
  "The server didn't accept the user name or the password. It said: {words}":
    'Der Server hat den Benutzernamen oder das Passwort nicht angenommen. Seine Antwort: {words}',
  'This mailbox receives more mail per hour than can be read. Reading continues later.':
    'Dieses Postfach erhält pro Stunde mehr E-Mails, als sich lesen lassen. Das Lesen geht später weiter.',
  'The mail server sends endless lines.': 'Der Mailserver sendet endlose Zeilen.',
  'The mail server sends answers that are larger than any mail.':
    'Der Mailserver sendet Antworten, die größer sind als jede E-Mail.',
  'The mail server sends more than it was asked for.': 'Der Mailserver sendet mehr, als von ihm verlangt war.',
  'The mail server takes too long to answer.': 'Der Mailserver braucht zu lange für eine Antwort.',
  'The mailbox has no Sent folder.': 'Das Postfach hat keinen Ordner für gesendete E-Mails.',
  'The server closed the connection.': 'Der Server hat die Verbindung geschlossen.',
  "The mail server didn't answer in time.": 'Der Mailserver hat nicht rechtzeitig geantwortet.',
  "The mail server didn't greet in time.": 'Der Mailserver hat sich nicht rechtzeitig gemeldet.',
  "The mail server's answer never came to an end.": 'Die Antwort des Mailservers kam zu keinem Ende.',
  'Received mail cannot be stored at the moment.': 'Empfangene E-Mails lassen sich zurzeit nicht speichern.',
  'The mail server of {domain} {words}': 'Der Mailserver von {domain}: {words}',
  'accepts any address': 'nimmt jede Adresse an',
  'knows it': 'kennt sie',

  // Other outreach tools
  "Apollo shows 50,000 emails of a sequence, and one has more: we can't see who was contacted. Delete that sequence there, or import its export.":
    'Apollo zeigt von einer Sequenz 50.000 E-Mails, und eine hat mehr: Wir sehen nicht, wer kontaktiert wurde. Löschen Sie diese Sequenz dort, oder importieren Sie ihren Export.',
  'Apollo shows 50,000 contacts of a search, and more are in stages like Do Not Contact. Export them there, and add them to your suppression list before you import.':
    'Apollo zeigt von einer Suche 50.000 Kontakte, und mehr sind in Phasen wie „Do Not Contact“. Exportieren Sie sie dort, und ergänzen Sie Ihre Sperrliste vor dem Import.',
  'Texts of sequences': 'Texte von Sequenzen',
  "Apollo's API doesn't give them. Copy them into the drafts.":
    'Die API von Apollo liefert sie nicht. Kopieren Sie sie in die Entwürfe.',
  'Other stages of contacts': 'Andere Phasen von Kontakten',
  'Contacts in stages that say so (Do Not Contact, Unsubscribed, Opted Out, DNC) are on the suppression list. Other stages are not read: add people you no longer want to contact before you start a campaign.':
    'Kontakte in Phasen, die es sagen (Do Not Contact, Unsubscribed, Opted Out, DNC), stehen auf der Sperrliste. Andere Phasen werden nicht gelesen: Ergänzen Sie alle, die Sie nicht mehr kontaktieren möchten, bevor Sie eine Kampagne starten.',
  'Custom fields': 'Eigene Felder',
  "Apollo's API gives no names with their values.": 'Die API von Apollo liefert zu den Werten keine Namen.',
  'More than 50,000 contacts': 'Mehr als 50.000 Kontakte',
  'Apollo shows no more of a search. Export the others there, and import the file.':
    'Mehr zeigt Apollo von einer Suche nicht. Exportieren Sie die übrigen dort, und importieren Sie die Datei.',
  "Apollo's API doesn't give the texts{which}.": 'Die API von Apollo liefert die Texte nicht{which}.',
  'Exclusion lists': 'Ausschlusslisten',
  'They are not read. Add them to your suppression list before you start a campaign.':
    'Sie werden nicht gelesen. Ergänzen Sie damit Ihre Sperrliste, bevor Sie eine Kampagne starten.',
  'Steps of leads': 'Schritte von Leads',
  "HeyReach doesn't say at which step a lead is. Contacted leads are left out.":
    'HeyReach sagt nicht, an welchem Schritt ein Lead ist. Kontaktierte Leads werden ausgelassen.',
  'It has no sequence that can be read.': 'Sie hat keine Sequenz, die sich lesen lässt.',
  'The step {name} is left out.': 'Der Schritt {name} wird ausgelassen.',
  'One of two paths behind {name} is kept.': 'Von zwei Wegen hinter {name} bleibt einer.',
  'Subsequences start by a condition of Instantly. Build it here as a branch or an automation.':
    'Untersequenzen beginnen mit einer Bedingung von Instantly. Bauen Sie sie hier als Zweig oder Automatisierung.',
  'Their owners connect them here.': 'Ihre Inhaber verbinden sie hier.',
  "Its steps can't be read.": 'Ihre Schritte lassen sich nicht lesen.',
  'Step {n} is a condition: it and the steps behind it are left out.':
    'Schritt {n} ist eine Bedingung: Er und die Schritte dahinter werden ausgelassen.',
  'Step {n} ({type}) has no counterpart. It becomes a call.':
    'Für Schritt {n} ({type}) gibt es nichts Entsprechendes. Er wird ein Anruf.',
  "Step {n}: the second variant isn't given.": 'Schritt {n}: Die zweite Variante wird nicht geliefert.',
  'Lead lists': 'Lead-Listen',
  'Leads outside campaigns are not read. Export them there, and import the file.':
    'Leads außerhalb von Kampagnen werden nicht gelesen. Exportieren Sie sie dort, und importieren Sie die Datei.',
  'Lead categories': 'Lead-Kategorien',
  'Of them Do Not Contact is read. Other outcomes of a lead are read from its messages.':
    'Von ihnen wird „Do Not Contact“ gelesen. Andere Ausgänge eines Leads werden aus seinen Nachrichten gelesen.',
  'This is a subsequence: its condition is not carried over.':
    'Dies ist eine Untersequenz: Ihre Bedingung wird nicht übernommen.',
  "Its texts can't be read.": 'Ihre Texte lassen sich nicht lesen.',
  '{vendor} refuses this key{why}.': '{vendor} lehnt diesen Schlüssel ab{why}.',
  '{vendor} asks for an active paid plan before its API answers.':
    '{vendor} verlangt einen aktiven bezahlten Tarif, bevor die API antwortet.',
  '{vendor} has a problem ({status}).': '{vendor} hat ein Problem ({status}).',
  '{vendor} refused the request{why}.': '{vendor} hat die Anfrage abgelehnt{why}.',
  "{vendor} sent this {thing} in a form that can't be read{where}.":
    '{vendor} lieferte etwas in einer Form, die sich nicht lesen lässt ({thing}){where}.',
  '{vendor} sends more than {limit} MB in one page. We read smaller pages.':
    '{vendor} sendet mehr als {limit} MB auf einer Seite. Wir lesen kleinere Seiten.',
  '{vendor} sends more than {limit} MB for {thing}.': '{vendor} sendet mehr als {limit} MB für {thing}.',
  '{what} Make it smaller there.': '{what} Verkleinern Sie es dort.',
  'It was deleted in {vendor} while we read it.': 'Es wurde in {vendor} gelöscht, während wir es lasen.',
  'Step {n}: pictures in the text are left out.': 'Schritt {n}: Bilder im Text werden ausgelassen.',
  'Step {n}: tables become plain lines.': 'Schritt {n}: Aus Tabellen werden einfache Zeilen.',

  // Push services
  'The keys are not those of a browser.': 'Die Schlüssel sind nicht die eines Browsers.',
  'The address of the push service is not allowed.': 'Die Adresse des Push-Dienstes ist nicht erlaubt.',
  'The push service did not answer.': 'Der Push-Dienst hat nicht geantwortet.',
  'The push service needs an address of https.': 'Der Push-Dienst braucht eine https-Adresse.',
  'The push service needs an address of https at port 443.': 'Der Push-Dienst braucht eine https-Adresse an Port 443.',
  'The address must not contain a user name or password.':
    'Die Adresse darf weder Benutzernamen noch Passwort enthalten.',
  'The address is not written as browsers write it.':
    'Die Adresse ist nicht so geschrieben, wie Browser sie schreiben.',
  'The push service answered with status {status}.': 'Der Push-Dienst antwortete mit dem Status {status}.',

  // Sources of research
  'SearXNG refused: list `json` under `search.formats` in its settings.yml.':
    'SearXNG hat abgelehnt: Nehmen Sie `json` unter `search.formats` in settings.yml auf.',
  'Web search is not configured. Set {settings}.': 'Die Websuche ist nicht eingerichtet. Setzen Sie {settings}.',
  'The page is made in a way that cannot be read.': 'Die Seite ist so gebaut, dass sie sich nicht lesen lässt.',
  'The page could not be read at the moment.': 'Die Seite ließ sich gerade nicht lesen.',
  'The website is no http or https address.': 'Die Website ist keine http- oder https-Adresse.',
  'The page does not exist.': 'Diese Seite gibt es nicht.',
  'The website answered {status}.': 'Die Website antwortete mit {status}.',
  'The website does not let us read it ({status}).': 'Die Website lässt sich von uns nicht lesen ({status}).',
  'There is no such website.': 'Diese Website gibt es nicht.',
  'The website did not answer in time.': 'Die Website hat nicht rechtzeitig geantwortet.',
  'The website could not be reached.': 'Die Website war nicht erreichbar.',
  'The address is no page with text.': 'Die Adresse ist keine Seite mit Text.',

  // Slack
  'Slack asked for a pause.': 'Slack bat um eine Pause.',
  'Slack failed with status {status}. The message may have been posted.':
    'Slack meldete den Fehler {status}. Die Nachricht kann trotzdem erschienen sein.',
  'Slack refused the message: {reason}': 'Slack hat die Nachricht abgelehnt: {reason}',
  "Slack couldn't be reached.": 'Slack war nicht erreichbar.',
  "Slack didn't answer. The message may have been posted.":
    'Slack hat nicht geantwortet. Die Nachricht kann trotzdem erschienen sein.',
  'The message is empty.': 'Die Nachricht ist leer.',
  "Slack couldn't read the message.": 'Slack konnte die Nachricht nicht lesen.',
  'This Slack address was removed or switched off. Create a new one in Slack and connect it again.':
    'Diese Slack-Adresse wurde entfernt oder ausgeschaltet. Erstellen Sie in Slack eine neue und verbinden Sie sie.',
  'This Slack address is not complete. Copy it again.':
    'Diese Slack-Adresse ist nicht vollständig. Kopieren Sie sie noch einmal.',
  'The Slack workspace of this address no longer exists.': 'Den Slack-Workspace dieser Adresse gibt es nicht mehr.',
  'The Slack workspace of this address is disabled.': 'Der Slack-Workspace dieser Adresse ist deaktiviert.',
  'This Slack address is no longer valid. Create a new one in Slack and connect it again.':
    'Diese Slack-Adresse ist nicht mehr gültig. Erstellen Sie in Slack eine neue und verbinden Sie sie.',
  'The Slack channel of this address no longer exists.': 'Den Slack-Kanal dieser Adresse gibt es nicht mehr.',
  'The Slack channel is archived. Choose another one.': 'Der Slack-Kanal ist archiviert. Wählen Sie einen anderen.',
  "An admin of your Slack workspace doesn't allow this address to post.":
    'Ein Admin Ihres Slack-Workspaces erlaubt dieser Adresse nicht zu posten.',
  "Your Slack workspace doesn't allow this address to post to #general.":
    'Ihr Slack-Workspace erlaubt dieser Adresse nicht, in #general zu posten.',
  'The Slack user of this address no longer exists.': 'Den Slack-Benutzer dieser Adresse gibt es nicht mehr.',

  // Receivers of webhooks
  'Please enter the whole address, like https://example.com/webhooks.':
    'Bitte geben Sie die ganze Adresse ein, etwa https://example.com/webhooks.',
  'The address must begin with https://.': 'Die Adresse muss mit https:// beginnen.',
  'The address must use port 443, which is the default of https.':
    'Die Adresse muss Port 443 verwenden, den Standard von https.',
  'The receiver redirects, which is not followed. Enter its final address.':
    'Der Empfänger leitet weiter; dem folgen wir nicht. Geben Sie die endgültige Adresse ein.',
  'The receiver asked for no more messages (410).': 'Der Empfänger bat darum, keine Nachrichten mehr zu senden (410).',
  'The receiver answered with status {status}.': 'Der Empfänger antwortete mit dem Status {status}.',
  'The receiver could not be reached.': 'Der Empfänger war nicht erreichbar.',
  'The receiver did not answer within {seconds} seconds.':
    'Der Empfänger hat innerhalb von {seconds} Sekunden nicht geantwortet.',
  'No server was found under this name.': 'Unter diesem Namen wurde kein Server gefunden.',
  'The receiver refused the connection.': 'Der Empfänger hat die Verbindung abgelehnt.',
  "The receiver's certificate is not trusted ({code}).": 'Dem Zertifikat des Empfängers wird nicht vertraut ({code}).',
  'The receiver could not be reached{why}.': 'Der Empfänger war nicht erreichbar{why}.',

  '{address} is on a private network. Addresses there must be listed in OUTBOUND_ALLOW.':
    '{address} liegt in einem privaten Netz. Adressen dort müssen in OUTBOUND_ALLOW stehen.',

  // Notes on mail providers
  'Create an app password in your account’s security settings and use it here.':
    'Erstellen Sie in den Sicherheitseinstellungen Ihres Kontos ein App-Passwort, und verwenden Sie es hier.',
  'Switch on IMAP access in your mailbox settings first.':
    'Schalten Sie zuerst in den Einstellungen Ihres Postfachs den IMAP-Zugriff ein.',
  'Outlook.com accepts passwords only where IMAP with basic sign-in is still allowed.':
    'Outlook.com nimmt Passwörter nur an, wo IMAP mit einfacher Anmeldung noch erlaubt ist.',
  'Use the separate email password of your Telekom account.':
    'Verwenden Sie das eigene E-Mail-Passwort Ihres Telekom-Kontos.',
  'Your administrator must allow IMAP and authenticated SMTP for this mailbox.':
    'Ihr Administrator muss für dieses Postfach IMAP und authentifiziertes SMTP erlauben.',
};
