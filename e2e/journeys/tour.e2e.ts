import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { test } from '../support/installation.ts';
import { signUp } from '../support/person.ts';

const STEPS = 11;
const at = (page: Page, step: number) => expect(page.getByText(`${step} of ${STEPS}`)).toBeVisible();
/** Something of the screen is pointed at, not the middle of it. */
const expectAnchor = (page: Page) =>
  expect(page.locator('.driver-active-element:not(#driver-dummy-element)')).toBeVisible();

test('the tour points at eleven real parts, goes back, outlives a reload, asks before it ends, and takes its examples with it @long', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { name } = await signUp(page);
  await page.goto('/dashboard');
  await page.getByRole('button', { name }).click();
  await page.getByRole('menuitem', { name: 'Product tour' }).click();
  for (let step = 1; step <= STEPS; step += 1) {
    await at(page, step);
    await expectAnchor(page);
    if (step === 2 || step === 8) await expectAccessible(page);
    if (step === 6) {
      await page.keyboard.press('ArrowLeft');
      await at(page, 5);
      await page.reload();
      await at(page, 5);
      await page.keyboard.press('ArrowRight');
      await at(page, 6);
    }
    await page.getByRole('button', { name: step === STEPS ? 'Finish' : 'Next', exact: true }).click();
  }
  await page.getByRole('button', { name: 'Keep the examples' }).click();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => localStorage.setItem('tour', '{"step":0}'));
  await page.reload();
  for (let step = 1; step < STEPS; step += 1) {
    await at(page, step);
    await expectAnchor(page);
    await page.getByRole('button', { name: 'Next', exact: true }).click();
  }
  await at(page, STEPS);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Continue' }).click();
  await at(page, STEPS);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'End the tour' }).click();
  await expect(page.getByText('The examples were removed.')).toBeVisible();
  await page.goto('/searches');
  await expect(page.getByText('My first list (example)')).toHaveCount(0);
});
