import { describe, expect, test } from 'vitest';
import { type ClickFacts, classifyClicks } from './click-class.ts';

const SENT = new Date('2026-11-30T09:00:00Z');
const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';
let ids = 0;

function click(seconds: number, given: Partial<ClickFacts> = {}): ClickFacts {
  ids += 1;
  const at = new Date(SENT.getTime() + seconds * 1000);
  const browser = { kind: 'link' as const, is_head: false, ip: '203.0.113.7', agent: BROWSER, names: [] };
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
  expect(found.has(before)).toBe(false);
});

describe('the image of a mail', () => {
  const image = (seconds: number, given: Partial<ClickFacts> = {}) =>
    click(seconds, { kind: 'image', link_id: null, ...given });

  test('a browser or a mail program that loads it minutes later is a person', () => {
    expect(classes(image(300))).toEqual(['person']);
    const outlook = 'Mozilla/4.0 (compatible; ms-office; MSOffice 16)';
    expect(classes(image(300, { agent: outlook }))).toEqual(['person']);
  });

  test.each<[string, Partial<ClickFacts>, string]>([
    ["Apple's mail privacy", { agent: 'Mozilla/5.0' }, 'proxy'],
    ["Apple's network", { names: ['a1.egress.apple.com'] }, 'proxy'],
    ["Gmail's image proxy", { agent: 'Mozilla/5.0 (via ggpht.com GoogleImageProxy)' }, 'proxy'],
    [
      "Yahoo's image proxy",
      { agent: 'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html' },
      'proxy',
    ],
    ['a HEAD request', { is_head: true }, 'scanner'],
    ['a machine in a data center', { names: ['ec2-3-5-7-9.compute-1.amazonaws.com'] }, 'scanner'],
  ])('%s is no person', (_, given, expected) => {
    expect(classes(image(300, given))).toEqual([expected]);
  });

  test('in the first minute it is a scanner, which says nothing about links', () => {
    expect(classes(image(3))).toEqual(['scanner']);
    expect(classes(image(30), click(65))).toEqual(['scanner', 'person']);
  });

  test('it and a link moments later are one person; with a scanner beside it they are none', () => {
    expect(classes(image(600), click(601))).toEqual(['person', 'person']);
    expect(classes(image(600), click(601), click(602, { link_id: 2 }))).toEqual(['scanner', 'scanner', 'scanner']);
    expect(classes(image(600), click(601, { link_id: null, ip: '198.51.100.9' }))).toEqual(['scanner', 'scanner']);
  });
});
