import { weeklyMail } from '@overture/domain/campaign/weekly-mail';
import { newLeadsMail } from '@overture/domain/finder/saved-searches';
import { describeAlert } from '@overture/domain/money/credit-pace';
import { expect, test } from 'vitest';
import { sayInMail } from './mail-language.service.ts';

const inGerman = ({ subject, paragraphs }: { subject: string; paragraphs: string[] }): string[] =>
  [subject, ...paragraphs].map((text) => sayInMail('de', text));

test('the Monday email is in German from its subject to its links', () => {
  const figures = {
    emails_sent: 1200,
    linkedin_messages_sent: 0,
    contacted: 30,
    replies: 1,
    interested: 2,
    meetings: 0,
  };
  const mail = weeklyMail({
    week: { start_date: '2026-11-23', end_date: '2026-11-29' },
    zone: 'Europe/Berlin',
    figures,
    before: { ...figures, emails_sent: 1300, replies: 0 },
    goals: [{ metric: 'meetings', target: 3, done: 0 }],
    points: {
      interested_replies: 2,
      senders: 1,
      ending: { count: 0, campaign_id: null },
      missing: { count: 0, campaign_id: null },
      drafts: 0,
    },
    url: 'https://app.example',
  });
  expect(inGerman(mail)).toEqual([
    'Ihre Woche: 1 Antwort, 2 positiv',
    '23.11.2026 bis 29.11.2026 (Europe/Berlin), verglichen mit der Woche davor.',
    'Gesendete E-Mails: 1.200, weniger als zuvor (1.300)',
    'Gesendete LinkedIn-Nachrichten: 0, so viele wie zuvor',
    'Kontaktierte Leads: 30, so viele wie zuvor',
    'Antworten: 1, mehr als zuvor (0)',
    'Positive Antworten: 2, so viele wie zuvor',
    'Gebuchte Termine: 0, so viele wie zuvor',
    'Ziel Gebuchte Termine: 0 von 3, verfehlt',
    'Zwei Dinge sind zu tun:',
    '1. 2 interessierte Leads warten auf Ihre Nachricht: https://app.example/inbox',
    '2. 1 Absender braucht Aufmerksamkeit und sendet womöglich nicht: https://app.example/senders',
  ]);
});

test('alerts, digests and news of searches are in German, with names as they are', () => {
  expect(inGerman(describeAlert(1234, { share_left: 8, days_left: 1, used_in_week: 900 } as never))).toEqual([
    'Ihre Credits reichen bei diesem Verbrauch noch 1 Tag',
    'Noch 1.234 Credits, 8 % des Stands nach der letzten Aufladung.',
    'In den letzten sieben Tagen wurden 900 verbraucht. Bei diesem Verbrauch reichen sie noch 1 Tag.',
    'Arbeit, die mehr Credits braucht, als übrig sind, beginnt nicht. Nichts Laufendes geht verloren.',
  ]);
  const digest = [
    '3 leads wait because something is missing that the next step needs. Each lead continues automatically once it is there.',
    'Spring and summer. Really: 3 leads wait. Missing: first name for step 2 (Email): 3 leads.',
    'And 2 more campaigns: https://app.example/campaigns',
  ];
  expect(inGerman({ subject: '3 leads wait for data', paragraphs: digest })).toEqual([
    '3 Leads warten auf Daten',
    '3 Leads warten, weil etwas fehlt, das der nächste Schritt braucht. Sobald es da ist, geht es bei jedem Lead von selbst weiter.',
    'Spring and summer. Really: 3 Leads warten. Es fehlt: Vorname für Schritt 2 (E-Mail): 3 Leads.',
    'Und 2 weitere Kampagnen: https://app.example/campaigns',
  ]);
  const news = newLeadsMail([{ name: 'Head of Sales', new_count: 12, problem: null }]);
  expect(news && inGerman(news)).toEqual([
    '12 neue Leads in Ihren gespeicherten Suchen',
    'Head of Sales: 12 neue Leads',
  ]);
});

test('credits that last some days, and campaigns that are called like words of ours', () => {
  const [subject, , lasts] = inGerman(
    describeAlert(1234, { share_left: 8, days_left: 3, used_in_week: 1900 } as never),
  );
  expect(subject).toBe('Ihre Credits reichen bei diesem Verbrauch noch 3 Tage');
  expect(lasts).toBe(
    'In den letzten sieben Tagen wurden 1.900 verbraucht. Bei diesem Verbrauch reichen sie noch 3 Tage.',
  );
  expect(sayInMail('de', 'Website: 3 leads wait.')).toBe('Website: 3 Leads warten.');
  expect(sayInMail('de', 'Leads of a list: 1,000')).toBe('Leads einer Liste: 1,000');
});

test('dates of mails are in German', () => {
  const missed =
    'We did not publish the changes of “Spring” that you chose to publish on 30 Nov 2026, 03:00 (America/New York).';
  expect(sayInMail('de', missed)).toBe(
    'Nicht veröffentlicht wurden die Änderungen an „Spring“, die Sie für 30. November 2026, 03:00 (America/New York) vorgesehen hatten.',
  );
  const expires = 'The API key "Zapier" (ok_1…) expires in less than 7 days, on Mon, 07 Dec 2026 10:00:00 GMT.';
  expect(sayInMail('de', expires)).toBe(
    'Der API-Schlüssel „Zapier“ (ok_1…) läuft in weniger als 7 Tagen ab: 7. Dezember 2026, 10:00:00 GMT.',
  );
});

test('reasons within a mail are said, and English stays English', () => {
  const off = 'The webhook https://a.example/x was switched off. Nothing was delivered for 3 days.';
  expect(sayInMail('de', off)).toBe(
    'Der Webhook https://a.example/x wurde ausgeschaltet. 3 Tage lang wurde nichts zugestellt.',
  );
  expect(sayInMail('en', off)).toBe(off);
  expect(sayInMail('de', 'Words that nobody knows')).toBe('Words that nobody knows');
});
