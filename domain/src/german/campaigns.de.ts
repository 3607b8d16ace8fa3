/** Refusals of campaigns, the inbox and queues of people. Written by a model and checked by translating it back. */
export const CAMPAIGNS: Readonly<Record<string, string>> = {
  // Campaigns
  'This step has no message.': 'Dieser Schritt hat keine Nachricht.',
  'This campaign has changed in the meantime. Please try again.':
    'Diese Kampagne hat sich inzwischen geändert. Bitte versuchen Sie es noch einmal.',
  'This campaign has changed in the meantime. Check it before you continue.':
    'Diese Kampagne hat sich inzwischen geändert. Prüfen Sie sie, bevor Sie fortfahren.',
  'A campaign can have at most {most} steps and conditions.':
    'Eine Kampagne kann höchstens {most} Schritte und Bedingungen haben.',
  'This lead is not in this campaign.': 'Dieser Lead ist nicht in dieser Kampagne.',
  'None of these leads is in this campaign.': 'Keiner dieser Leads ist in dieser Kampagne.',
  'The link must be a whole address, like https://example.com/prices.':
    'Der Link muss eine ganze Adresse sein, etwa https://example.com/prices.',
  'This campaign is archived.': 'Diese Kampagne ist archiviert.',
  'This campaign is {state}.': 'Status dieser Kampagne: {state}.',
  'not started': 'nicht gestartet',
  paused: 'pausiert',
  completed: 'abgeschlossen',
  archived: 'archiviert',
  'This lead does not wait for a call.': 'Dieser Lead wartet auf keinen Anruf.',
  'There is no message of this lead left to confirm.': 'Es gibt keine Nachricht dieses Leads mehr zu bestätigen.',
  'This message can no longer be changed.': 'Diese Nachricht lässt sich nicht mehr ändern.',
  'Please export at most {most} leads per file.': 'Bitte exportieren Sie höchstens {most} Leads pro Datei.',
  'The note of the invite is longer than {most} characters for this lead.':
    'Die Notiz der Einladung ist bei diesem Lead länger als {most} Zeichen.',
  'The {step} step is switched off for your organization. Delete it, or ask your administrator to switch it on.':
    'Der Schritt {step} ist für Ihre Organisation ausgeschaltet. Löschen Sie ihn, oder bitten Sie Ihre Administration, ihn einzuschalten.',
  'Choose the signature of this campaign.': 'Wählen Sie die Signatur dieser Kampagne.',
  'Choose a text column to name senders.': 'Wählen Sie eine Textspalte, die Absender nennt.',
  'Please enter a campaign name.': 'Bitte geben Sie einen Namen für die Kampagne ein.',
  'Please choose a time zone from the list.': 'Bitte wählen Sie eine Zeitzone aus der Liste.',
  'Please choose public holidays from the list.': 'Bitte wählen Sie Feiertage aus der Liste.',
  'No other connected sender of this campaign can take these leads. Add one first.':
    'Kein anderer verbundener Absender dieser Kampagne kann diese Leads übernehmen. Fügen Sie zuerst einen hinzu.',
  'This sender does not send email.': 'Dieser Absender sendet keine E-Mails.',
  'This sender is not a LinkedIn account.': 'Dieser Absender ist kein LinkedIn-Konto.',
  'This sender is not in the campaign.': 'Dieser Absender ist nicht in der Kampagne.',
  'This account is disconnected. Reconnect it before leads begin again.':
    'Dieses Konto ist nicht verbunden. Verbinden Sie es neu, bevor Leads wieder beginnen.',
  'This is an example: its people do not exist. Create a campaign of your own to start it.':
    'Dies ist ein Beispiel: Die Personen gibt es nicht. Erstellen Sie eine eigene Kampagne, um sie zu starten.',
  'Campaigns do not send from this account.': 'Von diesem Konto senden keine Kampagnen.',
  'A sending window has days, start and end.': 'Zu Sendezeiten gehören Tage, Beginn und Ende.',
  'Choose at least one day from 1 (Monday) to 7 (Sunday).':
    'Wählen Sie mindestens einen Tag von 1 (Montag) bis 7 (Sonntag).',
  'Times are written HH:MM.': 'Zeiten werden als HH:MM geschrieben.',
  'The sending window must end after it starts.': 'Die Sendezeit muss nach ihrem Beginn enden.',
  'A day has at most three windows.': 'Ein Tag hat höchstens drei Sendezeiten.',
  'Windows of one day must not overlap.': 'Sendezeiten eines Tages dürfen sich nicht überschneiden.',
  'Please add a step before saving this campaign as a template.':
    'Bitte fügen Sie einen Schritt hinzu, bevor Sie diese Kampagne als Vorlage speichern.',
  'The messages of this campaign are too long for a template.':
    'Die Nachrichten dieser Kampagne sind zu lang für eine Vorlage.',
  'At most {most} templates can be saved.': 'Es lassen sich höchstens {most} Vorlagen speichern.',

  // Templates of the program
  'Email: short introduction': 'E-Mail: kurze Vorstellung',
  'Three short emails over eight days: a question, one more idea and a polite sign-off.':
    'Drei kurze E-Mails in acht Tagen: eine Frage, eine weitere Idee und ein höflicher Abschluss.',
  'Email: two openings tested': 'E-Mail: zwei Einstiege im Test',
  'The first email in two versions (A/B): the replies decide which opening stays.':
    'Die erste E-Mail in zwei Fassungen (A/B): Die Antworten entscheiden, welcher Einstieg bleibt.',
  'Email: five touches in three weeks': 'E-Mail: fünf Kontakte in drei Wochen',
  'A patient sequence: every email adds one new thought and is shorter than the one before.':
    'Eine geduldige Sequenz: Jede E-Mail bringt einen neuen Gedanken und ist kürzer als die vorige.',
  'LinkedIn: connect, then talk': 'LinkedIn: erst vernetzen, dann schreiben',
  'An invite with a note. Leads who accept get two messages; the other invites are withdrawn.':
    'Eine Einladung mit Notiz. Wer annimmt, erhält zwei Nachrichten; die anderen Einladungen werden zurückgezogen.',
  'LinkedIn: warm up first': 'LinkedIn: erst bekannt werden',
  'A visit and a like before the invite without a note, then a conversation that asks before it offers.':
    'Ein Besuch und ein Like vor der Einladung ohne Notiz, dann ein Gespräch, das erst fragt und dann anbietet.',
  'LinkedIn: message contacts, InMail others': 'LinkedIn: Kontakten schreiben, anderen per InMail',
  'Asks first who is a connection already: they get messages, everybody else one InMail.':
    'Prüft zuerst, wer schon vernetzt ist: Diese Leads erhalten Nachrichten, alle anderen eine InMail.',
  'Email and a call': 'E-Mail und ein Anruf',
  'Two emails that make your name known, a call, and an email after it.':
    'Zwei E-Mails, die Ihren Namen bekannt machen, ein Anruf und danach eine E-Mail.',
  'LinkedIn and email side by side': 'LinkedIn und E-Mail nebeneinander',
  'An email and an invite in the same week; leads who accept get messages on LinkedIn, the others by email.':
    'Eine E-Mail und eine Einladung in derselben Woche; wer annimmt, erhält Nachrichten auf LinkedIn, die anderen E-Mails.',
  'Email, InMail and a call': 'E-Mail, InMail und ein Anruf',
  'For few and important leads: three channels in two weeks, each referring to the one before.':
    'Für wenige, wichtige Leads: drei Kanäle in zwei Wochen, jeder mit Bezug auf den vorigen.',
  'Email, then call who has a number': 'E-Mail, dann Anruf, wo es eine Nummer gibt',
  'Two emails; leads with a phone number are called, the others get a third email.':
    'Zwei E-Mails; Leads mit Telefonnummer werden angerufen, die anderen erhalten eine dritte E-Mail.',
  'Email where there is one, LinkedIn otherwise': 'E-Mail, wo es eine gibt, sonst LinkedIn',
  'Finds out who has an email address and writes to them; everybody else gets an invite or an InMail.':
    'Stellt fest, wer eine E-Mail-Adresse hat, und schreibt dorthin; alle anderen erhalten eine Einladung oder eine InMail.',
  'Every channel, one after the other': 'Alle Kanäle nacheinander',
  'Invite first, messages and a call for who accepts; email or InMail for who does not.':
    'Zuerst eine Einladung, Nachrichten und ein Anruf für alle, die annehmen; sonst E-Mail oder InMail.',

  // What an assistant asks to do
  'Resume the campaign {name}': 'Die Kampagne {name} fortsetzen',
  'Start the campaign {name}': 'Die Kampagne {name} starten',
  'Send a message to {name}': 'Eine Nachricht an {name} senden',
  Leads: 'Leads',
  Senders: 'Absender',
  To: 'An',
  From: 'Von',
  'Left out of this calculation': 'In dieser Rechnung nicht enthalten',
  '{n} leads': '{n} Leads',
  '{n} leads: {reason}': '{n} Leads: {reason}',
  'Most actions on a day, each sender': 'Meiste Aktionen an einem Tag, je Absender',
  'Ends about': 'Endet etwa',
  'Credits for look-ups, at most': 'Credits für Kontaktsuchen, höchstens',
  'Will fail': 'Wird scheitern',

  // Missing data
  'More leads lack this now. Check them before you decide.':
    'Inzwischen fehlt dies bei mehr Leads. Prüfen Sie sie, bevor Sie entscheiden.',
  'This cannot be done for this step.': 'Bei diesem Schritt geht das nicht.',
  'Write the words to use instead.': 'Schreiben Sie die Worte, die stattdessen stehen sollen.',
  'A fallback message would not help here.': 'Eine Ersatznachricht würde hier nicht helfen.',
  'No look-up finds this.': 'Das findet keine Kontaktsuche.',
  'Say which decision to take back.': 'Geben Sie an, welche Entscheidung zurückgenommen wird.',
  'There is nothing to fill in.': 'Es gibt nichts auszufüllen.',
  'This cannot be filled in here.': 'Das lässt sich hier nicht ausfüllen.',

  // Revisions
  'There are no changes to publish.': 'Es gibt keine Änderungen zu veröffentlichen.',
  '{step} step: {problem}': 'Schritt {step}: {problem}',
  'Another revision was published in the meantime. Review it first.':
    'Inzwischen wurde eine andere Revision veröffentlicht. Sehen Sie sie sich zuerst an.',
  'This campaign is being edited. Publish or discard those changes first.':
    'Diese Kampagne wird gerade bearbeitet. Veröffentlichen oder verwerfen Sie zuerst diese Änderungen.',
  'Nothing was changed.': 'Nichts wurde geändert.',
  'Leads are at this condition right now. Publish again in a minute.':
    'Gerade sind Leads an dieser Bedingung. Veröffentlichen Sie in einer Minute noch einmal.',
  'These steps do not make one flow.': 'Diese Schritte ergeben keinen zusammenhängenden Ablauf.',
  'Leads have reached the {step} step, so it cannot become another one. Delete it and add a new one.':
    'Leads haben den Schritt {step} erreicht, deshalb lässt er sich nicht in einen anderen umwandeln. Löschen Sie ihn und fügen Sie einen neuen hinzu.',
  'Leads have reached the {step} step, so it cannot be moved. Delete it and add a new one.':
    'Leads haben den Schritt {step} erreicht, deshalb lässt er sich nicht verschieben. Löschen Sie ihn und fügen Sie einen neuen hinzu.',
  'A time is chosen already. Cancel it before you choose another one.':
    'Es ist bereits ein Zeitpunkt gewählt. Heben Sie ihn auf, bevor Sie einen anderen wählen.',
  'Please choose a time that is still to come.': 'Bitte wählen Sie einen Zeitpunkt, der noch kommt.',
  'Please choose a time within {days} days.': 'Bitte wählen Sie einen Zeitpunkt innerhalb von {days} Tagen.',
  'Only a campaign that was started and is not archived is edited in a working copy.':
    'Nur eine gestartete, nicht archivierte Kampagne wird in einer Arbeitskopie bearbeitet.',
  'Too many files were added to this step. Publish or discard first.':
    'Diesem Schritt wurden zu viele Dateien hinzugefügt. Veröffentlichen oder verwerfen Sie zuerst.',

  // Tests and variants
  '“{name}” is written for this lead before the message is sent. Write it now in the preview, then send the test.':
    '„{name}“ wird für diesen Lead geschrieben, bevor die Nachricht gesendet wird. Schreiben Sie es jetzt in der Vorschau, dann senden Sie den Test.',
  'This campaign has no email step yet.': 'Diese Kampagne hat noch keinen E-Mail-Schritt.',
  'Only emails can be sent as a test.': 'Nur E-Mails lassen sich als Test senden.',
  'This step has no message yet.': 'Dieser Schritt hat noch keine Nachricht.',
  'Choose the mailbox of this campaign first. The test is sent from it.':
    'Wählen Sie zuerst das Postfach dieser Kampagne. Der Test wird von dort gesendet.',
  'There is no winner to take back.': 'Es gibt keinen Sieger, der sich zurücknehmen lässt.',
  'The shares were changed in the meantime. Look at them again.':
    'Die Anteile wurden inzwischen geändert. Sehen Sie sie sich noch einmal an.',
  'This step has one message. Add a variant first.':
    'Dieser Schritt hat nur eine Nachricht. Fügen Sie zuerst eine Variante hinzu.',
  'A stopped variant has no message.': 'Eine gestoppte Variante hat keine Nachricht.',
  'One variant has to run.': 'Eine Variante muss laufen.',
  'A winner needs two variants that run.': 'Für einen Sieger müssen zwei Varianten laufen.',
  'Give each variant that runs one share.': 'Geben Sie jeder laufenden Variante einen Anteil.',
  'The shares have to add up to 100 %.': 'Die Anteile müssen zusammen 100 % ergeben.',
  'Too early to say: {sent} of {needed} messages per variant count so far.':
    'Noch zu früh: Bisher zählen {sent} von {needed} Nachrichten pro Variante.',
  '{variant} wins: {figures}; {percent} % chance of error.':
    '{variant} gewinnt: {figures}; {percent} % Irrtumswahrscheinlichkeit.',
  '{variant} is ahead: {figures}; {percent} % chance of error.':
    '{variant} liegt vorn: {figures}; {percent} % Irrtumswahrscheinlichkeit.',
  'No difference worth waiting for: {figures}.': 'Kein Unterschied, auf den zu warten sich lohnt: {figures}.',
  'No difference to see yet: {figures}.': 'Noch kein Unterschied zu sehen: {figures}.',
  'Variant {letter}': 'Variante {letter}',
  '{a} of {b} against {c} of {d} replied': '{a} von {b} gegen {c} von {d} haben geantwortet',
  '{a} of {b} against {c} of {d} were interested': '{a} von {b} gegen {c} von {d} waren interessiert',
  '“{name}” is left to fill in.': '„{name}“ ist noch auszufüllen.',
  '“{name}” is a placeholder of another tool. Here it is {ours}.':
    '„{name}“ ist ein Platzhalter eines anderen Tools. Hier heißt er {ours}.',
  'The condition “{name}” has no text. Write the text for at least one case.':
    'Die Bedingung „{name}“ hat keinen Text. Schreiben Sie den Text für mindestens einen Fall.',

  // Calls and LinkedIn by hand
  'Choose hours or working days.': 'Wählen Sie Stunden oder Arbeitstage.',
  'There can be {most} outcomes of your own.': 'Es kann {most} eigene Ergebnisse geben.',
  'There is an outcome with this name.': 'Ein Ergebnis mit diesem Namen gibt es schon.',
  'The lead no longer waits for this call.': 'Der Lead wartet nicht mehr auf diesen Anruf.',
  '{name} has already recorded an outcome.': '{name} hat bereits ein Ergebnis erfasst.',
  '{name} has this call now.': '{name} hat jetzt diesen Anruf.',
  '{name} has this card now.': '{name} hat jetzt diese Karte.',
  'Another team member': 'Ein anderes Teammitglied',
  'A former team member': 'Ein früheres Teammitglied',
  'Unknown lead': 'Unbekannter Lead',
  'Your ten minutes are over, and the call went back to the queue.':
    'Ihre zehn Minuten sind vorbei, und der Anruf ist wieder in der Warteschlange.',
  'Your ten minutes are over, and the card went back to the queue.':
    'Ihre zehn Minuten sind vorbei, und die Karte ist wieder in der Warteschlange.',
  'This call is no longer in the queue, or another team member has it.':
    'Dieser Anruf ist nicht mehr in der Warteschlange, oder ein anderes Teammitglied hat ihn.',
  'The call went back to the queue.': 'Der Anruf ist wieder in der Warteschlange.',
  'You have already recorded another outcome. Undo it first.':
    'Sie haben bereits ein anderes Ergebnis erfasst. Machen Sie es zuerst rückgängig.',
  'You have already recorded an outcome. Undo it first.':
    'Sie haben bereits ein Ergebnis erfasst. Machen Sie es zuerst rückgängig.',
  'This outcome means something else.': 'Dieses Ergebnis bedeutet etwas anderes.',
  'This outcome does not fit this action.': 'Dieses Ergebnis passt nicht zu dieser Aktion.',
  'Choose when to call again.': 'Wählen Sie, wann wieder angerufen wird.',
  'Choose a time in the future.': 'Wählen Sie einen Zeitpunkt in der Zukunft.',
  'Choose a time within a year.': 'Wählen Sie einen Zeitpunkt innerhalb eines Jahres.',
  'The outcome has taken effect. It can no longer be undone.':
    'Das Ergebnis ist wirksam. Es lässt sich nicht mehr rückgängig machen.',
  'The call was overdue, and a team member left it out.':
    'Der Anruf war überfällig, und ein Teammitglied hat ihn ausgelassen.',
  'This action is no longer planned.': 'Diese Aktion ist nicht mehr geplant.',
  'This sender has not contacted this lead by hand.': 'Dieser Absender hat diesen Lead nicht von Hand kontaktiert.',
  "Couldn't read this file: {reason}": 'Diese Datei ließ sich nicht lesen: {reason}',
  'Enter the address of a LinkedIn profile, such as https://www.linkedin.com/in/ada-jansen.':
    'Geben Sie die Adresse eines LinkedIn-Profils ein, etwa https://www.linkedin.com/in/ada-jansen.',
  '{name} is already a sender with this profile.': '{name} ist bereits ein Absender mit diesem Profil.',

  // Inbox
  'The file {name} is no longer there. Leave it out.': 'Die Datei {name} ist nicht mehr da. Lassen Sie sie weg.',
  'Only emails that were sent or received can be forwarded.':
    'Nur gesendete oder empfangene E-Mails lassen sich weiterleiten.',
  'A virus was found in the file {name}. Leave it out.':
    'In der Datei {name} wurde ein Virus gefunden. Lassen Sie sie weg.',
  'A file of this email is no longer there.': 'Eine Datei dieser E-Mail ist nicht mehr da.',
  'Choose a mailbox to forward this email from.': 'Wählen Sie ein Postfach, von dem diese E-Mail weitergeleitet wird.',
  "This email doesn't name {address}. Forward it instead.":
    'Diese E-Mail nennt {address} nicht. Leiten Sie sie stattdessen weiter.',
  "{address} is this lead's own address. Reply to the lead instead.":
    '{address} ist die eigene Adresse dieses Leads. Antworten Sie stattdessen dem Lead.',
  'A file of this message is no longer there. Add it again.':
    'Eine Datei dieser Nachricht ist nicht mehr da. Fügen Sie sie noch einmal hinzu.',
  'A message is on its way to this person. Try again in a minute.':
    'Eine Nachricht an diese Person ist unterwegs. Versuchen Sie es in einer Minute noch einmal.',
  'A campaign is sending a message to this lead at this moment. Read it, then send yours.':
    'Eine Kampagne sendet diesem Lead gerade eine Nachricht. Lesen Sie sie, dann senden Sie Ihre.',
  'A message can have up to {most} files.': 'Eine Nachricht kann bis zu {most} Dateien haben.',
  'The files of one message can have 25 MB together. Leave some of them out.':
    'Die Dateien einer Nachricht können zusammen 25 MB haben. Lassen Sie einige weg.',
  'The files of a message on {channel} can have 15 MB together. Leave some of them out.':
    'Die Dateien einer Nachricht auf {channel} können zusammen 15 MB haben. Lassen Sie einige weg.',
  'The image “{name}” is no longer attached. Add it again, or delete it from the text.':
    'Das Bild „{name}“ ist nicht mehr angehängt. Fügen Sie es noch einmal hinzu, oder löschen Sie es aus dem Text.',
  'Two files are called “{name}”. Remove one of them.': 'Zwei Dateien heißen „{name}“. Entfernen Sie eine davon.',
  'Message cannot be longer than {most} characters': 'Die Nachricht darf nicht länger als {most} Zeichen sein',
  'Fill in {names} first.': 'Füllen Sie zuerst aus: {names}.',
  'A message can have up to {most} recipients; this one has {count}.':
    'Eine Nachricht kann bis zu {most} Empfänger haben; diese hat {count}.',
  'The sender account {name} is disconnected. Reconnect it to reply.':
    'Der Absender {name} ist nicht verbunden. Verbinden Sie ihn neu, um zu antworten.',
  'This sender account is no longer connected.': 'Dieser Absender ist nicht mehr verbunden.',
  'The sender account of this conversation is no longer connected.':
    'Der Absender dieser Unterhaltung ist nicht mehr verbunden.',
  "{reason} You can't write to this address.": '{reason} An diese Adresse können Sie nicht schreiben.',
  'This signature is no longer there. Choose another one.': 'Diese Signatur ist nicht mehr da. Wählen Sie eine andere.',
  '{name} is in a campaign already.': '{name} ist bereits in einer Kampagne.',
  '{name} works at a company you have excluded.': '{name} arbeitet in einem Unternehmen, das Sie ausgeschlossen haben.',
  '{name} was contacted before, in another tool or by email.':
    '{name} wurde bereits in einem anderen Tool oder per E-Mail kontaktiert.',
  'There is no conversation with this lead to answer yet.': 'Es gibt noch keine Unterhaltung mit diesem Lead.',
  'This draft was sent, discarded or replaced before.': 'Dieser Entwurf wurde schon gesendet, verworfen oder ersetzt.',
  'The newest reply changed the recipient to {address}. Check the message and send it again.':
    'Die neueste Antwort hat den Empfänger auf {address} geändert. Prüfen Sie die Nachricht und senden Sie sie noch einmal.',
  'Please add a subject line.': 'Bitte ergänzen Sie einen Betreff.',
  'This lead has not written to {name} on {channel} yet.':
    'Dieser Lead hat {name} auf {channel} noch nicht geschrieben.',
  'This message could not be read here. Open it in your mailbox to see what it says.':
    'Diese Nachricht ließ sich hier nicht lesen. Öffnen Sie sie in Ihrem Postfach.',
  'This message is encrypted and could not be read here. Open it in your mailbox to see what it says.':
    'Diese Nachricht ist verschlüsselt und ließ sich hier nicht lesen. Öffnen Sie sie in Ihrem Postfach.',
  "A file that came with this message couldn't be saved here. Open the message in your mailbox to get it.":
    'Eine Datei zu dieser Nachricht ließ sich hier nicht speichern. Öffnen Sie die Nachricht in Ihrem Postfach, um sie zu erhalten.',
  "{n} files that came with this message couldn't be saved here. Open the message in your mailbox to get them.":
    '{n} Dateien zu dieser Nachricht ließen sich hier nicht speichern. Öffnen Sie die Nachricht in Ihrem Postfach, um sie zu erhalten.',
};
