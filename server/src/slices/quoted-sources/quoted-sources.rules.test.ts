import { expect, test } from 'vitest';
import { numbersIn, says } from './evidence.rules.ts';
import { document } from './quoted-sources.factory.ts';
import { addressesModel, MOST_SOURCE_CHARACTERS, quoteSources } from './quoted-sources.rules.ts';

test('quotes are compared by their words', () => {
  expect(says(document, 'KANAAL SOFTWARE was founded in 1999, and has its headquarters in Utrecht')).toBe(true);
  expect(says(document, 'Kanaal Software was founded in 1999 ... headquarters in Utrecht')).toBe(true);
  expect(says(document, 'Prices start at 49 euros a month - no set-up fee')).toBe(true);
  expect(says(document, 'Kanaal Software was founded in 1999 and has its headquarter in Utrecht.')).toBe(true);
  expect(says(document, 'Kanaal Software ... quantum teapots')).toBe(false);
});

test('numbers as people write them', () => {
  expect(numbersIn('1,250 or 1.250.000')).toEqual(expect.arrayContaining([1250, 1_250_000]));
  expect(numbersIn('$2.5 million, 3k, seven')).toEqual(expect.arrayContaining([2_500_000, 3000, 7]));
});

test('many and long sources stay within the budget, short ones whole', () => {
  const long = Array.from({ length: 40 }, (_, index) => ({ ...document, text: `${'word '.repeat(5_000)}${index}` }));
  const quoted = quoteSources([document, ...long]);
  expect(quoted).toHaveLength(16);
  expect(quoted[0]?.text).toBe(document.text);
  expect(quoted.reduce((sum, entry) => sum + entry.text.length, 0)).toBeLessThanOrEqual(MOST_SOURCE_CHARACTERS);
});

test('ordinary business sentences are not taken for orders', () => {
  for (const sentence of [
    'We build a system for instructions in hospitals.',
    'Our AI models read invoices.',
    'Ignore the noise and focus on customers.',
    'Send us an email to reply to your questions.',
    'The output of our plants doubled.',
    'Customers rate us 4.8 out of 5.',
    'System integration and assistant directors.',
    'Reply within 24 hours.',
    'We write only about shipping, and say exactly what it costs.',
    'Follow the instructions on the package.',
  ]) {
    expect(addressesModel(sentence), sentence).toBe(false);
  }
});
