import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { test } from './support/installation.ts';
import { connectMailbox, control, newMailbox, startCampaign } from './support/outreach.ts';
import { mailsTo, sandboxUrl, signUp } from './support/person.ts';
import { picture } from './support/picture.ts';

interface Mail {
  text: string;
  headers: Map<string, string>;
}

/** The newest mail for an address, and no other one than that. */
async function onlyMail(page: Page, to: string, count = 1): Promise<Mail> {
  await expect(async () => expect(await mailsTo(page.request, to)).toHaveLength(count)).toPass();
  const [newest] = await mailsTo(page.request, to);
  const answer = await page.request.get(`${await sandboxUrl(page.request)}/api/mails/${newest?.id}`);
  const mail = (await answer.json()) as { text: string; headers: { name: string; value: string }[] };
  return { text: mail.text, headers: new Map(mail.headers.map(({ name, value }) => [name.toLowerCase(), value])) };
}

/** A lead replied with a file, to us and to two others. */
async function openReply(page: Page) {
  await signUp(page);
  const sender = newMailbox();
  const account = await connectMailbox(page.request, sender);
  const run = Date.now();
  const lead = `silent${run}@northlight.example`;
  await startCampaign(page, account, [{ first_name: 'Grace', last_name: 'Hopper', email: lead }]);
  const first = await onlyMail(page, lead);
  const boundary = 'part';
  await control(page.request, 'deliver', {
    email: sender,
    raw: [
      ...[`From: Grace Hopper <${lead}>`, `To: ${sender}, silent-boss${run}@northlight.example`],
      ...[`Cc: silent-legal${run}@northlight.example`, 'Subject: Re: A question'],
      ...[`Message-ID: <all-${run}@northlight.example>`, `In-Reply-To: ${first.headers.get('message-id')}`],
      ...[`Date: ${new Date().toUTCString()}`, 'MIME-Version: 1.0'],
      ...[`Content-Type: multipart/mixed; boundary=${boundary}`, '', `--${boundary}`],
      ...['Content-Type: text/plain; charset=utf-8', '', 'Please see the contract, all of you.', `--${boundary}`],
      ...['Content-Type: application/pdf', 'Content-Disposition: attachment; filename=contract.pdf'],
      ...['Content-Transfer-Encoding: base64', '', Buffer.from('%PDF-1.7 words').toString('base64')],
      `--${boundary}--`,
    ].join('\n'),
  });
  await page.goto('/inbox');
  const row = page.getByRole('link', { name: /Grace Hopper/ });
  // The mailbox is read when a busy machine finds the time.
  await expect(row).toBeVisible({ timeout: 120_000 });
  await row.click();
  return { run, lead };
}

