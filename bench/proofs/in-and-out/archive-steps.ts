import { expect, type Page } from '@playwright/test';
import { api } from '../../../e2e/support/outreach.ts';
import { CAMPAIGN } from './moved-people.ts';
import type { Show } from './show.ts';

const PASSPHRASE = 'correct horse battery staple';

async function openCampaign(page: Page): Promise<void> {
  const { campaigns } = await api<{ campaigns: { id: number; name: string }[] }>(page.request, 'GET', '/campaigns/');
  await page.goto(`/campaigns/${campaigns.find(({ name }) => name === CAMPAIGN)?.id}`);
}

/** Asked some time after the sign-in, before what only its person may do. */
async function confirmPassword(page: Page, password: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: "Confirm it's you" });
  await dialog.getByLabel('Current password').fill(password);
  await page.keyboard.press('Enter');
}

/** The campaign is paused first: from then on it continues elsewhere. */
export async function downloadArchive(
  page: Page,
  show: Show,
  { file, password }: { file: string; password: string },
): Promise<void> {
  await openCampaign(page);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(page.getByText('Campaign paused.')).toBeVisible();
  await page.goto('/settings/data');
  await expect(page.getByText('No archives yet')).toBeVisible();
  await show('no archives');
  await page.getByRole('button', { name: 'Make an archive' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make an archive' });
  await dialog.getByRole('checkbox', { name: /^Include mailbox passwords/ }).check({ force: true });
  await dialog.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await dialog.getByLabel('Repeat the passphrase').fill(PASSPHRASE);
  await show('archive with a passphrase', { dialog: true });
  await dialog.getByRole('button', { name: 'Make an archive' }).click();
  const asked = page.getByRole('dialog', { name: "Confirm it's you" });
  const ready = page.getByText('Ready', { exact: true });
  await expect(asked.or(ready)).toBeVisible();
  if (await asked.isVisible()) await confirmPassword(page, password);
  await expect(ready).toBeVisible();
  await show('archive');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  await (await download).saveAs(file);
}

/** What would happen is shown first. */
export async function moveInArchive(page: Page, show: Show, file: string): Promise<void> {
  await page.goto('/settings/data');
  await page.getByRole('button', { name: 'Choose an archive' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move in an archive' });
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose an archive' }).click();
  await (await chooser).setFiles(file);
  await dialog.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await show('archive to move in', { dialog: true, on: page });
  await dialog.getByRole('button', { name: 'Upload and check' }).click();
  await expect(page.getByText('1 running campaigns arrive paused').or(page.getByText('Checked'))).toBeVisible();
  await show('checked archive', { on: page });
  await page.getByRole('button', { name: 'Move in', exact: true }).click();
  await expect(page.getByText('Moved in', { exact: true })).toBeVisible();
  await show('moved in', { on: page });
}

/** A person confirms that the campaign continues here. */
export async function resumeCampaign(page: Page, show: Show): Promise<void> {
  await openCampaign(page);
  await show('paused campaign', { on: page });
  await page.getByRole('button', { name: 'Resume', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const resume = dialog.getByRole('button', { name: /^Resume/ });
  await expect(resume).toBeEnabled();
  await show('question before it resumes', { dialog: true, on: page });
  await resume.click();
  await expect(page.getByText('Campaign resumed.')).toBeVisible();
  await show('resumed campaign', { on: page });
}
