/** The privacy notice that leads read, in German. Written by a model and checked by translating it back. */
export const NOTICE_IN_GERMAN: Readonly<Record<string, string>> = {
  'Your data and your rights': 'Ihre Daten und Ihre Rechte',
  'There is no data behind this link. It may have been deleted, or the link is incomplete.':
    'Hinter diesem Link gibt es keine Daten. Vielleicht wurden sie gelöscht, oder der Link ist unvollständig.',
  'This link came with a test message. In a real message it opens the privacy notice of the lead.':
    'Dieser Link kam mit einer Testnachricht. In einer echten Nachricht öffnet er die Datenschutzhinweise des Leads.',
  'Too many requests. Try again in an hour.': 'Zu viele Anfragen. Versuchen Sie es in einer Stunde noch einmal.',
  'Too many codes were sent today. Try again tomorrow.':
    'Heute wurden zu viele Codes gesendet. Versuchen Sie es morgen noch einmal.',
  "You won't be contacted again. All messages that were planned for you are stopped.":
    'Sie werden nicht mehr kontaktiert. Alle Nachrichten, die für Sie geplant waren, sind gestoppt.',
  'Thank you. Your correction was sent to the team.': 'Vielen Dank. Ihre Berichtigung wurde an das Team gesendet.',
  'Your earlier correction is still open, and this one does not fit beside it. Send a shorter one, or wait for the team.':
    'Ihre frühere Berichtigung ist noch offen, und diese passt nicht mehr daneben. Senden Sie eine kürzere, oder warten Sie auf das Team.',
  'Write what should be corrected.': 'Schreiben Sie, was berichtigt werden soll.',
  "The code couldn't be sent. Try again in an hour.":
    'Der Code konnte nicht gesendet werden. Versuchen Sie es in einer Stunde noch einmal.',
  'This code is wrong or has expired. Check the newest email, or ask for a new code.':
    'Dieser Code ist falsch oder abgelaufen. Sehen Sie in der neuesten E-Mail nach, oder fordern Sie einen neuen Code an.',
  'If this is one of the addresses that are held of you, a code is on its way to it. It is valid for {minutes} minutes.':
    'Wenn dies eine der Adressen ist, die von Ihnen gespeichert sind, ist ein Code dorthin unterwegs. Er gilt {minutes} Minuten.',
  'A code was sent to {address}. It is valid for {minutes} minutes.':
    'Ein Code wurde an {address} gesendet. Er gilt {minutes} Minuten.',
  'A code is on its way to {address}. It is valid for {minutes} minutes.':
    'Ein Code ist an {address} unterwegs. Er gilt {minutes} Minuten.',
  'Your request was received. You will get an answer within a month.':
    'Ihre Anfrage ist eingegangen. Sie erhalten innerhalb eines Monats eine Antwort.',
  "Your request was received. You won't be contacted again from now on. Your data will be erased within a month.":
    'Ihre Anfrage ist eingegangen. Sie werden ab sofort nicht mehr kontaktiert. Ihre Daten werden innerhalb eines Monats gelöscht.',
  'Your request was received. The team will check that it is you and answer within a month.':
    'Ihre Anfrage ist eingegangen. Das Team prüft, ob sie von Ihnen ist, und antwortet innerhalb eines Monats.',

  // What is held
  'your name': 'Ihr Name',
  'your email address': 'Ihre E-Mail-Adresse',
  'further email addresses of yours': 'weitere E-Mail-Adressen von Ihnen',
  'your phone number': 'Ihre Telefonnummer',
  'your LinkedIn profile': 'Ihr LinkedIn-Profil',
  'your job': 'Ihre Position',
  'the company you work for': 'das Unternehmen, für das Sie arbeiten',
  'your location': 'Ihr Standort',
  'messages between us': 'Nachrichten zwischen uns',
  'research about your work from public sources': 'Recherche zu Ihrer Arbeit aus öffentlichen Quellen',

  // Where it comes from
  'CSV file': 'CSV-Datei',
  'Lead finder': 'Lead-Suche',
  'Another outreach tool': 'Anderes Outreach-Tool',
  'Archive of another organization': 'Archiv einer anderen Organisation',
  'Named in a reply': 'In einer Antwort genannt',
  'Wrote to us': 'Sie haben uns geschrieben',
  'Entered by hand': 'Von Hand eingetragen',
  'Contact data provider': 'Anbieter von Kontaktdaten',
  List: 'Liste',
  'Example data': 'Beispieldaten',
  'Before sources were recorded': 'Bevor Quellen erfasst wurden',

  // Its lines
  'Who holds your data': 'Wer Ihre Daten speichert',
  'Contact for data protection': 'Kontakt für Datenschutz',
  'What is held': 'Was gespeichert ist',
  'Where it comes from': 'Woher es stammt',
  'Since when': 'Seit wann',
  Why: 'Wozu',
  'Legal basis': 'Rechtsgrundlage',
  'Who receives it': 'Wer es erhält',
  'Until when': 'Bis wann',
  'Your rights': 'Ihre Rechte',
  'You can object, see your data, have it corrected or erased, have its use restricted, and receive a copy. The buttons below do this. No decision about you is made by a machine alone.':
    'Sie können widersprechen, Ihre Daten einsehen, sie berichtigen oder löschen lassen, ihre Verarbeitung einschränken lassen und eine Kopie erhalten. Die Schaltflächen unten tun das. Keine Entscheidung über Sie trifft allein eine Maschine.',
  Complaints: 'Beschwerden',
  'To contact you about products and services for your company.':
    'Um Sie wegen Produkten und Diensten für Ihr Unternehmen zu kontaktieren.',
  'The providers that carry our email, our LinkedIn messages and our customer records on our behalf. Your data is not sold.':
    'Die Anbieter, die in unserem Auftrag unsere E-Mails, unsere LinkedIn-Nachrichten und unsere Kundendaten verarbeiten. Ihre Daten werden nicht verkauft.',
  'Until you object or ask us to erase it, or until we no longer need it to contact you.':
    'Bis Sie widersprechen oder die Löschung verlangen, oder bis wir sie nicht mehr brauchen, um Sie zu kontaktieren.',
  'The data protection authority of the country where you live or work.':
    'Die Datenschutzbehörde des Landes, in dem Sie leben oder arbeiten.',
  'Legitimate interest (GDPR Art. 6(1)(f))': 'Berechtigtes Interesse (Art. 6 Abs. 1 Buchst. f DSGVO)',
  'Consent (GDPR Art. 6(1)(a))': 'Einwilligung (Art. 6 Abs. 1 Buchst. a DSGVO)',
  'Consent (GDPR Art. 6(1)(a)), given on {date}': 'Einwilligung (Art. 6 Abs. 1 Buchst. a DSGVO), erteilt am {date}',
  'A contract or steps before one (GDPR Art. 6(1)(b))':
    'Vertrag oder vorvertragliche Maßnahmen (Art. 6 Abs. 1 Buchst. b DSGVO)',
  'We contact people in their professional role about products and services for their company. We hold business contact details only, and everyone can object at any time with one click.':
    'Wir kontaktieren Personen in ihrer beruflichen Rolle wegen Produkten und Diensten für ihr Unternehmen. Wir speichern nur geschäftliche Kontaktdaten, und alle können jederzeit mit einem Klick widersprechen.',

  // What leads can do
  'Stop messages': 'Nachrichten stoppen',
  'Do not contact me again': 'Kontaktieren Sie mich nicht mehr',
  'Correct your data': 'Ihre Daten berichtigen',
  'Report an error': 'Einen Fehler melden',
  'What should be corrected?': 'Was soll berichtigt werden?',
  'Send correction': 'Berichtigung senden',
  'See or erase your data': 'Ihre Daten einsehen oder löschen',
  "A code is mailed to your address first. It proves that the request comes from you. Once you confirm an erasure, you won't be contacted again, even before your data is erased.":
    'Zuerst wird ein Code an Ihre Adresse gesendet. Er belegt, dass die Anfrage von Ihnen kommt. Sobald Sie eine Löschung bestätigen, werden Sie nicht mehr kontaktiert, auch bevor Ihre Daten gelöscht sind.',
  'Another address of yours (optional)': 'Eine andere Adresse von Ihnen (optional)',
  'Leave this empty to get the code at the address that we write to.':
    'Lassen Sie dies leer, um den Code an die Adresse zu erhalten, an die wir schreiben.',
  'Send me my data': 'Meine Daten anfordern',
  'Erase my data': 'Meine Daten löschen',
  'Code from the email': 'Code aus der E-Mail',
  Confirm: 'Bestätigen',
};
