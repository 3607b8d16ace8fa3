import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { addDnsRecord } from './support/by-hand.ts';
import { test } from './support/installation.ts';
import { sandboxUrl, signUp } from './support/person.ts';
import { picture } from './support/picture.ts';

/** The page of the sandbox's identity provider: it signs in any given person. */
async function answerAs(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
}

async function startSso(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Single Sign-On' }).click();
  await page.getByLabel('Work email').fill(email);
  await page.keyboard.press('Enter');
}

test('an organization proves its domain, enters and tries its provider; a colleague comes by it for the first time @long', async ({
  page,
  context,
}) => {
  test.setTimeout(90_000);
  const domain = `firm${Date.now()}.example`;
  await signUp(page);
  await page.goto('/settings/security');
  await page.getByRole('button', { name: 'Set up' }).click();
  const panel = page.getByRole('dialog', { name: 'Single Sign-On' });
  await panel.getByRole('textbox', { name: 'Domain' }).fill(domain);
  await panel.getByRole('button', { name: 'Add domain' }).click();
  await panel.getByRole('button', { name: 'Check now' }).click();
  await expect(panel.getByText("We can't find the record yet.")).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'sso-domain');
  const [name, text] = await panel.locator('code').allInnerTexts();
  await addDnsRecord(page, name as string, text as string);
  await panel.getByRole('button', { name: 'Check now' }).click();
  await expect(panel.getByText('Verified')).toBeVisible();

  await panel.getByLabel('Issuer').fill(`${await sandboxUrl(page.request)}/identity`);
  await panel.getByLabel('Client ID').fill('sandbox');
  await panel.getByLabel('Client secret').fill('sandbox');
  await panel.getByRole('button', { name: 'Save connection' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await panel.getByRole('button', { name: 'Try it' }).click();
  await answerAs(page, 'somebody@elsewhere.example');
  await expect(panel.getByText(/not at a verified domain/)).toBeVisible();
  await panel.getByRole('button', { name: 'Try it' }).click();
  await answerAs(page, `grace@${domain}`);
  await expect(panel.getByText(`It works. Your identity provider returned grace@${domain}.`)).toBeVisible();
  await expect(page).toHaveURL(/\/settings\/security$/);
  await picture(page, 'sso-tried');
  await page.keyboard.press('Escape');
  await expect(page.getByText(`On for ${domain}.`)).toBeVisible();
  await picture(page, 'sso-row');

  await context.clearCookies();
  await page.goto('/login');
  await startSso(page, 'ada@unknown.example');
  await expect(page.getByText('SSO authentication failed')).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'sso-login');
  await page.getByRole('button', { name: 'Back to login' }).click();
  await picture(page, 'login');
  await startSso(page, `grace.hopper@${domain}`);
  await answerAs(page, `grace.hopper@${domain}`);
  await expect(page).toHaveURL(/\/dashboard/);
  await page.goto('/settings/account');
  await expect(page.getByText(`grace.hopper@${domain}`).first()).toBeVisible();
});
