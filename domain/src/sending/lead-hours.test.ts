import { describe, expect, test } from 'vitest';
import { describeWaiting } from '../diagnosis/waiting-words.ts';
import { LeadHours, resolveLeadPlace } from './lead-hours.ts';

const office = (start: string, end: string, timezone = 'Europe/Berlin', days = [1, 2, 3, 4, 5]) =>
  new LeadHours({ timezone, sending_window: { days, start, end } });

const placeOf = (zone: string | null) => ({ zone, holidays_of: null });

/** What is open for a lead of a zone on a day, in UTC. */
function openOn(hours: LeadHours, zone: string, day: string): string[] {
  const found: string[] = [];
  let wasOpen = false;
  const start = Date.parse(`${day}T00:00:00Z`);
  for (let minute = 0; minute < 24 * 60; minute += 1) {
    const at = new Date(start + minute * 60_000);
    const isOpen = hours.closedUntil(placeOf(zone), at) === null;
    if (isOpen !== wasOpen) found.push(at.toISOString().slice(11, 16));
    wasOpen = isOpen;
  }
  return found;
}

describe('hours that hold by two clocks', () => {
  // Berlin 09-17, New York 09-17: five hours apart between the two clock changes, six else. The same hours in New York and UTC.
  test.each([
    ['winter: 15 to 17 in Berlin, 09 to 11 in New York', '2026-03-04', ['14:00', '16:00']],
    ['New York has changed its clock, Berlin not yet: 14 to 17, 09 to 12', '2026-03-11', ['13:00', '16:00']],
    ['the last Friday before Berlin does', '2026-03-27', ['13:00', '16:00']],
    ['both have: 09 to 11 again', '2026-03-30', ['13:00', '15:00']],
    ['summer', '2026-07-15', ['13:00', '15:00']],
    ['Berlin has changed back, New York not yet', '2026-10-28', ['13:00', '16:00']],
    ['both have', '2026-11-04', ['14:00', '16:00']],
    ['a Saturday', '2026-03-14', []],
  ])('New York, %s', (_, day, open) => {
    expect(openOn(office('09:00', '17:00'), 'America/New_York', day)).toEqual(open);
  });

  test('on the days the clocks change, of 23 and of 25 hours, every day of the week open', () => {
    const hours = office('01:00', '05:00', 'Europe/Berlin', [1, 2, 3, 4, 5, 6, 7]);
    // Berlin and London change on one day and stay an hour apart.
    expect(openOn(hours, 'Europe/London', '2026-03-28')).toEqual(['01:00', '04:00']);
    expect(openOn(hours, 'Europe/London', '2026-03-29')).toEqual(['01:00', '03:00']);
    expect(openOn(hours, 'Europe/London', '2026-10-25')).toEqual(['00:00', '04:00']);
    expect(openOn(hours, 'Europe/London', '2026-10-24')).toEqual(['00:00', '03:00']);
  });

  test('in its own zone and without any, a lead goes by the campaign alone', () => {
    const hours = office('09:00', '17:00');
    const night = new Date('2026-03-04T02:00:00Z');
    expect([hours.closedUntil(placeOf(null), night), hours.closedUntil(placeOf('Europe/Berlin'), night)]).toEqual([
      null,
      null,
    ]);
  });

  test.each([
    ['09:00', '12:00', 'Australia/Sydney', false],
    ['09:00', '17:00', 'Australia/Sydney', false],
    ['08:00', '18:00', 'Asia/Tokyo', true],
    ['09:00', '17:00', 'Asia/Tokyo', false],
    ['09:00', '17:30', 'Asia/Tokyo', false],
    ['09:00', '18:00', 'Asia/Tokyo', true],
    ['09:00', '17:00', 'America/Los_Angeles', false],
    ['09:00', '09:20', 'Europe/Paris', true],
    ['00:00', '24:00', 'Pacific/Auckland', true],
  ])('%s to %s in Berlin and %s: %s', (start, end, zone, isMet) => {
    const now = new Date('2026-01-14T12:00:00Z');
    const hours = office(start, end);
    expect(hours.meets(zone, now)).toBe(isMet);
    if (!isMet) expect(openOn(hours, zone, '2026-01-15')).toEqual(['00:00']);
  });

  test('a week that only differs in a few hours of common time is not passed over', () => {
    const hours = new LeadHours({
      timezone: 'Europe/Berlin',
      sending_window: null,
      windows: {
        1: [{ start: '08:00', end: '09:00' }],
        5: [
          { start: '15:00', end: '20:00' },
          { start: '07:00', end: '10:00' },
        ],
      },
    });
    const until = hours.closedUntil(placeOf('America/New_York'), new Date('2026-01-12T08:00:00Z'));
    // Friday from 07:00 in New York, which the morning window allows, until 10:00; in Berlin 13:00 is closed, 15:00 open.
    expect(until?.toISOString()).toBe('2026-01-16T14:00:00.000Z');
  });
});

