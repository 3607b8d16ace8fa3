import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

/** The smaller of its two files: every document reads it whole, which takes longer than to judge most screens. */
const judge = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** What the other scheme or width of a screen that was judged whole may change. */
const COLORS = ['color-contrast', 'link-in-text-block'];

/** Runs in the page, which knows nothing of this file. */
async function findViolations(colors: readonly string[] | null) {
  // A drawer that is still sliding in is half transparent, a button whose scheme was changed has neither color: they are measured
  // once they have ended. A fresh change starts to move with the next frame.
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  const moving = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
  await Promise.allSettled(moving.map((animation) => animation.finished));
  // What is faded until newer content has come is measured when that has.
  while (document.querySelector('[data-stale]')) await new Promise(requestAnimationFrame);
  // Rules that find nothing grave are left out: axe gives a finding the weight of its rule.
  const light = window.axe._audit.rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate');
  const rules = Object.fromEntries(light.map(({ id }) => [id, { enabled: false }]));
  // Frames hold mails and signatures without scripts: axe cannot run in them and waits for each if it tries.
  const { violations } = await window.axe.run(
    { exclude: [['iframe']] },
    {
      ...(colors ? { runOnly: { type: 'rule' as const, values: [...colors] } } : { rules }),
      resultTypes: ['violations'],
      iframes: false,
    },
  );
  return violations.map(({ id, impact, nodes }) => ({
    id,
    impact,
    nodes: nodes.map(({ target, html }) => `${target.join(' ')} ${html.slice(0, 200)}`),
  }));
}

declare global {
  interface Window {
    axe: typeof axe & { _audit: { rules: { id: string; impact: string | null }[] } };
  }
}

/** No finding of axe that is serious or critical on what is shown. */
export async function expectAccessible(page: Page, { only_colors = false } = {}): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(judge);
  const violations = await page.evaluate(findViolations, only_colors ? COLORS : null);
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(grave.map(({ id, nodes }) => `${id}: ${nodes.join(', ')}`)).toEqual([]);
}
