import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { separateOwnWords } from './own-words.ts';
import { trimReply } from './reply-trim.ts';
import { OURS, QUOTATION_STYLES, WRITTEN } from './testing/quotation-styles.ts';

/** Lines that some programs put below what was written. */
const PROGRAM_LINES = /^(?:Sent from|Get Outlook|Von meinem|Sent with|Verzonden v).*$/gm;

const getOwnText = (text: string): string => separateOwnWords(text, [OURS])?.own_text ?? text;
const trim = (text: string, ours = OURS) => trimReply(text, separateOwnWords(text, [ours]));

describe('the words of our own message', () => {
  test.each(QUOTATION_STYLES)('are no part of the reply: %s', (_program, text) => {
    expect(trim(text).reply.replace(PROGRAM_LINES, '').trim()).toBe(WRITTEN);
  });

  test.each(QUOTATION_STYLES)('leave no word of an opt-out: %s', (_program, text) => {
    expect(getOwnText(text)).not.toMatch(/unsubscribe|rather not hear/);
    expect(getOwnText(text)).toContain(WRITTEN);
  });

  test('a quote that was wrapped, marked, translated in its blanks and broken by links is found', () => {
    const quoted = OURS.replaceAll(' ', '\u00a0')
      .replace(/(.{40})/g, '$1\n| ')
      .replace('unsubscribe here', '[unsubscribe here](https://x.test/u)');
    expect(getOwnText(`Yes, send it.\n\n${quoted}`)).not.toMatch(/unsub|Utrecht|rather/);
  });

  test('what a person writes stays, above, between and below', () => {
    const text = `Thanks!\n\n> Hi Ada, I saw that Acme opens a second hall in Utrecht this spring.\n\nIn June, not in spring.\n\nWe deliver spare parts for lines like yours within a day.\n\nFrom where?`;
    expect(trim(text).reply).toBe('Thanks!\n\nIn June, not in spring.\n\nFrom where?');
  });

  test('a sentence of theirs that cites a piece of ours stays visible', () => {
    const cited =
      'You write that you "deliver spare parts for lines like yours", and we would like to know from where exactly.';
    expect(trim(cited).reply).toBe(cited);
  });

  test('a wish above the quote is not ours', () => {
    expect(getOwnText(`UNSUBSCRIBE\n\n${OURS}`)).toBe('UNSUBSCRIBE');
    expect(trim(`Please unsubscribe me.\n\n${OURS}`).reply).toBe('Please unsubscribe me.');
  });

  test('quotes in scripts without blanks', () => {
    const ours = 'こんにちは。部品を一日でお届けします。配信停止はこちらからお願いします。';
    expect(
      trim(`はい、お願いします。\n\n2026年3月9日(月) 10:03 Mia Torres <mia@trading.example>:\n${ours}`, ours).reply,
    ).toBe('はい、お願いします。');
  });

  test('nothing is lost: every letter is in the reply or in the quote', () => {
    const letters = (text: string): string => [...text.replace(/[^\p{L}\p{N}]/gu, '')].sort().join('');
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...OURS.split('\n')), fc.lorem(), fc.string())), (lines) => {
        const text = lines.join('\n');
        const { reply, quoted } = trim(text);
        expect(letters(reply + quoted)).toBe(letters(text));
      }),
      { numRuns: 200 },
    );
  });
});
