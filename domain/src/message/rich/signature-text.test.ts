import { expect, test } from 'vitest';
import { isRichSignature, signatureText } from './signature-text.ts';

test.each([
  ['<p>Ada Jansen</p><p><b>Sales</b></p>', 'Ada Jansen\nSales'],
  ['Ada<br>Sales', 'Ada\nSales'],
  ['<p>Ada, <a href="https://acme.example">our page</a></p>', 'Ada, our page (https://acme.example)'],
  ['<ul><li>One</li><li>Two</li></ul><hr><p>Bye</p>', '- One\n- Two\n---\nBye'],
  ['<table><tr><td>Ada</td></tr></table>', 'Ada'],
  ['<p>Ada<br><br>Acme<br><br><br>Street</p>', 'Ada\n\nAcme\n\nStreet'],
  ['<p><a href="mailto:Ada@acme.example">ada@acme.example</a></p>', 'ada@acme.example'],
  ['<ul><li><a href="https://www.acme.example/">acme.example</a></li></ul>', '- acme.example'],
  ['<p>Use {{ first_name }} &amp; &lt;b&gt; {% if x %}</p>', 'Use {{ first_name }} & <b> {% if x %}'],
  ['', ''],
])('%j in the text part', (html, text) => {
  expect(signatureText(html)).toBe(text);
});

test('what the editor would lose stays HTML', () => {
  const kept = [
    '<img src="https://a.example/a.png">',
    '<p style="color:red">A</p>',
    '<a href="tel:+31">call</a>',
    "<a class=x href='tel:+31'>call</a>",
    '<h1>A</h1>',
    '<p align="center">A</p>',
    '<p><s>A</s> <small>B</small> m<sup>2</sup></p>',
    '<pre>A</pre>',
  ];
  for (const html of kept) expect([html, isRichSignature(html)]).toEqual([html, false]);
  expect(isRichSignature('<p>Ada <a href="mailto:a@b.example">mail</a></p><ul><li>x</li></ul>')).toBe(true);
});

test('a signature that grew while it was cleaned keeps its last line, and is read in time', () => {
  const long = `<p>${'<a href="https://a.example" rel="noopener noreferrer nofollow" target="_blank">x</a> '.repeat(1500)}</p><p>Last</p>`;
  expect(signatureText(long).endsWith('\nLast')).toBe(true);
  const hostile = [
    '<'.repeat(200_000),
    '<p '.repeat(60_000),
    '<b>'.repeat(60_000),
    '{{'.repeat(100_000),
    '<a href='.repeat(25_000),
  ];
  for (const html of hostile) {
    const start = performance.now();
    signatureText(html);
    expect([html.slice(0, 8), performance.now() - start < 1500]).toEqual([html.slice(0, 8), true]);
  }
});
