import { expect, type Page } from '@playwright/test';
import { test } from './support/installation.ts';
import { api, connectMailbox, newMailbox, startCampaign } from './support/outreach.ts';
import { newPerson, samplePassword, signInAsOperator, signUp } from './support/person.ts';
import { AGENCY_PATHS, OPERATOR_PATHS, SETTINGS_PATHS, WORK_PATHS } from './support/screen-paths.ts';

/** Data of the test, names, addresses and dates. All other texts are words of the interface. */
const DATA = [
  /Spring outreach|Leads of the test|Northlight|Grace Hopper|Alan Turing|Ada Jansen|Sales signature|Overture|Reedworks|Tulip Logistics|Blue Agency|Capped BV/g,
  /\b(?:Re: )?A question|\bHi\b|Do you have ten minutes this week\?|Did you see my mail\?/g,
  // The notice to leads has a language of its own.
  /We contact people in their professional role about .* with one click\./g,
  /LinkedIn|Google|Microsoft|HubSpot|Pipedrive|Salesforce|Slack|monday\.com|Instantly|Smartlead|lemlist|HeyReach|Apollo/g,
  /[\w.+-]+@[\w.-]+|https?:\/\/\S+|\b(?:[\w-]+\.)+example\b/g,
  /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*\b|\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b/g,
  /\bUTC\b|Europe\/\w+|\b[A-Z]{1,2}\b| at (?=\d)/g,
];

/** Words of the interface that are not in brackets. */
const hasWords = (text: string): boolean =>
  /\p{L}{2}/u.test(DATA.reduce((rest, data) => rest.replace(data, ''), text.replace(/\[.*\]/su, '')));

interface Finding {
  width: number;
  cut: string[];
  /** Texts that end in an ellipsis at their beginning. */
  beheaded: string[];
  bare: string[];
}

/**
 * Runs in the page: whether it is wider than the screen, buttons whose words lie outside of them or on a second line for which there is no
 * room, long texts that hide their beginning, and texts without the brackets of the accented language.
 */
function inspect(): Finding {
  const isVisible = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    const { visibility } = getComputedStyle(element);
    return width > 1 && height > 1 && visibility === 'visible' && !element.closest('iframe, .visually-hidden');
  };
  /** Long data ends in an ellipsis, on one line or several. */
  const isShortened = (element: Element, button: Element): boolean => {
    const { textOverflow, webkitLineClamp } = getComputedStyle(element);
    if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return true;
    return element !== button && element.parentElement !== null && isShortened(element.parentElement, button);
  };
  const cut: string[] = [];
  const beheaded: string[] = [];
  const bare: string[] = [];
  const hidesBeginning = (node: Node, element: Element): boolean => {
    const line = getComputedStyle(element).textOverflow === 'ellipsis' ? element : element.parentElement;
    const first = node.textContent?.search(/[\p{L}\p{N}]/u) ?? -1;
    if (!line || first < 0 || getComputedStyle(line).textOverflow !== 'ellipsis') return false;
    const range = document.createRange();
    range.setStart(node, first);
    range.setEnd(node, first + 1);
    const [letter, box] = [range.getBoundingClientRect(), line.getBoundingClientRect()];
    // Of several texts in a line the last ones may be hidden.
    return node === line.firstChild && (letter.right < box.left || letter.left > box.right);
  };
  // A link within a text leaves its halves with one bracket each.
  const isBare = (text: string) => /\p{L}{2}/u.test(text.replace(/\[.*\]|\[.*$|^.*\]/su, ''));
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent?.trim() ?? '';
    if (!element || text === '' || /^(?:SCRIPT|STYLE|NOSCRIPT)$/.test(element.tagName) || !isVisible(element)) continue;
    if (isBare(text)) bare.push(text);
    if (hidesBeginning(node, element)) beheaded.push(text);
    const button = element.closest('button, [role="tab"]');
    if (!button || isShortened(element, button)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const [words, box] = [range.getBoundingClientRect(), button.getBoundingClientRect()];
    const isOutside =
      words.left < box.left - 2 ||
      words.right > box.right + 2 ||
      words.top < box.top - 2 ||
      words.bottom > box.bottom + 2;
    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    if (isOutside || (lines > 1 && box.height < 20 * lines)) cut.push(text);
  }
  for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
    for (const element of document.querySelectorAll(`[${name}]`)) {
      const text = element.getAttribute(name) ?? '';
      if (isBare(text) && isVisible(element)) bare.push(`${name}: ${text}`);
    }
  return { width: document.documentElement.scrollWidth, cut, beheaded, bare };
}

/** A page, and what opens something above it there. */
const DIALOGS = [
  ['/searches', 'main button:has(svg.tabler-icon-plus)'],
  ['/campaigns', 'main button:has(svg.tabler-icon-plus)'],
  ['/senders', 'main button:has(svg.tabler-icon-plus)'],
  ['/goals', 'main button:has(svg.tabler-icon-plus)'],
  ['/settings/members', 'main button:has(svg.tabler-icon-plus)'],
  ['/settings/suppressions', 'main button:has(svg.tabler-icon-upload)'],
  ['/settings/webhooks', 'main button:has(svg.tabler-icon-plus)'],
] as const;