describe('public holidays of the country of a lead', () => {
  const window = { days: [1, 2, 3, 4, 5], start: '09:00', end: '17:00' };
  const berlin = { timezone: 'Europe/Berlin', sending_window: window, skips_holidays: true, uses_lead_zone: false };
  const unknown = { time_zone: null, location: null, phone_number: null, company_location: null };
  const placeIn = (location: string | null, more: object = {}) =>
    resolveLeadPlace({ ...unknown, company_website_url: null, email: null, location, ...more });
  const until = (place: ReturnType<typeof placeIn>, at: string, more: object = {}) =>
    new LeadHours({ ...berlin, ...more }).closedUntil(place, new Date(at))?.toISOString() ?? null;
  const KINGS_DAY = '2027-04-27T10:00:00Z';

  test.each<[string, string | null, object, string | null]>([
    ['a city', 'Amsterdam, Netherlands', {}, 'NL'],
    ['a country with several zones and nothing more', 'United States', {}, 'US'],
    ['a region with its own days', 'Toronto, Ontario, Canada', {}, 'CA-ON'],
    ['the typed zone before the place', 'Amsterdam, Netherlands', { time_zone: 'Europe/Paris' }, 'FR'],
    ['the phone', null, { phone_number: '+31612345678' }, 'NL'],
    ['nothing', null, {}, null],
  ])('%s says whose they are', (_, location, more, holidays_of) => {
    expect(placeIn(location, more).holidays_of).toBe(holidays_of);
  });

  test.each<[string, ReturnType<typeof placeIn>, string | null]>([
    ['abroad', placeIn('Amsterdam, Netherlands'), '2027-04-28T07:00:00.000Z'],
    ['in the country of the campaign', placeIn('Munich, Germany'), null],
    ['somewhere', placeIn(null), null],
    ['elsewhere abroad', placeIn('Paris, France'), null],
  ])("King's Day for a lead %s", (_, place, opens) => {
    expect(until(place, KINGS_DAY)).toBe(opens);
  });

  test('several in a row, over a weekend, end with the first opening after them', () => {
    // Boxing Day 2026 is a Saturday: its substitute is Monday 28 December.
    const london = placeIn('London, United Kingdom');
    expect(until(london, '2026-12-28T10:00:00Z')).toBe('2026-12-29T08:00:00.000Z');
    expect(until(london, '2026-12-28T10:00:00Z', { uses_lead_zone: true })).toBe('2026-12-29T09:00:00.000Z');
  });

  test('a campaign without holidays, and its calls, ignore them', () => {
    const amsterdam = placeIn('Amsterdam, Netherlands');
    expect(until(amsterdam, KINGS_DAY, { skips_holidays: false })).toBeNull();
    const place = { zones: ['Europe/Amsterdam'], is_unknown_us: false };
    for (const uses_lead_zone of [true, false])
      expect(new LeadHours({ ...berlin, uses_lead_zone }).closedForCall(place, new Date(KINGS_DAY))).toBeNull();
  });
});

