import { expect, test } from 'vitest';
import { findDueWeek, nextWeeklyMail, type OpenPoints, weeklyMail } from './weekly-mail.ts';

const BERLIN = 'Europe/Berlin';
const URL = 'https://outreach.example';
const NOTHING: OpenPoints = {
  ...{ interested_replies: 0, senders: 0, drafts: 0 },
  ending: { count: 0, campaign_id: null },
  missing: { count: 0, campaign_id: null },
};

test.each([
  ['2026-11-30T06:59:59Z', BERLIN, null],
  ['2026-11-30T07:00:00Z', BERLIN, '2026-11-30'],
  ['2026-12-01T22:59:59Z', BERLIN, '2026-11-30'],
  // Wednesday has begun.
  ['2026-12-01T23:00:00Z', BERLIN, null],
  ['2026-11-29T12:00:00Z', BERLIN, null],
  // Already Monday morning in Auckland.
  ['2026-11-29T20:00:00Z', 'Pacific/Auckland', '2026-11-30'],
  ['2026-11-30T15:59:00Z', 'America/Los_Angeles', null],
  ['2026-11-30T16:00:00Z', 'America/Los_Angeles', '2026-11-30'],
])('at %s in %s the due Monday is %s', (now, zone, monday) => {
  expect(findDueWeek(new Date(now), zone)?.monday ?? null).toBe(monday);
});

test('it is about the week before its Monday, and ends with Tuesday', () => {
  expect(findDueWeek(new Date('2026-12-01T10:00:00Z'), BERLIN)).toEqual({
    monday: '2026-11-30',
    since: new Date('2026-11-30T07:00:00Z'),
    until: new Date('2026-12-01T23:00:00Z'),
    week: { start_date: '2026-11-23', end_date: '2026-11-29' },
    before: { start_date: '2026-11-16', end_date: '2026-11-22' },
  });
});

test.each([
  ['2026-11-30T06:00:00Z', '2026-11-30T07:00:00Z'],
  ['2026-11-30T07:00:00Z', '2026-12-07T07:00:00Z'],
  // Over the change of the clock.
  ['2026-03-25T12:00:00Z', '2026-03-30T06:00:00Z'],
])('chosen at %s, it comes first at %s', (now, at) => {
  expect(nextWeeklyMail(new Date(now), BERLIN).toISOString()).toBe(new Date(at).toISOString());
});

test('six numbers are compared with the week before, and goals say what they brought', () => {
  const figures = {
    emails_sent: 1412,
    linkedin_messages_sent: 20,
    contacted: 300,
    replies: 1,
    interested: 3,
    meetings: 2,
  };
  const before = {
    emails_sent: 1380,
    linkedin_messages_sent: 20,
    contacted: 310,
    replies: 0,
    interested: 4,
    meetings: 0,
  };
  const week = { start_date: '2026-11-23', end_date: '2026-11-29' };
  const goals = [
    { metric: 'meetings', target: 2, done: 2 },
    { metric: 'replies', target: 40, done: 1 },
  ] as const;
  expect(weeklyMail({ week, zone: BERLIN, figures, before, goals, points: NOTHING, url: URL })).toEqual({
    subject: 'Your week: 1 reply, 3 positive',
    paragraphs: [
      '2026-11-23 to 2026-11-29 (Europe/Berlin), compared with the week before.',
      'Emails sent: 1,412, up from 1,380',
      'LinkedIn messages sent: 20, the same as before',
      'Leads contacted: 300, down from 310',
      'Replies: 1, up from 0',
      'Positive replies: 3, down from 4',
      'Meetings booked: 2, up from 0',
      'Goal for meetings booked: 2 of 2, reached',
      'Goal for replies: 1 of 40, missed',
    ],
  });
});

test('the three things that matter most are links, and nothing is said where nothing waits', () => {
  const none = { emails_sent: 0, linkedin_messages_sent: 0, contacted: 0, replies: 0, interested: 0, meetings: 0 };
  const week = { start_date: '2026-11-23', end_date: '2026-11-29' };
  const toDo = (points: Partial<OpenPoints>) =>
    weeklyMail({
      ...{ week, zone: BERLIN, figures: none, before: none, goals: [], url: URL },
      points: { ...NOTHING, ...points },
    }).paragraphs.slice(7);
  expect(toDo({})).toEqual([]);
  expect(toDo({ drafts: 1 })).toEqual([
    'One thing to do:',
    '1. 1 draft waits for you in the inbox: https://outreach.example/inbox',
  ]);
  const all = {
    ...{ interested_replies: 4, senders: 1, drafts: 9 },
    ending: { count: 2, campaign_id: null },
    missing: { count: 12, campaign_id: 7 },
  };
  expect(toDo(all)).toEqual([
    'Three things to do:',
    '1. 4 interested leads wait for your message: https://outreach.example/inbox',
    '2. 1 sender needs attention and may not send: https://outreach.example/senders',
    '3. 2 campaigns run out of new leads within a week: https://outreach.example/campaigns',
  ]);
  expect(toDo({ missing: all.missing, drafts: 9 })[1]).toBe(
    '1. 12 leads are held because data is missing: https://outreach.example/campaigns/7',
  );
});
