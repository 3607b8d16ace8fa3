import { escapeHtml } from '@overture/domain/message/html';

/** The page itself, ours: the package's own starts itself by an inline script, which no policy of ours lets run. */
export const docsPage = (title: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeHtml(title)}</title>
  </head>
  <body>
    <div id="app"></div>
    <script src="/api/docs/js/scalar.js"></script>
    <script src="/api/docs/js/start.js"></script>
  </body>
</html>
`;

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

/** Runs in the browser. Names buttons that show a picture alone, and lets the keyboard reach lists that scroll. */
const NAME_CONTROLS = `
let isAsked = false;
const nameControls = () => {
  isAsked = false;
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
