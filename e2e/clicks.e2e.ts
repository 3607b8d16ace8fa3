import { expect } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { test } from './support/installation.ts';
import { api, connectMailbox, newMailbox } from './support/outreach.ts';
import { signUp } from './support/person.ts';

const PRICES = 'https://shop.example/prices';

test('a tracking domain is added, clicks and opens are switched on, and a flow waits for one', async ({ page }) => {
  const { request } = page;
  await signUp(page);
  const account = await connectMailbox(request, newMailbox());
  await page.goto('/settings/privacy');
  const section = page.getByRole('region', { name: 'Tracking domains' });
  await section.getByRole('button', { name: 'Add domain' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Host').fill('t.elsewhere.example');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('must be on the domain of a connected mailbox');
  await dialog.getByLabel('Host').fill('t.mine.example');
  await page.keyboard.press('Enter');
  await expect(section).toContainText('Publish this record at your DNS provider');
  await section.getByRole('button', { name: 'Check' }).click();
  await expect(section).toContainText("The record isn't there yet.");
  await expectAccessible(page);

  const { campaign } = await api<{ campaign: { id: number } }>(request, 'POST', '/campaigns/', { name: 'Autumn' });
  const path = `/campaigns/${campaign.id}/`;
  await api(request, 'PUT', path, { email_account_id: account });
  const add = async (parent: number | null) => {
    const body = { step: 'EMAIL', parent };
    const { new_step } = await api<{ new_step: { id: number } }>(request, 'POST', `${path}steps/`, body);
    await api(request, 'PUT', `${path}steps/${new_step.id}/`, { subject_line: 'Hi', message: `Our prices: ${PRICES}` });
    return new_step.id;
  };
  await add(await add(null));
  await page.goto(`/campaigns/${campaign.id}`);
  await page.getByRole('button', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog');
  await settings.getByRole('switch', { name: /^Track clicks/ }).check();
  await settings.getByRole('switch', { name: /^Track opens/ }).check();
  await expect(settings).toContainText('Opens are estimates');
  await expect(settings).toContainText('No tracking domain works yet');
  await expectAccessible(page);
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Settings updated successfully')).toBeVisible();

  await page.getByRole('button', { name: 'Add step' }).last().click();
  await expect(page.getByRole('button', { name: /^Opened Email/ })).toBeEnabled();
  await page.getByRole('button', { name: /^Clicked Link/ }).click();
  await page
    .getByRole('button', { name: /^Clicked Link/ })
    .first()
    .click();
  const panel = page.getByRole('dialog');
  await expect(panel).toContainText('Waits for the lead to open a link');
  await panel.getByLabel('Link', { exact: true }).click();
  await page.getByRole('option', { name: PRICES }).click();
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(async () => {
      const found = await api<{ campaign: { conditions: { link_url: string | null }[] } }>(request, 'GET', path);
      return found.campaign.conditions.map(({ link_url }) => link_url);
    })
    .toEqual([PRICES]);
});
