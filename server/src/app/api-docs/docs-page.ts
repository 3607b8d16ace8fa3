import { api } from '@overture/contract';
import { API_TOPICS, referencePath, topicOf } from '@overture/contract/api-reference';
import type { Endpoint } from '@overture/contract/endpoint';
import { escapeHtml } from '@overture/domain/message/html';
import { apiBase } from '../../kernel/http/bind.ts';

const OVERVIEW_STYLE = `
#overview { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem; font: 1rem/1.5 system-ui, sans-serif; color: #2a2f45; }
#overview li { margin: .25rem 0; overflow-wrap: anywhere; }
#overview summary { cursor: pointer; font-weight: 600; }
#overview a { color: #0060a8; }
@media (prefers-color-scheme: dark) {
  body:has(#overview) { background: #0f0f0f; }
  #overview { color: #e7e7e7; }
  #overview a { color: #4eb3ff; }
}
`;

const rowOf = ({ method, path, summary }: Endpoint): string =>
  `<li><code>${method} ${apiBase}${escapeHtml(referencePath(path))}</code> ${escapeHtml(summary)}</li>`;

/** All calls by topic, as plain text. The viewer needs seconds to show them; until then, and without scripts, people read this. */
function describeCalls(): string {
  const endpoints: Endpoint[] = Object.values(api);
  return Object.keys(API_TOPICS)
    .map((topic) => {
      const rows = endpoints.filter(({ path }) => topicOf(path) === topic).map(rowOf);
      return `<details><summary>${topic} (${rows.length})</summary><ul>${rows.join('')}</ul></details>`;
    })
    .join('\n');
}

let calls = '';

/** The page itself, ours: the package's own starts itself by an inline script, which no policy of ours lets run. */
export function docsPage(title: string): string {
  calls ||= describeCalls();
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeHtml(title)}</title>
    <link rel="preload" href="/api/openapi.json" as="fetch" crossorigin="anonymous">
    <style>${OVERVIEW_STYLE}</style>
  </head>
  <body>
    <main id="overview">
      <h1>${escapeHtml(title)}</h1>
      <p>A program sends its API key as <code>Authorization: Bearer</code>. <a href="/api/openapi.json">The OpenAPI document</a> describes
        every call. The reference with search, examples and <em>Test Request</em> opens here in a few seconds.</p>
      ${calls}
    </main>
    <div id="app"></div>
    <script defer src="/api/docs/js/scalar.js"></script>
    <script defer src="/api/docs/js/start.js"></script>
  </body>
</html>
`;
}

/** Colors with the contrast of WCAG AA on the page's own grounds, and no link to the maker of the package. */
const STYLE = `
.light-mode {
  --scalar-color-2: #5c5c5c; --scalar-color-3: #666; --scalar-sidebar-color-2: #5c5c5c; --scalar-sidebar-search-color: #666;
  --scalar-color-green: #00693e; --scalar-color-red: #b30000; --scalar-color-yellow: #7a5600; --scalar-color-blue: #0060a8;
  --scalar-color-orange: #a33c00; --scalar-color-purple: #5203d1;
}
.dark-mode {
  --scalar-color-2: #b0b0b0; --scalar-color-3: #a0a0a0; --scalar-sidebar-color-2: #b0b0b0; --scalar-sidebar-search-color: #a0a0a0;
  --scalar-color-red: #ff7a7a; --scalar-color-blue: #4eb3ff; --scalar-color-purple: #b191f9;
}
a[href*="scalar.com"] { display: none; }
`;

/**
 * Runs in the browser. Removes the overview once the viewer shows its heading, names buttons that show a picture alone, and lets the
 * keyboard reach lists that scroll.
 */
const NAME_CONTROLS = `
let isAsked = false;
const nameControls = () => {
  isAsked = false;
  if (document.querySelector('#app h1')) document.querySelector('#overview')?.remove();
  for (const button of document.querySelectorAll('button:not([aria-label])'))
    if (!button.innerText.trim()) button.setAttribute('aria-label', button.className.includes('copy') ? 'Copy' : 'Show');
  for (const list of document.querySelectorAll('ul.endpoints:not([tabindex])')) list.tabIndex = 0;
};
new MutationObserver(() => {
  if (!isAsked) requestAnimationFrame(nameControls);
  isAsked = true;
}).observe(document.body, { childList: true, subtree: true });
`;

/** Nothing is fetched from elsewhere: neither fonts nor a proxy nor counting. No tools and links of the package's maker. */
export const startScript = (title: string): string =>
  `Scalar.createApiReference('#app', ${JSON.stringify({
    url: '/api/openapi.json',
    pageTitle: title,
    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    showDeveloperTools: 'never',
    hideClientButton: true,
    defaultOpenFirstTag: false,
    authentication: { preferredSecurityScheme: 'key' },
    customCss: STYLE,
  })});\n${NAME_CONTROLS}`;
