// What rules say about a campaign before it starts, by the English of `domain/src/campaign-score`. Written by a model and checked by translating it back.
export default {
  'The records of the mailboxes are right, and few emails bounce.':
    'Die Einträge der Postfächer stimmen, und wenige E-Mails sind unzustellbar.',
  'Number and distance of the messages are fine.': 'Anzahl und Abstand der Nachrichten passen.',
  'The messages are clear and personal.': 'Die Nachrichten sind klar und persönlich.',
  'Providers may distrust what the mailboxes send.': 'Anbieter misstrauen womöglich dem, was die Postfächer senden.',
  'The order of the messages may cost replies.': 'Die Abfolge der Nachrichten kostet womöglich Antworten.',
  'Some messages can be written better.': 'Einige Nachrichten lassen sich besser schreiben.',
  'It sends no emails: LinkedIn accounts have no records to check.':
    'Sie sendet keine E-Mails: LinkedIn-Konten haben keine Einträge, die geprüft werden.',
  'Without a mailbox nothing can be said of it yet.': 'Ohne Postfach lässt sich dazu noch nichts sagen.',
  'It sends no messages yet, so nothing is judged.': 'Sie sendet noch keine Nachrichten, daher wird nichts bewertet.',
  'There is no text to judge.': 'Es gibt keinen Text, der bewertet werden kann.',
  'The message of step {number} has {score} of 100 points. {reason}':
    'Die Nachricht von Schritt {number} hat {score} von 100 Punkten. {reason}',

  // Sender
  'No mailbox sends its emails. Choose one before it starts.':
    'Kein Postfach sendet ihre E-Mails. Wählen Sie vor dem Start eines.',
  '{record} of {domain} is missing or wrong. Publish the record that Deliverability shows.':
    '{record} von {domain} fehlt oder ist falsch. Veröffentlichen Sie den Eintrag, den die Seite Zustellbarkeit zeigt.',
  '{record} of {domain} is not certain to work. Deliverability says what to change.':
    'Ob {record} von {domain} wirkt, ist nicht sicher. Die Seite Zustellbarkeit sagt, was zu ändern ist.',
  'The records of {domain} are not checked yet. Look again in some minutes.':
    'Die Einträge von {domain} sind noch nicht geprüft. Sehen Sie in einigen Minuten wieder nach.',
  'Campaign emails of {name} are paused. Find the cause in Deliverability first.':
    'Kampagnen-E-Mails von {name} sind pausiert. Finden Sie zuerst auf der Seite Zustellbarkeit die Ursache.',
  '{bounces} of {sent} emails of {name} bounced in a week. Check the addresses of your lists.':
    '{bounces} von {sent} E-Mails von {name} waren in einer Woche unzustellbar. Prüfen Sie die Adressen Ihrer Listen.',
  'Recipients report emails of {name} as spam. Write to fewer and better matching leads.':
    'Empfänger melden E-Mails von {name} als Spam. Schreiben Sie an weniger und besser passende Leads.',
  '{name} is on a blocklist. Deliverability says on which and what to do.':
    '{name} steht auf einer Blockliste. Die Seite Zustellbarkeit sagt, auf welcher und was zu tun ist.',
  '{name} is new and may send its full limit immediately. Turn on its ramp.':
    '{name} ist neu und darf sofort bis zum vollen Limit senden. Schalten Sie den Anlauf ein.',

  // Sequence
  'It writes once. Add one or two follow-ups, each with something new.':
    'Sie besteht aus nur einer Nachricht. Fügen Sie ein oder zwei weitere Nachrichten hinzu, jede mit etwas Neuem.',
  '{emails} emails to one lead wear out. Keep the best {most}.':
    '{emails} E-Mails an einen Lead ermüden. Behalten Sie die besten {most}.',
  '{messages} messages to one lead are too many. Keep the best {most}.':
    '{messages} Nachrichten an einen Lead sind zu viele. Behalten Sie die besten {most}.',
  'Two messages are less than a day apart. Wait two days or more.':
    'Zwei Nachrichten liegen weniger als einen Tag auseinander. Warten Sie mindestens zwei Tage.',
  '{days} days pass before a message. After {most} days it reads like a first one: shorten the wait.':
    'Vor einer Nachricht vergehen {days} Tage. Nach {most} Tagen liest sie sich wie eine erste: Verkürzen Sie die Wartezeit.',
  '{messages} messages within {days} days feel like pressure. Spread them over two weeks.':
    '{messages} Nachrichten innerhalb von {days} Tagen wirken aufdringlich. Verteilen Sie sie auf zwei Wochen.',
  '{messages} messages within a day feel like pressure. Spread them over two weeks.':
    '{messages} Nachrichten innerhalb eines Tages wirken aufdringlich. Verteilen Sie sie auf zwei Wochen.',
  'It takes {days} days. End within {most} with a polite last message.':
    'Sie dauert {days} Tage. Enden Sie innerhalb von {most} mit einer höflichen letzten Nachricht.',
};
