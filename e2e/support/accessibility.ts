import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** No finding of axe that is serious or critical on what is shown. */
export async function expectAccessible(page: Page): Promise<void> {
  // A drawer that is still sliding in is half transparent, a button whose scheme was changed has neither colour: they are measured
  // once they stand. What was just changed begins to move with the next frame.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    const moving = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(moving.map((animation) => animation.finished));
  });
  // Frames hold mails and signatures without scripts: axe cannot run in them and waits forever if it tries, also when it
  // opens a second page to put its findings together (legacy mode does not).
  const { violations } = await new AxeBuilder({ page })
    .exclude('iframe')
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  const grave = violations.filter((violation) => violation.impact === 'serious' || violation.impact === 'critical');
  expect(
    grave.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.target.join(' ')).join(', ')}`),
  ).toEqual([]);
}
