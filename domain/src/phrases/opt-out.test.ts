import { expect, test } from 'vitest';
import { detectOptOut } from './opt-out.ts';

test.each([
  "Don't email me, just call me tomorrow at ten: +31 20 123 4567",
  "We had to unsubscribe from our old supplier's service, so your mail comes at the right time.",
  'We can opt out of our current contract in May. Let us talk in April.',
  'Ich muss mich jetzt leider abmelden, rufen Sie mich bitte am Montag an.',
  'Please do not write to me at this address. Use ada@acme-group.example',
  'Never contact us before nine, after that any time is fine. We want the price list.',
  // Not said to us.
  'Any reader can unsubscribe from the letter at the bottom of it.',
  'To unsubscribe from this group, send an empty mail.',
  'They will stop sending you invoices when you pay.',
  'He wrote "please unsubscribe me" and nobody answered.',
  'If that is so, take me off the list.',
  'You can remove me from the project in the settings.',
  // Something else is to end, or to be sent.
  'Please stop worrying, the price is fine.',
  'Please do not send the brochure, I have it already.',
  'Remove my address from the order, we moved.',
  'Stop by when you are in town.',
  'Bitte entfernen Sie mich nicht.',
  'Hören Sie auf den Kollegen, er kennt den Markt.',
  'Deje de preocuparse, el precio nos parece bien.',
  'Smettila di chiedere scusa!',
  'Basta che mi mandi il listino.',
  "Ne m'envoyez pas la brochure papier.",
  'Vou sair às seis, falamos amanhã.',
  'Stuur me geen offerte, die heb ik al.',
  'Rezygnuję z udziału w targach.',
  // Exceptions and other wishes.
  'Stop emailing me, except about the invoice.',
  'Please remove me from the list and add me to the one for partners.',
  'Arrêtez de m’écrire, sauf pour le salon.',
])('no wish for good: %s', (text) => {
  expect(detectOptOut(text)?.is).not.toBe('wish');
});

test.each([
  'Ne me recontactez plus, merci.',
  'Non mi ricontatti più.',
  'Melden Sie sich bitte nie wieder.',
  'Melden Sie sich nicht mehr.',
])('a wish for good: %s', (text) => {
  expect(detectOptOut(text)?.is).toBe('wish');
});

test('a negated wish is none', () => {
  expect(detectOptOut('Please do not stop writing, this is useful.')).toBeNull();
});

test.each([
  'Please unsubscribe me.',
  'Hi Mia, please take me off your list. I get too much of this and have asked before, thanks for your understanding. Ada',
  'Do not contact us again.',
  'Remove my address from your database please.',
  'STOP',
  'Please remove me from your list.\n\nBest regards,\nGrace Hopper\n+44 20 7946 0018\ngrace@acme.example',
  'Could you remove us from the list?',
  'Not for us, sorry. Stop.',
  'unsuscribe ada@acme.example',
  'We get several of these a week, so please take us off the\nmailing list. Thank you.',
  'Hallo Mia,\n\nStopp.\n\nGruß\nJan Meier',
  'Schreiben Sie uns bitte nicht mehr an, danke.',
  'Bitte schreiben Sie mir nicht mehr.',
  'Kunt u mij van de mailinglijst halen? Haal mij van de lijst.',
  'Pourriez-vous nous retirer de vos fichiers ?',
  'Ya no quiero correos, gracias.',
  'Toglietemi dalla vostra lista, grazie.',
  'Não quero mais receber e-mails de vocês.',
  'Proszę nie wysyłać mi więcej wiadomości.',
  'Prosze o usuniecie mojego adresu z bazy.',
])('a wish: %s', (text) => {
  expect(detectOptOut(text)?.is).toBe('wish');
});

test.each(['How do I get off this list?', 'Is there a way for me to unsubscribe from this?'])(
  'somebody who asks how is asked about: %s',
  (text) => {
    expect(detectOptOut(text)?.is).toBe('unsure');
  },
);
