import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { test } from './support/installation.ts';
import { api, createList } from './support/outreach.ts';
import { signUp } from './support/person.ts';

const dialogOf = (page: Page) => page.getByRole('dialog');

async function chooseInMenu(page: Page, campaign: string, entry: string): Promise<void> {
  await page.getByRole('row', { name: new RegExp(campaign) }).hover();
  await page.getByRole('button', { name: `Actions for ${campaign}` }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

test('a campaign begins with a template, is saved as one, and the next one begins with that', async ({ page }) => {
  await signUp(page);
  await page.goto('/campaigns?create=true');
  await page.getByRole('radio', { name: /Email, then call who has a number/ }).check();
  await expectAccessible(page);
  await page.getByLabel('Name', { exact: true }).fill('Spring');
  await page.getByRole('button', { name: 'Create campaign' }).click();
  await expect(page).toHaveURL(/\/campaigns\/\d+$/);
  await expect(page.locator('[data-flow-node]').filter({ hasText: 'Has Phone' })).toBeVisible();

  await page.getByRole('link', { name: 'Back to campaigns' }).click();
  await chooseInMenu(page, 'Spring', 'Save as template');
  await expect(page.getByLabel('Template name')).toHaveValue('Spring (Template)');
  await dialogOf(page).getByRole('button', { name: 'Save as template' }).click();
  await expect(page.getByText('Template created successfully!').first()).toBeVisible();
  await expect(dialogOf(page)).toBeHidden();
  await page.goto('/campaigns?create=true');
  await page.getByRole('radio', { name: /Spring \(Template\)/ }).check();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Campaign name')).toHaveValue('Spring 2');

  await page.goto('/campaigns?create=true');
  await page.getByRole('button', { name: 'Edit template Spring (Template)' }).click();
  await page.getByLabel('Template name').fill('Summer');
  await page.keyboard.press('Enter');
  await page.getByRole('radio', { name: /Summer/ }).check();
  await page.getByRole('button', { name: 'Edit template Summer' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Delete template' }).click();
  const asked = page.getByRole('dialog', { name: 'Delete “Summer”?' });
  await expect(asked).toContainText('Campaigns created from it stay as they are.');
  await asked.getByRole('button', { name: 'Delete template' }).click();
  await expect(asked).toBeHidden();
  await expect(page.getByRole('radio', { name: /Summer/ })).toHaveCount(0);
  await expect(page.getByRole('radio', { name: /Blank campaign/ })).toBeChecked();
});

test('labels are created, put on in bulk, edited and filtered by', async ({ page }) => {
  await signUp(page);
  for (const name of ['North', 'South', 'West']) await api(page.request, 'POST', '/campaigns/', { name });
  await page.goto('/campaigns');
  await chooseInMenu(page, 'North', 'Manage labels');
  await expect(page.getByText('No labels created yet')).toBeVisible();
  await page.getByLabel('New label').fill('Priority');
  await page.keyboard.press('Enter');
  await expect(page.getByText('All labels are assigned')).toBeVisible();
  await page.getByLabel('New label').fill('PRIORITY');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Label name already exists')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('checkbox', { name: 'Select row: North' }).check();
  await page.getByRole('checkbox', { name: 'Select row: South' }).check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Labels' }).click();
  await expect(page.getByText('No common labels across selected campaigns')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add label Priority' }).click();
  await page.getByRole('button', { name: 'Edit label Priority' }).click();
  await page.getByLabel('Label name').fill('Urgent');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Remove label Urgent' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Labels', exact: true }).first().click();
  await page.getByRole('menuitemcheckbox', { name: 'Urgent' }).click();
  await expect(page.locator('tbody tr[data-row-index]')).toHaveCount(2);

  await page.goto('/campaigns');
  await chooseInMenu(page, 'North', 'Manage labels');
  await page.getByRole('button', { name: 'Edit label Urgent' }).click();
  await page.getByRole('button', { name: 'Delete label' }).click();
  const asked = page.getByRole('dialog', { name: 'Delete “Urgent”?' });
  await asked.getByRole('button', { name: 'Delete label' }).click();
  await expect(asked).toBeHidden();
  await expect(page.getByText('No labels created yet')).toBeVisible();
});

test('leads are added to a campaign made from a template on the way', async ({ page }) => {
  await signUp(page);
  const list = await createList(page.request, 'Leads', [
    { first_name: 'Grace', last_name: 'Hopper', email: 'grace@northlight.example' },
  ]);
  await page.goto(`/searches/${list}`);
  await page.getByRole('checkbox', { name: /Select row: Grace/ }).check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Add to campaign' }).click();
  await page.getByRole('button', { name: 'Create from a template' }).click();
  await page.getByRole('radio', { name: /Email: short introduction/ }).check();
  await page.getByRole('button', { name: 'Create campaign' }).click();
  await expect(page.getByRole('radio', { name: /Email: short introduction/ })).toBeChecked();
  await dialogOf(page).getByRole('button', { name: 'Add to campaign' }).click();
  await expect(page).toHaveURL(/\/campaigns\/\d+/);
  await expect(page.getByLabel('Campaign name')).toHaveValue('Email: short introduction');
});
