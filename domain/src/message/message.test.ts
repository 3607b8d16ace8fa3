import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assignVariant, contentOf, isAbTested } from '../flow/ab-variant.ts';
import { canAddAttachment, detectAttachmentType, findAttachmentProblem } from './attachments.ts';
import { escapeHtml, htmlToText, textToHtml } from './html.ts';
import { countCharacters, findLengthProblem } from './message-length.ts';
import { findTemplateProblem } from './resolve.ts';
import type { Segment } from './tokens.ts';
import { parseSegments, tokenIds, VARIABLES, writeSegments, writeToken } from './tokens.ts';
import { unsubscribeText } from './unsubscribe.ts';
import { findMissing, renderMessage, renderSubject, usedVariables, variablesOf } from './variables.ts';

const LEAD = {
  first_name: 'Ada',
  last_name: 'King',
  job_title: 'CTO',
  location: 'London',
  company_name: 'Acme',
  industry: 'Engines',
};
const VALUES = { variables: variablesOf(LEAD) };
const SNIPPET = writeToken({ kind: 'snippet', id: 7, name: 'Opening }> "line"' });

describe('reading', () => {
  test('text, variables and tokens', () => {
    expect(parseSegments(`Hi {{ First_Name }}, ${SNIPPET}!`)).toEqual([
      { kind: 'text', text: 'Hi ' },
      { kind: 'variable', name: 'first_name' },
      { kind: 'text', text: ', ' },
      { kind: 'snippet', id: 7, name: 'Opening }> "line"' },
      { kind: 'text', text: '!' },
    ]);
    expect(tokenIds(`${SNIPPET}${SNIPPET}`, 'snippet')).toEqual([7]);
    expect(usedVariables('{{location}} {{first_name}} {{location}}')).toEqual(['first_name', 'location']);
  });
  test.each([
    'a < b {{ }} {{first name}} {{{',
    '<{"id":"7"}>',
    '<{"id":0}>',
    '<{"id":7}',
    '<{broken}>',
    '<{"type":"link","text":"x","url":"javascript:alert(1)"}>',
    '<{"type":"script","id":1}>',
    '<{"__proto__":{"id":7}}>',
  ])('%s is text', (template) => {
    expect(parseSegments(template).every(({ kind }) => kind === 'text')).toBe(true);
    expect(writeSegments(parseSegments(template))).toBe(template);
  });
  test('a thousand token starts are read in linear time', () => {
    const hostile = '<{"'.repeat(20_000);
    expect(parseSegments(hostile)).toEqual([{ kind: 'text', text: hostile }]);
  });
  test('written segments read back the same', () => {
    const text = fc.string({ unit: 'binary', minLength: 1 }).filter((part) => !/[<{}>]/.test(part));
    const segment: fc.Arbitrary<Segment> = fc.oneof(
      text.map((part) => ({ kind: 'text' as const, text: part })),
      fc.constantFrom(...VARIABLES).map((name) => ({ kind: 'variable' as const, name })),
      fc.record({
        kind: fc.constantFrom('snippet' as const, 'research' as const),
        id: fc.integer({ min: 1 }),
        name: fc.string(),
      }),
      fc.record({ kind: fc.constant('unsubscribe' as const), text: fc.string() }),
    );
    fc.assert(
      fc.property(fc.array(segment), (segments) => {
        const written = writeSegments(segments);
        expect(writeSegments(parseSegments(written))).toBe(written);
        const tokens = (list: readonly Segment[]) => list.filter(({ kind }) => kind !== 'text');
        expect(tokens(parseSegments(written))).toEqual(tokens(segments));
      }),
    );
  });
});

