/**
 * Signatures as people paste them, and what is left of them. Browser and server are both held to this table, so neither can keep what the
 * other drops.
 */
export const AUTHORED_HTML_CASES: readonly [title: string, html: string, kept: string][] = [
  [
    'text with every format',
    '<h4>Ada</h4><blockquote>quoted</blockquote><pre>a  b</pre><p><code>c</code><small>d</small><sub>e</sub><sup>f</sup><s>g</s></p>',
    '<h4>Ada</h4><blockquote>quoted</blockquote><pre>a  b</pre><p><code>c</code><small>d</small><sub>e</sub><sup>f</sup><s>g</s></p>',
  ],
  [
    'a table of an office program',
    '<table border="0" cellpadding="4" cellspacing="0" bgcolor="#ffffff" class="x"><tbody><tr><td align="left" valign="top" width="80" colspan="2">A</td></tr></tbody></table>',
    '<table border="0" cellpadding="4" cellspacing="0" bgcolor="#ffffff"><tbody><tr><td align="left" valign="top" width="80" colspan="2">A</td></tr></tbody></table>',
  ],
  ['a font', '<font color="#333333" size="2" face="Arial">Ada</font>', '<font color="#333333" size="2">Ada</font>'],
  [
    'styles of text only',
    '<p style="color: #333; position: fixed; background-color: rgb(1, 2, 3); font-size: 12.5px; background: url(https://a.example/x)">Ada</p>',
    '<p style="color:#333;background-color:rgb(1, 2, 3);font-size:12.5px">Ada</p>',
  ],
  ['a style without anything to keep', '<p style="position: fixed">Ada</p>', '<p>Ada</p>'],
  ['an important style', '<b style="COLOR: red !important">Ada</b>', '<b style="color:red !important">Ada</b>'],
  [
    'a link',
    '<a href="https://acme.example/" rel="opener" target="_top">site</a>',
    '<a href="https://acme.example/" rel="noopener noreferrer nofollow" target="_blank">site</a>',
  ],
  [
    'a phone number and an address',
    '<a href="tel:+31201234567">call</a><a href="mailto:ada@acme.example">write</a>',
    '<a href="tel:+31201234567" rel="noopener noreferrer nofollow" target="_blank">call</a><a href="mailto:ada@acme.example" rel="noopener noreferrer nofollow" target="_blank">write</a>',
  ],
  [
    'links that lead nowhere or run',
    '<a href="javascript:alert(1)">a</a><a href="/inbox">b</a><a href="//acme.example">c</a><a href="data:text/html,x">d</a>',
    ['a', 'b', 'c', 'd'].map((text) => `<a rel="noopener noreferrer nofollow" target="_blank">${text}</a>`).join(''),
  ],
  [
    'pictures',
    '<img src="https://acme.example/logo.png" width="80" height="20" alt="Acme" border="0"><img src="data:image/png;base64,iVBORw0KGgo=">',
    '<img src="https://acme.example/logo.png" width="80" height="20" alt="Acme" border="0"><img src="data:image/png;base64,iVBORw0KGgo=">',
  ],
  [
    'pictures that may run or hide',
    '<img src="data:image/svg+xml;base64,PHN2Zz4=" onerror="alert(1)"><img src="cid:logo" alt="">',
    '<img><img alt="">',
  ],
  [
    'programs and forms',
    '<p onclick="alert(1)">Ada<script>alert(2)</script><style>p{color:red}</style><svg><text>x</text></svg><textarea>y</textarea></p><form action="/"><b>z</b></form>',
    '<p>Ada</p><b>z</b>',
  ],
  ['tags that only wrap', '<section><article id="x"><p>Ada</p></article></section>', '<p>Ada</p>'],
];
