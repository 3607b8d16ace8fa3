import { expect, test } from 'vitest';
import { isRichSignature, signatureText } from './signature-text.ts';

test.each([
  ['<p>Ada Jansen</p><p><b>Sales</b></p>', 'Ada Jansen\nSales'],
  ['Ada<br>Sales', 'Ada\nSales'],
  ['<p>Ada, <a href="https://acme.example">our page</a></p>', 'Ada, our page (https://acme.example)'],
  ['<ul><li>One</li><li>Two</li></ul><hr><p>Bye</p>', '- One\n- Two\n---\nBye'],
  ['<table><tr><td>Ada</td></tr></table>', 'Ada'],
  ['', ''],
])('%j in the text part', (html, text) => {
  expect(signatureText(html)).toBe(text);
});

test('what the editor would lose stays HTML', () => {
  const kept = [
    '<img src="https://a.example/a.png">',
    '<p style="color:red">A</p>',
    '<a href="tel:+31">call</a>',
    '<h1>A</h1>',
  ];
  for (const html of kept) expect([html, isRichSignature(html)]).toEqual([html, false]);
  expect(isRichSignature('<p>Ada <a href="mailto:a@b.example">mail</a></p><ul><li>x</li></ul>')).toBe(true);
});
