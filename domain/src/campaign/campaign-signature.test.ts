import { describe, expect, test } from 'vitest';
import { escapeHtml } from '../message/html.ts';
import { writeToken } from '../message/tokens.ts';
import { renderMessage } from '../message/variables.ts';
import { renderSigned, renderSignedWithGaps } from './campaign-signature.ts';
import { decideSignature } from './signing-rule.ts';

const OWN = { html: '<p>Written</p>', text: 'Written' };
const values = { variables: { first_name: 'Ada' }, signatures: new Map([[3, OWN]]) };
const token = (id: number) => writeToken({ kind: 'signature', id, name: 'Own' });
type Parts = { text: string; html: string };
const CHOSEN = '<p>Best,<br>Bo</p>';

test.each([
  ['message', true, true, null],
  ['message', false, true, null],
  ['message', false, false, ''],
  ['sender', true, false, CHOSEN],
  ['sender', false, false, ''],
  ['fixed', false, true, CHOSEN],
] as const)('%s, first email %s, follow-ups signed %s', (signature_choice, isFirst, signs_follow_ups, expected) => {
  expect(decideSignature({ signature_choice, signs_follow_ups }, CHOSEN, isFirst)).toBe(expected);
});

test('a sender without a signature of its own signs nothing', () => {
  expect(decideSignature({ signature_choice: 'sender', signs_follow_ups: true }, null, true)).toBe('');
});

test('it takes the place of the signature that the message has', () => {
  const message = { message: `Hi {{first_name}}\n\n${token(3)}\n\nPS: soon` };
  expect(renderSigned(message, values, CHOSEN)).toMatchObject({ text: 'Hi Ada\n\nBest,\nBo\n\nPS: soon' });
  expect(renderSigned(message, values, '')).toMatchObject({
    text: 'Hi Ada\n\nPS: soon',
    html: '<p>Hi Ada</p>\n<p>PS: soon</p>',
  });
  expect(renderSigned(message, values, null)).toEqual(renderMessage(message, values));
});

test('a message without one ends with it, in both parts', () => {
  const plain = renderSigned({ message: 'Hi {{first_name}}\n' }, values, CHOSEN);
  expect(plain).toMatchObject({ text: 'Hi Ada\n\nBest,\nBo', html: `<p>Hi Ada</p><div>${CHOSEN}</div>` });
  const rich = { message: 'Hi {{first_name}}', formatted: '<p>Hi <b>{{first_name}}</b></p>' };
  expect(renderSigned(rich, values, CHOSEN)).toMatchObject({ html: `<p>Hi <b>Ada</b></p><div>${CHOSEN}</div>` });
});

test('a formatted message has it where its own was', () => {
  const rich = {
    message: `Hi\n\n${token(3)}`,
    formatted: `<p>Hi</p><p>${token(3).replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`,
  };
  const { html } = renderSigned(rich, values, CHOSEN) as { html: string };
  expect(html.split('Best,')).toHaveLength(2);
  expect(html).not.toContain('Written');
});

test('one that a condition leaves out counts as none', () => {
  const message = { message: `Hi{% if company_name %}${token(3)}{% endif %}` };
  expect(renderSigned(message, values, CHOSEN)).toMatchObject({ text: 'Hi\n\nBest,\nBo' });
});

test('the fallback is signed too', () => {
  const message = { message: 'At {{company_name}}', placeholder_message: 'Hello' };
  expect(renderSigned(message, values, CHOSEN)).toMatchObject({ used_fallback: true, text: 'Hello\n\nBest,\nBo' });
});

test('a deleted signature stays missing, and a preview with gaps is signed', () => {
  expect(renderSigned({ message: `Hi${token(9)}` }, values, CHOSEN)).toMatchObject({ kind: 'missing' });
  expect(renderSignedWithGaps({ message: 'At {{company_name}}' }, values, CHOSEN).text).toBe(
    'At [Company name]\n\nBest,\nBo',
  );
});

describe('the link to unsubscribe', () => {
  const stop = writeToken({ kind: 'unsubscribe', text: 'Unsubscribe' });
  const linked = { ...values, unsubscribe_url: 'https://go.example/u?a=1&b=2' };

  test('stays last where it is a paragraph at the end, in both parts', () => {
    const { text, html } = renderSigned({ message: `Hi\n\nMore\n\n${stop}\n` }, linked, CHOSEN) as Parts;
    expect(text).toBe('Hi\n\nMore\n\nBest,\nBo\n\nUnsubscribe: https://go.example/u?a=1&b=2');
    expect(html.indexOf('Best,')).toBeLessThan(html.indexOf('Unsubscribe'));
    expect(html.indexOf('More')).toBeLessThan(html.indexOf('Best,'));
    const rich = { message: `Hi\n\n${stop}`, formatted: `<p>Hi</p><p>${escapeHtml(stop)}</p>` };
    const formatted = renderSigned(rich, linked, CHOSEN) as Parts;
    expect(formatted.html.indexOf('Best,')).toBeLessThan(formatted.html.indexOf('Unsubscribe'));
  });

  test('inside the words it stays where it is', () => {
    const { text, html } = renderSigned({ message: `Hi\n\n${stop} here.\n\nBye` }, linked, CHOSEN) as Parts;
    expect(text.endsWith('Bye\n\nBest,\nBo')).toBe(true);
    expect(html.indexOf('Bye')).toBeLessThan(html.indexOf('Best,'));
    const below = renderSigned({ message: `Hi\n\nWould you?\n${stop}` }, linked, CHOSEN) as Parts;
    expect(below.text.endsWith('Best,\nBo')).toBe(true);
  });
});

test('formatted text without the signature of its text part is signed too', () => {
  const rich = { message: `Hi\n\n${token(3)}`, formatted: '<p>Hi</p>' };
  const { text, html } = renderSigned(rich, values, CHOSEN) as Parts;
  expect([text, html].map((part) => part.split('Best,').length - 1)).toEqual([1, 1]);
});
