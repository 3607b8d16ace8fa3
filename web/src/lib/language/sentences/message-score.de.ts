// What rules say about a message, by the English of `domain/src`. Written by a model and checked by translating it back.
export default {
  // Advice
  'There is no message yet.': 'Es gibt noch keine Nachricht.',
  'There is no subject line yet.': 'Es gibt noch keine Betreffzeile.',
  'There is no unsubscribe link in the {texts}. Your organization requires one in every email: press “Unsubscribe” above the text.':
    'Hier fehlt ein Abmeldelink: {texts}. Ihre Organisation verlangt ihn in jeder E-Mail: Klicken Sie über dem Text auf „Abmelden“.',
  ' and the ': ' und ',
  '{source} is a placeholder of another tool and would be sent as it is.':
    '{source} ist ein Platzhalter aus einem anderen Tool und würde so gesendet, wie er da steht.',
  '{source} is left open. Fill it in or delete its sentence.':
    '{source} ist noch offen. Füllen Sie es aus oder löschen Sie den Satz.',
  '{source} looks like a placeholder of another tool and would be sent as it is.':
    '{source} sieht aus wie ein Platzhalter aus einem anderen Tool und würde so gesendet, wie er da steht.',
  'Here it is {ours}.': 'Hier heißt er {ours}.',
  'The subject has {length} characters. Phones cut it after about 80.':
    'Der Betreff hat {length} Zeichen. Smartphones schneiden ihn nach etwa 80 ab.',
  'First emails work best with {least} to {most} words. This one has {words}.':
    'Erste E-Mails wirken am besten mit {least} bis {most} Wörtern. Diese hat {words}.',
  'Attachments over 2 MB in a first email often land in spam. Send a link later.':
    'Anhänge über 2 MB in einer ersten E-Mail landen oft im Spam. Senden Sie später einen Link.',
  'There are {count} links. More than {most} look like advertising.':
    'Es sind {count} Links. Mehr als {most} sehen nach Werbung aus.',
  'Spam filters distrust short links such as {short}. Use the real address.':
    'Spamfilter misstrauen Kurzlinks wie {short}. Verwenden Sie die echte Adresse.',
  'A link says {text} but leads to {host}.': 'Ein Link heißt {text}, führt aber zu {host}.',
  'A group has {count} options. Up to {most} can still be read one by one.':
    'Eine Gruppe hat {count} Optionen. Bis zu {most} lassen sich noch einzeln lesen.',
  '{marks} exclamation marks are a lot. Two at most read calm.':
    '{marks} Ausrufezeichen sind viel. Mit höchstens zweien klingt es ruhig.',
  'Words in capitals read as shouting: {words}.': 'Wörter in Großbuchstaben lesen sich wie Schreien: {words}.',
  'The greeting has no name. Insert the first name.': 'In der Anrede fehlt der Name. Fügen Sie den Vornamen ein.',
  'There are two spaces in a row.': 'Hier stehen zwei Leerzeichen hintereinander.',
  'Spam filters know these words: {words}.': 'Diese Wörter kennen Spamfilter: {words}.',
  'A follow-up that only asks again gets few answers. Add something new.':
    'Eine Folgenachricht, die nur noch einmal nachfragt, bekommt wenige Antworten. Bringen Sie etwas Neues.',

  // Score
  'Easy to read: 1 word in short sentences.': 'Leicht zu lesen: 1 Wort in kurzen Sätzen.',
  'Easy to read: {words} words in short sentences.': 'Leicht zu lesen: {words} Wörter in kurzen Sätzen.',
  'Nothing in it looks like advertising.': 'Nichts darin sieht nach Werbung aus.',
  'It gets to the point.': 'Sie kommt zur Sache.',
  'Written to one person, with something to answer.': 'An eine Person geschrieben, mit etwas zum Antworten.',
  'It takes more time to read than it should': 'Sie zu lesen dauert länger als nötig',
  'It could be sent to anyone, or leaves nothing to answer':
    'Sie könnte an alle gehen, oder es gibt nichts zu beantworten',
  'Filters or readers may distrust it': 'Filter oder Lesende könnten ihr misstrauen',
  'A variable or condition in it is broken.': 'Eine Variable oder Bedingung darin ist fehlerhaft.',
  'It has {words} words. Cut about {cut}: one thought is enough.':
    'Sie hat {words} Wörter. Streichen Sie etwa {cut}: Ein Gedanke genügt.',
  'One sentence has {longest} words. Split it: above {most} people read twice.':
    'Ein Satz hat {longest} Wörter. Teilen Sie ihn: Ab {most} liest man zweimal.',
  'It reads like a report. Use shorter words, as you would say it on the phone.':
    'Es liest sich wie ein Bericht. Nehmen Sie kürzere Wörter, wie am Telefon.',
  'Nothing in it is about this reader. Begin with their first name.':
    'Nichts darin handelt von dieser Person. Beginnen Sie mit dem Vornamen.',
  'Only the name is theirs. Say why you write to this company or this job.':
    'Nur der Name ist persönlich. Sagen Sie, warum Sie diesem Unternehmen oder dieser Position schreiben.',
  'It asks nothing. End with one question that is quick to answer.':
    'Sie fragt nichts. Schließen Sie mit einer Frage, die schnell beantwortet ist.',
  '{questions} questions are hard to answer. Keep the one that matters most.':
    '{questions} Fragen sind schwer zu beantworten. Behalten Sie die wichtigste.',
};
