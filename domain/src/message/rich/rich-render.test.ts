import { expect, test } from 'vitest';
import type { MessageValues } from '../resolve.ts';
import { renderMessage, renderWithGaps } from '../variables.ts';
import { parseRichText } from './rich-blocks.ts';
import { writeRichPlain } from './rich-output.ts';

const values: MessageValues = {
  variables: { first_name: 'Ann <b>', company_name: 'Acme\nSons' },
  signatures: new Map([[7, { html: '<table><tr><td>Ada</td></tr></table>', text: 'Ada' }]]),
  unsubscribe_url: 'https://mail.example/u/1',
  custom: { slug: { type: 'text', value: 'a b"><script>' } },
  seed: 5,
};

const messageOf = (formatted: string) => ({ formatted, message: writeRichPlain(parseRichText(formatted)) });
function render(formatted: string, given: MessageValues = values) {
  const done = renderMessage(messageOf(formatted), given);
  if (done.kind !== 'ready') throw new Error(done.missing.join());
  return done;
}

test('values are words in both parts, markup in them included', () => {
  const { html, text } = render('<p>Hi <b>{{first_name}}</b> at {{company_name}}, see www.acme.example</p>');
  expect(html).toBe(
    '<p>Hi <b>Ann &lt;b&gt;</b> at Acme<br>Sons, see <a href="https://www.acme.example">www.acme.example</a></p>',
  );
  expect(text).toBe('Hi Ann <b> at Acme\nSons, see www.acme.example');
});

test('a condition may begin in one paragraph and end in another', () => {
  expect(render('<p><b>{% if first_name %}Dear</p><p>you{% else %}<i>x{% endif %}</b> end</p>').html).toBe(
    '<p><b>Dear</b></p>\n<p><b>you</b> end</p>',
  );
});

test('both parts get the same option', () => {
  for (let seed = 0; seed < 40; seed += 1) {
    const { html, text } = render('<p>{<b>Hi</b>|Hello|Hey {a|b}} <i>you</i>, {good|bad}</p>', { ...values, seed });
    expect(html.replace(/<[^>]+>/g, '')).toBe(text);
  }
});

test('signature, unsubscribe link and link with variables', () => {
  const { html } = render(
    '<p><b>Bye</b><br><{"type":"signature","id":7,"name":"A"}></p><p><{"type":"unsubscribe","text":"stop"}> <a href="https://acme.example/{{custom.slug}}">go</a></p>',
  );
  expect(html).toBe(
    '<p><b>Bye</b></p>\n<div><table><tr><td>Ada</td></tr></table></div>\n<p><a href="https://mail.example/u/1">stop</a> <a href="https://acme.example/a%20b%22%3E%3Cscript%3E">go</a></p>',
  );
});

test('an image leads to its file inside the mail', () => {
  expect(render('<p><img src="cid:my photo.png" alt="Us" width="300"></p>').html).toBe(
    '<p><img src="cid:my_20_photo.png@image" alt="Us" width="300"></p>',
  );
});

test('where the formatted text lacks data, the text part is sent as HTML', () => {
  const done = renderMessage({ formatted: '<p><b>{{job_title}}</b></p>', message: 'Hi' }, values);
  expect(done).toMatchObject({ kind: 'ready', text: 'Hi', html: '<p>Hi</p>' });
  const broken = renderMessage({ formatted: '<p><b>{% if x %}</b></p>', message: 'Hi' }, values);
  expect(broken).toMatchObject({ kind: 'ready', html: '<p>Hi</p>' });
});

test('a preview shows gaps inside of the formatting', () => {
  const { formatted, message } = messageOf('<p>Hi <b>{{job_title}}</b></p>');
  expect(renderWithGaps(message, values, formatted).html).toBe('<p>Hi <b>[Job title]</b></p>');
});

test('data is never read as a message', () => {
  const given = { ...values, variables: { first_name: '{{company_name}} <{"type":"signature","id":7}> {a|b}' } };
  expect(render('<p><b>{{first_name}}</b></p>', given).html).toBe(
    '<p><b>{{company_name}} &lt;{&quot;type&quot;:&quot;signature&quot;,&quot;id&quot;:7}&gt; {a|b}</b></p>',
  );
});
