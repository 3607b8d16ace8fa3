import { expect, test } from 'vitest';
import { OPT_OUT_WAYS } from '../mail/opt-out-ways.ts';
import { isUnsubscribeRequest } from '../mail/unsubscribe-request.ts';
import { detectOptOut } from '../phrases/opt-out.ts';
import { LANGUAGES } from './languages.ts';
import { hasUnsubscribe, missingUnsubscribeText, unsubscribeText } from './unsubscribe.ts';

test('unsubscribe text in every language', () => {
  const texts = LANGUAGES.map((language) => unsubscribeText(language));
  expect(new Set(texts).size).toBe(8);
  expect(texts.every(hasUnsubscribe)).toBe(true);
  expect(unsubscribeText('xx')).toBe(unsubscribeText('en'));
  expect(hasUnsubscribe('Hello')).toBe(false);
});

test.each(LANGUAGES)('the word that a message in "%s" asks for is an opt-out, its own sentence is none', (language) => {
  const sentence = unsubscribeText(language, 'reply').trim();
  const word = /[“„«]\s?(.+?)\s?[”“»]/u.exec(sentence)?.[1] ?? '';
  const signature = `Tom Brown\nCEO, Acme Inc.\n${'Main Street 1, 12345 Berlin\n'.repeat(5)}+49 30 123456\nwww.acme.example`;
  const replies = [word, word.toUpperCase(), `${word}.`, `"${word}"`, `${word}\n\nTom`, `${word}\n\n${signature}`];
  for (const reply of [...replies, `${word}\n\nSent from Outlook for Android`])
    expect([reply, isUnsubscribeRequest(reply)]).toEqual([reply, true]);
  expect(unsubscribeText(language, 'both')).toMatch(new RegExp(`[“„«]\\s?${word}\\s?[”“»]`, 'u'));
  expect(detectOptOut(sentence)?.is).not.toBe('wish');
});

test('the text for a way out is added once, and the link also to a message that asks for a reply', () => {
  const [link, reply, both] = OPT_OUT_WAYS.map((way) => missingUnsubscribeText('Hi', 'de', way));
  expect([link, reply, both].map((text) => hasUnsubscribe(text ?? ''))).toEqual([true, false, true]);
  const added = [link, reply, both].map((text) =>
    OPT_OUT_WAYS.map((way) => missingUnsubscribeText(`Hi${text}`, 'en', way)),
  );
  const asLink = unsubscribeText('en');
  expect(added).toEqual([
    ['', '', ''],
    [asLink, '', asLink],
    ['', '', ''],
  ]);
});
