import { describe, expect, test } from 'vitest';
import { chooseCareerPages, choosePages } from './page-links.transform.ts';
import { cleanPageText, LONGEST_PAGE_IN_CHARACTERS, parsePage } from './page-text.transform.ts';

const read = async (html: string): Promise<string> => (await parsePage(html, 'https://a.example/')).text;

describe('what a visitor sees', () => {
  test('blocks become lines, markup goes, the title and the links are kept', async () => {
    const page = await parsePage(
      '<html><head><title> A &amp; B </title><style>p{}</style></head><body><h1>Hello</h1><p>One <b>two</b> three.</p><ul><li>x</li><li>y</li></ul><a href="/about#team">About</a><p><a href="javascript:x()">no</a></p><script>alert(1)</script></body></html>',
      'https://a.example/home',
    );
    expect(page).toEqual({
      title: 'A & B',
      text: 'Hello\n\nOne two three.\n\nx\n\ny\n\nAbout\nno',
      links: [{ url: 'https://a.example/about', text: 'About' }],
    });
  });

  test.each([
    '<p style="display: none">SECRET</p>',
    '<p style="visibility:hidden">SECRET</p>',
    '<p style="font-size:0px">SECRET</p>',
    '<p style="opacity: 0;">SECRET</p>',
    '<p style="position:absolute;left:-9999px">SECRET</p>',
    '<p style="text-indent: -5000px">SECRET</p>',
    '<div style="height:0;overflow:hidden"><p>SECRET</p></div>',
    '<p hidden>SECRET</p>',
    '<div aria-hidden="true"><p>SECRET</p></div>',
    '<!-- SECRET -->',
    '<script>SECRET</script>',
    '<noscript>SECRET</noscript>',
    '<template>SECRET</template>',
    '<textarea>SECRET</textarea>',
    '<input type="hidden" value="SECRET">',
    '<img alt="" title="SECRET" src="x">',
    '<svg><text>SECRET</text></svg>',
    '<iframe srcdoc="SECRET">SECRET</iframe>',
    '<select><option>SECRET</option></select>',
  ])('%s is not read', async (hidden) => {
    expect(await read(`<body><p>Visible.</p>${hidden}</body>`)).toBe('Visible.');
    const article = `<article>${'<p>A long paragraph of an article that everybody can read, with words, commas, and more.</p>'.repeat(20)}${hidden}</article>`;
    expect(await read(`<body>${article}</body>`)).not.toContain('SECRET');
  });

  test('a page rendered by scripts uses its metadata for search engines', async () => {
    const shell = (body: string) =>
      `<html><head><meta name="description" content="Acme makes anvils."></head><body><div id="app">${body}</div></body></html>`;
    expect(await read(shell(''))).toBe('Acme makes anvils.');
    expect(await read(shell('Anvils of every size. '.repeat(20)))).not.toContain('Acme');
  });

  test('invisible letters are taken out', () => {
    const tags = [...'HIJACK'].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
    expect(cleanPageText(`a\u200Bb\u202Ec\u2066d${tags}\uFEFF\u0000e\u0007 \t f`)).toBe('abcde f');
  });
});

describe('malformed pages', () => {
  const hostile: [string, string][] = [
    ['100,000 open divs', '<div>'.repeat(100_000)],
    ['deep and closed', `${'<b>'.repeat(50_000)}x${'</b>'.repeat(50_000)}`],
    ['deep in another element', `${'<details>'.repeat(50_000)}x`],
    ['one long attribute', `<p title="${'x'.repeat(900_000)}">y</p>`],
    ['an attribute without an end', `<p title="${'x'.repeat(500_000)}`],
    ['a comment without an end', `<!--${'x'.repeat(500_000)}`],
    ['many attributes', `<p ${Array.from({ length: 50_000 }, (_, index) => `a${index}=1`).join(' ')}>x</p>`],
    ['half tags', '<'.repeat(300_000)],
    ['entities', '&amp;'.repeat(100_000)],
    ['wrong entities', '&#x110000;&#99999999999;&nbsp&;'.repeat(10_000)],
    ['spaces', `<p>${' '.repeat(500_000)}x</p>`],
    ['a table in a table', '<table><tr><td>'.repeat(20_000)],
    ['lone surrogates', '<p>\uD800 \uDC00</p>'.repeat(1000)],
    ['many links', '<a href="/x">y</a>'.repeat(50_000)],
    ['many paragraphs', '<p>text, and text, and more of it</p>'.repeat(20_000)],
    ['style that loops', `<p style="${'display :'.repeat(20_000)}">x</p>`],
    ['binary', Array.from({ length: 50_000 }, (_, index) => String.fromCharCode(index % 256)).join('')],
    ['nothing', ''],
  ];
  test.each(hostile)('%s', async (_name, html) => {
    const started = performance.now();
    const page = await parsePage(html, 'https://a.example/');
    expect(page.text.length).toBeLessThanOrEqual(LONGEST_PAGE_IN_CHARACTERS);
    expect(page.text.isWellFormed()).toBe(true);
    expect(page.links.length).toBeLessThanOrEqual(500);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  test('2,000 pages of random scraps are read without an error', async () => {
    const scraps = [
      '<div',
      '>',
      '</div>',
      '<p>',
      '"',
      "'",
      '=',
      '<!--',
      '-->',
      '<script>',
      '</script>',
      '<a href=',
      '&lt',
      'x ',
      '<svg>',
      '<table>',
      '<td>',
      '\0',
      '<![CDATA[',
      ']]>',
      '<?php',
      '<title>',
      '<body>',
      '<html>',
      'é',
      '\u202E',
      '<style>',
      '<base href=//e>',
    ];
    let seed = 42;
    const random = (ceiling: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % ceiling;
    };
    for (let round = 0; round < 2_000; round += 1) {
      const html = Array.from({ length: random(60) }, () => scraps[random(scraps.length)]).join('');
      const page = await parsePage(html, 'https://a.example/');
      expect(page.text, html).not.toMatch(/[\0\u202E]/);
      for (const { url } of page.links) expect(url).toMatch(/^https?:/);
    }
  });
});

describe('which pages', () => {
  const link = (path: string, text = '') => ({ url: URL.parse(path, 'https://a.example')?.href ?? '', text });
  const isSame = (url: string): boolean => url.startsWith('https://a.example/');

  test('one of each kind, the shallowest, of the same site, never a file or the page itself', () => {
    const links = [
      link('/'),
      link('/blog/about-nothing'),
      link('/company/about'),
      link('/about'),
      link('/files/pricing.pdf'),
      link('/tarifs'),
      link('/nl/diensten'),
      link('https://b.example/careers'),
      link('/werk', 'Careers'),
      link('/contact'),
      link('/privacy'),
    ];
    expect(choosePages(links, isSame, 'https://a.example', 4).map((url) => new URL(url).pathname)).toEqual([
      '/about',
      '/tarifs',
      '/nl/diensten',
      '/werk',
    ]);
    expect(choosePages([], isSame, 'https://a.example', 4)).toEqual([]);
  });

  test('careers also on the job boards companies use, and nowhere else', () => {
    const links = [
      link('https://boards.greenhouse.io/acme'),
      link('https://evilgreenhouse.io/acme'),
      link('https://b.example/careers'),
      link('/jobs/'),
    ];
    expect(chooseCareerPages(links, isSame, 5)).toEqual([
      'https://boards.greenhouse.io/acme',
      'https://a.example/jobs/',
    ]);
  });
});
