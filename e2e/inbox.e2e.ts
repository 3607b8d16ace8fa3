import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { test } from './support/installation.ts';
import { api, connectMailbox, control, newMailbox, startCampaign } from './support/outreach.ts';
import { mailsTo, sandboxUrl, signUp } from './support/person.ts';

interface Header {
  name: string;
  value: string;
}

/** Headers of the newest mail the sandbox received for an address. */
async function newestMail(page: Page, to: string): Promise<{ text: string; headers: Map<string, string> }> {
  const [newest] = await mailsTo(page.request, to);
  const answer = await page.request.get(`${await sandboxUrl(page.request)}/api/mails/${newest?.id}`);
  const mail = (await answer.json()) as { text: string; headers: Header[] };
  return { text: mail.text, headers: new Map(mail.headers.map(({ name, value }) => [name.toLowerCase(), value])) };
}

/** A user with a mailbox and a campaign whose first mail has reached one lead, who doesn't reply. */
async function startOutreach(page: Page) {
  await signUp(page);
  const sender = newMailbox();
  const account = await connectMailbox(page.request, sender);
  const lead = `silent${Date.now()}@northlight.example`;
  const other = `silent${Date.now()}@kanaal.example`;
  const campaign = await startCampaign(page, account, [
    { first_name: 'Grace', last_name: 'Hopper', email: lead },
    { first_name: 'Alan', last_name: 'Kay', email: other },
  ]);
  await expect(async () => expect(await mailsTo(page.request, lead)).toHaveLength(1)).toPass();
  return { sender, lead, other, campaign };
}

