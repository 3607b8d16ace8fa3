import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** Runs in the page, which knows nothing of this file. */
async function findViolations() {
  // A drawer that is still sliding in is half transparent, a button whose scheme was changed has neither colour: they are measured
  // once they stand. What was just changed begins to move with the next frame.
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  const moving = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
  await Promise.allSettled(moving.map((animation) => animation.finished));
  // Frames hold mails and signatures without scripts: axe cannot run in them and waits for each if it tries.
  const { violations } = await window.axe.run(
    { exclude: [['iframe']] },
    { resultTypes: ['violations'], iframes: false },
  );
  return violations.map(({ id, impact, nodes }) => ({
    id,
    impact,
    nodes: nodes.map(({ target }) => target.join(' ')),
  }));
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** No finding of axe that is serious or critical on what is shown. */
export async function expectAccessible(page: Page): Promise<void> {
  // Once a document: its 650 kB take longer to read than most screens to judge.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(findViolations);
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(grave.map(({ id, nodes }) => `${id}: ${nodes.join(', ')}`)).toEqual([]);
}
