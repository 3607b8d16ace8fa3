import { expect, test } from 'vitest';
import { trimReply } from './reply-trim.ts';

const QUOTE = '\n> Hi Ada,\n> shall we talk?\n';

test.each([
  ['en', 'On Mon, 2 Mar 2026 at 09:05, Me Myself <me@acme.io> wrote:'],
  ['en, broken', 'On Mon, 2 Mar 2026 at 09:05, Me Myself With A Long Name\n<me@acme.io> wrote:'],
  ['nl', 'Op ma 2 mrt 2026 om 09:05 schreef Me Myself <me@acme.io>:'],
  ['nl, Outlook', 'Op 2 mrt. 2026 om 09:05 heeft Me <me@acme.io> het volgende geschreven:'],
  ['de', 'Am Mo., 2. März 2026 um 09:05 Uhr schrieb Me Myself <me@acme.io>:'],
  ['de, Thunderbird', 'Am 02.03.26 um 09:05 schrieb Me Myself:'],
  ['fr', 'Le lun. 2 mars 2026 à 09:05, Me Myself <me@acme.io> a écrit :'],
  ['es', 'El lun, 2 mar 2026 a las 9:05, Me Myself (<me@acme.io>) escribió:'],
  ['it', 'Il giorno lun 2 mar 2026 alle ore 09:05 Me Myself <me@acme.io> ha scritto:'],
  ['pt', 'Em seg., 2 de mar. de 2026 às 09:05, Me Myself <me@acme.io> escreveu:'],
  ['ru', 'пн, 2 мар. 2026 г. в 09:05, Me Myself <me@acme.io>:'],
  ['ru, verb', '2 марта 2026 г. 9:05 Me Myself пишет:'],
  ['Zoho, broken', '---- On Mon, 02 Mar 2026 09:05:00 +0100 Me Myself\n<me@acme.io> wrote ----'],
  [
    'Zoho, broken twice',
    '---- On Mon, 02 Mar 2026 09:05:00 +0100\n Me Myself With A Long Name <me@acme.io>\n wrote ---',
  ],
  ['Gmail without a language', '2026-03-02 9:05 GMT+01:00 Me Myself <me@acme.io>:'],
])('attribution: %s', (_, attribution) => {
  expect(trimReply(`Yes, gladly.\n\n${attribution}\n${QUOTE}`).reply).toBe('Yes, gladly.');
  expect(trimReply(`Yes, gladly.\r\n\r\n${attribution}\r\n\r\nHi Ada,\r\nshall we talk?`).reply).toBe('Yes, gladly.');
});

test.each([
  ['-----Original Message-----'],
  ['-----Oorspronkelijk bericht-----'],
  ['-----Ursprüngliche Nachricht-----'],
  ['-----Message d’origine-----'],
  ['-----Mensaje original-----'],
  ['-----Messaggio originale-----'],
  ['-----Mensagem original-----'],
  ['-----Исходное сообщение-----'],
  ['________________________________\nFrom: Me <me@acme.io>'],
  ['From: Me <me@acme.io>\nSent: Monday, 2 March 2026 09:05\nTo: Ada\nSubject: Hi'],
  ['Van: Me <me@acme.io>\nVerzonden: maandag 2 maart 2026 09:05\nAan: Ada\nOnderwerp: Hoi'],
  ['Von: Me <me@acme.io>\nGesendet: Montag, 2. März 2026 09:05\nAn: Ada\nBetreff: Hallo'],
  ['De : Me <me@acme.io>\nEnvoyé : lundi 2 mars 2026 09:05\nÀ : Ada\nObjet : Bonjour'],
  ['De: Me <me@acme.io>\nEnviado el: lunes, 2 de marzo de 2026\nPara: Ada\nAsunto: Hola'],
  ['Da: Me <me@acme.io>\nInviato: lunedì 2 marzo 2026\nA: Ada\nOggetto: Ciao'],
  ['De: Me <me@acme.io>\nEnviado em: segunda-feira\nPara: Ada\nAssunto: Oi'],
  ['От: Me <me@acme.io>\nОтправлено: понедельник\nКому: Ada\nТема: Привет'],
  ['*From:* Me <me@acme.io>\n*Sent:* Monday\n*To:* Ada\n*Subject:* Hi'],
])('header block: %s', (block) => {
  expect(trimReply(`Yes, gladly.\n\n${block}\n\nHi Ada,\nshall we talk?`).reply).toBe('Yes, gladly.');
});

test('answers below and between quoted lines are kept', () => {
  expect(trimReply('On 2 Mar 2026, Me <me@acme.io> wrote:\n> Shall we talk?\n\nYes.\n> When?\nMonday.').reply).toBe(
    'Yes.\nMonday.',
  );
});

test('prose is not cut', () => {
  const prose = 'On the whole I liked what you wrote:\nit was good.\nFrom: my point of view it fits.\nA: b';
  expect(trimReply(prose)).toEqual({ reply: prose, quoted: '' });
});

test('nothing new', () => {
  expect(trimReply('On 2 Mar 2026, Me <me@acme.io> wrote:\n> Hi').reply).toBe('');
  expect(trimReply('').reply).toBe('');
});

test('nothing is lost', () => {
  const { reply, quoted } = trimReply('Yes.\n> one\nNo.\n> two');
  expect(`${reply}|${quoted}`).toBe('Yes.\nNo.|> one\n> two');
});
