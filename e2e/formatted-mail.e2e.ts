import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { test } from './support/installation.ts';
import { api, createList } from './support/outreach.ts';
import { signUp } from './support/person.ts';
import { selectBackwards } from './support/selection.ts';

const leads = [{ first_name: 'Grace', last_name: 'Hopper', email: 'grace@northlight.example' }];
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function openEmail(page: Page): Promise<{ id: number; message: Locator }> {
  const list = await createList(page.request, 'People', leads);
  const { campaign } = await api<{ campaign: { id: number } }>(page.request, 'POST', '/campaigns/', { name: 'Spring' });
  await api(page.request, 'PUT', `/campaigns/${campaign.id}/`, { plain_first_email: false });
  await api(page.request, 'POST', `/search/${list}/prospects/add-to-campaign/`, { campaign: campaign.id, amount: 1 });
  await api(page.request, 'POST', `/campaigns/${campaign.id}/steps/`, { step: 'EMAIL' });
  await page.goto(`/campaigns/${campaign.id}`);
  await page.locator('[data-flow-node]').filter({ hasText: 'Email' }).click();
  return { id: campaign.id, message: page.getByRole('textbox', { name: 'Message', exact: true }) };
}

const loadStep = async (page: Page, id: number) =>
  (
    await api<{ campaign: { steps: { message: string; formatted_texts: { a?: string } | null }[] } }>(
      page.request,
      'GET',
      `/campaigns/${id}/`,
    )
  ).campaign.steps[0]!;

/** Puts HTML on the clipboard and pastes it. */
async function paste(field: Locator, html: string): Promise<void> {
  await field.evaluate((element, content) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', content);
    clipboardData.setData('text/plain', 'plain');
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, html);
}

test('an email is formatted by keyboard, and its text part follows', async ({ page }) => {
  await signUp(page);
  const { id, message } = await openEmail(page);
  await page.getByRole('textbox', { name: 'Subject' }).click();
  await page.keyboard.type('Hello');
  await message.click();
  await page.keyboard.type('Hi ');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('{{first_name}} bold');
  await page.keyboard.press('Control+b');
  await page.keyboard.type(',');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('see our page');
  await selectBackwards(page, 'page');
  await page.keyboard.press('Control+k');
  await page.getByRole('textbox', { name: 'Address' }).fill('acme.example/a');
  await page.keyboard.press('Enter');
  await expect(message.locator('a')).toHaveAttribute('href', 'https://acme.example/a');
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('- one');
  await page.keyboard.press('Enter');
  await page.keyboard.type('two');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('1. first');
  await expect(message.locator('ul > li')).toHaveCount(2);
  await expect(message.locator('ol > li')).toHaveCount(1);
  const mail = page.frameLocator('iframe[title="Message as the lead sees it"]');
  await expect(mail.locator('b')).toHaveText('Grace bold');
  await page.getByRole('button', { name: 'Text part' }).click();
  await expect(page.getByText('- one')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const stored = await loadStep(page, id);
  expect(stored.formatted_texts?.a).toBe(
    '<p>Hi <b>{{first_name}} bold</b>,</p>\n<p>see our <a href="https://acme.example/a">page</a></p>\n<ul><li>one</li><li>two</li></ul>\n<ol><li>first</li></ol>',
  );
  expect(stored.message).toBe(
    'Hi {{first_name}} bold,\n\nsee our page (https://acme.example/a)\n\n- one\n- two\n\n1. first',
  );

  // Opened again it is what was saved; its text part is then written by hand.
  await page.locator('[data-flow-node]').filter({ hasText: 'Email' }).click();
  await expect(message.locator('li')).toHaveCount(3);
  await page.getByRole('button', { name: 'Text part' }).click();
  // The preview above grows while it loads: a click in that moment lands beside the button.
  await expect(async () => {
    await page.getByRole('button', { name: 'Edit text part' }).click({ timeout: 2_000 });
    await page.getByRole('textbox', { name: 'Text part' }).click({ timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' by hand');
  await message.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('!');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const changed = await loadStep(page, id);
  expect(changed.formatted_texts?.a).toContain('<li>first!</li>');
  expect(changed.message).toContain('1. first by hand');
});

test('text is pasted from a word processor, and images travel inside', async ({ page }) => {
  await signUp(page);
  const { id, message } = await openEmail(page);
  await message.click();
  await paste(
    message,
    `<style>p{color:red}</style><p class=MsoNormal style='color:red'>Dear <b>{{first_name}}</b><o:p></o:p></p><p style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp;</span></span><![endif]>First</p><img src="https://tracker.example/p.gif">`,
  );
  await expect(message.locator('li')).toHaveText('First');
  await expect(message.locator('[data-token]')).toHaveCount(1);
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Image', exact: true }).click();
  await page
    .getByLabel('Upload image')
    .first()
    .setInputFiles({ name: 'our photo.png', mimeType: 'image/png', buffer: PNG });
  await expect(page.getByRole('combobox', { name: 'Image of this email' })).toHaveValue('our photo.png');
  await page.getByRole('textbox', { name: 'Description' }).fill('Our office');
  await page.getByRole('button', { name: 'Insert', exact: true }).click();
  await expect(message.getByRole('img', { name: 'Our office' })).toBeVisible();
  await page.getByRole('button', { name: 'Divider' }).click();
  await page.keyboard.type('Bye');
  await page.getByRole('button', { name: 'Quote', exact: true }).click();
  await expect(message.locator('blockquote')).toHaveText('Bye');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const { formatted_texts } = await loadStep(page, id);
  expect(formatted_texts?.a).toBe(
    '<p>Dear <b>{{first_name}}</b></p>\n<ul><li>First</li></ul>\n<p><img src="cid:our photo.png" alt="Our office"></p>\n<hr>\n<blockquote>Bye</blockquote>',
  );
});
