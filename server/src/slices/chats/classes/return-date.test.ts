import { expect, test } from 'vitest';
import { parseReturnDate } from './return-date.rules.ts';

/** A Wednesday. */
const now = new Date('2026-11-25T10:00:00Z');

test.each<[string, string | null]>([
  ['I am out of the office until 12 December and will answer then.', '2026-12-12'],
  [
    'Thank you for your mail. I am currently out of the office, returning on Monday, December 7th. For urgent matters call +31 6 12345678.',
    '2026-12-07',
  ],
  ['I am on annual leave from 3 to 14 December 2026.', '2026-12-14'],
  ['I will be back on Monday.', '2026-11-30'],
  ['I am out of office. I will return on 04/12/2026.', '2026-12-04'],
  ['I am out of the office through January 5.', '2027-01-05'],
  ['I am away with no access to email.', null],
  ['Jestem na urlopie do 11 grudnia.', '2026-12-11'],
  ['Jestem nieobecna, wracam 5 stycznia.', '2027-01-05'],
  ['I am out of the office until week 51.', '2026-12-13'],
  ['Ich bin bis KW 51 nicht im Büro.', '2026-12-13'],
  ['Ik ben afwezig in week 50.', '2026-12-13'],
  ['I am out of the office until week 77.', null],
  ['I am out of the office until December 12 with limited access to email.', '2026-12-12'],
  ['I will be away from December 3-9 and answer afterwards.', '2026-12-09'],
  ['Returning on Dec 8.', '2026-12-08'],
  ['Jestem poza biurem do poniedziałku.', '2026-11-30'],
  ['Przebywam na urlopie do dnia 11 grudnia.', '2026-12-11'],
  ['W dniach 30.11-11.12.2026 r. jestem na urlopie.', '2026-12-11'],
  ['Estaré ausente hasta el 10.', '2026-12-10'],
  ['Estou de férias até dia 30, retorno depois.', '2026-11-30'],
  ['Je suis absente jusqu’au 12, merci de patienter.', '2026-12-12'],
  ['Me reincorporo el martes 8 de diciembre de 2026.', '2026-12-08'],
  ['Op woensdag 9 mrt ben ik vrij, vanaf 3 december ook.', '2027-03-09'],
  ['Ritornerò il 7 dicembre p.v.', '2026-12-07'],
  ['I am out of office until 12 March 2028.', null],
  ['I was out of the office until 20 November 2026.', null],
  ['Ich bin bis einschließlich 12.12.2026 nicht im Büro.', '2026-12-12'],
  ['Ich bin vom 01.12. bis zum 14.12. im Urlaub und ab dem 15.12. wieder erreichbar.', '2026-12-15'],
  ['Ich bin am 7. Dezember wieder im Büro.', '2026-12-07'],
  ['Vielen Dank für Ihre Nachricht. Ab Montag, den 7. Dezember 2026, bin ich wieder für Sie da.', '2026-12-07'],
  ['Ik ben afwezig tot en met 12 december.', '2026-12-12'],
  ['Ik ben op vakantie van 1 t/m 14 december. Vanaf 15 december ben ik weer bereikbaar.', '2026-12-15'],
  ['Maandag 30 november ben ik weer terug.', '2026-11-30'],
  ["Je suis absent du bureau jusqu'au 12 décembre inclus.", '2026-12-12'],
  ['Je suis en congés du 1er au 14 décembre 2026. Retour le 15 décembre.', '2026-12-15'],
  ['Estoy fuera de la oficina hasta el 12 de diciembre.', '2026-12-12'],
  ['Estaré de vacaciones del 1 al 14 de diciembre de 2026.', '2026-12-14'],
  ['Sono fuori ufficio fino al 12 dicembre.', '2026-12-12'],
  ['Rientrerò il 7 dicembre 2026.', '2026-12-07'],
  ['Estou de férias até 12 de dezembro.', '2026-12-12'],
  ['Volto no dia 7 de dezembro de 2026.', '2026-12-07'],
  ['Я в отпуске до 12 декабря.', '2026-12-12'],
  ['Вернусь 7 декабря 2026.', '2026-12-07'],
  ['I am out of the office until 12/14/2026.', '2026-12-14'],
  ['I am out of the office until 2026-12-14.', '2026-12-14'],
  ['I am out today and back tomorrow.', '2026-11-26'],
  ['Out of office until Dec. 8th, 2026 with limited access.', '2026-12-08'],
  ['I am away until next Friday.', '2026-12-04'],
  ['I am out of the office. Our webinar takes place on 20 December.', null],
])('%s', async (text, day) => {
  expect(await parseReturnDate(text, now)).toBe(day);
});

test.each([
  ['digits', '12/'.repeat(5000)],
  ['numbers', `until ${'12 '.repeat(5000)}`],
  ['months', `bis ${'januar 1 '.repeat(5000)}`],
  ['spaces', `until ${' '.repeat(50_000)}1`],
  ['points', `until ${'1.1.'.repeat(5000)}`],
  ['ranges', 'until 1 - 2 - '.repeat(5000)],
])('%s without end are cut', async (_, text) => {
  const begun = performance.now();
  await parseReturnDate(text, now);
  expect(performance.now() - begun).toBeLessThan(5000);
});
