import { expect, test } from 'vitest';
import { CHARACTER_LIMITS } from '../limits.ts';
import { LANGUAGES } from '../message/languages.ts';
import { writeReferralDraft } from './referral-draft.ts';

const anna = { first_name: 'Anna', last_name: 'Berger' };
const facts = { language: 'de', referrer: 'Jan Kok', referred: anna, subject_line: 'AW: Re: Schnellere Rechnungen' };

test('mentions the referrer and the subject in the language of the reply', () => {
  expect(writeReferralDraft(facts)).toEqual({
    subject: 'Jan Kok hat mich an Sie verwiesen',
    message: 'Guten Tag Anna Berger,\n\nJan Kok hat mich an Sie verwiesen.\nEs geht um: Schnellere Rechnungen',
  });
});

test('each language names both people, and an unknown one is English', () => {
  for (const language of LANGUAGES) {
    const { subject, message } = writeReferralDraft({ ...facts, language });
    expect(subject).toContain('Jan Kok');
    expect(message).toContain('Anna');
    expect(message).toContain('Jan Kok');
  }
  for (const language of ['ja', null]) {
    expect(writeReferralDraft({ ...facts, language, subject_line: null }).message).toBe(
      'Hi Anna,\n\nJan Kok suggested that I write to you.',
    );
  }
});

test('a long or broken name stays one line within the limits', () => {
  const referrer = `Jan\r\nBcc: x@y.example ${'k'.repeat(500)}`;
  const { subject, message } = writeReferralDraft({ ...facts, referrer });
  expect(subject).not.toMatch(/[\r\n]/);
  expect(subject.length).toBeLessThanOrEqual(CHARACTER_LIMITS.subject);
  expect(message.split('\n')).toHaveLength(4);
});
