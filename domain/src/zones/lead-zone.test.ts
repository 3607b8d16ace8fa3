import { describe, expect, test } from 'vitest';
import { isTimeZone } from '../time/timezones.ts';
import { AREA_CODES } from './area-code-table.ts';
import { CALLING_ZONES } from './calling-code-table.ts';
import { CITIES, LONE_CITIES } from './city-table.ts';
import { COUNTRIES } from './country-table.ts';
import { resolveCallPlace, resolveLeadZone, type ZoneFacts, zoneOfPhone } from './lead-zone.ts';
import { findPlaceZone } from './places.ts';
import { CITIES_APART, STATES } from './state-table.ts';
import { parseTypedZone, TYPED_ZONE_TEXTS } from './typed-zone.ts';
import { WINDOWS_ZONES } from './windows-zone-table.ts';

const noFacts: ZoneFacts = {
  time_zone: null,
  location: null,
  phone_number: null,
  company_location: null,
  company_website_url: null,
  email: null,
};

describe('tables of zones', () => {
  test('name zones that Intl knows', () => {
    const named = [
      ...Object.values(COUNTRIES).flatMap(([zone]) => (zone === '' ? [] : [zone])),
      ...Object.values(CALLING_ZONES),
      ...Object.keys(AREA_CODES),
      ...Object.keys(LONE_CITIES),
      ...Object.values(CITIES).flatMap((zones) => Object.keys(zones)),
      ...Object.values(CITIES_APART).flatMap((cities) => Object.values(cities)),
      ...Object.values(STATES).flatMap((states) => states.map(([, , zone]) => zone)),
    ];
    expect([...new Set(named)].filter((zone) => !isTimeZone(zone))).toEqual([]);
  });

  test('know every zone of Windows', () => {
    expect(Object.keys(WINDOWS_ZONES).length).toBeGreaterThan(125);
    expect(Object.values(WINDOWS_ZONES).filter((zone) => !isTimeZone(zone))).toEqual([]);
    const read = Object.keys(WINDOWS_ZONES).filter((name) => !parseTypedZone(name).ok);
    expect(read).toEqual([]);
  });

  test('have each area code once', () => {
    const codes = Object.values(AREA_CODES).flatMap((list) => list.split(/\s+/));
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
    expect(codes.every((code) => /^[2-9]\d\d$/.test(code))).toBe(true);
  });
});

describe('a place', () => {
  test.each([
    ['New York, New York, United States', 'America/New_York', 'city'],
    ['New York City Metropolitan Area', 'America/New_York', 'city'],
    ['San Francisco Bay Area', 'America/Los_Angeles', 'city'],
    ['Austin, TX', 'America/Chicago', 'city'],
    ['El Paso, Texas, USA', 'America/Denver', 'city'],
    ['Marfa, Texas', 'America/Chicago', 'state'],
    ['Springfield, IL 62701, US', 'America/Chicago', 'state'],
    ['Knoxville, Tennessee, United States', 'America/New_York', 'city'],
    ['Toronto, Ontario, Canada', 'America/Toronto', 'city'],
    ['Truro, NS', 'America/Halifax', 'state'],
    ['Perth, Western Australia', 'Australia/Perth', 'city'],
    ['Wodonga, VIC, Australia', 'Australia/Melbourne', 'state'],
    ['Manaus, Brasil', 'America/Manaus', 'city'],
    ['São Paulo, Brazil', 'America/Sao_Paulo', 'city'],
    ['Tijuana, Baja California, Mexico', 'America/Tijuana', 'city'],
    ['Monterrey, Nuevo León, México', 'America/Monterrey', 'city'],
    ['Mexico City', 'America/Mexico_City', 'city'],
    ['Den Haag', 'Europe/Amsterdam', 'city'],
    ['Eindhoven', 'Europe/Amsterdam', 'city'],
    ['Berlin, Germany', 'Europe/Berlin', 'country'],
    ['München, Bayern, Deutschland', 'Europe/Berlin', 'country'],
    ['Utrecht, Nederland', 'Europe/Amsterdam', 'country'],
    ['London', 'Europe/London', 'city'],
    ['London, Ontario', 'America/Toronto', 'city'],
    ['Greater Paris Metropolitan Region', 'Europe/Paris', 'city'],
    ['Cardiff, Wales', 'Europe/London', 'country'],
    ['Las Palmas, Canary Islands, Spain', 'Atlantic/Canary', 'city'],
    ['Madrid, Spain', 'Europe/Madrid', 'country'],
    ['Novosibirsk, Russia', 'Asia/Novosibirsk', 'city'],
    ['Tbilisi, Georgia', 'Asia/Tbilisi', 'city'],
    ['Atlanta, Georgia', 'America/New_York', 'city'],
    ['Bengaluru, Karnataka, India', 'Asia/Kolkata', 'country'],
    ['Singapore', 'Asia/Singapore', 'country'],
  ])('%s is in %s', (place, zone, by) => {
    expect(findPlaceZone(place)).toMatchObject({ zone, by });
  });

  test.each(['United States', 'Russia', 'Canada', 'Brazil'])('%s has several zones', (place) => {
    expect(findPlaceZone(place)?.zone).toBeNull();
  });

  test.each(['', 'Georgia', 'CA', 'Birmingham', 'Remote', 'Victoria', 'Earth, Milky Way', ', ,', 'x'.repeat(5000)])(
    'says nothing: %s',
    (place) => {
      expect(findPlaceZone(place)?.zone ?? null).toBeNull();
    },
  );
});

