// What DNS says about a sender's domain, by the English of `domain/src/deliverability`. Written by a model and checked by translating it back.
export default {
  'No name server answered about {what} in time.': 'Zu {what} hat kein Nameserver rechtzeitig geantwortet.',
  'Check again in a minute.': 'Prüfen Sie in einer Minute erneut.',
  '{domain} belongs to a mail provider, which alone can change this. Send from a domain of your own.':
    '{domain} gehört einem E-Mail-Anbieter, und nur er kann das ändern. Senden Sie von einer eigenen Domain.',
  // SPF
  'SPF of {domain}': 'SPF von {domain}',
  'parts of the SPF record of {domain}': 'Teilen des SPF-Eintrags von {domain}',
  '{domain} has no SPF record.': '{domain} hat keinen SPF-Eintrag.',
  'Publish one that names the servers you send from.':
    'Veröffentlichen Sie einen, der die Server nennt, von denen Sie senden.',
  '{domain} says “{record}”, which receivers ignore: {problem}.':
    'Bei {domain} steht „{record}“. Empfänger beachten das nicht: {problem}.',
  '{domain} says “{record}”: it lets everybody send in your name.':
    'Bei {domain} steht „{record}“: Damit darf jeder in Ihrem Namen senden.',
  'Replace “+all” with “~all”.': 'Ersetzen Sie „+all“ durch „~all“.',
  "{domain} says “{record}”; it names {provider}, through which this sender's mail leaves.":
    'Bei {domain} steht „{record}“; das nennt {provider}. Darüber werden die E-Mails dieses Absenders gesendet.',
  "{domain} says “{record}”; it does not name {provider}, through which this sender's mail leaves.":
    'Bei {domain} steht „{record}“; das nennt {provider} nicht. Darüber werden die E-Mails dieses Absenders gesendet.',
  "{domain} says “{record}”. We can't check from here whether it names your mail server.":
    'Bei {domain} steht „{record}“. Ob das Ihren Mailserver nennt, lässt sich von hier aus nicht prüfen.',
  '{domain} says “{record}”; it names {host}.': 'Bei {domain} steht „{record}“; das nennt {host}.',
  "{domain} says “{record}”. We can't check from here whether it names {host}.":
    'Bei {domain} steht „{record}“. Ob das {host} nennt, lässt sich von hier aus nicht prüfen.',
  "{domain} says “{record}”; it does not name {host}, which takes this sender's mail.":
    'Bei {domain} steht „{record}“; das nennt {host} nicht. Dieser Server nimmt die E-Mails dieses Absenders an.',
  '{found} It says nothing about other servers.': '{found} Über andere Server sagt der Eintrag nichts.',
  'End the record with “~all”.': 'Beenden Sie den Eintrag mit „~all“.',
  'Add what is missing to the one SPF record of the domain; a second record would make both void.':
    'Ergänzen Sie das Fehlende in dem einen SPF-Eintrag der Domain; ein zweiter Eintrag würde beide ungültig machen.',
  'it needs more than 10 look-ups': 'er braucht mehr als 10 Abfragen',
  'there is more than one SPF record at “{name}”': 'unter „{name}“ gibt es mehr als einen SPF-Eintrag',
  '“{name}” cannot be read': '„{name}“ ist nicht lesbar',
  '“{name}” includes itself': '„{name}“ bindet sich selbst ein',
  '“{name}”, which it includes, has no SPF record': '„{name}“ ist eingebunden, hat aber keinen SPF-Eintrag',
  '“{name}” did not answer': '„{name}“ hat nicht geantwortet',
  'Remove includes of services you no longer use.': 'Entfernen Sie Includes von Diensten, die Sie nicht mehr nutzen.',
  'Merge them into one record.': 'Fassen Sie sie zu einem Eintrag zusammen.',
  'Correct or remove that part.': 'Berichtigen oder entfernen Sie diesen Teil.',
  'Remove that include, or ask its owner to repair it.':
    'Entfernen Sie dieses Include, oder bitten Sie dessen Inhaber, es in Ordnung zu bringen.',
  // DKIM
  'Switch DKIM signing on at {provider} and publish the key it gives you.':
    'Schalten Sie bei {provider} die DKIM-Signatur ein, und veröffentlichen Sie den Schlüssel, den Sie dort erhalten.',
  'Switch DKIM signing on at your mail provider and publish the key it gives you.':
    'Schalten Sie bei Ihrem E-Mail-Anbieter die DKIM-Signatur ein, und veröffentlichen Sie den Schlüssel, den Sie dort erhalten.',
  'Mail of {domain} is signed; its key is published as “{selector}”.':
    'E-Mails von {domain} sind signiert; der Schlüssel ist unter „{selector}“ veröffentlicht.',
  'A key is published as “{selector}”.': 'Unter „{selector}“ ist ein Schlüssel veröffentlicht.',
  'The key published as “{selector}” is revoked.': 'Der unter „{selector}“ veröffentlichte Schlüssel ist widerrufen.',
  'Mail of {domain} is signed with “{selector}”, but no such key is published.':
    'E-Mails von {domain} sind mit „{selector}“ signiert, doch ein solcher Schlüssel ist nicht veröffentlicht.',
  'DKIM keys of {domain}': 'DKIM-Schlüsseln von {domain}',
  'No DKIM key was found under the {count} names that are usual. One under another name cannot be found.':
    'Unter den {count} üblichen Namen wurde kein DKIM-Schlüssel gefunden. Einer unter einem anderen Namen lässt sich nicht finden.',
  '{advice} Without DKIM much of your mail lands in spam.': '{advice} Ohne DKIM landen viele Ihrer E-Mails im Spam.',
  '{found} It is shorter than 1024 bits.': '{found} Er ist kürzer als 1024 Bit.',
  'Replace it with one of 2048 bits.': 'Ersetzen Sie ihn durch einen mit 2048 Bit.',
  '{found} It is marked as a test (t=y).': '{found} Er ist als Test gekennzeichnet (t=y).',
  'Remove t=y from the record of “{selector}”.': 'Entfernen Sie t=y aus dem Eintrag von „{selector}“.',
  // DMARC
  'DMARC of {domain}': 'DMARC von {domain}',
  '{domain} has no DMARC record.': '{domain} hat keinen DMARC-Eintrag.',
  'Google, Yahoo and Microsoft demand one of those who send much. Start with this record, which only watches.':
    'Google, Yahoo und Microsoft verlangen einen von allen, die viel senden. Beginnen Sie mit diesem Eintrag, der nur beobachtet.',
  '{domain} has more than one DMARC record; receivers ignore them all.':
    '{domain} hat mehr als einen DMARC-Eintrag; Empfänger beachten keinen davon.',
  'Keep one of them.': 'Behalten Sie einen davon.',
  '{domain} says “{record}”.': 'Bei {domain} steht „{record}“.',
  '{domain} says “{record}”. It only watches; move on to “p=quarantine” once SPF and DKIM pass.':
    'Bei {domain} steht „{record}“. Das beobachtet nur; wechseln Sie zu „p=quarantine“, sobald die Prüfungen von SPF und DKIM gelingen.',
  '{domain} says “{record}”, whose policy cannot be read.':
    'Bei {domain} steht „{record}“; die Richtlinie darin ist nicht lesbar.',
  'Give it “p=none”, “p=quarantine” or “p=reject”.': 'Tragen Sie „p=none“, „p=quarantine“ oder „p=reject“ ein.',
  // Mail servers
  'mail servers of {domain}': 'Mailservern von {domain}',
  'Mail to {domain} goes to {servers}.': 'E-Mails an {domain} gehen an {servers}.',
  'Mail to {domain} goes to {servers} and {count} more.': 'E-Mails an {domain} gehen an {servers} und {count} weitere.',
  '{domain} says that it takes no mail.': '{domain} gibt an, keine E-Mails anzunehmen.',
  '{domain} has no mail server (MX).': '{domain} hat keinen Mailserver (MX).',
  'Publish the MX records of your mail provider; otherwise replies and bounces never arrive.':
    'Veröffentlichen Sie die MX-Einträge Ihres E-Mail-Anbieters; sonst kommen Antworten und Unzustellbarkeitsmeldungen nie an.',
  // The name of the server
  'Mail leaves through {provider}, which names its own servers. Nothing to do.':
    'E-Mails werden über {provider} gesendet, und der Anbieter benennt seine Server selbst. Es ist nichts zu tun.',
  'The server through which mail leaves is not known.':
    'Der Server, über den E-Mails gesendet werden, ist nicht bekannt.',
  '{host} has no address.': '{host} hat keine Adresse.',
  'Check the SMTP server of this sender.': 'Prüfen Sie den SMTP-Server dieses Absenders.',
  '{address} is named “{name}”, and the name leads back to it.':
    '{address} heißt „{name}“, und der Name führt dorthin zurück.',
  '{host} has a private address; the one that receivers see is not known here.':
    '{host} hat eine private Adresse; die Adresse, die Empfänger sehen, ist hier nicht bekannt.',
  'the name of {host}': 'dem Namen von {host}',
  'Ask the operator of the server to set a reverse DNS name for its address, and to make that name resolve back to it.':
    'Bitten Sie den Betreiber des Servers, für dessen Adresse einen Reverse-DNS-Namen zu setzen, der wieder auf die Adresse zeigt.',
  'The server has no name (PTR).': 'Der Server hat keinen Namen (PTR).',
  '{address} has no name (PTR).': '{address} hat keinen Namen (PTR).',
  '{address} is named “{name}”, but that name does not lead back.':
    '{address} heißt „{name}“, doch der Name führt nicht dorthin zurück.',
  // What to change about a mailbox
  'Campaign emails are paused. Find the cause, then resume sending':
    'E-Mails von Kampagnen sind pausiert. Finden Sie die Ursache, und setzen Sie den Versand dann fort',
  '{subject} is on {list}. Stop what caused it, then ask the list to remove it':
    '{subject} steht auf {list}. Stellen Sie die Ursache ab, und bitten Sie dann um Entfernung von der Liste',
  'DNS is checked within minutes': 'DNS wird in wenigen Minuten geprüft',
  'Many emails bounce. Check the addresses of your lists':
    'Viele E-Mails sind unzustellbar. Prüfen Sie die Adressen Ihrer Listen',
  'Recipients report emails as spam. Write to fewer and better matching leads':
    'Empfänger melden E-Mails als Spam. Schreiben Sie an weniger und besser passende Leads',
  'A new mailbox should warm up. Turn on its ramp':
    'Ein neues Postfach sollte langsam anlaufen. Schalten Sie den Anlauf ein',
};
