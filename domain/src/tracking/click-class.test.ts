import { expect, test } from 'vitest';
import { type ClickFacts, classifyClicks } from './click-class.ts';

const SENT = new Date('2026-11-30T09:00:00Z');
const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';
let ids = 0;

function click(seconds: number, given: Partial<ClickFacts> = {}): ClickFacts {
  ids += 1;
  const at = new Date(SENT.getTime() + seconds * 1000);
  const browser = { is_head: false, ip: '203.0.113.7', agent: BROWSER, names: [] };
  return { id: ids, link_id: 1, at, ...browser, class: null, ...given };
}

const classes = (...clicks: ClickFacts[]) => [...classifyClicks(clicks, SENT).values()];

test('a browser some minutes after the mail is a person', () => {
  expect(classes(click(300))).toEqual(['person']);
  expect([...classifyClicks([click(0)], null).values()]).toEqual(['person']);
});

test.each<[string, Partial<ClickFacts>, string]>([
  ['a HEAD request', { is_head: true }, 'scanner'],
  ['the link that people cannot see', { link_id: null }, 'scanner'],
  ['a request without a program', { agent: null }, 'scanner'],
  ['a known scanner', { agent: 'Mozilla/5.0 (compatible; BarracudaCentral/1.0)' }, 'scanner'],
  ['a script', { agent: 'python-requests/2.32' }, 'scanner'],
  ['a machine in a data center', { names: ['ec2-3-5-7-9.compute-1.amazonaws.com'] }, 'scanner'],
  ['an image proxy', { agent: 'Mozilla/5.0 (via ggpht.com GoogleImageProxy)' }, 'proxy'],
  ['a proxy by its network', { names: ['google-proxy-66-249-84-1.google.com.'] }, 'proxy'],
])('%s is no person', (_, given, expected) => {
  expect(classes(click(300, given))).toEqual([expected]);
});

test('requests in the first minute are a scanner, later ones are not', () => {
  expect(classes(click(3))).toEqual(['scanner']);
  expect(classes(click(59))).toEqual(['scanner']);
  expect(classes(click(61, { ip: '198.51.100.1' }))).toEqual(['person']);
});

test('two links within three seconds were fetched by a program, one link twice was not', () => {
  expect(classes(click(600), click(602, { link_id: 2 }))).toEqual(['scanner', 'scanner']);
  expect(classes(click(600), click(601))).toEqual(['person', 'person']);
  expect(classes(click(600), click(640, { link_id: 2 }))).toEqual(['person', 'person']);
});

test('traces of a scanner beside a request make it one', () => {
  expect(classes(click(600, { is_head: true }), click(620))).toEqual(['scanner', 'scanner']);
  expect(classes(click(600, { is_head: true, ip: '198.51.100.9' }), click(620))).toEqual(['scanner', 'person']);
  expect(classes(click(600, { link_id: null, ip: '198.51.100.9' }), click(620))).toEqual(['scanner', 'scanner']);
});

test('what was judged before stays, and still shows what came with it', () => {
  const before = click(600, { class: 'person', ip: null, agent: null });
  const found = classifyClicks([before, click(601, { link_id: 2 })], SENT);
  expect([...found.values()]).toEqual(['scanner']);
  expect(found.has(before.id)).toBe(false);
});
