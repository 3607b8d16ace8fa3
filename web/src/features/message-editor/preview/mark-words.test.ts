// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { cutAtMarks, frameImages, markHtml } from './mark-words.ts';

const marks = { gaps: ['[Job title]'], stand_ins: ['your team', 'team'] };

test.each([
  ['As [Job title] at your team.', ['As ', 'gap:[Job title]', ' at ', 'stand_in:your team', '.']],
  ['team', ['stand_in:team']],
  ['Nothing here', ['Nothing here']],
  ['', []],
])('%s', (text, expected) => {
  expect(cutAtMarks(text, marks).map(({ text: words, mark }) => (mark ? `${mark}:${words}` : words))).toEqual(expected);
});

test('only texts of the mail are marked, never its tags', () => {
  const html = '<p>As [Job title]</p><a href="https://a.example/team" title="team">see</a>';
  expect(markHtml(html, marks)).toBe(
    '<p>As <mark data-gap="">[Job title]</mark></p><a href="https://a.example/team" title="team">see</a>',
  );
  expect(markHtml('<p>As</p>', { gaps: [], stand_ins: [] })).toBe('<p>As</p>');
});

test('images of the mail are frames with their description, others stay', () => {
  const shown = frameImages(
    '<p>a <img src="cid:a@image" alt="<b> & us" width="20"><img src="https://acme.example/a.png"></p>',
  );
  expect(shown).toMatch(
    /^<p>a <span style="[^"]+">&lt;b&gt; &amp; us<\/span><img src="https:\/\/acme\.example\/a\.png"><\/p>$/,
  );
  expect(frameImages('<p>a</p>')).toBe('<p>a</p>');
});