describe('a phone number', () => {
  test.each([
    ['+31 6 1234 5678', null, 'Europe/Amsterdam'],
    ['0049 30 1234567', null, 'Europe/Berlin'],
    ['+44 20 7946 0958', null, 'Europe/London'],
    ['+1 (212) 555-0100', null, 'America/New_York'],
    ['1-415-555-0100', null, 'America/Los_Angeles'],
    ['+1 604 555 0100', null, 'America/Vancouver'],
    ['(312) 555-0100', 'US', 'America/Chicago'],
    ['+353 1 555 0100', null, 'Europe/Dublin'],
    ['(312) 555-0100', null, null],
    ['+1 800 555 0100', null, null],
    ['+1 605 555 0100', null, null],
    ['+7 495 555 01 00', null, null],
    ['+55 11 5555 0100', null, null],
    ['+31', null, null],
    ['ask me', null, null],
  ])('%s, country %s: %s', (phone, country, zone) => {
    expect(zoneOfPhone(phone, country)).toBe(zone);
  });
});

describe('the zone of a lead', () => {
  const known: ZoneFacts = {
    time_zone: 'Asia/Tokyo',
    location: 'New York, United States',
    phone_number: '+44 20 7946 0958',
    company_location: 'Sydney, New South Wales, Australia',
    company_website_url: 'https://www.firma.de/kontakt',
    email: 'a@b.fr',
  };
  test.each([
    [{}, 'Asia/Tokyo', 'typed'],
    [{ time_zone: null }, 'America/New_York', 'city'],
    [{ time_zone: 'Mars/Olympus' }, 'America/New_York', 'city'],
    [{ time_zone: null, location: 'Ohio, United States' }, 'America/New_York', 'state'],
    [{ time_zone: null, location: 'Austria' }, 'Europe/Vienna', 'country'],
    [{ time_zone: null, location: 'United States' }, 'Europe/London', 'phone'],
    [{ time_zone: null, location: 'United States', phone_number: '3125550100' }, 'America/Chicago', 'phone'],
    [{ time_zone: null, location: 'Remote', phone_number: '' }, 'Australia/Sydney', 'company_location'],
    [{ time_zone: null, location: null, phone_number: null, company_location: 'USA' }, 'Europe/Berlin', 'domain'],
  ] as const)('%o: %s by %s', (change, zone, source) => {
    expect(resolveLeadZone({ ...known, ...change })).toEqual({ zone, source });
  });

  test.each([
    ['https://shop.co.uk', 'Europe/London'],
    ['firma.nl', 'Europe/Amsterdam'],
    ['https://startup.io', null],
    ['https://lab.ai/de', null],
    ['https://one.co', null],
    ['https://two.com/jobs.de', null],
    ['https://ours.us', null],
    ['localhost', null],
  ])('its company at %s: %s', (company_website_url, zone) => {
    expect(resolveLeadZone({ ...noFacts, company_website_url })?.zone ?? null).toBe(zone);
  });

  test('by its address where there is no website, and unknown without anything', () => {
    expect(resolveLeadZone({ ...noFacts, email: 'jan@bedrijf.nl' })).toEqual({
      zone: 'Europe/Amsterdam',
      source: 'domain',
    });
    expect(resolveLeadZone({ ...noFacts, email: 'jan@gmail.com' })).toBeNull();
    expect(resolveLeadZone(noFacts)).toBeNull();
  });
});

