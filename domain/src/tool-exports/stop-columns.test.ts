import { expect, test } from 'vitest';
import { findStopColumns, isAddressColumn, isStopCell } from './stop-columns.ts';

test('columns of opt-outs and bounces are found in the words of other tools', () => {
  const stops = [
    'Unsubscribed',
    'Opted out',
    'Email Opt Out',
    'Do not contact',
    'DNC',
    'Has Opted Out Of Email',
    'Bounced',
    'Person - Marketing status',
    'Email Status',
    'verification_status',
  ];
  expect(findStopColumns(stops)).toEqual(stops);
  expect(findStopColumns(['Email', 'Unsubscribe link', 'Subscribed', 'Opted in', 'Bounce rate', 'Status'])).toEqual([]);
});

test('a cell stops unless it says no', () => {
  for (const yes of ['yes', 'TRUE', '1', 'x', '✓', '2026-01-02', 'Unsubscribed'])
    expect([yes, isStopCell('Opted out', yes)]).toEqual([yes, true]);
  for (const no of ['', ' ', 'No', 'false', '0', '-', 'n/a', 'subscribed', '✗'])
    expect([no, isStopCell('Opted out', no)]).toEqual([no, false]);
});

test('a column of consent stops by words of an opt-out alone, as other tools and in German', () => {
  const stops = ['Unsubscribed', 'unsubscribed by admin', 'Opted out', 'Do not contact', 'Abgemeldet'];
  const others = ['Subscribed', 'No consent', 'Archived', 'Abonniert', 'Never subscribed', ''];
  for (const heading of ['Person - Marketing status', 'Person - Marketingstatus'])
    expect([...stops, ...others].filter((cell) => isStopCell(heading, cell))).toEqual(stops);
});

test('a column of checks stops an address that does not exist or opted out, and no other', () => {
  const stops = [
    'Bounced',
    'hard bounce',
    'Invalid',
    'undeliverable',
    'Ungültig',
    'Unsubscribed',
    'do_not_mail',
    'Abgemeldet',
  ];
  const others = [
    'Verified',
    'Unverified',
    'User Managed',
    'Guessed',
    'safe',
    'Subscribed',
    'Delivered',
    'catch-all',
    'risky',
    'unknown',
    '-1',
    '',
  ];
  expect([...stops, ...others].filter((cell) => isStopCell('Email Status', cell))).toEqual(stops);
});

test('further addresses of a person are not those of the team', () => {
  expect(['Email', 'Secondary email', 'Work E-mail', 'Private mail'].filter(isAddressColumn)).toHaveLength(4);
  expect(
    ['Owner email', 'Sender email', 'Assigned user email', 'Created by email', 'Phone'].filter(isAddressColumn),
  ).toEqual([]);
});
