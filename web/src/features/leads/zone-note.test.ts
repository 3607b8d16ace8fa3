import { expect, test } from 'vitest';
import { zoneNote } from './zone-note.ts';

const now = new Date('2026-03-10T13:05:00Z');

test('says what time it is where a lead is, and how we know', () => {
  expect(zoneNote({ zone: 'Europe/Berlin', source: 'typed' }, now)).toBe('14:05 there now');
  expect(zoneNote({ zone: 'America/New_York', source: 'city' }, now)).toBe(
    '09:05 there now. America/New York, known from the city',
  );
});
