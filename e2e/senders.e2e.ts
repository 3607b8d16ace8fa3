import { expect } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { test } from './support/installation.ts';
import { control, newMailbox } from './support/outreach.ts';
import { signUp } from './support/person.ts';

test('a mailbox is connected through the page, shows live that its password changed, and is connected again @long', async ({
  page,
}) => {
  await signUp(page);
  await page.goto('/senders');
  await expect(page.getByRole('heading', { name: 'Senders', level: 1 })).toBeVisible();
  await expect(page.getByText('Email & Linkedin accounts')).toBeVisible();
  await expect(page.getByText('No sender accounts yet')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Connect new account' }).click();
  await page.getByRole('button', { name: 'Connect Email' }).click();
  await expect(page).toHaveURL(/\/connect-email$/);
  await expect(page.getByRole('button', { name: 'Google' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Microsoft' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Any other mailbox' }).click();
  await page.getByLabel('Email address').fill('someone@gmail.com');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('imap.gmail.com:993')).toBeVisible();
  await expect(page.getByText('app password')).toBeVisible();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.getByRole('button', { name: 'Back', exact: true }).click();

  const email = newMailbox();
  await control(page.request, 'accounts', { email, password: 'the real one' });
  await page.getByRole('button', { name: 'Use a sandbox mailbox' }).click();
  await page.getByLabel('Email address').fill(email);
  await page.keyboard.press('Enter');
  await page.getByLabel('Password', { exact: true }).fill('not this one');
  await page.getByRole('button', { name: 'Connect mailbox' }).click();
  await expect(page.getByRole('alert')).toContainText('IMAP refused the sign-in');
  await expect(page.getByRole('alert')).toContainText('Invalid credentials');
  await expectAccessible(page);
  await page.getByLabel('Password', { exact: true }).fill('the real one');
  await page.getByRole('button', { name: 'Connect mailbox' }).click();
  await expect(page).toHaveURL(/\/senders$/);
  const row = page.getByRole('row').filter({ hasText: email });
  await expect(row).toContainText('Connected');
  await expect(row).toContainText('0 / 10');
  await expectAccessible(page);

  // The trial includes one sender.
  await page.getByRole('button', { name: 'Connect new account' }).click();
  await expect(page.getByText('Trial sender account limit reached')).toBeVisible();
  await expect(page.getByText('During your free trial, you can only connect 1 sender account.')).toBeVisible();
  await page.keyboard.press('Escape');

  // A password that stops working shows live, narrow and in the dark too, and the mailbox is connected again.
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await control(page.request, 'accounts', { email, password: 'changed elsewhere' });
  await expect(page.getByText('Sign-in needed')).toBeVisible({ timeout: 25_000 });
  await expect(page.getByText('Disconnected', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: `Actions for ${email}` }).click();
  await page.getByRole('menuitem', { name: 'Reconnect' }).click();
  await expect(page).toHaveURL(/\/connect-email\?account_id=\d+/);
  await expect(page.getByRole('heading', { name: `Reconnect ${email}` })).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Password', { exact: true }).fill('changed elsewhere');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Reconnect' }).click();
  await expect(page).toHaveURL(/\/senders$/);
  await expect(page.getByText('Connected', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('Sign-in needed')).toBeHidden();
});