describe('zones in which a call is allowed', () => {
  const none = {
    time_zone: null,
    location: null,
    phone_number: null,
    company_location: null,
    company_website_url: null,
    email: null,
  };
  test.each([
    [
      'person and phone agree',
      { location: 'New York, NY, United States', phone_number: '+1 212 555 0100' },
      ['America/New_York'],
      false,
    ],
    [
      'they do not: both',
      { location: 'Denver, Colorado, United States', phone_number: '+1 212 555 0100' },
      ['America/Denver', 'America/New_York'],
      false,
    ],
    [
      'a typed zone against the phone',
      { time_zone: 'Europe/Paris', phone_number: '+44 20 7946 0000' },
      ['Europe/Paris', 'Europe/London'],
      false,
    ],
    ['a zone that is known no more', { time_zone: 'Mars/Olympus', location: 'Paris, France' }, ['Europe/Paris'], false],
    ['the phone alone', { phone_number: '+44 20 7946 0000' }, ['Europe/London'], false],
    ['a country of many zones', { location: 'United States' }, [], true],
    ['a number free of charge', { phone_number: '+1 800 555 0100' }, [], true],
    [
      'its company says where',
      { location: 'United States', company_location: 'Austin, Texas, United States' },
      ['America/Chicago'],
      false,
    ],
    ['nothing', {}, [], false],
  ])('%s', (_, facts, zones, is_unknown_us) => {
    expect(resolveCallPlace({ ...none, ...facts })).toEqual({ zones, is_unknown_us });
  });
});

describe('a typed zone', () => {
  test.each([
    ['America/New_York', 'America/New_York'],
    [' america/new york ', 'America/New_York'],
    ['asia/kolkata', 'Asia/Kolkata'],
    ['Asia/Calcutta', 'Asia/Calcutta'],
    ['US/Eastern', 'US/Eastern'],
    ['utc', 'UTC'],
    ['Europe/Kiev', 'Europe/Kiev'],
    ['W. Europe Standard Time', 'Europe/Berlin'],
    ['W. Europe Daylight Time', 'Europe/Berlin'],
    ['FLE Standard Time', 'Europe/Kiev'],
    ['eastern standard time', 'America/New_York'],
    ['GMT Standard Time', 'Europe/London'],
    ['India Standard Time', 'Asia/Calcutta'],
    ['E. South America Standard Time', 'America/Sao_Paulo'],
    ['(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna', 'Europe/Amsterdam'],
    ['(UTC-05:00) Eastern Time (US & Canada)', 'America/New_York'],
    ['(GMT+01:00) Central European Standard Time (Europe/Berlin)', 'Europe/Berlin'],
    ['us_slash_eastern', 'America/New_York'],
    ['europe_slash_berlin', 'Europe/Berlin'],
  ])('%s is taken', (typed, zone) => {
    expect(parseTypedZone(typed)).toEqual({ ok: true, zone });
  });

  test.each([
    ['EST', 'America/New_York?'],
    ['pst', 'America/Los_Angeles?'],
    ['Eastern Time', 'America/New_York?'],
    ['new york', 'America/New_York?'],
    ['Berlin', 'Europe/Berlin?'],
    ['UTC+2', TYPED_ZONE_TEXTS.unknown],
    ['+02:00', TYPED_ZONE_TEXTS.unknown],
    ['Etc/GMT+5', TYPED_ZONE_TEXTS.unknown],
    ['Europe/Atlantis', TYPED_ZONE_TEXTS.unknown],
    ['constructor', TYPED_ZONE_TEXTS.unknown],
    ['x'.repeat(5000), TYPED_ZONE_TEXTS.unknown],
  ])('%s is refused', (typed, error) => {
    expect(parseTypedZone(typed)).toEqual({ ok: false, error });
  });
});