test('a reply to all with a blind copy, and a mail that is sent on, by keyboard', async ({ page }) => {
  const { run, lead } = await openReply(page);
  const field = page.getByRole('textbox', { name: 'Message to Grace Hopper' });
  await field.fill('Here are the terms.');
  await page.getByRole('button', { name: 'Reply to all 3' }).press('Enter');
  await page.getByLabel('BCC').and(page.locator('input')).fill(`silent-crm${run}@mine.example`);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`silent-legal${run}@northlight.example`).last()).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'reply-to-all');
  await field.press('Control+Enter');
  await page.getByRole('button', { name: 'Send now' }).press('Enter');
  const blind = await onlyMail(page, `silent-crm${run}@mine.example`);
  for (const other of ['boss', 'legal']) await onlyMail(page, `silent-${other}${run}@northlight.example`);
  const visible = await onlyMail(page, lead, 2);
  for (const { headers } of [blind, visible]) {
    expect(headers.get('cc')).toContain(`silent-boss${run}@northlight.example`);
    expect(JSON.stringify([...headers])).not.toContain('silent-crm');
  }

  const boss = `silent-boss${run}@northlight.example`;
  await page.getByRole('button', { name: 'Reply without the lead' }).press('Enter');
  await page.getByRole('menuitem', { name: `Only to ${boss}` }).press('Enter');
  const aside = page.getByRole('textbox', { name: `Message to ${boss}` });
  await aside.fill('A word between us.');
  await expectAccessible(page);
  await picture(page, 'reply-without-the-lead');
  await aside.press('Control+Enter');
  await page.getByRole('button', { name: 'Send now' }).press('Enter');
  const alone = await onlyMail(page, boss, 2);
  expect([alone.headers.get('subject'), alone.headers.has('cc')]).toEqual(['Re: A question', false]);
  expect(alone.headers.get('in-reply-to')).toContain(`all-${run}@northlight.example`);
  expect(alone.text).toMatch(/A word between us\.[\s\S]+> Please see the contract/);
  await expect(page.getByText(`Not to the lead, only to: ${boss}`)).toBeVisible();

  const colleague = `silent-colleague${run}@mine.example`;
  await page
    .getByRole('article')
    .filter({ hasText: 'all of you' })
    .getByRole('button', { name: 'Forward' })
    .press('Enter');
  await expect(page.getByLabel('To', { exact: true }).and(page.locator('input'))).toBeFocused();
  await page.keyboard.type(`${colleague},`);
  await page.getByRole('textbox', { name: 'Note above the email' }).fill('Can we accept this?');
  await expectAccessible(page);
  await picture(page, 'forward');
  await page.getByRole('textbox', { name: 'Note above the email' }).press('Control+Enter');
  await page.getByRole('button', { name: 'Undo', exact: true }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Note above the email' })).toHaveValue('Can we accept this?');
  await page.reload();
  await expect(page.getByText(colleague)).toBeVisible();
  await expect(page.getByText('contract.pdf').last()).toBeVisible();
  await page.getByRole('textbox', { name: 'Note above the email' }).press('Control+Enter');
  await page.getByRole('button', { name: 'Send now' }).press('Enter');
  const forwarded = await onlyMail(page, colleague);
  expect(forwarded.headers.get('subject')).toBe('Fwd: Re: A question');
  expect(forwarded.headers.has('references')).toBe(false);
  expect(forwarded.text).toMatch(/Can we accept this\?[\s\S]+Forwarded message[\s\S]+see the contract/);
  expect(await mailsTo(page.request, lead)).toHaveLength(2);
  await expect(page.getByText(`Not to the lead, only to: ${colleague}`)).toBeVisible();
  await picture(page, 'forwarded');
});

test('an answer is formatted by keyboard, taken back with its looks, and arrives in two parts', async ({ page }) => {
  const { lead } = await openReply(page);
  await page.getByRole('button', { name: 'Format text' }).press('Enter');
  const field = page.getByRole('textbox', { name: 'Message to Grace Hopper' });
  await expect(field).toHaveAttribute('contenteditable', 'true');
  await field.focus();
  await page.keyboard.type('This is ');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('bold');
  await page.keyboard.press('Control+b');
  await page.keyboard.press('Enter');
  await page.keyboard.type('- one');
  await page.keyboard.press('Enter');
  await page.keyboard.type('two');
  await expectAccessible(page);
  await picture(page, 'formatted-answer');
  await expect(async () => {
    await page.reload();
    await expect(field.locator('strong')).toHaveText('bold', { timeout: 5000 });
  }).toPass();
  await field.press('Control+Enter');
  await page.getByRole('button', { name: 'Undo', exact: true }).press('Enter');
  await expect(field.locator('li')).toHaveText(['one', 'two']);
  await field.press('Control+Enter');
  await expect(field).toHaveText('');
  await page.getByRole('button', { name: 'Send now' }).press('Enter');
  const mail = await onlyMail(page, lead, 2);
  expect(mail.text).toMatch(/^This is bold\n\n- one\n- two\n/);
  const frame = page.frameLocator('article:last-of-type iframe').first();
  await expect(frame.locator('b')).toHaveText('bold');
  await picture(page, 'formatted-sent');
  await page.getByRole('button', { name: 'Plain text' }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Message to Grace Hopper' })).toHaveJSProperty('tagName', 'TEXTAREA');
});
