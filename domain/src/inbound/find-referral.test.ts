import { expect, test } from 'vitest';
import { findReferral } from './find-referral.ts';

const find = (text: string) =>
  findReferral(text, ['grace@customer.example', 'nina@sender.example'], ['Grace', 'Hopper']);

test.each([
  [
    'Please write to Petra Kok (petra.kok@customer.example).',
    { name: 'Petra Kok', email: 'petra.kok@customer.example' },
  ],
  ['Ask <jan.de.wit@customer.example>!', { name: 'Jan De Wit', email: 'jan.de.wit@customer.example' }],
  ['See linkedin.com/in/petra-kok', { name: null, linkedin_url: 'https://www.linkedin.com/in/petra-kok/' }],
])('%s', (text, expected) => expect(find(text)).toMatchObject(expected));

test.each([
  ['her own address', 'I am grace@customer.example, write to nina@sender.example.'],
  ['a bare at sign', 'See you @ home, or @@@, or a@'],
  ['nothing', ''],
])('%s names no one', (_, text) => expect(find(text)).toBeNull());

test.each([
  ['at signs', '@'.repeat(200_000)],
  ['dots', `a@b${'.'.repeat(200_000)}`],
  ['capitals', 'Aa '.repeat(100_000)],
])('endless %s are read in a moment', (_, text) => {
  const start = performance.now();
  find(text);
  expect(performance.now() - start).toBeLessThan(300);
});
