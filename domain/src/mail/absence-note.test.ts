import { expect, test } from 'vitest';
import { classifyReply } from '../inbound/classify-reply.ts';
import { REPLY_CORPUS, type SampleReply } from '../inbound/testing/reply-corpus.ts';
import { findAway, isAbsenceAlone, isNote } from './absence-note.ts';

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
  expect(isAbsenceAlone(text)).toBe(true);
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
  expect(isAbsenceAlone(text)).toBe(false);
});

test.each([
  'Thank you for your message. I am out of the office until 7 December. For urgent matters, please contact Grace.',
  'Bonjour,\n\nCe message a été généré automatiquement, veuillez ne pas y répondre.',
  'Je serai absente jusqu’au 7 décembre. J’aurai accès à mon téléphone mais je ne compte pas m’en servir.',
  'Je vous informe de mon absence du 5 au 9 octobre. Je lirai mes messages à mon retour. En cas d’urgence, appelez Paul.',
  'Oggi dalle ore 14 alle ore 18 sarò fuori ufficio per impegni di lavoro e non potrò rispondere alle vostre richieste prima di domani; ogni messaggio avrà una risposta appena possibile. Mi scuso in anticipo.',
  'Thanks for writing to Acme. Your ticket number is #4711. A member of our team will reply within 2 business days.',
  'This mailbox is no longer monitored. Please write to info@acme.example.',
  'Vielen Dank für Ihre Nachricht. Ich bin derzeit nicht im Büro und habe keinen Zugriff auf meine E-Mails.',
  'Guten Tag,\n\nIhre Nachricht ist bei uns eingegangen. Wir melden uns innerhalb von zwei Werktagen.\n\nViele Grüße\nTeam Acme',
  'Bonjour,\n\nMerci pour votre message. Je suis en congés et vous répondrai à mon retour.\n\nCordialement',
  'Nous avons bien reçu votre demande. Notre équipe la traitera dans les plus brefs délais.',
  'Gracias por su correo. Me encuentro fuera de la oficina y responderé a mi regreso.',
  'Hemos recibido su mensaje. Le responderemos a la mayor brevedad.',
  'Grazie per il messaggio. Sono in ferie e risponderò al mio rientro. Per urgenze contattare info@acme.example.',
  'Abbiamo ricevuto la tua richiesta. Ti risponderemo al più presto.',
  'Bedankt voor je bericht. Ik ben afwezig en reageer zodra ik terug ben. Bij spoed kun je contact opnemen met Jan.',
  'We hebben uw aanvraag ontvangen en nemen zo snel mogelijk contact met u op.',
  'Obrigado pela mensagem. Estou de férias e responderei assim que retornar.',
  'Recebemos a sua mensagem e entraremos em contacto em breve.',
  'Dziękuję za wiadomość. Jestem na urlopie, odpowiem po powrocie. W pilnych sprawach proszę o kontakt z biurem.',
  'Otrzymaliśmy Państwa zgłoszenie. Odpowiemy w ciągu 24 godzin.',
])('%s is a note', (text) => {
  expect(isNote(text)).toBe(true);
});

test.each([
  'I’m out of the office until Monday, but the price is $100.',
  'Sorry for the late reply, I was on vacation. Thursday works, please contact my assistant.',
  'I am on leave until Monday. Sounds great, let us talk then. Thanks, Grace',
  'Thank you for contacting us. I would like to see a demo, please contact me on Thursday.',
  'Ich war im Urlaub. Vielen Dank für Ihre Nachricht, wir melden uns.',
  'Derzeit kein Bedarf, vielen Dank für Ihre Nachricht. Ich bin bis Freitag im Urlaub.',
  'Je suis en vacances. Votre offre nous intéresse, merci de contacter mon collègue.',
  'Quiero darme de baja, gracias.',
  'Per questa volta ci penso io. Sono in ferie fino al 10, non ci sarà una seconda volta.',
  'Ecco il disegno aggiornato. Da lunedì sarò fuori ufficio, per urgenze scrivere al collega.',
  'Estou de férias até dia 30. Podemos falar do preço depois, obrigado',
  'Jestem na urlopie, ale oferta wygląda dobrze. Proszę o kontakt.',
])('%s is a person’s reply', (text) => {
  expect(isNote(text)).toBe(false);
});

test('of everything else that people write none is classed as an absence and says nothing else', () => {
  const others = REPLY_CORPUS.filter(({ expected, kind }) => expected !== 'out_of_office' && kind === 'reply');
  const isAway = ({ text }: SampleReply) =>
    classifyReply({ kind: 'reply', subject: null, text })?.class === 'out_of_office' && isAbsenceAlone(text);
  expect(others.filter(isAway).map(({ name }) => name)).toEqual([]);
});

test.each([
  ['Ik ben er niet. Groet, Grace', 'ik ben er niet'],
  ['Boa tarde, estou de FÉRIAS, e antes fora do escritório', 'de férias'],
  ['Darme de baja', null],
  ['Estoy de baja médica', 'estoy de baja'],
  ['Ich bin außer Haus', 'außer haus'],
])('%s: the words of an absence are shown as written', (text, words) => {
  expect(findAway(text)).toBe(words);
});
