import type { ClientReport } from '@overture/contract/agency-reports';
import { expect, test } from 'vitest';
import { toPaper } from './report.rules.ts';

const figures = {
  emails_sent: 1240,
  linkedin_messages_sent: 2,
  invites_sent: 3,
  contacted: 1000,
  replies: 125,
  interested: 4,
};
const report: ClientReport = {
  month: '2026-03',
  client: { id: 7, name: 'Replies' },
  time_zone: 'Europe/Berlin',
  is_over: true,
  range: { start_date: '2026-03-01', end_date: '2026-03-31' },
  range_before: { start_date: '2026-02-01', end_date: '2026-02-28' },
  figures,
  figures_before: { ...figures, emails_sent: 992, replies: 0 },
  days: [{ ...figures, date: '2026-03-01' }],
  campaigns: [
    { ...figures, campaign_id: 1, name: 'Interested' },
    { ...figures, campaign_id: 2, name: null },
  ],
  more_campaigns: 1200,
  best_messages: [
    {
      campaign_id: 1,
      name: 'At least',
      step_type: 'LINKEDIN_MESSAGE',
      step: 2,
      variant: 'b',
      sent: 1000,
      replies: 125,
      interested: 4,
      reply_rate: 12.5,
      reply_rate_low: 10,
    },
  ],
  minimum_sent: 50,
};

test('all words of a report are German, and what people call something stays', () => {
  const { title, notes, figures: cards = [], parts } = toPaper(report, 'de');
  expect([title, ...notes]).toEqual([
    'Bericht März 2026',
    'Replies',
    '01.03.2026 bis 31.03.2026 (Europe/Berlin), verglichen mit 01.02.2026 bis 28.02.2026',
  ]);
  expect(cards.map(({ label, value, note }) => `${label} ${value} ${note}`)).toEqual([
    'Gesendete E-Mails 1.240 Februar: 992 (+25\u00a0%)',
    'Gesendete LinkedIn-Nachrichten 2 Februar: 2 (0\u00a0%)',
    'Gesendete LinkedIn-Einladungen 3 Februar: 3 (0\u00a0%)',
    'Kontaktierte Personen 1.000 Februar: 1.000 (0\u00a0%)',
    'Antworten 125 Februar: 0',
    'Interessiert 4 Februar: 4 (0\u00a0%)',
  ]);
  expect(parts).toEqual([
    {
      heading: 'Ergebnisse nach Kampagne',
      columns: ['Kampagne', 'E-Mails', 'LinkedIn', 'Kontaktiert', 'Antworten', 'Quote', 'Interessiert'],
      first_share: 3,
      rows: [
        ['Interested', '1.240', '5', '1.000', '125', '12,5\u00a0%', '4'],
        ['Kampagne 2', '1.240', '5', '1.000', '125', '12,5\u00a0%', '4'],
      ],
      note: 'und 1.200 weitere mit weniger kontaktierten Personen',
      empty: 'In diesem Monat war keine Kampagne aktiv.',
    },
    {
      heading: 'Beste Nachrichten',
      columns: ['Nachricht', 'Gesendet', 'Antworten', 'Quote', 'Mindestens'],
      first_share: 5,
      rows: [['LinkedIn-Nachricht, Schritt 2, Version B: At least', '1.000', '125', '12,5\u00a0%', '10\u00a0%']],
      note: 'Mindestens 50-mal gesendet. „Mindestens“ ist die zu 95\u00a0% sichere Antwortquote.',
      empty: 'In diesem Monat wurde keine Nachricht 50-mal gesendet und beantwortet.',
    },
  ]);
});

test('an English report has no German', () => {
  const { title, notes, parts } = toPaper(report, 'en');
  expect([title, notes[1]]).toEqual([
    'Report March 2026',
    '2026-03-01 to 2026-03-31 (Europe/Berlin), beside 2026-02-01 to 2026-02-28',
  ]);
  expect(parts[0]?.rows[1]).toEqual(['Campaign 2', '1,240', '5', '1,000', '125', '12.5%', '4']);
});
