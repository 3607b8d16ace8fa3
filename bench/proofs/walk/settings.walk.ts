import { createHmac } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { sandboxUrl, signUp } from '../../../e2e/support/person.ts';
import { test } from './walker.ts';

test('SSO set-up', async ({ page, walker }) => {
  const domain = `walk${Date.now()}.example`;
  await signUp(page);
  await page.goto('/settings/security');
  await walker.look('security settings');
  await page.getByRole('button', { name: 'Set up' }).click();
  const panel = page.getByRole('dialog', { name: 'Single Sign-On' });
  await panel.getByRole('textbox', { name: 'Domain' }).fill(domain);
  await panel.getByRole('button', { name: 'Add domain' }).click();
  await expect(panel.locator('code').first()).toBeVisible();
  await walker.look('the record of the domain', { dialog: true });
  const [name, text] = await panel.locator('code').allInnerTexts();
  await addRecord(page, name as string, text as string);
  await panel.getByRole('button', { name: 'Check now' }).click();
  await expect(panel.getByText('Verified')).toBeVisible();
  await panel.getByLabel('Issuer').fill(`${await sandboxUrl(page.request)}/identity`);
  await panel.getByLabel('Client ID').fill('sandbox');
  await panel.getByLabel('Client secret').fill('sandbox');
  await panel.getByRole('button', { name: 'Save connection' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await panel.getByRole('button', { name: 'Try it' }).click();
  await page.getByLabel('Email address').fill(`grace@${domain}`);
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await expect(panel.getByText(`It works. Your identity provider returned grace@${domain}.`)).toBeVisible();
  await walker.look('the connection that works', { dialog: true });
  await page.keyboard.press('Escape');
  await expect(page.getByText(`On for ${domain}.`)).toBeVisible();
});

/** The name server of the sandbox, in a page that is not counted. */
async function addRecord(page: Page, name: string, text: string): Promise<void> {
  const dns = await page.context().newPage();
  await dns.goto(`${await sandboxUrl(page.request)}/dns`);
  await dns.getByLabel('Name', { exact: true }).fill(name);
  await dns.getByLabel('Text').fill(text);
  await dns.getByRole('button', { name: 'Save' }).click();
  await expect(dns.getByText(name)).toBeVisible();
  await dns.close();
}

test('second factor', async ({ page, walker }) => {
  const person = await signUp(page);
  await page.goto('/settings/account');
  await page.getByRole('tab', { name: 'Security' }).click();
  await expect(page.getByRole('heading', { name: 'Devices' })).toBeVisible();
  await walker.look('devices and factors');
  await page.getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('img', { name: 'QR code' })).toBeVisible();
  await walker.look('the QR code', { dialog: true });
  const secret = (await dialog.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4}){7}$/).innerText()).replaceAll(' ', '');
  await dialog.getByLabel('Code from the app').fill(codeOf(secret, -1));
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('recovery-codes').getByRole('listitem')).toHaveCount(10);
  await walker.look('recovery codes', { dialog: true });
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByText('10 codes left.')).toBeVisible();
  await page.goto('/logout');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  await walker.look('the second step of the sign-in');
  await page.getByLabel('Code from the app').fill(codeOf(secret));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard/);
});

/** The code an authenticator app shows, `periods` after now (RFC 6238, SHA-1, six digits, 30 seconds). */
function codeOf(secret: string, periods = 0): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + periods));
  const mac = createHmac('sha1', Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))))
    .update(counter)
    .digest();
  const offset = (mac.at(-1) as number) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

test("billing with Stripe's stand-in", async ({ page, walker }) => {
  await signUp(page);
  await page.goto('/dashboard?upgrade=true');
  await page.getByRole('button', { name: 'More: Extra email accounts' }).click();
  await expect(page.getByText('€94')).toBeVisible();
  await walker.look('the plan', { dialog: true });
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Successfully activated your subscription!' })).toBeVisible();
  await walker.look('the payment');
  await page.goto('/settings/billing');
  await expect(page.getByText('€94 a month with 1 extra email account.')).toBeVisible();
  await walker.look('the bill');
  await page.getByRole('button', { name: 'Change extras' }).click();
  await page.getByRole('button', { name: 'Fewer: Extra email accounts' }).click();
  await walker.look('the extras', { dialog: true });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('€79 a month.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel Subscription' }).click();
  await page.getByLabel('Type CANCEL to confirm').fill('CANCEL');
  await walker.look('the cancellation', { dialog: true });
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect(page.getByText('Your subscription is canceled.')).toBeVisible();
  await page.getByRole('button', { name: 'Keep subscription' }).click();
  await expect(page.getByText('Renews on')).toBeVisible();
});
