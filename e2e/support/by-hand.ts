import { createHmac } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { codeFor, type Person, sandboxUrl } from './person.ts';

/** Fills in the registration that is open, and the code from the mail. */
export async function register(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Full name').fill(person.name);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/verify-email/);
  await page
    .getByRole('textbox')
    .first()
    .fill(await codeFor(page.request, person.email));
  await page.keyboard.press('Enter');
}

/** Opens the dialog that connects a mailbox of the sandbox, and fills it in; `Connect mailbox` is not pressed yet. */
export async function enterMailbox(page: Page, email: string): Promise<void> {
  await page.goto('/senders');
  await page.getByRole('button', { name: 'Connect new account' }).click();
  await page.getByRole('button', { name: 'Connect Email' }).click();
  await page.getByRole('button', { name: 'Use a sandbox mailbox' }).click();
  await page.getByLabel('Email address').fill(email);
  await page.keyboard.press('Enter');
  await page.getByLabel('Password', { exact: true }).fill('sandbox');
}

/** Enters a TXT record at the sandbox's name server, in a page of its own. */
export async function addDnsRecord(page: Page, name: string, text: string): Promise<void> {
  const dns = await page.context().newPage();
  await dns.goto(`${await sandboxUrl(page.request)}/dns`);
  await dns.getByLabel('Name', { exact: true }).fill(name);
  await dns.getByLabel('Text').fill(text);
  await dns.getByRole('button', { name: 'Save' }).click();
  await expect(dns.getByText(name)).toBeVisible();
  await dns.close();
}

/** The code an authenticator app shows, `periods` after now (RFC 6238, SHA-1, six digits, 30 seconds). */
export function authenticatorCode(secret: string, periods = 0): string {
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
