/** Imports, lists and cells, with the names of fields and steps. Written by a model and checked by translating it back. */
export const LEADS: Readonly<Record<string, string>> = {
  // Fields and steps
  Email: 'E-Mail',
  'First name': 'Vorname',
  'Last name': 'Nachname',
  'LinkedIn URL': 'LinkedIn-URL',
  Headline: 'Kurzprofil',
  'Job title': 'Position',
  Location: 'Ort',
  'Time zone': 'Zeitzone',
  Company: 'Unternehmen',
  'Company name': 'Name des Unternehmens',
  'Company website': 'Website des Unternehmens',
  'Company website URL': 'Website-URL des Unternehmens',
  'Company LinkedIn URL': 'LinkedIn-URL des Unternehmens',
  'Company location': 'Standort des Unternehmens',
  Industry: 'Branche',
  'Company industry': 'Branche des Unternehmens',
  Employees: 'Beschäftigte',
  'Company size': 'Größe des Unternehmens',
  Revenue: 'Umsatz',
  'LinkedIn Invite': 'LinkedIn-Einladung',
  'LinkedIn Message': 'LinkedIn-Nachricht',
  'Visit LinkedIn Profile': 'LinkedIn-Profil besuchen',
  'Delete LinkedIn Invite': 'LinkedIn-Einladung zurückziehen',
  'Like Last LinkedIn Post': 'Letzten LinkedIn-Beitrag liken',
  'Call Prospect': 'Lead anrufen',

  // Rows of a file
  'Skipped: no LinkedIn URL.': 'Übersprungen: keine LinkedIn-URL.',
  'Skipped: no LinkedIn URL, email or phone number.':
    'Übersprungen: weder LinkedIn-URL noch E-Mail-Adresse noch Telefonnummer.',
  'Skipped: this person was erased on request.': 'Übersprungen: Diese Person wurde auf Wunsch gelöscht.',
  'Duplicate: already in this list.': 'Doppelt: schon in dieser Liste.',
  'Duplicate: the same person as another row.': 'Doppelt: dieselbe Person wie in einer anderen Zeile.',
  'Duplicate: the same person as in row {n}.': 'Doppelt: dieselbe Person wie in Zeile {n}.',
  "Check this row: its LinkedIn URL is one lead's and its email is another's. The email was left out.":
    'Prüfen Sie diese Zeile: Die LinkedIn-URL gehört zu einem Lead, die E-Mail-Adresse zu einem anderen. Die E-Mail-Adresse wurde ausgelassen.',
  'This row has {cells} cells, the heading has {width}.': 'Diese Zeile hat {cells} Zellen, die Kopfzeile hat {width}.',
  'This row has {cells}, the heading has {width}. A quote mark may be missing.':
    'Diese Zeile hat {cells}, die Kopfzeile hat {width}. Möglicherweise fehlt ein Anführungszeichen.',
  '1 cell': '1 Zelle',
  '{n} cells': '{n} Zellen',
  'A quote is opened in this row and not closed.':
    'In dieser Zeile wird ein Anführungszeichen geöffnet und nicht geschlossen.',
  'This row is too long.': 'Diese Zeile ist zu lang.',
  'A cell is longer than {most} characters.': 'Eine Zelle ist länger als {most} Zeichen.',
  'The LinkedIn address is not that of a person.': 'Die LinkedIn-Adresse ist nicht die einer Person.',
  '{label}: “{value}” is not an email address.': '{label}: „{value}“ ist keine E-Mail-Adresse.',
  '{label}: “{value}” is not a web address.': '{label}: „{value}“ ist keine Webadresse.',
  '“{name}”: “{value}” is too long.': '„{name}“: „{value}“ ist zu lang.',
  '“{name}”: “{value}” is not a number.': '„{name}“: „{value}“ ist keine Zahl.',
  '“{name}”: “{value}” is not a date.': '„{name}“: „{value}“ ist kein Datum.',
  '“{name}”: “{value}” is not a web address.': '„{name}“: „{value}“ ist keine Webadresse.',
  '“{name}”: “{value}” is not yes or no.': '„{name}“: „{value}“ ist weder Ja noch Nein.',
  '{label}: “{value}” is not a phone number.': '{label}: „{value}“ ist keine Telefonnummer.',
  '{label}: “{value}” is not a time zone.': '{label}: „{value}“ ist keine Zeitzone.',
  '{label}: “{value}” has letters that its file lost.':
    '{label}: In „{value}“ fehlen Buchstaben, die die Datei verloren hat.',
  '“{name}”': '„{name}“',
  'Added.': 'Hinzugefügt.',
  'Added without:': 'Hinzugefügt ohne:',
  'Left out:': 'Ausgelassen:',
  'Added without: {rest}': 'Hinzugefügt ohne: {rest}',
  'Left out: {rest}': 'Ausgelassen: {rest}',
  'The import failed several times at the same place.': 'Der Import ist mehrmals an derselben Stelle fehlgeschlagen.',
  'The uploaded file is gone.': 'Die hochgeladene Datei ist verschwunden.',
  'This import can no longer be undone.': 'Dieser Import lässt sich nicht mehr rückgängig machen.',
  "This import can't be undone: the version before kept none of the values it changed.":
    'Dieser Import lässt sich nicht rückgängig machen: Die vorige Version hat keinen der geänderten Werte aufbewahrt.',
  'Undoing failed several times at the same place. Try again.':
    'Das Rückgängigmachen ist mehrmals an derselben Stelle fehlgeschlagen. Versuchen Sie es noch einmal.',
  'The mapping is not JSON.': 'Die Zuordnung ist kein JSON.',
  'The mapping is not an object.': 'Die Zuordnung ist kein Objekt.',
  'There is no field "{name}".': 'Es gibt kein Feld „{name}“.',
  'The column of {field} must be text.': 'Die Spalte für {field} muss Text sein.',
  'The columns are not JSON.': 'Die Spalten sind kein JSON.',
  'The columns are not a list of headings.': 'Die Spalten sind keine Liste von Überschriften.',
  'The custom columns are not JSON.': 'Die eigenen Spalten sind kein JSON.',
  'The custom columns are not a list of header, name and type.':
    'Die eigenen Spalten sind keine Liste aus Überschrift, Name und Typ.',
  'The file has no column "{name}".': 'Die Datei hat keine Spalte „{name}“.',
  'Two columns of the file have the same name.': 'Zwei Spalten der Datei haben denselben Namen.',
  'A custom column was changed while the file was read. Please try again.':
    'Eine eigene Spalte wurde geändert, während die Datei gelesen wurde. Bitte versuchen Sie es noch einmal.',

  // LinkedIn imports
  'LinkedIn is not set up correctly. Please ask your administrator.':
    'LinkedIn ist nicht richtig eingerichtet. Bitte wenden Sie sich an die Administration dieser Installation.',
  'The {what} was not found, or this account cannot see it.':
    '{what}: nicht gefunden, oder dieses Konto kann es nicht sehen.',
  'LinkedIn does not let this account read the {what}.': 'LinkedIn erlaubt diesem Konto das Lesen nicht: {what}.',
  'LinkedIn post': 'LinkedIn-Beitrag',
  'LinkedIn group': 'LinkedIn-Gruppe',
  'LinkedIn search': 'LinkedIn-Suche',
  'Sales Navigator search': 'Suche im Sales Navigator',
  'LinkedIn Recruiter search': 'Suche im LinkedIn Recruiter',
  'LinkedIn refused: {reason}': 'LinkedIn hat abgelehnt: {reason}',
  'LinkedIn kept asking this account to slow down. Try again tomorrow.':
    'LinkedIn bat dieses Konto immer wieder, langsamer zu werden. Versuchen Sie es morgen noch einmal.',
  'LinkedIn could not be reached for a long time.': 'LinkedIn war lange nicht erreichbar.',
  'This post has no reactions or comments yet.': 'Dieser Beitrag hat noch keine Reaktionen oder Kommentare.',
  'No members were found. The account must be a member of the group.':
    'Es wurden keine Mitglieder gefunden. Das Konto muss Mitglied der Gruppe sein.',
  'This search has no results.': 'Diese Suche hat keine Ergebnisse.',
  'The LinkedIn account {name} is disconnected. Reconnect it on the Senders page and import again.':
    'Das LinkedIn-Konto {name} ist nicht verbunden. Verbinden Sie es auf der Seite „Absender“ neu, und importieren Sie noch einmal.',
  'This is not the address of a person.': 'Das ist nicht die Adresse einer Person.',
  'This LinkedIn account is resting.': 'Dieses LinkedIn-Konto ruht gerade.',
  'This account has read as many people today as LinkedIn allows.':
    'Dieses Konto hat heute so viele Personen gelesen, wie LinkedIn erlaubt.',
  'Something went wrong on our side; we try again.': 'Bei uns ist etwas schiefgegangen; wir versuchen es noch einmal.',
  "Something went wrong on our side. We'll try again.":
    'Bei uns ist etwas schiefgegangen. Wir versuchen es noch einmal.',

  // Imports from other tools
  'Messages and steps of {tool}': 'Nachrichten und Schritte von {tool}',
  'An export holds leads only. Write the campaign here, or import the tool by its API key.':
    'Ein Export enthält nur Leads. Schreiben Sie die Kampagne hier, oder importieren Sie das Tool über seinen API-Schlüssel.',
  'Columns of {tool}: {names}': 'Spalten von {tool}: {names}',
  'Ids and addresses of {tool} that mean nothing here.': 'IDs und Adressen von {tool}, die hier nichts bedeuten.',
  'Only the first {most} of {all} steps fit.': 'Nur die ersten {most} von {all} Schritten passen.',
  'Step {n}': 'Schritt {n}',
  '{step} has {n} variants. The first two are kept.': '{step} hat {n} Varianten. Die ersten beiden bleiben.',
  '{step} waits longer than {most} days; it waits {days} days here.':
    '{step} wartet länger als {most} Tage; hier wartet er {days} Tage.',
  '{step}: the {field} is cut to {most} characters.': '{step}: auf {most} Zeichen gekürzt ({field}).',
  subject: 'Betreff',
  message: 'Nachricht',
  'Variables without a column here: {names}.': 'Variablen ohne Spalte hier: {names}.',
  'The list of excluded domains is full.': 'Die Liste der ausgeschlossenen Domains ist voll.',
  'This person was erased here, or has another address.':
    'Diese Person wurde hier gelöscht, oder sie hat eine andere Adresse.',
  "Statuses we don't know count as contacted: {names}.": 'Unbekannte Status zählen als kontaktiert: {names}.',
  "In {rows} the time of the last message can't be read. Such a lead counts as contacted.":
    'In {rows} lässt sich die Zeit der letzten Nachricht nicht lesen. Ein solcher Lead zählt als kontaktiert.',
  '{rows} repeat a lead of the same campaign: they were merged.':
    '{rows} wiederholen einen Lead derselben Kampagne: Sie wurden zusammengeführt.',
  '1 row': '1 Zeile',
  '{n} rows': '{n} Zeilen',
  'A file has more than {most} rows, or all files together: the rest was not read.':
    'Eine Datei oder alle zusammen haben mehr als {most} Zeilen: Der Rest wurde nicht gelesen.',
  'Neither an email address, a domain, a LinkedIn profile nor a number with its country code.':
    'Weder eine E-Mail-Adresse noch eine Domain, ein LinkedIn-Profil oder eine Nummer mit Landesvorwahl.',
  'Neither a usable email address nor a LinkedIn profile.':
    'Weder eine brauchbare E-Mail-Adresse noch ein LinkedIn-Profil.',
  'The uploaded file is gone. Upload it again.':
    'Die hochgeladene Datei ist verschwunden. Laden Sie sie noch einmal hoch.',
  'More than {most} objects: the rest was not read.': 'Mehr als {most} Objekte: Der Rest wurde nicht gelesen.',
  '{tool} sends the same page again and again.': '{tool} sendet immer wieder dieselbe Seite.',
  '{what} Check the key and its rights, then continue. Nothing that was read is lost.':
    '{what} Prüfen Sie den Schlüssel und seine Rechte, dann machen Sie weiter. Nichts Gelesenes ging verloren.',
  '{what} Continue when it works again.': '{what} Machen Sie weiter, wenn es wieder funktioniert.',
  "{what} We'll retry.": '{what} Wir versuchen es noch einmal.',
  'The import failed several times at the same place. What was imported can be undone.':
    'Der Import ist mehrmals an derselben Stelle fehlgeschlagen. Was importiert wurde, lässt sich rückgängig machen.',
  'The key of this import was deleted. Enter an API key.':
    'Der Schlüssel dieses Imports wurde gelöscht. Geben Sie einen API-Schlüssel ein.',
  'This import is not paused.': 'Dieser Import ist nicht pausiert.',
  'This import is not waiting to be started.': 'Dieser Import wartet nicht darauf, gestartet zu werden.',
  'This import has ended already.': 'Dieser Import ist bereits beendet.',
  "This import can't be undone any longer.": 'Dieser Import lässt sich nicht mehr rückgängig machen.',
  "This import can't be undone.": 'Dieser Import lässt sich nicht rückgängig machen.',
  '{what} stay: they are in use or were edited since the import.':
    '{what} bleiben: Sie werden verwendet oder wurden seit dem Import bearbeitet.',
  'We don’t recognize this file. Choose the tool it is from.':
    'Wir erkennen diese Datei nicht. Wählen Sie das Tool, aus dem sie stammt.',
  'Only files of the same tool can be added, at most {most}, before the import is started.':
    'Vor dem Start des Imports lassen sich nur Dateien desselben Tools hinzufügen, höchstens {most}.',
  'Another import is open. Finish or stop it first.':
    'Ein anderer Import ist offen. Schließen Sie ihn zuerst ab, oder stoppen Sie ihn.',

  // The suppression list
  'The cell is empty.': 'Die Zelle ist leer.',
  'Only an email address bounces or is left behind.':
    'Nur eine E-Mail-Adresse kann unzustellbar sein oder bei einem Unternehmen zurückbleiben.',
  'A phone number needs its country code, like +31.': 'Eine Telefonnummer braucht ihre Landesvorwahl, etwa +49.',
  'Not the address of a person on LinkedIn.': 'Nicht die Adresse einer Person auf LinkedIn.',
  'Not a valid email address.': 'Keine gültige E-Mail-Adresse.',
  'Neither an address, a number, a profile nor a domain.': 'Weder Adresse noch Nummer, Profil oder Domain.',
  'Please enter a phone number with its country code, like +31 6 1234 5678.':
    'Bitte geben Sie eine Telefonnummer mit Landesvorwahl ein, etwa +49 151 23456789.',
  'Please enter the address of a LinkedIn profile.': 'Bitte geben Sie die Adresse eines LinkedIn-Profils ein.',
  'This address belongs to a lead. Copies name other leads.':
    'Diese Adresse gehört einem Lead. In Kopien stehen andere Leads.',
  'This address is on the suppression list.': 'Diese Adresse steht auf der Sperrliste.',

  // Cells and columns
  'This lead no longer exists.': 'Diesen Lead gibt es nicht mehr.',
  "This column can't be edited here.": 'Diese Spalte lässt sich hier nicht bearbeiten.',
  'Someone else cleared this cell.': 'Jemand anderes hat diese Zelle geleert.',
  'Someone else changed this cell to “{value}”.': 'Jemand anderes hat diese Zelle auf „{value}“ geändert.',
  'This text is too long.': 'Dieser Text ist zu lang.',
  'This is not a number.': 'Das ist keine Zahl.',
  'This is not a date. Write it like 2026-03-09.': 'Das ist kein Datum. Schreiben Sie es wie 2026-03-09.',
  'This is not a web address.': 'Das ist keine Webadresse.',
  'This is not an email address.': 'Das ist keine E-Mail-Adresse.',
  'This is not a phone number.': 'Das ist keine Telefonnummer.',
  'This is not a website address.': 'Das ist keine Adresse einer Website.',
  'Choose Yes or No.': 'Wählen Sie Ja oder Nein.',
  'A lead has at most {most} further addresses.': 'Ein Lead hat höchstens {most} weitere Adressen.',
  'Write a first name.': 'Geben Sie einen Vornamen ein.',
  'Write at most {most} characters.': 'Schreiben Sie höchstens {most} Zeichen.',
  'There is no such column.': 'Diese Spalte gibt es nicht.',
  'This column has too many different values to change its type.':
    'Diese Spalte hat zu viele verschiedene Werte, um ihren Typ zu ändern.',
  'This table cannot be sorted so.': 'Diese Tabelle lässt sich so nicht sortieren.',
  'This column cannot be sorted.': 'Diese Spalte lässt sich nicht sortieren.',
  'This column has no values to choose from.': 'Diese Spalte hat keine Werte zur Auswahl.',
  'You can add up to {most} leads at a time.': 'Sie können bis zu {most} Leads auf einmal hinzufügen.',
  'Choose another list.': 'Wählen Sie eine andere Liste.',
  'The value of 1 lead doesn’t': 'Der Wert von 1 Lead passt nicht',
  'The values of {count} leads don’t': 'Die Werte von {count} Leads passen nicht',

  // Filters
  'Choose at least one filter.': 'Wählen Sie mindestens einen Filter.',
  'Filters must be a list.': 'Filter müssen eine Liste sein.',
  'At most {most} filters are possible.': 'Es sind höchstens {most} Filter möglich.',
  'A group of filters matches all or any.': 'Eine Gruppe von Filtern verlangt alle oder einen davon.',
  'A group of filters must have a list of filters.': 'Eine Gruppe von Filtern braucht eine Liste von Filtern.',
  'A group of filters can contain groups, but those cannot contain more groups.':
    'Eine Gruppe von Filtern kann Gruppen enthalten, diese aber keine weiteren.',
  'A filter must have column, operation and value.': 'Ein Filter braucht Spalte, Vergleich und Wert.',
  'A filter must name a column.': 'Ein Filter muss eine Spalte nennen.',
  'A filter names a column that no longer exists. Remove that filter.':
    'Ein Filter nennt eine Spalte, die es nicht mehr gibt. Entfernen Sie diesen Filter.',
  'A filter names a column that no longer exists. Change the filters.':
    'Ein Filter nennt eine Spalte, die es nicht mehr gibt. Ändern Sie die Filter.',
  'This column cannot be filtered.': 'Nach dieser Spalte lässt sich nicht filtern.',
  'Unknown filter operation.': 'Unbekannter Vergleich.',
  'A filter value must be text.': 'Der Wert eines Filters muss Text sein.',
  'A filter value can have at most {most} characters.': 'Der Wert eines Filters kann höchstens {most} Zeichen haben.',
  'This column cannot be compared in this way.': 'Diese Spalte lässt sich so nicht vergleichen.',
  'The values of a filter must be a list of texts.': 'Die Werte eines Filters müssen eine Liste von Texten sein.',
  'A filter can have at most {most} values.': 'Ein Filter kann höchstens {most} Werte haben.',
  'Enter a number of days from 1 to {most}.': 'Geben Sie eine Zahl von Tagen von 1 bis {most} ein.',
  'Enter a date as 2026-03-09.': 'Geben Sie ein Datum wie 2026-03-09 ein.',
  'Enter a number.': 'Geben Sie eine Zahl ein.',
  'Enter both ends of the range.': 'Geben Sie beide Enden des Bereichs ein.',
  'This comparison takes one value.': 'Dieser Vergleich nimmt einen Wert.',
  'Its filters cannot be read any longer. Open it, check the filters and save it.':
    'Ihre Filter lassen sich nicht mehr lesen. Öffnen Sie sie, prüfen Sie die Filter und speichern Sie.',
};
