import { expect, test } from 'vitest';
import { parseRichText } from './rich-blocks.ts';
import { cleanRichText, writeRichHtml, writeRichPlain } from './rich-output.ts';
import { contentId, RICH_LIMITS } from './rich-text.ts';

const clean = (html: string): string => writeRichHtml(parseRichText(html, RICH_LIMITS.pasted)).replaceAll('\n', '');
const plain = (html: string): string => writeRichPlain(parseRichText(html));

test('formatting of an email stays, everything else goes', () => {
  for (const [title, html, kept] of [
    ['marks', '<p>a <strong>b</strong> <em>c</em> <u>d</u></p>', '<p>a <b>b</b> <i>c</i> <u>d</u></p>'],
    [
      'a link',
      '<a href="https://acme.example/x?a=1&amp;b=2" onclick="x()">go</a>',
      '<p><a href="https://acme.example/x?a=1&amp;b=2">go</a></p>',
    ],
    ['a script address', '<p><a href="javascript:alert(1)">go</a></p>', '<p>go</p>'],
    ['a hidden script address', '<a href=" java\nscript:alert(1)">go</a>', '<p>go</p>'],
    [
      'lists',
      '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul><ol><li>d</li></ol>',
      '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul><ol><li>d</li></ol>',
    ],
    ['a quote', '<blockquote><p>a</p><p>b</p></blockquote>', '<blockquote>a<br><br>b</blockquote>'],
    ['a divider', 'a<hr>b', '<p>a</p><hr><p>b</p>'],
    [
      'an own image',
      '<img src="cid:my photo.png" alt="Us" width="900" onerror="x()">',
      '<p><img src="cid:my photo.png" alt="Us" width="600"></p>',
    ],
    ['a foreign image', '<p>a<img src="https://tracker.example/p.gif"></p>', '<p>a</p>'],
    ['scripts and styles', '<style>p{}</style><script>alert(1)</script><p>a</p>', '<p>a</p>'],
    ['an unclosed script', '<p>a</p><script>alert(1)', '<p>a</p>'],
    ['fonts and colors', '<p style="color:red"><font face="x">a</font></p>', '<p>a</p>'],
    ['broken nesting', '<b>a<p>b</b>c</p>', '<p><b>a</b></p><p><b>b</b>c</p>'],
    ['an open bracket', 'a < b & c', '<p>a &lt; b &amp; c</p>'],
    [
      'brackets in values',
      '<a title="a>b" href="https://acme.example/">go</a>',
      '<p><a href="https://acme.example/">go</a></p>',
    ],
    ['a comment', '<!-- <p>x</p> -->a', '<p>a</p>'],
    ['headings', '<h1>a</h1>b', '<p><b>a</b></p><p>b</p>'],
    ['private signs', '\uE0000\uE001a', '<p>0a</p>'],
  ] as const)
    expect(clean(html), title).toBe(kept);
});

test('cleaned text is cleaned to itself', () => {
  const html = clean(
    '<p>Hi {{ first_name | default: "you & me" }} <b>{% if employees > 50 %}big{% else %}small{% endif %}</b></p><ul><li>a</li></ul>',
  );
  expect(clean(html)).toBe(html);
  expect(html).toContain('{{ first_name | default: "you & me" }}');
  expect(html).toContain('{% if employees > 50 %}');
});

test('variables in the address of a link stay, other signs of a message are escaped', () => {
  expect(clean('<a href="https://acme.example/{{custom.slug}}">go</a>')).toBe(
    '<p><a href="https://acme.example/{{custom.slug}}">go</a></p>',
  );
  expect(clean('<a href="https://acme.example/{a|b}">go</a>')).toBe(
    '<p><a href="https://acme.example/%7Ba%7Cb%7D">go</a></p>',
  );
  expect(clean('<a href="{{custom.url}}">go</a>')).toBe('<p>go</p>');
});

test('tokens are not read as HTML', () => {
  const token = '<{"type":"signature","id":7,"name":"A <b>"}>';
  expect(clean(`<p>Bye <i>x</i>${token}</p>`)).toBe(`<p>Bye <i>x</i>${token}</p>`);
});

