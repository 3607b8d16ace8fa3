// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { buildMailPage, hasOwnLook, hasQuoted } from './mail-page.ts';

const colors = { text: '#e9ecf1', link: '#a5b4fc', scheme: 'dark' } as const;
const build = (html: string, showsImages = false, showsQuoted = false) =>
  buildMailPage(html, {
    pictureAddress: showsImages ? (address) => `/pictures/?address=${encodeURIComponent(address)}` : null,
    showsQuoted,
    isOurs: false,
    colors,
  });

test('remote images have no address until the reader asks, and the policy loads nothing', () => {
  const html = '<p>Hi</p><img alt="" data-remote-src="https://evil.example/pixel.gif">';
  const closed = build(html);
  expect(closed).not.toMatch(/\ssrc=/);
  expect(closed).toContain('img-src data:;');
  expect(closed).toContain("default-src 'none'");
  const open = build(html, true);
  expect(open).toContain(' src="/pictures/?address=https%3A%2F%2Fevil.example%2Fpixel.gif"');
  expect(open).toContain(`img-src data: ${window.location.origin};`);
  expect(open).not.toMatch(/\ssrc="https?:/);
  expect(open).not.toContain('script-src');
});

test('a mail is read in the direction of its own words', () => {
  expect(build('<p>שלום Ada</p>')).toContain('<body dir="auto">');
});

test('quoted history is left out until asked for', () => {
  const html = '<p>New</p><div data-quoted="true">Old words</div>';
  expect(hasQuoted(html)).toBe(true);
  expect(build(html)).not.toContain('Old words');
  expect(build(html, false, true)).toContain('Old words');
});

test('a mail without a look of its own takes the colors of the application, others stay on white', () => {
  expect(hasOwnLook('<p>Hello <b>there</b></p>')).toBe(false);
  expect(build('<p>Hello</p>')).toContain('color:#e9ecf1');
  for (const html of ['<table><tr><td>x</td></tr></table>', '<p style="color:#000">x</p>', '<p bgcolor="#fff">x</p>'])
    expect(build(html)).toContain('background:#fff');
});
