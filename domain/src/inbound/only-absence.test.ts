import { expect, test } from 'vitest';
import { classifyReply } from './classify-reply.ts';
import { isOnlyAbsence } from './only-absence.ts';
import { REPLY_CORPUS, type SampleReply } from './testing/reply-corpus.ts';

test.each([
  'I am away until 7 December.',
  'Hi Ada,\n\nI’m out of office until Monday, December 7th.\n\nBest regards,\nGrace Hopper',
  'On holiday, back on 7 December. Thanks, Grace',
  'I am on leave until 7 December and will answer when I am back.',
  'Sorry, travelling until 07/12.',
  'Hallo Ada, ich bin bis zum 7. Dezember im Urlaub. Viele Grüße',
  'Beste Ada, ik ben tot 7 december met vakantie. Groet, Grace',
  'Bonjour, je suis en congés jusqu’au 7 décembre. Cordialement',
  'Estoy de vacaciones hasta el 7 de diciembre. Saludos',
  'Sono in ferie fino al 7 dicembre. Grazie',
  'Estou de férias até 7 de dezembro. Obrigado',
  'Здравствуйте, я в отпуске до 7 декабря.',
])('%s says nothing else', (text) => {
  expect(isOnlyAbsence(text)).toBe(true);
});

test.each([
  'I am away until 7 December, please send me the prices.',
  'I am away until 7 December. Call me then.',
  'I am away until 7 December, can we talk after?',
  'I am away until 7 December but this is great.',
  'I am away until 7 December. We use something else.',
  'I am away until 7 December, and not the one who decides this.',
  'I was on vacation when you wrote, what is it about?',
  'Back on 7 December.',
  '',
  `I am away until 7 December. ${'Nothing. '.repeat(100)}`,
])('%s is an answer', (text) => {
  expect(isOnlyAbsence(text)).toBe(false);
});

test('of everything else that people write none is classed as an absence and says nothing else', () => {
  const others = REPLY_CORPUS.filter(({ expected, kind }) => expected !== 'out_of_office' && kind === 'reply');
  const isAway = ({ text }: SampleReply) =>
    classifyReply({ kind: 'reply', subject: null, text })?.class === 'out_of_office' && isOnlyAbsence(text);
  expect(others.filter(isAway).map(({ name }) => name)).toEqual([]);
});
