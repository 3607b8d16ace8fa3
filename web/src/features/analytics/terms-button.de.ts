// Written by a model and checked by translating it back.
export default {
  contacted: 'Kontaktiert',
  contacted_is:
    'Leads mit mindestens einem bestätigten Kontakt: einer E-Mail, einer LinkedIn-Nachricht, einer Einladung oder einem Anruf.',
  sent: 'Gesendet',
  sent_is: 'Nachrichten, die ein Mailserver oder LinkedIn angenommen hat.',
  replies: 'Antworten',
  replies_is:
    'Leads, die geantwortet haben. Weitere Antworten desselben Leads, automatische Antworten und unzustellbare Nachrichten zählen nicht.',
  interested: 'Interessiert',
  interested_is: 'Leads, deren Unterhaltung als interessiert markiert ist.',
  reply_rate: 'Antwortquote',
  reply_rate_is: 'Antworten ÷ kontaktierte Leads.',
  positive_rate: 'Anteil positiver Antworten',
  positive_rate_is: 'Interessierte Leads ÷ kontaktierte Leads.',
  acceptance_rate: 'Annahmequote',
  acceptance_rate_is: 'Angenommene Einladungen ÷ gesendete Einladungen.',
  meetings: 'Gebuchte Termine',
  meetings_is:
    'Buchungen im Zeitraum, auch solche, die später abgesagt oder versäumt wurden. Zu einer Kampagne gehören die Buchungen der Leads, die sie zuvor kontaktiert hatte.',
  bounced: 'Unzustellbar',
  bounced_is: 'E-Mails, die zurückkamen. Die Quote der unzustellbaren E-Mails ist: unzustellbar ÷ gesendete E-Mails.',
  change: 'Veränderung',
  change_is: 'Verglichen mit ebenso vielen Tagen vor dem Zeitraum.',
  by_day: 'Nach Tag des Ereignisses',
  by_day_is:
    'Jedes Ereignis zählt an dem Tag, an dem es geschah. Eine Antwort im Mai auf eine E-Mail vom April zählt im Mai.',
  by_message: 'Nach Nachricht',
  by_message_is:
    'Eine Antwort zählt für die Nachricht, auf die sie sich bezieht. So werden Schritte, Absender und Varianten gezählt.',
  day: 'Tag',
  day_is:
    'Von Mitternacht bis Mitternacht in der Zeitzone neben dem Diagramm. Tage mit Zeitumstellung haben 23 oder 25 Stunden.',
};
