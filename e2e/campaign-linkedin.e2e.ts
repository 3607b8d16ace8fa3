import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { test } from './support/installation.ts';
import { api } from './support/outreach.ts';
import { sandboxUrl, signUp } from './support/person.ts';

const drawer = (page: Page): Locator => page.getByRole('dialog').last();
const card = (page: Page, text: string): Locator => page.locator('[data-flow-node]').filter({ hasText: text });

async function makeDraft(page: Page, steps: readonly string[]): Promise<number> {
  const { campaign } = await api<{ campaign: { id: number } }>(page.request, 'POST', '/campaigns/', {});
  let parent: number | null = null;
  for (const step of steps) {
    const body = { step, parent, ...(parent === null ? {} : { is_yes_child: true }) };
    const added: { new_step: { id: number } } = await api(
      page.request,
      'POST',
      `/campaigns/${campaign.id}/steps/`,
      body,
    );
    parent = added.new_step.id;
  }
  return campaign.id;
}

/** A free LinkedIn account, connected as the hosted page would. */
async function connectFreeSeat(page: Page): Promise<void> {
  const { url } = await api<{ url: string }>(page.request, 'POST', '/linkedin/link/', {});
  const control = `${await sandboxUrl(page.request)}/unipile/__control/connect`;
  const answer = await page.request.post(control, { data: { url, as: 'CLASSIC' } });
  expect(answer.ok(), await answer.text()).toBe(true);
}

test('what a free LinkedIn account cannot do is locked, with the reason', async ({ page }) => {
  await signUp(page);
  await connectFreeSeat(page);
  const id = await makeDraft(page, ['LINKEDIN_INVITE', 'ACCEPTED_INVITE']);
  await page.goto(`/campaigns/${id}`);
  await card(page, 'LinkedIn Invite').click();
  await expect(drawer(page).getByRole('textbox', { name: 'Note' })).toBeVisible();
  await drawer(page).getByRole('textbox', { name: 'Note' }).click();
  await page.keyboard.insertText('x'.repeat(201));
  await expect(drawer(page).getByText('You are above the 200 character limit!')).toBeVisible();
  await expect(drawer(page).getByRole('button', { name: 'Save' })).toBeDisabled();
  await page.keyboard.press('Backspace');
  await drawer(page).getByRole('button', { name: 'Save' }).click();
  await expect(card(page, 'xxx')).toBeVisible();

  await page.getByRole('button', { name: 'Settings' }).click();
  await drawer(page).getByRole('combobox', { name: 'LinkedIn account' }).click();
  await page.getByRole('option').first().click();
  await drawer(page).getByLabel('Connections a day').fill('51');
  await expect(drawer(page).getByText('Choose a number from 1 to 50.')).toBeVisible();
  await drawer(page).getByLabel('Connections a day').fill('50');
  await expectAccessible(page);
  await drawer(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Settings updated successfully')).toBeVisible();

  await card(page, 'LinkedIn Invite').click();
  await expect(drawer(page).getByText(/which sends invites without a note/)).toBeVisible();
  await expect(drawer(page).getByRole('textbox', { name: 'Note' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await card(page, 'Accepted Invite').focus();
  await page.keyboard.press('Enter');
  await drawer(page).getByRole('button', { name: '7 days' }).click();
  await expectAccessible(page);
  await drawer(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Up to 7 days, delay before Accepted Invite' })).toBeVisible();

  await page.getByRole('button', { name: 'Add step to the Yes branch' }).click();
  const inmail = drawer(page).getByRole('button', { name: /^InMail/ });
  await expect(inmail).toBeDisabled();
  await expect(inmail).toContainText('InMail needs a Sales Navigator or Recruiter account.');
  await expect(drawer(page).getByRole('button', { name: /^LinkedIn Invite/ })).toBeDisabled();
  await expectAccessible(page);
});
