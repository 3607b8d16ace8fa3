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
  ];
  expect(findStopColumns(stops)).toEqual(stops);
  expect(findStopColumns(['Email', 'Unsubscribe link', 'Subscribed', 'Opted in', 'Bounce rate', 'Status'])).toEqual([]);
});

test('a cell stops unless it says no', () => {
  for (const yes of ['yes', 'TRUE', '1', 'x', '✓', '2026-01-02', 'Unsubscribed'])
    expect([yes, isStopCell(yes)]).toEqual([yes, true]);
  for (const no of ['', ' ', 'No', 'false', '0', '-', 'n/a', 'subscribed', '✗'])
    expect([no, isStopCell(no)]).toEqual([no, false]);
});

test('further addresses of a person are not those of the team', () => {
  expect(['Email', 'Secondary email', 'Work E-mail', 'Private mail'].filter(isAddressColumn)).toHaveLength(4);
  expect(
    ['Owner email', 'Sender email', 'Assigned user email', 'Created by email', 'Phone'].filter(isAddressColumn),
  ).toEqual([]);
});
