import { expect, test } from 'vitest';
import { quoteMessage, quoteToHtml } from './quote.ts';

const at = new Date('2026-11-25T14:05:00Z');

test('the quoted message follows with its author, and its own quotes one level deeper', () => {
  const quote = quoteMessage({ author: 'Grace', at, text: 'Yes.\r\n\r\nMonday?', quoted_text: '> Shall we talk?' });
  expect(quote).toBe('On Wed, 25 Nov 2026 at 14:05 UTC, Grace wrote:\n> Yes.\n>\n> Monday?\n>\n>> Shall we talk?');
  expect(quoteToHtml(quote)).toContain('<blockquote');
});

test('nothing of a quoted message is HTML, and a long one is cut', () => {
  const quote = quoteMessage({ author: '<b>x</b>', at, text: '<img src=x onerror=alert(1)>', quoted_text: null });
  expect(quoteToHtml(quote)).not.toMatch(/<(?:img|b)\b/);
  expect(quoteMessage({ author: 'x', at, text: 'y'.repeat(50_000), quoted_text: null }).length).toBeLessThan(21_000);
});
