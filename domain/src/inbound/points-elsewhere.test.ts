import { expect, test } from 'vitest';
import { findPointer } from './points-elsewhere.ts';

test.each([
  ['Please write to anna@x.example / Anna Berg', 'please write'],
  ['Better ask Anna Berg (anna@x.example).', 'better ask'],
  ['Mail naar anna@x.example', 'mail naar'],
  ['Bitte schreiben Sie an anna@x.example.', 'schreiben sie'],
  ['Écrivez à Anna Berg, anna@x.example', 'ecrivez a'],
  ['Scriva a anna@x.example', 'scriva a'],
  ['Напишите Анне: anna@x.example', 'напишите'],
])('%s', (text, words) => {
  expect(findPointer(text)).toMatchObject({ class: 'wrong_person', words });
});

test.each([
  'Please write to me at grace@home.example.',
  'My private address is grace@home.example, email that.',
  'Do not write to anna@x.example.',
  'Shall I ask anna@x.example?',
  'anna@x.example and I read it on the train.',
])('%s sends nowhere', (text) => {
  expect(findPointer(text)).toBeNull();
});
