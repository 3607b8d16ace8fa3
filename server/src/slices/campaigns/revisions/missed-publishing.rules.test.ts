import { expect, test } from 'vitest';
import { MISSED_REASONS, type MissedCause, writeMissedMail } from './missed-publishing.rules.ts';

const given = { campaign: 'Spring', at: new Date('2026-11-30T08:00:00Z'), zone: 'America/New_York' };
const write = (cause: MissedCause, reason = 'Because.') => writeMissedMail({ ...given, cause, reason });

test('a mail says which campaign, which time by its clock, why, and what to do', () => {
  const { subject, paragraphs } = write('moved', MISSED_REASONS.moved);
  expect(subject).toBe('Not published: Spring');
  expect(paragraphs).toEqual([
    'We did not publish the changes of “Spring” that you chose to publish on 30 Nov 2026, 03:00 (America/New York).',
    `Why: ${MISSED_REASONS.moved}`,
    'Your changes are kept. Check the new counts, then publish them or choose another time.',
  ]);
});

test.each([
  ['edited', 'We will not', 'are kept'],
  ['cancelled', 'We will not', 'are kept'],
  ['discarded', 'We will not', 'were discarded'],
  ['late', 'We did not', 'are kept'],
  ['failed', 'We did not', 'are kept'],
  ['archived', 'We did not', 'Restore the campaign first'],
  ['refused', 'We did not', 'Fix the problem above'],
] as const)('of one that was %s it says so', (cause, first, last) => {
  const { paragraphs } = write(cause);
  expect(paragraphs[0]).toContain(first);
  expect(paragraphs.at(-1)).toContain(last);
});

test('a name cannot end a line of it, nor be longer than a subject', () => {
  const campaign = `A\r\nBcc: x@example.com${'y'.repeat(400)}`;
  const { subject } = writeMissedMail({ ...given, campaign, cause: 'late', reason: 'Because.' });
  expect(subject).toMatch(/^Not published: A Bcc: x@example\.comy+$/);
  expect(subject.length).toBeLessThan(230);
});
