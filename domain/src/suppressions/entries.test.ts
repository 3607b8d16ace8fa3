import { expect, test } from 'vitest';
import { phoneKey } from '../addresses/phone-key.ts';
import { guessPeopleColumn, nameEntry, parsePersonEntry, parseSuppressionEntry, showEntry } from './entries.ts';

test.each([
  ['Ada@One.Example', 'address', 'ada@one.example'],
  [' mailto:ada@one.example?subject=hi ', 'address', 'ada@one.example'],
  ["'=ada@one.example", 'address', '=ada@one.example'],
  ['https://www.rival.example/x', 'domain', 'rival.example'],
  ['linkedin.com', 'domain', 'linkedin.com'],
  ['+31 (0)6 1234 5678', 'phone', '31612345678'],
  ['0031-612345678 ext. 9', 'phone', '31612345678'],
  ["'+31 612-345678", 'phone', '31612345678'],
  ['https://nl.linkedin.com/in/Ada-King/?trk=x', 'linkedin', 'in/ada-king'],
  ['LinkedIn.com/in/ADA-king', 'linkedin', 'in/ada-king'],
  ['https://www.linkedin.com/sales/lead/ACwAAabc,NAME', 'linkedin', 'sales/lead/ACwAAabc'],
])('%s is of the kind %s', (text, kind, value) => {
  const read = parseSuppressionEntry(text);
  expect(read).toMatchObject({ kind, value });
  expect(parseSuppressionEntry(read!.text)).toEqual(read);
});

test.each([
  [''],
  ['   '],
  ['0612345678'], // whose country?
  ['+31'],
  ['+31612345678901234'],
  ['＋31612345678'], // a plus that only looks like one
  ['+٣١٦١٢٣٤٥٦٧٨'],
  ['=cmd|calc'],
  ['=HYPERLINK("http://evil.example")'],
  ['<b>ada@one.example</b>'],
  ['<script>alert(1)</script>'],
  ['https://www.linkedin.com/company/acme'],
  ['https://www.linkedin.com/posts/ada-1'],
  ['ada@one.example\u0000'],
  ['x'.repeat(100_000)],
  [`+${'9'.repeat(100_000)}`],
])('%.40s is no contact', (text) => {
  expect(parseSuppressionEntry(text)).toBeNull();
});

test('look-alike letters are another address', () => {
  const [latin, cyrillic] = ['ada@one.example', 'аda@one.example'].map(parseSuppressionEntry);
  expect(cyrillic?.value).not.toBe(latin?.value);
  const [one, other] = ['linkedin.com/in/ada', 'linkedin.com/in/аda'].map(parseSuppressionEntry);
  expect(other?.value).not.toBe(one?.value);
  expect(parseSuppressionEntry('https://linkedin.com.evil.example/in/ada')).toMatchObject({ kind: 'domain' });
});

test.each([
  ['+31 6 1234 5678', '31612345678'],
  ['00 31 6.1234.5678#9', '31612345678'],
  ['+1 (555) 010-0199 x12', '15550100199'],
  ['0', null],
  ['+0612345678', null],
  ['phone', null],
  ['', null],
])('the number of %s', (text, key) => {
  expect(phoneKey(text)).toBe(key);
});

test('a person is known by what can be read; what cannot is named', () => {
  const read = parsePersonEntry({ email: ' Ada@One.example', phone: '+31612345678', linkedin_url: '' });
  expect(read).toEqual({ email: 'ada@one.example', phone_key: '31612345678', linkedin_key: null });
  expect(parsePersonEntry({ email: 'nobody' })).toEqual({ invalid: 'email' });
  expect(parsePersonEntry({ email: 'a@b.example', phone: '0612345678' })).toEqual({ invalid: 'phone' });
  expect(parsePersonEntry({ linkedin_url: 'linkedin.com/company/acme' })).toEqual({ invalid: 'linkedin_url' });
  expect(parsePersonEntry({ email: ' ', phone: null })).toEqual({ invalid: 'email' });
});

test('the column of a file that says who', () => {
  const rows = [
    ['Ada', '06', "'+31 6-12345678"],
    ['Bob', '', '+49 30 1234567'],
    ['Cleo', '', ''],
    ['Dan', '', 'unknown'],
    ['Eve', '', 'linkedin.com/in/eve'],
  ];
  expect(guessPeopleColumn(['Name', 'Old', 'Mobile'], rows)).toBe('Mobile');
  expect(guessPeopleColumn(['Name', 'Old'], rows)).toBeNull();
  expect(guessPeopleColumn(['Name'], [])).toBeNull();
});

test('an entry in one line', () => {
  const shown = showEntry({ email: 'ada@one.example', phone_key: '31612345678', linkedin_key: 'in/ada' });
  expect(nameEntry(shown)).toBe('ada@one.example, +31612345678, linkedin.com/in/ada');
  expect(nameEntry(showEntry({ email: null, phone_key: null, linkedin_key: null }))).toBeNull();
});