describe('rendering', () => {
  const render = (message: string, placeholder_message: string | null = null) =>
    renderMessage({ message, placeholder_message }, VALUES);
  test('the six variables', () => {
    const all = '{{first_name}} {{last_name}} {{job_title}} {{company_name}} {{location}} {{industry}}';
    expect(render(all)).toMatchObject({
      kind: 'ready',
      text: 'Ada King CTO Acme London Engines',
      used_fallback: false,
    });
  });
  test('missing data asks for the fallback', () => {
    const values = { variables: variablesOf({ ...LEAD, first_name: ' ' }) };
    const message = { message: 'Hi {{first_name}}', placeholder_message: 'Hi there at {{company_name}}' };
    expect(renderMessage(message, values)).toMatchObject({ text: 'Hi there at Acme', used_fallback: true });
    expect(renderMessage({ message: message.message }, values)).toEqual({ kind: 'missing', missing: ['first_name'] });
    expect(renderMessage({ ...message, placeholder_message: 'Hi {{last_name}} {{first_name}}' }, values).kind).toBe(
      'missing',
    );
  });
  test('unknown names and absent tokens are never sent', () => {
    expect(findMissing(`{{firstname}} ${SNIPPET} ${SNIPPET}`, VALUES)).toEqual([
      'unknown:firstname',
      'snippet:7:Opening }> "line"',
    ]);
    expect(render('{{toString}}').kind).toBe('missing');
  });
  test('data is data: brackets and tokens in it are not expanded', () => {
    const nasty = '{{last_name}} <{"type":"unsubscribe","text":"x"}> <script>alert(1)</script>';
    const result = renderMessage(
      { message: 'Hi {{first_name}}' },
      { variables: variablesOf({ ...LEAD, first_name: nasty }) },
    );
    expect(result).toMatchObject({ kind: 'ready', text: `Hi ${nasty}` });
    expect(result.kind === 'ready' && result.html).not.toMatch(/<script|<a /);
  });
  test('a subject is a single line for any data', () => {
    const values = { variables: { first_name: 'Ada\r\nBcc: all@example.com\u2028x' } };
    expect(renderSubject('Hi {{first_name}}\n', values)).toEqual({
      kind: 'ready',
      text: 'Hi Ada Bcc: all@example.com x',
    });
  });
  test('lead data loses its line breaks, snippets keep theirs', () => {
    expect(variablesOf({ job_title: ' CTO\r\n& more ' }).job_title).toBe('CTO & more');
    const result = renderMessage({ message: SNIPPET }, { ...VALUES, snippets: new Map([[7, 'One\n\nTwo']]) });
    expect(result).toMatchObject({ text: 'One\n\nTwo', html: '<p>One</p>\n<p>Two</p>' });
  });
  test('signature, link and unsubscribe in both parts', () => {
    const message = `Bye${unsubscribeText('de-AT')}\n\n${writeToken({ kind: 'signature', id: 3, name: 'Mine' })}`;
    const result = renderMessage(
      { message },
      {
        ...VALUES,
        unsubscribe_url: 'https://x.io/u/1?a=1&b=2',
        signatures: new Map([[3, { html: '<b>Ada</b>', text: 'Ada' }]]),
      },
    );
    expect(result).toMatchObject({
      text: 'Bye\n\nWenn Sie keine weiteren Nachrichten wünschen, können Sie sich hier abmelden: https://x.io/u/1?a=1&b=2\n\nAda',
      html: '<p>Bye</p>\n<p>Wenn Sie keine weiteren Nachrichten wünschen, können Sie sich <a href="https://x.io/u/1?a=1&amp;b=2">hier abmelden</a></p>\n<div><b>Ada</b></div>',
    });
    expect(findMissing(message, VALUES)).toEqual(['unsubscribe', 'signature:3:Mine']);
  });
});

describe('HTML', () => {
  const html = (text: string) => textToHtml([{ text }]);
  test.each([
    ['Hi\nthere\r\n\r\n\r\nBye', '<p>Hi<br>there</p>\n<p>Bye</p>'],
    ['a < b & "c"', '<p>a &lt; b &amp; &quot;c&quot;</p>'],
    ['See https://a.io/x?y=1&z=2.', '<p>See <a href="https://a.io/x?y=1&amp;z=2">https://a.io/x?y=1&amp;z=2</a>.</p>'],
    ['(www.a.io)', '<p>(<a href="https://www.a.io">www.a.io</a>)</p>'],
    ['javascript:alert(1)', '<p>javascript:alert(1)</p>'],
    [' \n \n', ''],
  ])('%j', (text, expected) => {
    expect(html(text)).toBe(expected);
  });
  test('no text escapes into markup', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const bare = html(text).replace(/<\/?p>|<br>|<a href="[^"<>]*">|<\/a>/g, '');
        expect(bare).not.toMatch(/[<>"]/);
      }),
    );
    expect(escapeHtml(`"'&<>`)).toBe('&quot;&#39;&amp;&lt;&gt;');
  });
  test('back to text', () => {
    expect(htmlToText('<style>p{}</style><p>Ada &amp; Co</p><p>x<br>y</p><!-- c --><img src=x')).toBe('Ada & Co\nx\ny');
  });
});

