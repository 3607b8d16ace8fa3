import { expect, test } from 'vitest';
import { type LinkRule, listTrackableLinks, rewriteLinks } from './rewrite-links.ts';

const PAGE = 'https://shop.example/pricing?a=1&b=2';
const rule = (...texts: string[]): LinkRule => ({
  texts,
  domain: 'acme.example',
  calendar_url: 'https://meet.example/ada',
});
const link = (url: string, shown: string) => `<a href="${url.replaceAll('&', '&amp;')}">${shown}</a>`;

test('a link of the step is rewritten wherever words name it, and nothing else changes', () => {
  const html = `<p>Hi &amp; <b>bye</b> ${link(PAGE, 'our <i>prices</i>')}, ${link('mailto:a@b.example', 'write')}</p>`;
  const given = rule(`See ${PAGE} or mailto:a@b.example`);
  expect(listTrackableLinks(html, given)).toEqual([PAGE]);
  const written = rewriteLinks(html, given, new Map([[PAGE, 'https://t.acme.example/c/x.y?"']]));
  expect(written).toBe(
    `<p>Hi &amp; <b>bye</b> <a href="https://t.acme.example/c/x.y?&quot;">our <i>prices</i></a>, ${link('mailto:a@b.example', 'write')}</p>`,
  );
});

test.each([
  ['a link with data of the lead', link('https://shop.example/kim', 'shop'), 'https://shop.example/{{slug}}'],
  ['the booking page of the sender', link('https://meet.example/ada?x=1', 'book'), 'https://meet.example/ada?x=1'],
  ['a page of a booking provider', link('https://cal.com/ada', 'book'), 'https://cal.com/ada'],
  ['a link that shows another domain', link(PAGE, 'https://shop.example/pricing'), PAGE],
  ['a bare name of another domain', link(PAGE, 'shop.example/pricing'), PAGE],
  ['a link with a password', link('https://a:b@shop.example/', 'shop'), 'https://a:b@shop.example/'],
  [
    'a link over the limit',
    link(`https://shop.example/${'x'.repeat(2048)}`, 'shop'),
    `https://shop.example/${'x'.repeat(2048)}`,
  ],
  ['another form of a link', `<a class="x" href="${PAGE}">shop</a>`, PAGE],
  ['a link without an end', `<a href="${PAGE}`, PAGE],
])('%s stays as it is', (_, html, text) => {
  expect(listTrackableLinks(html, rule(text))).toEqual([]);
  expect(rewriteLinks(html, rule(text), new Map([[PAGE, 'https://t.acme.example/c/x']]))).toBe(html);
});

test('a link that shows the own domain is rewritten', () => {
  const url = 'https://www.acme.example/a';
  expect(listTrackableLinks(link(url, 'www.acme.example/a'), rule('See www.acme.example/a.'))).toEqual([url]);
});

test('a mail full of links is looked at up to the hundredth', () => {
  const others = Array.from({ length: 99 }, (_, n) => link(`https://other.example/${n}`, 'other')).join('');
  expect(listTrackableLinks(others + link(PAGE, 'shop'), rule(PAGE))).toEqual([PAGE]);
  const html = others + link('https://other.example/', 'other') + link(PAGE, 'shop');
  expect(listTrackableLinks(html, rule(PAGE))).toEqual([]);
  expect(rewriteLinks(html, rule(PAGE), new Map([[PAGE, 'https://t.acme.example/c/x']]))).toBe(html);
});

test('no more than twenty links of a mail are rewritten', () => {
  const urls = Array.from({ length: 30 }, (_, n) => `https://shop.example/${n}x`);
  expect(listTrackableLinks(urls.map((url) => link(url, 'shop')).join(' '), rule(urls.join(' ')))).toHaveLength(20);
});