test('a reply appears live, stops the sequence, and its answer arrives in the same thread @long', async ({ page }) => {
  const { lead, other, campaign } = await startOutreach(page);
  await page.goto('/inbox');
  await expect(page.getByText('No chat selected')).toBeVisible();
  await expect(page.getByText('Wait for leads to message you or choose a chat from the left side')).toBeVisible();
  await expect(page.getByText('Start engaging with your leads to see conversations here')).toBeVisible();
  const first = await newestMail(page, lead);
  await control(page.request, 'reply', { recipient: lead, text: 'Yes, Tuesday at ten.' });
  const row = page.getByRole('link', { name: /Grace Hopper/ });
  await expect(row).toBeVisible();
  await expect(row).toContainText('Yes, Tuesday at ten.');
  await expect(page.getByRole('link', { name: /Unified inbox/ })).toContainText('1');
  await expectAccessible(page);

  await row.click();
  await expect(page.getByRole('region', { name: 'Messages' }).first()).toContainText(
    'Do you have ten minutes this week?',
  );
  await expect(page.getByRole('link', { name: 'Spring outreach' })).toBeVisible();
  await expect(row.getByLabel('Unread')).toHaveCount(0);
  await expectAccessible(page);
  const { prospects } = await api<{ prospects: { first_name: string; campaign_status: string }[] }>(
    page.request,
    'GET',
    `/campaigns/${campaign}/prospects/?page=1`,
  );
  expect(prospects.find((prospect) => prospect.first_name === 'Grace')?.campaign_status).toBe('REPLIED');

  const composer = page.getByRole('textbox', { name: 'Message to Grace Hopper' });
  await composer.fill('x'.repeat(8001));
  await expect(page.getByText('You are above the 8000 character limit!')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
  await composer.fill('Great, see you then.');
  await page.reload();
  await expect(composer).toHaveValue('Great, see you then.');
  await composer.press('Control+Enter');
  await expect(composer).toHaveValue('');
  await expect(page.locator('article').last()).toContainText('Great, see you then.');
  await expect(page.locator('article').last()).toContainText('Sent');
  await expect(async () => expect(await mailsTo(page.request, lead)).toHaveLength(2)).toPass();
  const answer = await newestMail(page, lead);
  expect(answer.text).toContain('Great, see you then.');
  expect(answer.headers.get('in-reply-to')).toBeTruthy();
  expect(answer.headers.get('references')).toContain(first.headers.get('message-id'));
  expect(answer.headers.get('references')).toContain(answer.headers.get('in-reply-to'));
  // A day later the follow-up goes to the lead who stayed silent, and not to the one who replied.
  await api(page.request, 'POST', '/dev/clock/', { advance_in_seconds: 26 * 3600 });
  await expect(async () => expect(await mailsTo(page.request, other)).toHaveLength(2)).toPass();
  expect(await mailsTo(page.request, lead)).toHaveLength(2);
});

test('hostile HTML runs nothing and loads nothing until the reader asks for images', async ({ page }) => {
  const { sender, lead } = await startOutreach(page);
  const first = await newestMail(page, lead);
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('evil.example')) foreign.push(request.url());
  });
  await page.route('**/*evil.example/**', (route) =>
    route.fulfill({ status: 200, contentType: 'image/gif', body: '' }),
  );
  let dialogs = 0;
  page.on('dialog', (dialog) => {
    dialogs += 1;
    void dialog.dismiss();
  });
  const html = `<p>Hello <b>there</b></p>
    <script>window.top.stolen = 1; alert(1)</script><img src=x onerror="alert(2);top.stolen=1">
    <img src="https://evil.example/pixel.gif" width="10" height="10"><svg onload=alert(3)><circle/></svg>
    <a href="javascript:alert(4)">click</a><form action="https://evil.example/take"><input name=p></form>
    <style>@import url(https://evil.example/a.css); body{background:url(https://evil.example/b.png)}</style>
    <div style="background:url('https://evil.example/c.png')">styled</div>
    <iframe src="https://evil.example/frame"></iframe><object data="https://evil.example/o"></object>
    <link rel=stylesheet href="https://evil.example/d.css"><meta http-equiv=refresh content="0;url=https://evil.example/e">
    <base href="https://evil.example/"><video poster="https://evil.example/f.png" autoplay></video>`;
  await control(page.request, 'deliver', {
    email: sender,
    raw: [
      `From: Grace Hopper <${lead}>`,
      `To: ${sender}`,
      'Subject: Re: A question',
      `Message-ID: <hostile-${Date.now()}@northlight.example>`,
      `In-Reply-To: ${first.headers.get('message-id')}`,
      `Date: ${new Date().toUTCString()}`,
      'MIME-Version: 1.0',
      'Content-Type: text/html; charset=utf-8',
      '',
      html,
    ].join('\n'),
  });
  await page.goto('/inbox');
  await page.getByRole('link', { name: /Grace Hopper/ }).click();
  const frame = page.frameLocator('iframe[title="Message from Grace Hopper"]');
  await expect(frame.getByText('there')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show images' })).toBeVisible();
  await frame
    .getByText('click')
    .click({ timeout: 2000 })
    .catch(() => undefined);
  await page.waitForTimeout(800);
  expect(foreign).toEqual([]);
  expect(dialogs).toBe(0);
  expect(await page.evaluate(() => 'stolen' in window)).toBe(false);
  const sandbox = await page.locator('iframe').getAttribute('sandbox');
  expect(sandbox).not.toContain('allow-scripts');

  await page.getByRole('button', { name: 'Show images' }).click();
  await expect.poll(() => foreign.filter((url) => url.endsWith('pixel.gif')).length).toBe(1);
  expect(foreign.every((url) => url.endsWith('.gif') || url.endsWith('.png'))).toBe(true);
  expect(dialogs).toBe(0);
});

