import { expect, type Page } from '@playwright/test';
import type { Walker } from './walker.ts';

/** The wizard of a founder without a website, and no tour. */
export async function introduce(page: Page, look: Walker['look']): Promise<void> {
  await page.getByLabel("I don't have a website").check();
  await look('the first step of the wizard', { dialog: true });
  for (const step of [1, 2, 3]) {
    await page
      .getByRole('button', { name: /^(Next|Finish|Skip)/ })
      .first()
      .click();
    if (step < 3) await expect(page.getByText(`Step ${step + 1} of 3`)).toBeVisible();
  }
  await page.getByRole('button', { name: 'Do tour later' }).click();
  await look('the dashboard');
}

/** Where it is not chosen already. */
export async function chooseMailbox(page: Page, email: string): Promise<void> {
  const field = page.getByRole('dialog').getByRole('combobox', { name: 'Email account' });
  if ((await field.inputValue()).includes(email)) return;
  await field.click();
  await page.getByRole('option', { name: new RegExp(email) }).click();
}
