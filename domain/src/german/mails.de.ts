/** Mails to people who use the program, in German: subjects and paragraphs. Written by a model and checked by translating it back. */
export const MAILS_IN_GERMAN: Readonly<Record<string, string>> = {
  'Questions? {address}': 'Fragen? {address}',
  'Stop this email: {url}': 'Diese E-Mail abbestellen: {url}',
  '1 lead': '1 Lead',

  // Sign-up and sign-in
  'Your verification code: {code}': 'Ihr Bestätigungscode: {code}',
  'Welcome to {name}.': 'Willkommen bei {name}.',
  'Your verification code is {code}.': 'Ihr Bestätigungscode ist {code}.',
  'It is valid for {minutes} minutes and only for the sign-up it was sent for.':
    'Er gilt {minutes} Minuten und nur für die Registrierung, für die er gesendet wurde.',
  "If you didn't sign up, ignore this email and don't share the code. Nothing happens without it.":
    'Wenn Sie sich nicht registriert haben, ignorieren Sie diese E-Mail, und geben Sie den Code nicht weiter. Ohne ihn geschieht nichts.',
  'You already have an account': 'Sie haben bereits ein Konto',
  'Someone, probably you, tried to sign up with this email address. You already have an account.':
    'Jemand, vermutlich Sie, wollte sich mit dieser E-Mail-Adresse registrieren. Sie haben bereits ein Konto.',
  'Sign in here: {url}': 'Hier melden Sie sich an: {url}',
  'Forgot your password? {url}': 'Passwort vergessen? {url}',
  'Reset your password': 'Setzen Sie Ihr Passwort zurück',
  'You asked to reset your password. Follow this link to choose a new one:':
    'Sie möchten Ihr Passwort zurücksetzen. Folgen Sie diesem Link, um ein neues zu wählen:',
  'The link is valid for {minutes} minutes. If you did not ask for it, you can ignore this email.':
    'Der Link gilt {minutes} Minuten. Wenn Sie nicht darum gebeten haben, können Sie diese E-Mail ignorieren.',
  'Your account is yours again': 'Ihr Konto gehört wieder Ihnen',
  'You told us that a change to your account was not yours. Every device was signed out, and the password no longer works.':
    'Sie haben gemeldet, dass eine Änderung an Ihrem Konto nicht von Ihnen war. Alle Geräte wurden abgemeldet, und das Passwort gilt nicht mehr.',
  'We also removed what was added lately: {things}.': 'Entfernt wurde auch, was zuletzt hinzukam: {things}.',
  'the authenticator app': 'die Authenticator-App',
  'the recovery codes': 'die Wiederherstellungscodes',
  'Follow this link to choose a new password:': 'Folgen Sie diesem Link, um ein neues Passwort zu wählen:',
  'The link is valid for {minutes} minutes. After that, ask for another one: {url}':
    'Der Link gilt {minutes} Minuten. Danach fordern Sie einen neuen an: {url}',
  'Sign in with Single Sign-On': 'Melden Sie sich über Single Sign-On an',
  'Someone, probably you, asked for a new {name} password. Your organization signs in with Single Sign-On only, so there is none.':
    'Jemand, vermutlich Sie, hat ein neues Passwort für {name} angefordert. Ihre Organisation meldet sich nur über Single Sign-On an, deshalb gibt es keines.',
  'Choose Single Sign-On here: {url}': 'Wählen Sie hier Single Sign-On: {url}',
  'If you did not ask for it, you can ignore this email.':
    'Wenn Sie nicht darum gebeten haben, können Sie diese E-Mail ignorieren.',
  '{inviter} invited you to {organization}': '{inviter} hat Sie zu {organization} eingeladen',
  '{inviter} invited you to join {organization} on {name}. Follow this link to choose a password and sign in:':
    '{inviter} hat Sie eingeladen, {organization} auf {name} beizutreten. Folgen Sie diesem Link, um ein Passwort zu wählen und sich anzumelden:',
  'The link is valid for {days} days. If you do not know {inviter}, you can ignore this email: nothing happens without you.':
    'Der Link gilt {days} Tage. Wenn Sie {inviter} nicht kennen, können Sie diese E-Mail ignorieren: Ohne Sie geschieht nichts.',
  'You can now sign in with {provider}': 'Sie können sich jetzt mit {provider} anmelden',
  'Your {name} account was linked to {provider}. From now on you can sign in with it as well as with your password.':
    'Ihr Konto bei {name} wurde mit {provider} verknüpft. Ab jetzt können Sie sich damit ebenso anmelden wie mit Ihrem Passwort.',
  "If this wasn't you, contact the admin of your organization, and unlink it in your account: {url}":
    'Wenn Sie das nicht waren, wenden Sie sich an den Admin Ihrer Organisation, und lösen Sie die Verknüpfung in Ihrem Konto: {url}',
  'If it was not you, undo it. It is removed with everything added after it, every device is signed out, and you choose a new password:':
    'Wenn Sie das nicht waren, machen Sie es rückgängig. Es wird mit allem entfernt, was danach hinzukam, alle Geräte werden abgemeldet, und Sie wählen ein neues Passwort:',
  'This works for {days} days.': 'Das geht {days} Tage lang.',
  'Confirm your new email address': 'Bestätigen Sie Ihre neue E-Mail-Adresse',
  'You asked to sign in to {name} with this email address. Follow this link to confirm it:':
    'Sie möchten sich bei {name} mit dieser E-Mail-Adresse anmelden. Folgen Sie diesem Link, um sie zu bestätigen:',
  'The link is valid for {hours} hours. Until then you sign in with your old address. If you did not ask for it, you can ignore this email.':
    'Der Link gilt {hours} Stunden. Bis dahin melden Sie sich mit Ihrer bisherigen Adresse an. Wenn Sie nicht darum gebeten haben, können Sie diese E-Mail ignorieren.',
  'Your email address is about to change': 'Ihre E-Mail-Adresse soll geändert werden',
  'Someone who knows your password, probably you, asked to change your sign-in address from {old} to {new}.':
    'Jemand, der Ihr Passwort kennt, vermutlich Sie, möchte Ihre Anmeldeadresse von {old} in {new} ändern.',
  'If it was you, there is nothing to do here: confirm it from the new mailbox.':
    'Wenn Sie das waren, ist hier nichts zu tun: Bestätigen Sie es im neuen Postfach.',
  'If it was not you, undo it. Your address stays, or becomes, this one, every device is signed out, and you choose a new password:':
    'Wenn Sie das nicht waren, machen Sie es rückgängig. Ihre Adresse bleibt oder wird wieder diese, alle Geräte werden abgemeldet, und Sie wählen ein neues Passwort:',
  'This works for {days} days, also after the new address was confirmed.':
    'Das geht {days} Tage lang, auch nachdem die neue Adresse bestätigt wurde.',
  'The security of your account changed': 'Die Sicherheit Ihres Kontos wurde geändert',
  '{what} for your account. Every other device was signed out.':
    'Ihr Konto: {what}. Alle anderen Geräte wurden abgemeldet.',
  'A passkey was added': 'Ein Passkey wurde hinzugefügt',
  'A passkey was removed': 'Ein Passkey wurde entfernt',
  'An authenticator app was added': 'Eine Authenticator-App wurde hinzugefügt',
  'The authenticator app was removed': 'Die Authenticator-App wurde entfernt',
  'If this was not you, reset your password now ({url}), then look at Account, Security.':
    'Wenn Sie das nicht waren, setzen Sie jetzt Ihr Passwort zurück ({url}), und prüfen Sie dann Konto, Sicherheit.',
  'The DNS record that proves {domain} is yours has been missing for seven days. Until you put it back, no new users can join with this domain.':
    'Der DNS-Eintrag, der {domain} als Ihre Domain ausweist, fehlt seit sieben Tagen. Bis Sie ihn wieder eintragen, kann mit dieser Domain niemand neu beitreten.',
  'After 30 days the domain counts as not verified, and Single Sign-On stops for its users.':
    'Nach 30 Tagen gilt die Domain als nicht bestätigt, und Single Sign-On endet für alle mit einer Adresse dieser Domain.',
  'The DNS record that proves {domain} is yours has been missing for 30 days. The domain counts as not verified now.':
    'Der DNS-Eintrag, der {domain} als Ihre Domain ausweist, fehlt seit 30 Tagen. Die Domain gilt jetzt als nicht bestätigt.',
  'Its users can no longer sign in by Single Sign-On until you verify it again.':
    'Bis Sie die Domain wieder bestätigen, kann sich mit einer ihrer Adressen niemand über Single Sign-On anmelden.',
  'Another organization has verified {domain}, and your record is no longer in its DNS. The domain is theirs from now on.':
    'Eine andere Organisation hat {domain} bestätigt, und Ihr Eintrag steht nicht mehr im DNS. Die Domain gehört ab jetzt zu ihr.',
  'Your people at this domain can no longer sign in by Single Sign-On. If that is wrong, put your record back in its place and verify the domain again.':
    'Mit einer Adresse dieser Domain kann sich bei Ihnen niemand mehr über Single Sign-On anmelden. Wenn das falsch ist, tragen Sie Ihren Eintrag wieder ein, und bestätigen Sie die Domain neu.',
  'Check your domains in Settings > Security: {url}': 'Prüfen Sie Ihre Domains unter Einstellungen > Sicherheit: {url}',

  // API keys, apps, webhooks and automations
  'An API key expires soon: {name}': 'Ein API-Schlüssel läuft bald ab: {name}',
  'The API key "{name}" ({start}…) expires in less than {days} days, on {date}.':
    'Der API-Schlüssel „{name}“ ({start}…) läuft in weniger als {days} Tagen ab: {date}.',
  'Requests with it are refused after that. Replace it in the settings: the new key works immediately, and the old one keeps working for the time you choose.':
    'Danach werden Anfragen damit abgelehnt. Ersetzen Sie ihn in den Einstellungen: Der neue Schlüssel gilt sofort, und der alte gilt so lange weiter, wie Sie wählen.',
  'You connected {app}': 'Sie haben {app} verbunden',
  'The app "{app}" ({host}) can now use your organization\'s data on your behalf.':
    'Die App „{app}“ ({host}) kann jetzt in Ihrem Namen die Daten Ihrer Organisation verwenden.',
  'on your computer': 'auf Ihrem Computer',
  "If this wasn't you, disconnect it on the page below, reset your password, and contact the admin of your organization.":
    'Wenn Sie das nicht waren, trennen Sie sie auf der Seite unten, setzen Sie Ihr Passwort zurück, und wenden Sie sich an den Admin Ihrer Organisation.',
  'A webhook was switched off': 'Ein Webhook wurde ausgeschaltet',
  'The webhook {url} was switched off. {reason}': 'Der Webhook {url} wurde ausgeschaltet. {reason}',
  'Check the receiver, then switch the webhook on again and replay the failed messages.':
    'Prüfen Sie den Empfänger, dann schalten Sie den Webhook wieder ein und senden die fehlgeschlagenen Nachrichten noch einmal.',
  'An automation reached its daily limit': 'Eine Automatisierung hat ihr Tageslimit erreicht',
  'The automation "{name}"': 'Die Automatisierung „{name}“',
  'If a program of yours acts on its messages, check that the two do not cause each other.':
    'Wenn ein eigenes Programm auf ihre Nachrichten reagiert, prüfen Sie, ob sich die beiden gegenseitig auslösen.',
  'Automations reached their daily limit': 'Automatisierungen haben ihr Tageslimit erreicht',
  'Rules of boards wait too. What ends campaigns of a lead is still carried out immediately.':
    'Auch Regeln von Boards warten. Was Kampagnen eines Leads beendet, wird weiterhin sofort ausgeführt.',
  'Too many automations are waiting': 'Zu viele Automatisierungen warten',
  'More than {most} runs of automations are waiting. New ones are skipped until there are fewer.':
    'Mehr als {most} Durchläufe von Automatisierungen warten. Neue werden übersprungen, bis es weniger sind.',
  'Add conditions to automations that run for each event, or switch some off.':
    'Ergänzen Sie Bedingungen bei Automatisierungen, die bei jedem Ereignis laufen, oder schalten Sie einige aus.',
  'An automation was switched off': 'Eine Automatisierung wurde ausgeschaltet',
  'The automation "{name}" failed {times} times in a row and was switched off.':
    'Die Automatisierung „{name}“ ist {times} Mal hintereinander fehlgeschlagen und wurde ausgeschaltet.',
  'Its log says why. Fix the cause, then switch it on again.':
    'Ihr Protokoll nennt den Grund. Beheben Sie ihn, dann schalten Sie sie wieder ein.',

  // Campaigns and replies
  '{leads} for data': '{leads} auf Daten',
  '1 lead waits': '1 Lead wartet',
  '{n} leads wait': '{n} Leads warten',
  '{leads} because something is missing that the next step needs. Each lead continues automatically once it is there.':
    '{leads}, weil etwas fehlt, das der nächste Schritt braucht. Sobald es da ist, geht es bei jedem Lead von selbst weiter.',
  '{campaign}: {n} leads wait.': '{campaign}: {n} Leads warten.',
  '{campaign}: 1 lead waits.': '{campaign}: 1 Lead wartet.',
  'Missing: {names}.': 'Es fehlt: {names}.',
  'We did not publish {what}.': 'Nicht veröffentlicht wurden {what}.',
  'We will not publish {what}.': 'Nicht veröffentlicht werden {what}.',
  'the changes of “{campaign}” that you chose to publish on {time}':
    'die Änderungen an „{campaign}“, die Sie für {time} vorgesehen hatten',
  '1 unmatched reply waits': '1 nicht zugeordnete Antwort wartet',
  '{n} unmatched replies wait': '{n} nicht zugeordnete Antworten warten',
  '{replies} for your decision': '{replies} auf Ihre Entscheidung',
  '{replies} for more than {days} working days. Nothing more is sent to these leads until someone decides whose replies they are.':
    '{replies} seit mehr als {days} Arbeitstagen. Bis jemand entscheidet, von wem die Antworten sind, wird diesen Leads nichts mehr gesendet.',
  '{field} for step {n} ({type}): {leads}': '{field} für Schritt {n} ({type}): {leads}',
  'And {n} more campaigns: {url}': 'Und {n} weitere Kampagnen: {url}',
  'You get this because you manage the organization and the creator of these campaigns is no longer here.':
    'Sie erhalten dies, weil Sie die Organisation verwalten und die Person, die diese Kampagnen angelegt hat, nicht mehr da ist.',
  'You get this because you made these campaigns.': 'Sie erhalten dies, weil Sie diese Kampagnen angelegt haben.',
  'It comes at most once a day when more leads wait, and once a week while the same ones do.':
    'Es kommt höchstens einmal am Tag, wenn mehr Leads warten, und einmal pro Woche, solange es dieselben sind.',
  'Not published: {campaign}': 'Nicht veröffentlicht: {campaign}',
  'Will not be published: {campaign}': 'Wird nicht veröffentlicht: {campaign}',
  'Why: {reason}': 'Grund: {reason}',
  'The changes were edited after the time was chosen.':
    'Die Änderungen wurden bearbeitet, nachdem der Zeitpunkt gewählt war.',
  'Nothing was running at that time, nor for a day after it.':
    'Zu diesem Zeitpunkt lief das Programm nicht, auch nicht an dem Tag danach.',
  'More leads have moved on than the counts you saw. Check the new counts first.':
    'Mehr Leads sind weitergegangen, als die Zahlen zeigten, die Sie sahen. Prüfen Sie zuerst die neuen Zahlen.',
  'Something went wrong on our side at every try. The running version was not changed.':
    'Bei jedem Versuch ging auf unserer Seite etwas schief. Die laufende Version wurde nicht geändert.',
  'The campaign was in the archive at that time.': 'Die Kampagne war zu diesem Zeitpunkt im Archiv.',
  '{name}, who chose the time, is no longer active in your team.':
    '{name} hat den Zeitpunkt gewählt und ist in Ihrem Team nicht mehr aktiv.',
  'A colleague cancelled the time.': 'Jemand aus Ihrem Team hat den Zeitpunkt aufgehoben.',
  'A colleague discarded the changes.': 'Jemand aus Ihrem Team hat die Änderungen verworfen.',
  'The changes are kept, including the edits. Review them, then publish them or choose another time.':
    'Die Änderungen bleiben samt den Bearbeitungen erhalten. Sehen Sie sie durch, dann veröffentlichen Sie sie, oder wählen Sie einen anderen Zeitpunkt.',
  'Your changes are kept. Check the current counts, then publish them or choose another time.':
    'Ihre Änderungen bleiben erhalten. Prüfen Sie die aktuellen Zahlen, dann veröffentlichen Sie sie, oder wählen Sie einen anderen Zeitpunkt.',
  'Your changes are kept. Check the new counts, then publish them or choose another time.':
    'Ihre Änderungen bleiben erhalten. Prüfen Sie die neuen Zahlen, dann veröffentlichen Sie sie, oder wählen Sie einen anderen Zeitpunkt.',
  'Your changes are kept. Publish them yourself or choose another time. If that fails too, contact support.':
    'Ihre Änderungen bleiben erhalten. Veröffentlichen Sie sie selbst, oder wählen Sie einen anderen Zeitpunkt. Scheitert auch das, wenden Sie sich an den Support.',
  'Your changes are kept. Restore the campaign first, then publish them or choose another time.':
    'Ihre Änderungen bleiben erhalten. Stellen Sie zuerst die Kampagne wieder her, dann veröffentlichen Sie sie, oder wählen Sie einen anderen Zeitpunkt.',
  'Your changes are kept. Fix the problem above, then publish them or choose another time.':
    'Ihre Änderungen bleiben erhalten. Beheben Sie das genannte Problem, dann veröffentlichen Sie sie, oder wählen Sie einen anderen Zeitpunkt.',
  'The changes are kept. Review them, then publish them or choose another time yourself.':
    'Die Änderungen bleiben erhalten. Sehen Sie sie durch, dann veröffentlichen Sie sie, oder wählen Sie selbst einen anderen Zeitpunkt.',
  'The changes are kept. Publish them or choose another time whenever you like.':
    'Die Änderungen bleiben erhalten. Veröffentlichen Sie sie, oder wählen Sie einen anderen Zeitpunkt, wann immer Sie möchten.',
  'The changes were discarded. The running version was not changed.':
    'Die Änderungen wurden verworfen. Die laufende Version wurde nicht geändert.',
  'A variant won in {campaign}': 'In {campaign} hat eine Variante gewonnen',
  'All further leads of this step get it. Leads that got another variant keep their conversation.':
    'Alle weiteren Leads dieses Schritts erhalten sie. Leads mit einer anderen Variante behalten ihre Unterhaltung.',
  'You can take this back in the analytics of the campaign.':
    'In der Auswertung der Kampagne können Sie das zurücknehmen.',
  'Fewer of your campaign emails arrive in the inbox': 'Weniger Ihrer Kampagnen-E-Mails kommen im Posteingang an',
  'The page Deliverability shows the copies by sender, provider and text.':
    'Die Seite „Zustellbarkeit“ zeigt die Kopien nach Absender, Anbieter und Text.',

  // The Monday emails
  'Your week: {replies}, {n} positive': 'Ihre Woche: {replies}, {n} positiv',
  '1 reply': '1 Antwort',
  '{n} replies': '{n} Antworten',
  '{from} to {to} ({zone}), compared with the week before.':
    '{from} bis {to} ({zone}), verglichen mit der Woche davor.',
  'Emails sent: {figures}': 'Gesendete E-Mails: {figures}',
  'LinkedIn messages sent: {figures}': 'Gesendete LinkedIn-Nachrichten: {figures}',
  'Leads contacted: {figures}': 'Kontaktierte Leads: {figures}',
  'Replies: {figures}': 'Antworten: {figures}',
  'Positive replies: {figures}': 'Positive Antworten: {figures}',
  'Meetings booked: {figures}': 'Gebuchte Termine: {figures}',
  '{n}, the same as before': '{n}, so viele wie zuvor',
  '{n}, up from {before}': '{n}, mehr als zuvor ({before})',
  '{n}, down from {before}': '{n}, weniger als zuvor ({before})',
  'Goal for {metric}: {done} of {target}, {outcome}': 'Ziel {metric}: {done} von {target}, {outcome}',
  'emails sent': 'Gesendete E-Mails',
  'linkedin messages sent': 'Gesendete LinkedIn-Nachrichten',
  'invites sent': 'Gesendete Einladungen',
  'leads contacted': 'Kontaktierte Leads',
  replies: 'Antworten',
  'positive replies': 'Positive Antworten',
  'meetings booked': 'Gebuchte Termine',
  missed: 'verfehlt',
  'One thing to do:': 'Eine Sache ist zu tun:',
  'Two things to do:': 'Zwei Dinge sind zu tun:',
  'Three things to do:': 'Drei Dinge sind zu tun:',
  '{n}. {count} interested lead waits for your message: {url}':
    '{n}. {count} interessierter Lead wartet auf Ihre Nachricht: {url}',
  '{n}. {count} interested leads wait for your message: {url}':
    '{n}. {count} interessierte Leads warten auf Ihre Nachricht: {url}',
  '{n}. {count} sender needs attention and may not send: {url}':
    '{n}. {count} Absender braucht Aufmerksamkeit und sendet womöglich nicht: {url}',
  '{n}. {count} senders need attention and may not send: {url}':
    '{n}. {count} Absender brauchen Aufmerksamkeit und senden womöglich nicht: {url}',
  '{n}. {count} campaign runs out of new leads within a week: {url}':
    '{n}. {count} Kampagne hat binnen einer Woche keine neuen Leads mehr: {url}',
  '{n}. {count} campaigns run out of new leads within a week: {url}':
    '{n}. {count} Kampagnen haben binnen einer Woche keine neuen Leads mehr: {url}',
  '{n}. {count} lead is held because data is missing: {url}':
    '{n}. {count} Lead wird angehalten, weil Daten fehlen: {url}',
  '{n}. {count} leads are held because data is missing: {url}':
    '{n}. {count} Leads werden angehalten, weil Daten fehlen: {url}',
  '{n}. {count} draft waits for you in the inbox: {url}': '{n}. {count} Entwurf wartet im Posteingang auf Sie: {url}',
  '{n}. {count} drafts wait for you in the inbox: {url}': '{n}. {count} Entwürfe warten im Posteingang auf Sie: {url}',
  '1 new lead in your saved searches': '1 neuer Lead in Ihren gespeicherten Suchen',
  '{n} new leads in your saved searches': '{n} neue Leads in Ihren gespeicherten Suchen',
  'A saved search could not be counted': 'Eine gespeicherte Suche ließ sich nicht zählen',
  '{search}: 1 new lead': '{search}: 1 neuer Lead',
  '{search}: {n} new leads': '{search}: {n} neue Leads',
  'And {n} more searches.': 'Und {n} weitere Suchen.',
  '{search}: Its filters cannot be read any longer. Open it, check the filters and save it.':
    '{search}: Die Filter lassen sich nicht mehr lesen. Öffnen Sie die Suche, prüfen Sie die Filter und speichern Sie.',

  // Credits, exports, archives and privacy
  'Your credits last {days} at this pace': 'Ihre Credits reichen bei diesem Verbrauch noch {days}',
  // The value alone is a dative: “nach {n} Tagen”.
  'Your credits last {n} days at this pace': 'Ihre Credits reichen bei diesem Verbrauch noch {n} Tage',
  '{n} were used in the last seven days. At this pace they last {days} days.':
    'In den letzten sieben Tagen wurden {n} verbraucht. Bei diesem Verbrauch reichen sie noch {days} Tage.',
  'less than a day': 'weniger als einen Tag',
  '1 credit is left': 'Noch 1 Credit',
  '{n} credits are left': 'Noch {n} Credits',
  '{left}, {percent}% of the last top-up': '{left}, {percent} % der letzten Aufladung',
  '{left}, {percent}% of what was there after the last top-up.':
    '{left}, {percent} % des Stands nach der letzten Aufladung.',
  '{n} or more': '{n} oder mehr',
  '{n} credits are left.': 'Es sind noch {n} Credits übrig.',
  '1 credit is left.': 'Es ist noch 1 Credit übrig.',
  '{n} were used in the last seven days. At this pace they last {days}.':
    'In den letzten sieben Tagen wurden {n} verbraucht. Bei diesem Verbrauch reichen sie noch {days}.',
  'Work that needs more credits than are left does not start. Nothing that is running is lost.':
    'Arbeit, die mehr Credits braucht, als übrig sind, beginnt nicht. Nichts Laufendes geht verloren.',
  'A scheduled export was stopped': 'Ein geplanter Export wurde gestoppt',
  'Your export is ready: {what}': 'Ihr Export ist fertig: {what}',
  'Leads of a list': 'Leads einer Liste',
  'Leads of a campaign': 'Leads einer Kampagne',
  'Messages of a campaign': 'Nachrichten einer Kampagne',
  'Figures of all campaigns': 'Zahlen aller Kampagnen',
  'Leads of a list: {name}': 'Leads einer Liste: {name}',
  'Leads of a campaign: {name}': 'Leads einer Kampagne: {name}',
  'Messages of a campaign: {name}': 'Nachrichten einer Kampagne: {name}',
  'It shows {from} to {to} ({zone}).': 'Er zeigt {from} bis {to} ({zone}).',
  'It shows what is there when you open the link.': 'Er zeigt, was beim Öffnen des Links da ist.',
  'The link works for {days} days, after you sign in. You can stop this email on the page Exports.':
    'Der Link gilt {days} Tage, nach der Anmeldung. Diese E-Mail können Sie auf der Seite „Exporte“ abbestellen.',
  'Your archive is ready': 'Ihr Archiv ist fertig',
  'The archive of your organization is ready. Download it within {days} days; then it is deleted.':
    'Das Archiv Ihrer Organisation ist fertig. Laden Sie es innerhalb von {days} Tagen herunter; danach wird es gelöscht.',
  "If your team didn't request it, check the security log and your team's sessions.":
    'Wenn Ihr Team es nicht angefordert hat, prüfen Sie das Sicherheitsprotokoll und die Sitzungen Ihres Teams.',
  'Your archive was moved in': 'Ihr Archiv wurde übernommen',
  'Everything in {file} is in your organization now. Campaigns that ran are paused: nothing is sent until you resume them.':
    'Alles aus {file} ist jetzt in Ihrer Organisation. Kampagnen, die liefen, sind pausiert: Nichts wird gesendet, bis Sie sie fortsetzen.',
  'Connect your senders again, and activate the people who moved in with it in Settings, Team members.':
    'Verbinden Sie Ihre Absender neu, und aktivieren Sie unter Einstellungen, Teammitglieder die Personen, die mit dem Archiv kamen.',
  "{n} leads don't know yet that you hold their data": '{n} Leads wissen noch nicht, dass Sie ihre Daten haben',
  '{n} leads are held for more than {days} days without a privacy notice. The law gives you one month.':
    'Von {n} Leads haben Sie seit mehr als {days} Tagen Daten ohne Datenschutzhinweis. Das Gesetz gibt Ihnen einen Monat.',
  'Contact them with the notice in the first message, inform them another way, or delete them.':
    'Kontaktieren Sie sie mit dem Hinweis in der ersten Nachricht, informieren Sie sie auf anderem Weg, oder löschen Sie sie.',
  'Privacy request: access': 'Datenschutzanfrage: Auskunft',
  'Privacy request: erasure': 'Datenschutzanfrage: Löschung',
  'Privacy request: correction': 'Datenschutzanfrage: Berichtigung',
  'Privacy request: objection': 'Datenschutzanfrage: Widerspruch',
  'A lead made a request on the privacy notice. The law gives you one month to answer.':
    'Ein Lead hat über den Datenschutzhinweis eine Anfrage gestellt. Das Gesetz gibt Ihnen einen Monat für die Antwort.',
  'Test mail of this installation': 'Test-E-Mail dieser Installation',
  'This installation can send mail. It was asked for at {url}.':
    'Diese Installation kann E-Mails senden. Angefordert wurde dies unter {url}.',

  // Names of months; the others are the same
  'January {year}': 'Januar {year}',
  'February {year}': 'Februar {year}',
  'March {year}': 'März {year}',
  'May {year}': 'Mai {year}',
  'June {year}': 'Juni {year}',
  'July {year}': 'Juli {year}',
  'October {year}': 'Oktober {year}',
  'December {year}': 'Dezember {year}',

  // Reports of agencies
  'Report {month}: {name}': 'Bericht {month}: {name}',
  '{month} for {name}: {messages} messages sent, {people} people contacted, {replies} replies, {interested} interested.':
    '{month} für {name}: {messages} gesendete Nachrichten, {people} kontaktierte Personen, {replies} Antworten, {interested} interessiert.',
  'The report is attached as a PDF.': 'Der Bericht hängt als PDF an.',
  'See it with other months: {url}': 'Auch mit anderen Monaten: {url}',

  // The code of a lead who asks for their data
  'Your code: {code}': 'Ihr Code: {code}',
  'You asked to have your data erased.': 'Sie haben verlangt, dass Ihre Daten gelöscht werden.',
  'You asked for a copy of your data.': 'Sie haben eine Kopie Ihrer Daten angefordert.',
  'Enter this code on the page: {code}': 'Geben Sie diesen Code auf der Seite ein: {code}',
  "If you didn't ask for this, ignore this message: nothing happens without the code.":
    'Wenn Sie das nicht angefordert haben, ignorieren Sie diese Nachricht: Ohne den Code geschieht nichts.',
};
