import { appendFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../../../e2e/support/accessibility.ts';
import { test as base } from '../../../e2e/support/installation.ts';

/** Sums of layout shift within a second of each other that are not forgiven; Google's bound for a good page. */
const MAX_LAYOUT_SHIFT = 0.1;

export interface Walker {
  /** What is on screen is judged: serious findings of axe, overflow, dialogs and what they cover. */
  look(name: string, options?: { dialog?: boolean; on?: Page }): Promise<void>;
  /** A console error with these words belongs to the task, such as a code that is refused. */
  expectError(words: RegExp): void;
  /** From here on another page is watched too; `installation`: where it is not that of the test. */
  watch(page: Page, installation?: string): Promise<void>;
}

interface Counts {
  clicks: number;
  chords: number;
}

/** One line of `WALK_RESULTS`. */
export interface WalkedTask extends Counts {
  task: string;
  variant: string;
  seconds: number;
}

export const test = base.extend<{ walker: Walker }>({
  walker: async ({ page, baseURL }, use, info) => {
    const counts: Counts = { clicks: 0, chords: 0 };
    const problems: string[] = [];
    const expected: RegExp[] = [];
    const startedAt = Date.now();
    const walker = createWalker(page, { counts, problems, expected, origin: baseURL ?? '' });
    await walker.watch(page);
    await use(walker);
    const unexpected = problems.filter((problem) => !expected.some((words) => words.test(problem)));
    expect(unexpected, 'console errors and layout shifts').toEqual([]);
    if (info.status !== info.expectedStatus || !process.env.WALK_RESULTS) return;
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    const line: WalkedTask = { task: info.title, variant: info.project.name, ...counts, seconds };
    appendFileSync(process.env.WALK_RESULTS, `${JSON.stringify(line)}\n`);
  },
});

interface Notes {
  counts: Counts;
  problems: string[];
  expected: RegExp[];
  /** Of the installation. */
  origin: string;
}

function createWalker(main: Page, { counts, problems, expected, origin }: Notes): Walker {
  return {
    expectError: (words) => void expected.push(words),
    async watch(page, installation = origin) {
      page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
      page.on('console', (message) => {
        const { url } = message.location();
        // Pages of stand-ins are not ours, and a visitor without a session is found out by a 401.
        if (message.type() !== 'error' || !url.startsWith(installation) || url.endsWith('/api/v1/user/')) return;
        problems.push(`console: ${message.text()} ${url}`);
      });
      await page.exposeFunction('walkCounted', (what: keyof Counts) => {
        counts[what] += 1;
      });
      await page.exposeFunction('walkShifted', (sum: number, where: string) => {
        problems.push(`layout shift of ${sum.toFixed(2)}: ${where}`);
      });
      await page.addInitScript(countAndMeasure, MAX_LAYOUT_SHIFT);
    },
    async look(name, { dialog = false, on = main } = {}) {
      await expect(on.locator(LOADING), `${name}: still loading`).toHaveCount(0);
      await expectAccessible(on);
      expect(await on.evaluate(findLayoutProblems, dialog), name).toEqual([]);
    },
  };
}

/** A page that is not there yet shows a spinner, what is within a page says that it is busy. */
const LOADING = '[aria-busy=true]:not(button), [data-spinner]';

declare global {
  interface Window {
    walkCounted(what: 'clicks' | 'chords'): void;
    walkShifted(sum: number, where: string): void;
  }
}

/** Runs in every page before its own scripts. */
function countAndMeasure(bound: number): void {
  addEventListener('pointerup', (event) => event.isTrusted && window.walkCounted('clicks'), true);
  addEventListener(
    'keydown',
    (event) => {
      if (!event.isTrusted || ['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return;
      const target = event.target instanceof Element ? event.target : null;
      const isText = target?.closest('input,textarea,[contenteditable="true"]') && event.key.length === 1;
      if (!isText || event.ctrlKey || event.metaKey) window.walkCounted('chords');
    },
    true,
  );
  let sum = 0;
  let last = Number.NEGATIVE_INFINITY;
  let isReported = false;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources?: { node?: Node | null }[];
    })[]) {
      if (entry.hadRecentInput) continue;
      if (entry.startTime - last > 1000) {
        sum = 0;
        isReported = false;
      }
      last = entry.startTime;
      sum += entry.value;
      if (sum <= bound || isReported) continue;
      isReported = true;
      const nodes = (entry.sources ?? []).map(({ node }) =>
        node instanceof Element ? node.outerHTML.slice(0, 80) : '',
      );
      window.walkShifted(sum, `${location.pathname} ${nodes.join(' | ')}`);
    }
  });
  observer.observe({ type: 'layout-shift', buffered: true });
}

/** Runs in the page: what overflows it, dialogs that are not expected, and buttons of the top dialog that something covers. */
function findLayoutProblems(mayHaveDialog: boolean): string[] {
  const problems: string[] = [];
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) problems.push(`the page is ${scrollWidth} px wide in a window of ${innerWidth}`);
  const dialogs = [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].filter((dialog) =>
    dialog.checkVisibility(),
  );
  const top = dialogs.at(-1);
  if (top && !mayHaveDialog) problems.push(`a dialog covers the page: ${top.textContent?.slice(0, 60)}`);
  if (!top && mayHaveDialog) problems.push('no dialog is open');
  const isBelowOrAbove = (y: number, element: Element): boolean => {
    const { top, bottom } = element.getBoundingClientRect();
    return y < top || y > bottom;
  };
  for (const button of top?.querySelectorAll('button:not([disabled])') ?? []) {
    const { x, y, width, height } = button.getBoundingClientRect();
    const [left, middle] = [x + width / 2, y + height / 2];
    if (width === 0 || left < 0 || left > innerWidth || middle < 0 || middle > innerHeight) continue;
    // A dialog that is longer than the screen is scrolled.
    if (top && isBelowOrAbove(middle, top)) continue;
    const hit = document.elementFromPoint(left, middle);
    const isCovered = hit && !button.contains(hit) && !hit.contains(button) && !top?.contains(hit);
    if (isCovered)
      problems.push(`${button.textContent || button.ariaLabel} is covered by ${hit.outerHTML.slice(0, 80)}`);
  }
  return problems;
}