describe('length', () => {
  test('tokens count as they show', () => {
    expect(countCharacters('Hi {{first_name}}')).toBe(17);
    expect(countCharacters(writeToken({ kind: 'snippet', id: 123_456, name: 'Intro' }))).toBe(5);
    expect(countCharacters('👍é')).toBe(2);
  });
  test.each([
    ['message', 8000, 'You are above the 8000 character limit!'],
    ['subject', 200, 'You are above the 200 character limit!'],
    ['invite_note', 200, 'You are above the 200 character limit!'],
    ['chat_message', 1900, 'Message cannot be longer than 1900 characters'],
  ] as const)('%s', (field, limit, text) => {
    expect(findLengthProblem('x'.repeat(limit), field)).toBeNull();
    expect(findLengthProblem('x'.repeat(limit + 1), field)).toBe(text);
  });
});

describe('A/B', () => {
  test('every pair of neighbours is split, both ways across steps', () => {
    for (let id = 0; id < 2000; id += 2) expect(assignVariant(id, 5)).not.toBe(assignVariant(id + 1, 5));
    const together = Array.from({ length: 10_000 }, (_, id) => assignVariant(id, 5) === assignVariant(id, 6)).filter(
      Boolean,
    );
    expect(together.length / 10_000).toBeGreaterThan(0.45);
    expect(together.length / 10_000).toBeLessThan(0.55);
  });
  test('stable', () => {
    const first = Array.from({ length: 100 }, (_, id) => assignVariant(id, 9));
    expect(Array.from({ length: 100 }, (_, id) => assignVariant(id, 9))).toEqual(first);
  });
  test('content', () => {
    const step = { message: 'A', subject_line: 'SA', message_b: 'B', subject_line_b: ' ', placeholder_message_b: 'PB' };
    expect(contentOf(step, 'b')).toMatchObject({ message: 'B', subject_line: 'SA', placeholder_message: 'PB' });
    expect(contentOf({ ...step, message_b: '' }, 'b').message).toBe('A');
    expect(isAbTested({ message_b: ' ' })).toBe(false);
  });
});

test('attachments', () => {
  const MB = 1024 * 1024;
  expect(findAttachmentProblem({ type: 'application/pdf', size: 10 * MB }, 0)).toBeNull();
  expect(findAttachmentProblem({ type: 'application/pdf', size: 1 }, 10 * MB)).toBe(
    'Total attachment size exceeds 10MB limit.',
  );
  expect(findAttachmentProblem({ type: 'image/svg+xml', size: 1 }, 0)).toBe(
    'File type not supported. Supported types: PDF, JPG, PNG, GIF, MP4.',
  );
  expect([canAddAttachment(10 * MB - 1), canAddAttachment(10 * MB)]).toEqual([true, false]);
  expect(detectAttachmentType(new TextEncoder().encode('%PDF-1.7'))).toBe('application/pdf');
  expect(detectAttachmentType(new TextEncoder().encode('<svg onload=x>'))).toBeNull();
});

describe('damaged inserts', () => {
  const damaged = '<{"type":"snippet","id":"seven"}>';
  const link = '<{"type":"link","text":"our site","url":"https://acme.example"}>';

  test.each([
    ['one', `Hi ${damaged}`],
    ['one that is cut off', 'Hi <{"type":"link","text":"our'],
    ['a whole one behind 200 of other brackets', `${'<{ '.repeat(201)}${link}`],
  ])('%s is a problem of the message: its JSON is never sent', (_what, message) => {
    expect(findTemplateProblem(message)).toContain('is damaged');
    expect(renderMessage({ message }, { variables: {} })).toEqual({
      kind: 'missing',
      missing: [expect.stringContaining('is damaged')],
    });
    expect(writeSegments(parseSegments(message))).toBe(message);
  });

  test.each(['a <{b}> c', '<{ "quoted" }>', '{{ "<{" }} stays', `${'<{ '.repeat(199)}${link}`])(
    'words in such brackets are words: %j',
    (message) => expect(findTemplateProblem(message)).toBeNull(),
  );
});