describe('why a lead waits', () => {
  const until = new Date('2026-03-04T14:00:00Z');
  test.each([
    ['2026-03-04T11:12:00Z', 'It is 06:12 in New York; goes out from 09:00 there'],
    ['2026-03-03T17:00:00Z', 'It is 12:00 in New York; goes out from Wednesday 09:00 there'],
  ])('%s', (now, text) => {
    const words = describeWaiting('lead_zone', { zone: 'America/New_York', now: new Date(now), until });
    expect(words).toMatchObject({ rule: 'lead_zone', text, until: until.toISOString() });
  });

  test('a call names the clock that is closed, and whose it is', () => {
    const detail = { zone: 'Europe/London', now: new Date('2026-03-03T20:30:00Z'), until };
    expect([describeWaiting('lead_zone', { ...detail, call: 'phone' }).text]).toEqual([
      'It is 20:30 in London, where the phone number is from; the call is due from Wednesday 14:00 there',
    ]);
    expect(describeWaiting('lead_zone', { ...detail, call: 'lead' }).text).toBe(
      'It is 20:30 in London; the call is due from Wednesday 14:00 there',
    );
  });

  test('a holiday there', () => {
    const now = new Date('2026-03-03T10:00:00Z');
    expect(describeWaiting('lead_zone', { zone: 'Europe/Amsterdam', now, until, is_holiday: true }).text).toBe(
      'It is a public holiday in Amsterdam; goes out from Wednesday 15:00 there',
    );
    expect(describeWaiting('lead_zone', { now, until, is_holiday: true }).text).toBe(
      'It is a public holiday in the country of the lead',
    );
  });

  test('without a known zone', () => {
    expect(describeWaiting('lead_zone').text).toBe('Outside the sending window in the time zone of the lead');
  });
});

describe('hours of a call', () => {
  const calls = (hours: LeadHours, zones: string[], is_unknown_us = false) => {
    const found: string[] = [];
    let wasOpen = false;
    for (let minute = 0; minute < 24 * 60; minute += 1) {
      const at = new Date(Date.parse('2026-07-15T00:00:00Z') + minute * 60_000);
      const isOpen = hours.closedForCall({ zones, is_unknown_us }, at) === null;
      if (isOpen !== wasOpen) found.push(at.toISOString().slice(11, 16));
      wasOpen = isOpen;
    }
    return found;
  };
  const newYork = office('09:00', '17:00', 'America/New_York');

  test('where the person and the phone disagree, only what is open in both', () => {
    expect(calls(newYork, ['America/Los_Angeles'])).toEqual(['16:00', '21:00']);
    expect(calls(newYork, ['America/Los_Angeles', 'America/New_York'])).toEqual(['16:00', '21:00']);
    expect(calls(newYork, ['America/Denver', 'Europe/London'])).toEqual(['15:00', '16:00']);
  });

  test('somewhere in the United States: two to eight in the evening of the East, within the hours of the campaign', () => {
    expect(calls(newYork, [], true)).toEqual(['18:00', '21:00']);
    expect(calls(office('09:00', '22:00', 'America/New_York'), [], true)).toEqual(['18:00']);
  });

  test('two zones that are never open together go by the first, as far as that meets the campaign', () => {
    const wide = office('08:00', '12:00', 'UTC', [1, 2, 3, 4, 5, 6, 7]);
    expect(calls(wide, ['Atlantic/Azores', 'Asia/Dubai'])).toEqual(calls(wide, ['Atlantic/Azores']));
  });

  test.each([
    ['both closed: the person first', ['America/Denver', 'Europe/London'], false, '05:00', 'America/Denver'],
    ['only the phone', ['America/Denver', 'Europe/London'], false, '17:00', 'Europe/London'],
    ['only the person', ['Europe/London', 'America/Denver'], false, '17:00', 'Europe/London'],
    ['a phone in the zone of the campaign', ['Europe/London', 'America/New_York'], false, '12:30', 'America/New_York'],
    ['unknown', ['America/Denver', 'Europe/London'], false, '15:30', null],
    ['the United States', [], true, '15:00', 'America/New_York'],
    ['nowhere', [], false, '05:00', null],
  ])('which clock is closed: %s', (_, zones, is_unknown_us, time, closed) => {
    expect(newYork.closedClock({ zones, is_unknown_us }, new Date(`2026-07-15T${time}:00Z`))).toBe(closed);
  });

  test('until when, in the zone that opens last', () => {
    const at = new Date('2026-07-17T23:00:00Z');
    expect(newYork.closedForCall({ zones: ['America/Denver', 'Europe/London'], is_unknown_us: false }, at)).toEqual(
      new Date('2026-07-20T15:00:00Z'),
    );
  });
});