test('folders, labels, notes and keys; one pane at a time on a phone, in the dark too @long', async ({ page }) => {
  const { lead } = await startOutreach(page);
  await control(page.request, 'reply', { recipient: lead, text: 'Who are you?' });
  await page.goto('/inbox');
  const row = page.getByRole('link', { name: /Grace Hopper/ });
  await expect(row).toBeVisible();
  await page.keyboard.press('j');
  await expect(page).toHaveURL(/chat=\d+/);
  await expect(page.getByRole('heading', { name: 'Grace Hopper' })).toBeVisible();
  await page.keyboard.press('s');
  await expect(page.getByRole('button', { name: 'Mark as not important' })).toBeVisible();
  await page.keyboard.press('r');
  await expect(page.getByRole('textbox', { name: 'Message to Grace Hopper' })).toBeFocused();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'More options' }).click();
  const drawer = page.getByRole('dialog', { name: 'Lead details' });
  await expect(drawer.getByText(lead)).toBeVisible();
  await drawer.getByRole('textbox', { name: 'Add note' }).fill('Met at the fair');
  await drawer.getByRole('button', { name: 'Add note' }).click();
  await expect(drawer.getByText('Met at the fair')).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Delete note' }).click();
  await page.getByRole('dialog', { name: 'Delete note' }).getByRole('button', { name: 'Delete' }).click();
  await expect(drawer.getByText('No notes yet.')).toBeVisible();
  await drawer.getByRole('button', { name: 'Labels…' }).click();
  const labels = page.getByRole('dialog', { name: 'Labels of Grace Hopper' });
  await labels.getByLabel('New label').fill('Hot');
  await labels.getByRole('button', { name: 'Create label' }).click();
  await expect(labels.getByRole('checkbox', { name: 'Hot' })).toBeChecked();
  await labels.getByLabel('New label').fill('Later');
  await labels.getByRole('button', { name: 'Create label' }).click();
  await labels.getByRole('button', { name: 'Edit label Later' }).click();
  await labels.getByLabel('Label name').fill('Never');
  await labels.getByRole('button', { name: 'Save' }).click();
  await expect(labels.getByRole('checkbox', { name: 'Never' })).toBeChecked();
  await labels.getByRole('button', { name: 'Edit label Never' }).click();
  await labels.getByRole('button', { name: 'Delete label' }).click();
  const asked = page.getByRole('dialog', { name: 'Delete “Never”?' });
  await asked.getByRole('button', { name: 'Delete label' }).click();
  await expect(asked).toBeHidden();
  await expect(labels.getByRole('checkbox')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(labels).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();

  await page.keyboard.press('e');
  await expect(page.getByText('Conversation archived')).toBeVisible();
  await expect(page.getByText('No conversations found')).toBeVisible();
  await page.getByRole('button', { name: 'Trash', exact: true }).click();
  await expect(row).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Trash', exact: true })).toHaveAttribute('aria-current', 'true');

  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(row).toBeVisible();
  await expectAccessible(page);
  await row.click();
  await expect(page.getByRole('heading', { name: 'Grace Hopper' })).toBeVisible();
  await expect(row).toBeHidden();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await expect(row).toBeVisible();
});

test('older messages load near the top without moving what is read', async ({ page }) => {
  const { sender, lead } = await startOutreach(page);
  const first = await newestMail(page, lead);
  for (let number = 1; number <= 24; number += 1) {
    await control(page.request, 'deliver', {
      email: sender,
      raw: [
        `From: Grace Hopper <${lead}>`,
        `To: ${sender}`,
        'Subject: Re: A question',
        `Message-ID: <older-${number}-${Date.now()}@northlight.example>`,
        `In-Reply-To: ${first.headers.get('message-id')}`,
        `Date: ${new Date().toUTCString()}`,
        '',
        `Message number ${number}.`,
      ].join('\n'),
    });
  }
  await page.goto('/inbox');
  const row = page.getByRole('link', { name: /Grace Hopper/ });
  await expect(row).toBeVisible();
  const id = Number(await page.locator('[data-chat]').getAttribute('data-chat'));
  await expect(async () => {
    const { chat } = await api<{ chat: { messages: number } }>(page.request, 'GET', `/chats/${id}/`);
    expect(chat.messages).toBe(25);
  }).toPass();
  await row.click();
  const articles = page.locator('article');
  await expect(articles).toHaveCount(10);
  await expect(articles.last()).toContainText('Message number 24.');
  const messages = page.getByRole('region', { name: 'Messages' }).last();
  // What is read: the first message below the top, wherever the loading of older ones would push it.
  const read = await articles.nth(2).textContent();
  const place = () =>
    messages.evaluate(
      (element, text) =>
        [...element.querySelectorAll('article')]
          .find((article) => article.textContent === text)
          ?.getBoundingClientRect().top ?? Number.NaN,
      read,
    );
  await messages.evaluate((element) => {
    element.scrollTop = -(element.scrollHeight - element.clientHeight) + 90;
  });
  const before = await place();
  await expect(articles).toHaveCount(20);
  expect(Math.abs((await place()) - before)).toBeLessThan(3);
  await messages.evaluate((element) => element.scrollTo(0, -element.scrollHeight));
  await expect(articles).toHaveCount(25);
  await expect(page.getByText('Beginning of the conversation')).toBeVisible();
});
