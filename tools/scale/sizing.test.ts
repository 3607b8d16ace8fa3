import { describe, expect, test } from 'vitest';
import { readResults } from '../measurements.ts';
import { busiestMinute, findRate, longestWait, simulateArrivals, ZONES } from './arrivals.ts';
import { loadCosts, loadLargest } from './costs.ts';
import { ASSUMED, calculateNeeds, LOAD, machinesOf, PRICES, priceOf } from './needs.ts';
import { loadPages, makeTables, renewTables } from './sizing-page.ts';
import { bytes, round } from './sizing-tables.ts';

const results = readResults();
const costs = loadCosts(results);
const needs = calculateNeeds(costs, loadLargest(results).mailboxes_of_a_worker);

describe('the pages', () => {
  test('have the tables that the recorded figures give', () => {
    const pages = loadPages();
    expect(pages, 'run node tools/scale/sizing-page.ts').toEqual(renewTables(pages, makeTables()));
  });

  test('change with a recorded figure, and a table without a place is an error', () => {
    const changed = new Map(results);
    const of = (figure: string, product: string) => ({ ...results.get('scale/costs')!.at(-1)!, figure, product });
    changed.set('scale/costs', [...results.get('scale/costs')!, of('bytes a follow-up', '987654 bytes')]);
    const pages = loadPages();
    const renewed = [...renewTables(pages, makeTables(changed)).values()].join('\n');
    expect(renewed).toContain('| follow-up | 990 KB |');
    expect([...pages.values()].join('\n')).not.toContain('990 KB');
    expect(() => renewTables(new Map([['a.md', '# A\n']]), makeTables())).toThrow('No page has a table');
  });

  test('a figure that was never recorded is an error', () =>
    expect(() => loadCosts(new Map())).toThrow('has no figure'));
});

describe('the arrivals', () => {
  const given = { mailboxes: 20_000, emails_each: 24, step: 10 };
  const sumOf = (due: Float64Array): number => due.reduce((sum, count) => sum + count, 0);

  test('are all emails of the day, of zones that are all there is', () => {
    expect(ZONES.reduce((sum, [, share]) => sum + share, 0)).toBeCloseTo(1);
    expect(sumOf(simulateArrivals({ ...given, pace: 'opening' }))).toBe(480_000);
    const spread = sumOf(simulateArrivals({ ...given, pace: 'rhythm' }));
    expect(spread).toBeGreaterThan(450_000);
    expect(spread).toBeLessThanOrEqual(480_000);
  });

  test('come together when windows open, and spread with a rhythm', () => {
    const opening = busiestMinute(simulateArrivals({ ...given, pace: 'opening' }));
    // The largest zone: each of its mailboxes sends one a minute.
    expect(opening / ((20_000 * 0.28) / 60)).toBeCloseTo(1, 2);
    expect(busiestMinute(simulateArrivals({ ...given, pace: 'rhythm' }))).toBeLessThan(opening / 4);
  });

  test('wait for those before them, also over midnight', () => {
    const due = new Float64Array(100);
    due[95] = 60;
    expect(longestWait(due, 60)).toBe(0);
    expect(longestWait(due, 10)).toBe(5);
    expect(longestWait(due, 6)).toBe(9);
    expect(findRate(due, 5)).toBe(10);
    expect(busiestMinute(due)).toBe(1);
  });
});

describe('the calculation', () => {
  test('adds up by hand', () => {
    expect(needs.mailboxes).toBe(Math.ceil(50_000_000 / 21 / 24));
    expect(needs.workers).toBe(Math.ceil(needs.mailboxes / 10_000));
    const emails = (50_000_000 / 3) * costs.first_email.value + ((50_000_000 * 2) / 3) * costs.follow_up.value;
    expect(needs.disk.month.emails / emails).toBeCloseTo(1, 6);
    expect(needs.disk.month.replies).toBe(50_000_000 * ASSUMED.replies_to_an_email * costs.reply.value);
    expect(needs.parts.find(({ name }) => name === 'Lead database')?.disk).toBe(LOAD.people * 208);
    expect(needs.second.worker_cores).toBeGreaterThan(0);
  });

  test('no email waits longer at the rate, and one would at a lower rate', () => {
    const due = simulateArrivals({
      ...{ step: 20, pace: 'opening', mailboxes: needs.mailboxes },
      emails_each: ASSUMED.emails_of_a_mailbox_a_day,
    });
    expect(longestWait(due, needs.rate)).toBeLessThanOrEqual(ASSUMED.wait_in_seconds);
    expect(longestWait(due, needs.rate - 1)).toBeGreaterThan(ASSUMED.wait_in_seconds);
  });

  test('a machine is filled to half of its processors, or by its memory', () => {
    expect(machinesOf({ cores: 4, memory: 1e9 })).toBe(1);
    expect(machinesOf({ cores: 4.1, memory: 1e9 })).toBe(2);
    expect(machinesOf({ cores: 0.1, memory: 65e9 })).toBe(3);
    expect(machinesOf({ cores: 0, memory: 0 })).toBe(0);
  });

  test('prices are machines, disks and traffic', () => {
    const part = { name: 'Database', copies: 2, cores: 8, memory: 1e9, disk: 100e9 };
    const rows = priceOf({ parts: [part], egress: 1e12 }, { ...PRICES.low, machine: 100, disk: 0.1, traffic: 0.05 });
    expect(rows).toEqual([
      { name: 'Database', euros: 2 * (2 * 100 + 10) },
      { name: 'Traffic to the internet', euros: 50 },
    ]);
  });
});

test('figures are written to two digits', () => {
  expect([round(0), round(0.034), round(9.96), round(27.56), round(464), round(99_207)]).toEqual([
    '0',
    '0.034',
    '10',
    '28',
    '460',
    '99,000',
  ]);
  expect([bytes(208), bytes(1234), bytes(45.76e9), bytes(5.2e12)]).toEqual(['210 bytes', '1.2 KB', '46 GB', '5.2 TB']);
});