test('entities are decoded once, and make no variables', () => {
  expect(clean('<p>Write &amp;lt;b&amp;gt;</p>')).toBe('<p>Write &amp;lt;b&amp;gt;</p>');
  expect(clean('<b>{{first_name}}</b>&#xE000;0&#xE001;&#57344;0&#57345;')).toBe('<p><b>{{first_name}}</b>00</p>');
  const html = `<b>{{ first_name | default: "${'a'.repeat(19_000)}" }}</b>${'&#xE000;0&#xE001;'.repeat(1100)}`;
  expect(clean(html).length).toBeLessThan(RICH_LIMITS.html);
  expect(clean('<a href="https://acme.example/&#xE000;0&#xE001;{{first_name}}">a</a>')).toContain('/0{{first_name}}"');
});

test('blanks are one blank, also those that do not break', () => {
  expect(clean('<p>a&nbsp; &nbsp;<b>b</b> \u00A0c</p>')).toBe('<p>a <b>b</b> c</p>');
});

test('text without formatting has none', () => {
  expect(cleanRichText('<p>Hi {{first_name}},</p><p>bye<br>Ada</p>')).toBeNull();
  expect(cleanRichText('')).toBeNull();
  expect(cleanRichText('<p>Hi <b>you</b></p>')).toBe('<p>Hi <b>you</b></p>');
});

test('the text part reads well without HTML', () => {
  expect(
    plain(
      '<p>Hi <b>{{first_name}}</b>,<br>see <a href="https://acme.example/">our <b>page</b></a> or <a href="https://b.example">https://b.example</a>.</p><ol><li>one<ul><li>deep</li></ul></li><li>two</li></ol><blockquote>a<br>b</blockquote><hr><p><img src="cid:a.png" alt="A chart"></p>',
    ),
  ).toBe(
    'Hi {{first_name}},\nsee our page (https://acme.example/) or https://b.example.\n\n1. one\n  - deep\n2. two\n\n> a\n> b\n\n---\n\n[A chart]',
  );
});

test('what is pasted from Word becomes paragraphs, lists and marks', () => {
  const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {margin:0} --></style></head><body lang=EN-US><!--StartFragment-->
<p class=MsoNormal>Hello <b style='mso-bidi-font-weight:normal'>bold</b> and <span style='text-decoration:underline'>under</span><o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-.25in;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>First<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-.25in;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>o<span>&nbsp; </span></span><![endif]>Second</p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>1.<span>&nbsp; </span></span><![endif]>Counted</p>
<!--EndFragment--></body></html>`;
  expect(clean(word)).toBe(
    '<p>Hello <b>bold</b> and <u>under</u></p><ul><li>First<ul><li>Second</li></ul></li></ul><ol><li>Counted</li></ol>',
  );
});

test('what is pasted from Google Docs becomes paragraphs, lists and marks', () => {
  const docs = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38;"><span style="font-size:11pt;color:#000;font-weight:400;font-style:normal;text-decoration:none;">Hi </span><span style="font-weight:700;font-style:italic;">there</span></p><ul style="margin-top:0;"><li dir="ltr" style="list-style-type:disc;font-weight:400;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">one</span></p></li></ul><a href="https://acme.example/" style="text-decoration:none;"><span style="text-decoration:underline;color:#1155cc;">link</span></a></b>`;
  expect(clean(docs)).toBe(
    '<p>Hi <b><i>there</i></b></p><ul><li>one</li></ul><p><a href="https://acme.example/"><u>link</u></a></p>',
  );
});

test('hostile HTML is cleaned, and to itself', () => {
  for (const html of [
    '<'.repeat(40_000),
    '<b>'.repeat(13_000),
    '<a href="'.repeat(5_000),
    '<script>'.repeat(5_000),
    '<span style="mso-list:Ignore">'.repeat(1_000),
    '<ul><li>'.repeat(5_000),
    '&amp;'.repeat(8_000),
    '</b>'.repeat(10_000),
    '<svg></svg>'.repeat(20_000),
    '<b>'.repeat(6_000) + '</i>'.repeat(5_000),
  ]) {
    const cleaned = clean(html);
    expect(clean(cleaned)).toBe(cleaned);
  }
});

test('a name is one Content-ID of letters and digits', () => {
  expect(contentId('my photo.png')).toBe('my_20_photo.png@image');
  expect(contentId('"><b>.png')).toMatch(/^[A-Za-z0-9._-]+@image$/);
  const [one, other] = ['一', '二'].map((sign) => contentId(`${'图'.repeat(240)}${sign}.png`));
  expect(one).not.toBe(other);
  expect(one!.length).toBeLessThan(300);
});
