import { expect, test } from 'vitest';
import { createTranslator } from './known-sentences.ts';

const words: Record<string, string> = {
  'No proof was found.': 'Es fand sich kein Nachweis.',
  'The look-up of the {what} failed{why}': 'Die Abfrage ({what}) ist fehlgeschlagen{why}',
  'The look-up of the phone failed{why}': 'Die Telefonabfrage ist fehlgeschlagen{why}',
  '{name} has this call now.': '{name} hat jetzt diesen Anruf.',
  '{vendor} answered: {words}': '{vendor} antwortete: {words}',
  'First name': 'Vorname',
  'email address': 'E-Mail-Adresse',
  'This lead lacks: {names}.': 'Diesem Lead fehlt: {names}.',
  ', ': ', ',
  ' and ': ' und ',
  '{n} a': '{n} zu kurz',
};
const say = createTranslator(new Map(Object.entries(words)), (text, values) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''),
);

test('a sentence, its values, and sentences within it are said', () => {
  expect(say('No proof was found.')).toBe('Es fand sich kein Nachweis.');
  expect(say('Ada Doe has this call now.')).toBe('Ada Doe hat jetzt diesen Anruf.');
  expect(say('The look-up of the email address failed.')).toBe('Die Abfrage (E-Mail-Adresse) ist fehlgeschlagen.');
  expect(say('Hunter answered: No proof was found.')).toBe('Hunter antwortete: Es fand sich kein Nachweis.');
  expect(say('This lead lacks: First name, Shoe size and email address.')).toBe(
    'Diesem Lead fehlt: Vorname, Shoe size und E-Mail-Adresse.',
  );
});

test('the sentence with most words of its own wins', () => {
  expect(say('The look-up of the phone failed: busy')).toBe('Die Telefonabfrage ist fehlgeschlagen: busy');
});

test('sentences in a row are said one by one, and what is not ours stays', () => {
  expect(say('No proof was found. Call +49 now. Ada has this call now.')).toBe(
    'Es fand sich kein Nachweis. Call +49 now. Ada hat jetzt diesen Anruf.',
  );
  expect(say('550 5.1.1 no such user')).toBeUndefined();
  expect(say('5 a')).toBeUndefined();
  expect(say('')).toBeUndefined();
  expect(say('First name '.repeat(200))).toBeUndefined();
});

test('what people call something stays as they wrote it', () => {
  const ours: Record<string, string> = {
    ...words,
    Paused: 'Pausiert',
    'A former member': 'Ein früheres Mitglied',
    '{n} days': '{n} Tage',
    'In “{what}” is nothing.': 'In „{what}“ ist nichts.',
    'Stopped: {campaign}': 'Gestoppt: {campaign}',
  };
  const sayOurs = createTranslator(new Map(Object.entries(ours)), (text, values) =>
    text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''),
  );
  expect(sayOurs('Paused has this call now.')).toBe('Paused hat jetzt diesen Anruf.');
  expect(sayOurs('A former member has this call now.')).toBe('Ein früheres Mitglied hat jetzt diesen Anruf.');
  expect(sayOurs('Stopped: Paused, First name and 3 days')).toBe('Gestoppt: Paused, First name and 3 days');
  expect(sayOurs('In “First name” is nothing.')).toBe('In „First name“ ist nichts.');
  expect(sayOurs('1,200 days')).toBe('1,200 Tage');
  expect(sayOurs('Call again in 3 days')).toBeUndefined();
});

test('a name in quotes is not translated, and separates no list', () => {
  const sayQuoted = createTranslator(
    new Map(Object.entries({ ...words, '“{name}”': '„{name}“', 'The field {field} is gone.': '{field} ist weg.' })),
    (text, values) => text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''),
  );
  expect(sayQuoted('This lead lacks: “First name”, “Shoe size, email address”, First name.')).toBe(
    'Diesem Lead fehlt: „First name“, „Shoe size, email address“, Vorname.',
  );
  expect(sayQuoted('The field “First name” is gone. The field First name is gone.')).toBe(
    '„First name“ ist weg. Vorname ist weg.',
  );
  // Without a sentence around it, the quotation is of another author.
  expect(sayQuoted('“First name”')).toBeUndefined();
  expect(say('This lead lacks: “First name”, First name.')).toBe('Diesem Lead fehlt: “First name”, Vorname.');
  expect(sayQuoted('This lead lacks: “open, First name.')).toBe('Diesem Lead fehlt: “open, Vorname.');
});

test('long lists of strangers are read in little time', () => {
  const many = new Map(Array.from({ length: 1000 }, (_, n) => [`${n} is {what} number.`, 'x']));
  many.set('It said: {words}', 'x');
  const slow = createTranslator(many, (text) => text);
  const started = performance.now();
  for (let n = 0; n < 100; n += 1) slow(`It said: ${'1, '.repeat(490)}`);
  expect(performance.now() - started).toBeLessThan(1000);
});

test('hostile texts are read in little time', () => {
  const many = new Map(Array.from({ length: 1000 }, (_, n) => [`{a} of {b} in {c} number ${n}.`, 'x']));
  const slow = createTranslator(many, (text) => text);
  const started = performance.now();
  for (let n = 0; n < 50; n += 1) slow(`${' of  in '.repeat(180)}${n}`);
  expect(performance.now() - started).toBeLessThan(2000);
});
