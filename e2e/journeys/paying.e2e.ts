import { expect } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { test } from '../support/installation.ts';
import { signUp } from '../support/person.ts';

test('a person upgrades with a card that is declined first, buys credits, changes extras, cancels and keeps the plan', async ({
  page,
}) => {
  await signUp(page);
  await page.goto('/dashboard?upgrade=true');
  await page.getByRole('button', { name: 'More: Extra email accounts' }).click();
  await expect(page.getByText('€94')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByRole('button', { name: 'Card is declined' }).click();
  await expect(page.getByRole('alert')).toHaveText('Your card was declined.');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Successfully activated your subscription!' })).toBeVisible();
  await expectAccessible(page);

  await page.goto('/settings/billing');
  await expect(page.getByText('€94 a month with 1 extra email account.')).toBeVisible();
  await expect(page.getByText('850 left')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('button', { name: 'Get more credits' }).click();
  await page.getByRole('button', { name: 'Buy 1,000 credits' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByText('1,000 credits added.')).toBeVisible();
  await expect(page.getByText('1,850 left')).toBeVisible();

  await page.getByRole('button', { name: 'Change extras' }).click();
  await page.getByRole('button', { name: 'Fewer: Extra email accounts' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('€79 a month.')).toBeVisible();

  await page.getByRole('button', { name: 'Cancel Subscription' }).click();
  await page.getByLabel('Type CANCEL to confirm').fill('CANCEL');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect(page.getByText('Your subscription is canceled.')).toBeVisible();
  await page.getByRole('button', { name: 'Keep subscription' }).click();
  await expect(page.getByText('Your subscription continues.')).toBeVisible();
  await expect(page.getByText('Renews on')).toBeVisible();
});
