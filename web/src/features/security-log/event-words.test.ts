import type { SecurityEventItem } from '@overture/contract/security-log';
import { expect, test } from 'vitest';
import {
  actorName,
  actorWords,
  personName,
  placeWords,
  reasonWords,
  repeatWords,
  subjectWords,
} from './event-words.ts';

const item: SecurityEventItem = {
  id: 1,
  event: 'sender_connected',
  outcome: 'success',
  user: { id: 4, name: 'Ada Jansen', email: 'ada@acme.example' },
  actor: null,
  api_key: null,
  is_outside_actor: false,
  outside_actor_name: null,
  ip: '8.8.8.8',
  country: 'US',
  device: null,
  subject: null,
  reason: null,
  repeats: 1,
  occurred_at: '2026-11-21T10:00:00Z',
};

test('the actor is named; a command on the server has none', () => {
  expect(personName(item)).toBe('Ada Jansen');
  expect(personName({ ...item, user: null })).toBe('Not signed in');
  expect(personName({ ...item, user: null, ip: null })).toBe('Program or operator');
});

test('the actor is shown only if it is another user', () => {
  expect(actorWords(item)).toBe('');
  expect(actorWords({ ...item, actor: { id: 5, name: 'Grace Hopper', email: 'g@x.example' } })).toBe('by Grace Hopper');
  expect(actorWords({ ...item, is_outside_actor: true })).toBe('by someone outside');
  const bySupport = { ...item, is_outside_actor: true, outside_actor_name: 'Support' };
  expect(actorWords(bySupport)).toBe('by Support');
  expect([actorName(item), actorName({ ...item, is_outside_actor: true })]).toEqual(['', 'Someone outside']);
  expect(actorName(bySupport)).toBe('Support');
  // What an agency does to its client stands under nobody's name of the client.
  const byAgency = { ...item, user: null, is_outside_actor: true };
  expect([personName(byAgency), actorWords(byAgency)]).toEqual(['Someone outside', '']);
  expect(personName({ ...byAgency, outside_actor_name: 'Acme Agency' })).toBe('Acme Agency');
  expect(personName({ ...item, user: null })).toBe('Not signed in');
});

test.each([
  [null, ''],
  [{ kind: 'call', id: null, label: null }, ''],
  [{ kind: 'sender', id: 7, label: 'ada@acme.example' }, 'Sender: ada@acme.example'],
  [{ kind: 'list', id: 7, label: null }, 'Lead list: 7'],
  [{ kind: 'campaign', id: null, label: null }, ''],
] as const)('about %j', (subject, words) => {
  expect(subjectWords({ ...item, subject })).toBe(words);
});

test.each([
  [1, ''],
  [3, '3 times within a minute'],
  [4096, 'At least 4,096 times within a minute'],
])('%d repeats', (repeats, words) => {
  expect(repeatWords({ ...item, repeats })).toBe(words);
});

test('places, in words where they are known', () => {
  expect(placeWords(item)).toEqual({ place: 'United States', address: '8.8.8.8' });
  expect(placeWords({ ip: '10.0.0.1', country: null })).toEqual({ place: '10.0.0.1', address: '' });
  expect(placeWords({ ip: null, country: null })).toEqual({ place: 'Automatic', address: '' });
});

test('reasons are our own words', () => {
  expect(reasonWords({ ...item, reason: 'wrong_password' })).toBe('wrong password');
  expect(reasonWords({ ...item, reason: 'POST /user/mail_box/' })).toBe('POST /user/mail_box/');
  expect(reasonWords(item)).toBe('');
});