async function fillOrganization(page: Page): Promise<number> {
  await signUp(page, newPerson('Ada Jansen'));
  const account = await connectMailbox(page.request, newMailbox());
  const stamp = Date.now();
  await api(page.request, 'POST', '/signatures/', { name: 'Sales signature', signature: '<p>Ada Jansen</p>' });
  return startCampaign(page, account, [
    { first_name: 'Grace', last_name: 'Hopper', email: `silent+grace${stamp}@northlight.example` },
    { first_name: 'Alan', last_name: 'Turing', email: `silent+alan${stamp}@northlight.example` },
  ]);
}

const LANGUAGES = [
  ['de', 'German'],
  ['en-XA', 'a language that is a third longer'],
  ['ar-XB', 'a language that is read from right to left @long'],
] as const;
type Language = (typeof LANGUAGES)[number][0];

/** What is wrong with what the page shows. */
async function judge(page: Page, language: Language, place: string): Promise<string[]> {
  await page.waitForLoadState('networkidle');
  const { width, cut, beheaded, bare } = await page.evaluate(inspect);
  const words = language === 'en-XA' ? bare.filter((text) => hasWords(text.replace(/^[a-z-]+: /, ''))) : [];
  return [
    ...(width > 390 ? [`${place}: ${width} px wide`] : []),
    ...cut.map((text) => `${place}: the button does not show “${text}”`),
    ...beheaded.map((text) => `${place}: the beginning of “${text}” is hidden`),
    ...words.map((text) => `${place}: “${text}” is English in every language`),
  ];
}

async function walk(page: Page, language: Language, paths: readonly string[]): Promise<string[]> {
  const problems: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    // An empty page would fit every screen.
    await expect(page.locator('main, form').first()).toContainText(/\S/, { useInnerText: true });
    problems.push(...(await judge(page, language, path)));
  }
  return problems;
}

/** Opens what each selector names on its page, one after the other. */
async function open(
  page: Page,
  language: Language,
  dialogs: readonly (readonly [string, string])[],
): Promise<string[]> {
  const problems: string[] = [];
  for (const [path, opener] of dialogs) {
    await page.goto(path);
    await page.locator(opener).first().click();
    await expect(page.locator('[role="dialog"], [role="menu"]').first()).toBeVisible();
    problems.push(...(await judge(page, language, `${path}, ${opener}`)));
  }
  return problems;
}

const inLanguage = (page: Page, language: Language) => page.goto(`/login?language=${language}`);

for (const [language, what] of LANGUAGES) {
  test(`every screen fits a phone in ${what}`, async ({ page }) => {
    test.setTimeout(300_000);
    const campaign = await fillOrganization(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/dashboard?language=${language}`);
    const problems = await walk(page, language, [...WORK_PATHS, ...SETTINGS_PATHS, `/campaigns/${campaign}`]);
    expect([...new Set(problems)]).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.dir)).toBe(language === 'ar-XB' ? 'rtl' : 'ltr');
  });

  test(`signing in, agencies, installations and dialogs fit a phone in ${what}`, async ({ page }) => {
    test.setTimeout(300_000);
    await page.setViewportSize({ width: 390, height: 844 });
    await inLanguage(page, language);
    const problems = await walk(page, language, ['/login', '/register', '/forgot-password']);
    await api(page.request, 'POST', '/auth/login/', { email: 'agency@sample.example', password: samplePassword() });
    problems.push(...(await walk(page, language, AGENCY_PATHS)));
    await page.context().clearCookies();
    await signInAsOperator(page);
    // Names of the program are shown to operators as they are.
    problems.push(...(await walk(page, language === 'en-XA' ? 'de' : language, OPERATOR_PATHS)));
    await page.context().clearCookies();
    await fillOrganization(page);
    problems.push(...(await open(page, language, DIALOGS)));
    expect([...new Set(problems)]).toEqual([]);
  });
}

test('a text without brackets or beginning, a button that is too small and a page that is too wide are found', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/login?language=en-XA');
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => {
    document.body.insertAdjacentHTML(
      'beforeend',
      `<p>Not translated</p><img alt="A picture" width="9" height="9" />
      <button style="width: 60px; height: 24px; overflow: hidden; white-space: nowrap">[A long text that is cut]</button>
      <button style="width: 90px; height: 24px; overflow: hidden">[Two lines of a text]</button>
      <div style="width: 500px">[wide]</div>
      <p dir="rtl" style="width: 60px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap">[data that runs on]</p>
      <p style="width: 60px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap">[data that is cut]</p>`,
    );
  });
  const { width, cut, beheaded, bare } = await page.evaluate(inspect);
  expect(width).toBeGreaterThan(390);
  expect(cut).toEqual(['[A long text that is cut]', '[Two lines of a text]']);
  expect(beheaded).toEqual(['[data that runs on]']);
  expect(bare.filter((text) => !text.includes('Overture'))).toEqual(['Not translated', 'alt: A picture']);
});
